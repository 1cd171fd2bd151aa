/** @jsxImportSource hono/jsx */
/**
 * The identity service of the sandbox, a fake of Google's. The identity service implements the part of Google's
 * Identity Toolkit that the Firebase SDK uses for popup sign-in and token refresh. The identity service also serves the
 * two pages that the Firebase SDK opens, and the public keys with which the product verifies tokens. The Firebase SDK
 * is configured with `connectAuthEmulator`, which keeps only the origin of a URL, so some paths must be at the root of
 * the origin.
 */
import { type Context, Hono } from 'hono';
import type { Child } from 'hono/jsx';
import * as v from 'valibot';
import type { ClientConfiguration } from '../../../shared/configuration';
import { email, shortText } from '../../../shared/contract/fields';
import { Rejection } from '../../domain/rejection';
import { deriveCode, statusOf } from '../../http/rejectionResponses';
import { readBytes } from '../../http/requestBody';
import type { Clock } from '../../ports/clock';
import type { Logger } from '../../ports/logger';
import type { Database } from '../../store/database';
import { readBody, rejectForeignPage } from '../outside/sandboxRequest';
import { CHOOSER } from '../texts/accountChooser';
import { REJECTIONS } from '../texts/rejections';
import { AccountChooser } from './accountChooser';
import { installAccountChooser, installAuthFrame } from './browserScripts';
import { CHOOSER_STYLES } from './chooserStyles';
import { installGapi } from './fakeGapi';
import { createGoogleAccounts, type GoogleAccount, type GoogleAccounts } from './googleAccounts';
import { createIdentityTokens, deriveUid, ID_TOKEN_LIFETIME_S } from './identityTokens';
import { openSigningKey, type SigningKey } from './signingKey';

const PROJECT_ID = 'prosvet-sandbox';
const API_KEY = 'sandbox-api-key';

/**
 * Base path of routes whose paths the sandbox can choose: the fake of Google's script, the assets of the account
 * chooser and the public keys.
 */
const OWN_PATH = '/sandbox/google';
/** Path of the Identity Toolkit that the Firebase SDK requires. */
const TOOLKIT_PATH = '/identitytoolkit.googleapis.com/v1';
const TOKEN_PATH = '/securetoken.googleapis.com/v1/token';
const FRAME_PATH = '/emulator/auth/iframe';
const CHOOSER_PATH = '/emulator/auth/handler';

/** Route patterns of the identity service outside /sandbox, in Hono syntax. */
export const IDENTITY_ROOT_PATHS: readonly string[] = [`${TOOLKIT_PATH}/*`, TOKEN_PATH, '/emulator/auth/*'];

/** Path of the fake of Google's script. The single-page application and the hidden iframe load this script. */
const GAPI_PATH = `${OWN_PATH}/api.js`;

const KEYS_PATH = `${OWN_PATH}/keys.json`;
const CHANNEL = 'sandbox-google-sign-in';
const LIFETIME = String(ID_TOKEN_LIFETIME_S);

const FRAME_POLICY = "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'self'";
const CHOOSER_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const chooseBody = v.object({ email });
const chooserQuery = v.object({ eventId: shortText(200), authType: v.literal('signInViaPopup') });
const keyQuery = v.object({ key: v.literal(API_KEY) });
const signInBody = v.object({ requestUri: v.pipe(v.string(), v.url()) });
const lookupBody = v.object({ idToken: v.string() });
const refreshBody = v.object({ grant_type: v.literal('refresh_token'), refresh_token: v.string() });

/** Error in the format of the Identity Toolkit. The Firebase SDK derives its error codes from the error message. */
class IdentityError extends Error {
  override readonly name = 'IdentityError';
}

export interface IdentityService {
  /** HTTP routes of the identity service at full paths, under `OWN_PATH` and `IDENTITY_ROOT_PATHS`. */
  app: Hono;
  responses(path: string): boolean;
  accounts: GoogleAccounts;
  /** Google sign-in configuration of the single-page application. */
  client: ClientConfiguration['google'];
  projectId: string;
  /** Absolute URL of the public keys for the product's token verifier. */
  keysUrl: string;
}

export interface IdentityServiceOptions {
  db: Database;
  clock: Clock;
  /** Base URL of this process, without a trailing slash. */
  baseUrl: string;
  logger: Logger;
}

/**
 * Script that defines the helper function `__name` on the page, because bundlers that keep function names insert calls
 * of this helper.
 */
const NAME_HELPER = 'var __name=function(f){return f};';

function buildScript(install: (settings: never) => void, settings: object = {}): string {
  const argument = JSON.stringify(settings).replaceAll('<', '\\u003c');
  return `(function(){${NAME_HELPER}(${install.toString()})(${argument});})();\n`;
}

function file(context: Context, type: string, body: string): Response {
  context.header('Content-Type', `${type}; charset=utf-8`);
  context.header('Cache-Control', 'no-cache');
  return context.body(body);
}

/** Renders a Hono JSX element to HTML. */
const rendered = (page: Child): string => (page as { toString(): string }).toString();

/** Returns the fields of a user record that the Firebase SDK reads. */
function userRecord({ email: address, name }: GoogleAccount) {
  return {
    localId: deriveUid(address),
    email: address,
    emailVerified: true,
    displayName: name,
    providerUserInfo: [
      { providerId: 'google.com', rawId: deriveUid(address), email: address, displayName: name },
    ],
  };
}

function parsed<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  fault: string,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value);
  if (!result.success) throw new IdentityError(fault);
  return result.output;
}

export function createIdentityService(options: IdentityServiceOptions): IdentityService {
  const { db, clock, logger } = options;
  const accounts = createGoogleAccounts(db, clock);
  let opened: Promise<SigningKey> | null = null;
  const key = () => {
    opened ??= openSigningKey(db);
    return opened;
  };
  const tokens = createIdentityTokens({ projectId: PROJECT_ID, clock, key });
  const app = new Hono();

  app.use(async (context, next) => {
    context.header('X-Content-Type-Options', 'nosniff');
    context.header('Cache-Control', 'no-store');
    await next();
  });

  async function activeAccount(address: string): Promise<GoogleAccount> {
    const account = await accounts.find(address);
    if (account === null) throw new IdentityError('USER_NOT_FOUND');
    if (account.isDisabled) throw new IdentityError('USER_DISABLED');
    return account;
  }

  const toolkit: Record<string, (body: object) => Promise<object>> = {
    'accounts:signInWithIdp': async (body) => {
      const { requestUri } = parsed(signInBody, body, 'INVALID_IDP_RESPONSE');
      const code = await tokens.readCode(new URL(requestUri).searchParams.get('code') ?? '');
      if (code === null) throw new IdentityError('INVALID_IDP_RESPONSE : the code is not valid');
      const account = await activeAccount(code.email);
      const signedInAtS = Math.floor(clock.now().getTime() / 1000);
      return {
        ...userRecord(account),
        kind: 'identitytoolkit#VerifyAssertionResponse',
        providerId: 'google.com',
        federatedId: `https://accounts.google.com/${deriveUid(account.email)}`,
        idToken: await tokens.idToken(account, signedInAtS),
        refreshToken: await tokens.refreshToken(account.email, signedInAtS),
        expiresIn: LIFETIME,
      };
    },
    'accounts:lookup': async (body) => {
      const { idToken } = parsed(lookupBody, body, 'MISSING_ID_TOKEN');
      const owner = await tokens.readIdToken(idToken);
      if (owner === null) throw new IdentityError('INVALID_ID_TOKEN');
      return {
        kind: 'identitytoolkit#GetAccountInfoResponse',
        users: [userRecord(await activeAccount(owner.email))],
      };
    },
  };

  app.post(`${TOOLKIT_PATH}/:call`, async (context) => {
    parsed(keyQuery, context.req.query(), 'API key not valid. Please pass a valid API key.');
    const response = toolkit[context.req.param('call')];
    if (response === undefined) throw new IdentityError('OPERATION_NOT_ALLOWED');
    return context.json(await response(await readBody(context.req.raw, v.looseObject({}))));
  });

  app.post(TOKEN_PATH, async (context) => {
    parsed(keyQuery, context.req.query(), 'API key not valid. Please pass a valid API key.');
    const form = new URLSearchParams(new TextDecoder().decode(await readBytes(context.req.raw)));
    const body = parsed(refreshBody, Object.fromEntries(form), 'INVALID_GRANT_TYPE');
    const owner = await tokens.readRefreshToken(body.refresh_token);
    if (owner === null) throw new IdentityError('INVALID_REFRESH_TOKEN');
    const account = await activeAccount(owner.email);
    const idToken = await tokens.idToken(account, owner.signedInAtS);
    return context.json({
      id_token: idToken,
      access_token: idToken,
      refresh_token: body.refresh_token,
      expires_in: LIFETIME,
      token_type: 'Bearer',
      user_id: deriveUid(account.email),
      project_id: PROJECT_ID,
    });
  });

  app.get(CHOOSER_PATH, async (context) => {
    context.header('Content-Security-Policy', CHOOSER_POLICY);
    context.header('Referrer-Policy', 'no-referrer');
    const page = (
      <AccountChooser
        accounts={await accounts.list()}
        assets={OWN_PATH}
        isExpected={v.is(chooserQuery, context.req.query())}
      />
    );
    return context.html(`<!doctype html>${rendered(page)}`);
  });

  app.get(FRAME_PATH, (context) => {
    context.header('Content-Security-Policy', FRAME_POLICY);
    return context.html(
      `<!doctype html><meta charset="utf-8"><script src="${GAPI_PATH}"></script><script src="${OWN_PATH}/frame.js"></script>`,
    );
  });

  app.post(`${OWN_PATH}/choose`, async (context) => {
    rejectForeignPage(context.req.raw);
    const { email: address } = await readBody(context.req.raw, chooseBody);
    await accounts.noteSignIn(address);
    return context.json({ code: await tokens.code(address) });
  });

  app.get(KEYS_PATH, async (context) => context.json({ keys: [(await key()).publicJwk] }));
  app.get(GAPI_PATH, (context) => file(context, 'text/javascript', buildScript(installGapi)));
  app.get(`${OWN_PATH}/frame.js`, (context) =>
    file(context, 'text/javascript', buildScript(installAuthFrame, { channel: CHANNEL })),
  );
  app.get(`${OWN_PATH}/chooser.js`, (context) => {
    const { working, done, failed, emailInvalid } = CHOOSER;
    const words = { working, done, failed, emailInvalid };
    const settings = { channel: CHANNEL, chooseUrl: `${OWN_PATH}/choose`, words };
    return file(context, 'text/javascript', buildScript(installAccountChooser, settings));
  });
  app.get(`${OWN_PATH}/chooser.css`, (context) => file(context, 'text/css', CHOOSER_STYLES));

  app.notFound((context) =>
    context.json({ error: { code: 'NOT_FOUND', message: REJECTIONS.unknownCall } }, 404),
  );
  app.onError((error, context) => {
    if (error instanceof IdentityError) {
      const { message } = error;
      const errors = [{ message, domain: 'global', reason: 'invalid' }];
      return context.json({ error: { code: 400, message, errors } }, 400);
    }
    if (error instanceof Rejection) {
      return context.json({ error: { code: deriveCode(error), message: error.message } }, statusOf(error));
    }
    logger.error({ errorType: error.name, stack: error.stack }, 'the identity service failed');
    return context.json({ error: { code: 'INTERNAL', message: REJECTIONS.internal } }, 500);
  });

  return {
    app,
    responses: (path) => path.startsWith(`${OWN_PATH}/`) || !path.startsWith('/sandbox'),
    accounts,
    client: {
      enabled: true,
      apiKey: API_KEY,
      authDomain: 'localhost',
      projectId: PROJECT_ID,
      // The URL is the root of the current origin, so that it works under any host name.
      emulatorUrl: '/',
      gapiUrl: GAPI_PATH,
    },
    projectId: PROJECT_ID,
    keysUrl: `${options.baseUrl}${KEYS_PATH}`,
  };
}
