/**
 * Controls the fake card provider when it runs in its own process. Contains the control API of the fake card provider
 * and the client of this API. Control requests are JSON over HTTP and contain the API secret of the payment terminal.
 */
import { timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import * as v from 'valibot';
import { Rejection } from '../domain/rejection';
import { codeOf, statusOf } from '../http/rejectionResponses';
import {
  comingBody,
  failNextBody,
  failuresBody,
  notifyBody,
  recurringPaymentBody,
  terminalBody,
} from './cardBodies';
import type { FakeCardProvider } from './fakeCardProvider/fakeCardProvider';
import type { ProviderHistory } from './fakeCardProvider/seedHistory';
import { yooKassaActionBody, type YooKassaControls, yooKassaSettingsBody } from './fakeYooKassa/controls';
import { REJECTIONS } from './texts/rejections';

const CONTROL_PATH = '/control';

/** Client of a fake card provider that runs in another process. */
export interface RemoteFakeCardProvider extends FakeCardProvider, YooKassaControls {
  seed(history: ProviderHistory): Promise<string[]>;
  /** Moves the clock of the fake card provider forward. */
  moveTo(moment: Date): Promise<void>;
}

/** Methods of the fake card provider that the control API offers. */
type Controls = Omit<RemoteFakeCardProvider, 'app'>;
type ControlName = keyof Controls;

/** Schemas that parse the arguments and the result of a control method from JSON. */
interface Control<Name extends ControlName> {
  args: v.GenericSchema<unknown, Parameters<Controls[Name]>>;
  /** Schema of the method's result; omitted if JSON can represent the result unchanged. */
  result?: v.GenericSchema<unknown, Awaited<ReturnType<Controls[Name]>>>;
}

const moment = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => new Date(text)),
);
const paymentId = v.string();
const none = v.tuple([]);

const CONTROLS: { [Name in ControlName]: Control<Name> } = {
  listPayments: { args: v.tuple([v.optional(v.object({ email: v.optional(v.string()) }))]) },
  notify: { args: v.tuple([paymentId, notifyBody]) },
  failNext: { args: v.tuple([paymentId, failNextBody.entries.reasonCode]) },
  changeRecurringPayment: { args: v.tuple([paymentId, recurringPaymentBody]) },
  terminal: { args: none },
  changeTerminal: { args: v.tuple([terminalBody]) },
  knobs: { args: none },
  setKnobs: { args: v.tuple([comingBody]) },
  failures: { args: none },
  failCalls: { args: v.tuple([failuresBody]) },
  findReceipt: {
    args: v.tuple([paymentId]),
    result: v.nullable(
      v.object({
        id: v.string(),
        kind: v.picklist(['income', 'incomeReturn']),
        amountKopecks: v.number(),
        description: v.string(),
        email: v.nullable(v.string()),
        fiscalSign: v.string(),
        at: moment,
      }),
    ),
  },
  readYooKassa: { args: none },
  changeYooKassa: { args: v.tuple([yooKassaSettingsBody]) },
  actAtYooKassa: { args: v.tuple([paymentId, yooKassaActionBody.entries.action]) },
  runDueRecurringPayments: { args: none },
  nextDueAt: { args: none, result: v.nullable(moment) },
  seed: {
    args: v.tuple([
      v.object({
        recurringPaymentId: v.string(),
        orderId: v.string(),
        accountId: v.string(),
        email: v.string(),
        amountKopecks: v.number(),
        startAt: moment,
        nextChargeAt: moment,
        nextChargeFails: v.boolean(),
        payments: v.array(
          v.object({ at: moment, amountKopecks: v.number(), role: v.picklist(['first', 'recurrent']) }),
        ),
      }),
    ]),
  },
  moveTo: { args: v.tuple([moment]) },
};
const CONTROL_NAMES = Object.keys(CONTROLS) as ControlName[];

const isControl = (name: string): name is ControlName => Object.hasOwn(CONTROLS, name);

/**
 * Calls a control method with the arguments of a request. Throws a `Rejection` with INVALID_REQUEST if the arguments do
 * not match the schema of the method.
 */
async function runControl(target: Controls, name: ControlName, input: unknown): Promise<unknown> {
  const parsed = v.safeParse(CONTROLS[name].args, input);
  if (!parsed.success) throw new Rejection('INVALID_REQUEST', REJECTIONS.invalidFields);
  // The schema of a control method guarantees the types of its arguments.
  const method = target[name] as (...args: unknown[]) => Promise<unknown>;
  return method(...parsed.output);
}

function isAuthorized(request: Request, apiSecret: string): boolean {
  const expected = Buffer.from(`Bearer ${apiSecret}`);
  const given = Buffer.from(request.headers.get('Authorization') ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * Returns the HTTP routes of the control API. `onContact` is called on every request. `stop` must end the process of
 * the fake card provider.
 */
export function controlRoutes(
  target: Controls,
  options: { apiSecret: string; baseUrl: string; onContact: () => void; stop: () => void },
): Hono {
  const app = new Hono().basePath(CONTROL_PATH);
  app.use(async (context, next) => {
    if (!isAuthorized(context.req.raw, options.apiSecret)) return context.json({}, 401);
    options.onContact();
    await next();
  });
  app.get('/health', (context) => context.json({ baseUrl: options.baseUrl }));
  app.post('/stop', (context) => {
    options.stop();
    return context.json({});
  });
  app.post('/:name', async (context) => {
    const name = context.req.param('name');
    if (!isControl(name)) throw new Rejection('NOT_FOUND', REJECTIONS.unknownCall);
    return context.json({ result: (await runControl(target, name, await context.req.json())) ?? null });
  });
  app.onError((error, context) => {
    if (!(error instanceof Rejection))
      return context.json({ error: { code: 'INTERNAL', message: error.name } }, 500);
    const { reason, message, fields } = error;
    return context.json({ error: { reason, code: codeOf(error), message, fields } }, statusOf(error));
  });
  return app;
}

const failed = v.object({
  error: v.object({
    reason: v.optional(v.picklist(['NOT_FOUND', 'CONFLICT', 'INVALID_REQUEST'])),
    message: v.string(),
    fields: v.optional(v.array(v.string())),
  }),
});

/** Location of the fake card provider's process, and the API secret that the process accepts. */
export interface ProviderProcess {
  /** Base URL of the fake card provider's process, without a trailing slash. */
  url: string;
  apiSecret: string;
}

/**
 * Sends a request to the control API of the fake card provider's process. `path` is `health`, `stop` or the name of a
 * control method. Throws `Rejection` if the fake card provider rejects the request.
 *
 * @example
 * await callControl(process, 'moveTo', { method: 'POST', body: [moment] });
 */
export async function callControl(
  { url, apiSecret }: ProviderProcess,
  path: string,
  init: { method: 'GET' | 'POST'; body?: object } = { method: 'GET' },
): Promise<unknown> {
  const response = await fetch(`${url}${CONTROL_PATH}/${path}`, {
    method: init.method,
    headers: { Authorization: `Bearer ${apiSecret}`, 'Content-Type': 'application/json' },
    ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
  });
  const result: unknown = await response.json();
  if (response.ok) return result;
  const rejected = v.parse(failed, result).error;
  if (rejected.reason === undefined) throw new Error(`the card provider process: ${rejected.message}`);
  throw new Rejection(rejected.reason, rejected.message, rejected.fields);
}

/** Returns the path below /card. The script and the API of the card widget are proxied under /card. */
const belowCard = (pathname: string): string => pathname.slice(pathname.indexOf('/card/') + '/card'.length);

const RETURNED_HEADERS = ['cache-control', 'content-type', 'x-content-type-options'];
const FORWARDED_HEADERS = ['accept', 'authorization', 'content-type', 'x-request-id'];

/**
 * Forwards a request to the fake card provider with allowlisted headers only, because all other headers belong to a
 * single connection.
 */
async function proxied({ url }: ProviderProcess, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const hasBody = !['GET', 'HEAD'].includes(request.method);
  const headers = FORWARDED_HEADERS.flatMap((name): [string, string][] => {
    const value = request.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  const response = await fetch(`${url}${belowCard(pathname)}${search}`, {
    method: request.method,
    headers,
    ...(hasBody ? { body: await request.arrayBuffer() } : {}),
  });
  return new Response(await response.arrayBuffer(), {
    status: response.status,
    headers: RETURNED_HEADERS.flatMap((name): [string, string][] => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  });
}

/** Returns a client of the fake card provider that runs in another process. */
export function connectFakeCardProvider(process: ProviderProcess): RemoteFakeCardProvider {
  const call =
    (name: ControlName) =>
    async (...args: unknown[]): Promise<unknown> => {
      // JSON cannot represent `undefined`. Only the last argument of a control method is optional.
      const body = args.filter((arg) => arg !== undefined);
      const { result } = (await callControl(process, name, { method: 'POST', body })) as { result: unknown };
      const schema = CONTROLS[name].result;
      return schema === undefined ? result : v.parse(schema, result);
    };
  const app = new Hono();
  app.all('*', (context) => proxied(process, context.req.raw));
  // The response comes from `controlRoutes` of the same build.
  const methods = Object.fromEntries(CONTROL_NAMES.map((name) => [name, call(name)])) as Controls;
  return { app, ...methods };
}
