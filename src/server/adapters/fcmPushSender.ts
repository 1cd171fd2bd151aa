/**
 * Sends push notifications to devices as data messages over Firebase Cloud Messaging (HTTP v1). The access token of
 * the service account (RFC 7523, signed with jose) is cached until shortly before it expires.
 */
import { importPKCS8, SignJWT } from 'jose';
import * as v from 'valibot';
import type { Push } from '../../shared/contract/staff';
import { connectionFault } from '../logging/connectionFault';
import type { Clock } from '../ports/clock';
import type { PushOutcome, PushSender } from '../ports/pushSender';

export interface FcmOptions {
  serviceAccount: {
    projectId: string;
    clientEmail: string;
    /** Private key in PEM format (PKCS #8). */
    privateKey: string;
  };
  clock: Clock;
  /** URL of Google's token endpoint. Tests use a different token endpoint. */
  tokenUrl?: string;
  apiBaseUrl?: string;
  fetch?: typeof fetch;
}

/**
 * Thrown if the service account may not send push notifications. The error message contains the failed request and its
 * HTTP status.
 */
export class PushRejected extends Error {
  override readonly name = 'PushRejected';
}

export interface FcmPushSender extends PushSender {
  /** Validates a push notification without delivering it, to check the credentials. Rejects with `PushRejected`. */
  verify(): Promise<void>;
}

const TOKEN_URL = 'https://oauth2.googleapis.com/token';
const API_BASE_URL = 'https://fcm.googleapis.com';
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';

/**
 * Timeout of one push notification in ms, including a token refresh and the retry after an HTTP 401. The timeout is
 * short because staff wait for the result of a push.
 */
const DEADLINE_MS = 10_000;
/** Time before expiry at which a cached access token is no longer used, in ms. */
const EXPIRY_MARGIN_MS = 60_000;

const tokenResponse = v.object({ access_token: v.string(), expires_in: v.number() });
const sentResponse = v.object({ name: v.string() });
const errorResponse = v.object({
  error: v.object({
    message: v.optional(v.string(), ''),
    status: v.optional(v.string(), ''),
    details: v.optional(v.array(v.object({ errorCode: v.optional(v.string()) })), []),
  }),
});

/** Returns the payload of a data message, in which all values must be strings. */
function toData(push: Push): Record<string, string> {
  return { ...push };
}

function buildMessage(token: string, push: Push) {
  return {
    message: {
      token,
      data: toData(push),
      android: { priority: 'HIGH' },
      apns: {
        headers: { 'apns-priority': '5', 'apns-push-type': 'background' },
        payload: { aps: { 'content-available': 1 } },
      },
    },
  };
}

function outcomeOfError(status: number, result: unknown): PushOutcome {
  const parsed = v.safeParse(errorResponse, result);
  if (!parsed.success) return { kind: 'failed', reason: `the push service responded with ${status}` };
  const { message, status: name, details } = parsed.output.error;
  const code = details.find((detail) => detail.errorCode !== undefined)?.errorCode ?? name;
  if (code === 'UNREGISTERED') return { kind: 'unregistered' };
  return { kind: 'failed', reason: [code, message].filter((part) => part !== '').join(': ') };
}

export function createFcmPushSender(options: FcmOptions): FcmPushSender {
  const { serviceAccount, clock } = options;
  const request = options.fetch ?? fetch;
  const tokenUrl = options.tokenUrl ?? TOKEN_URL;
  const sendUrl = `${options.apiBaseUrl ?? API_BASE_URL}/v1/projects/${encodeURIComponent(serviceAccount.projectId)}/messages:send`;
  let cached: { token: string; goodUntil: number } | null = null;

  async function fetchAccessToken(signal: AbortSignal): Promise<string> {
    const now = clock.now().getTime();
    const issuedAt = Math.floor(now / 1000);
    const key = await importPKCS8(serviceAccount.privateKey, 'RS256');
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(serviceAccount.clientEmail)
      .setAudience(tokenUrl)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + 3600)
      .sign(key);
    const response = await request(tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
      signal,
    });
    if (!response.ok) throw new PushRejected(`the service account was rejected with ${response.status}`);
    const result = v.parse(tokenResponse, await response.json());
    cached = {
      token: result.access_token,
      goodUntil: now + result.expires_in * 1000 - EXPIRY_MARGIN_MS,
    };
    return cached.token;
  }

  async function accessToken(signal: AbortSignal): Promise<string> {
    return cached !== null && clock.now().getTime() < cached.goodUntil
      ? cached.token
      : fetchAccessToken(signal);
  }

  async function post(message: object, signal: AbortSignal): Promise<Response> {
    return request(sendUrl, {
      method: 'POST',
      headers: { Authorization: `Bearer ${await accessToken(signal)}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(message),
      signal,
    });
  }

  return {
    async verify() {
      const message = { topic: 'doctor', data: { type: 'NONE' } };
      const response = await post({ validate_only: true, message }, AbortSignal.timeout(DEADLINE_MS));
      if (!response.ok) throw new PushRejected(`messages:send was rejected with ${response.status}`);
    },
    async send(token, push) {
      const signal = AbortSignal.timeout(DEADLINE_MS);
      try {
        let response = await post(buildMessage(token, push), signal);
        if (response.status === 401) {
          cached = null;
          response = await post(buildMessage(token, push), signal);
        }
        const result: unknown = await response.json().catch(() => null);
        if (!response.ok) return outcomeOfError(response.status, result);
        const sent = v.safeParse(sentResponse, result);
        return { kind: 'delivered', messageId: sent.success ? sent.output.name : '' };
      } catch (error) {
        const why = error instanceof PushRejected ? error.message : connectionFault(error);
        return { kind: 'failed', reason: `can’t reach the push service: ${why}` };
      }
    },
  };
}
