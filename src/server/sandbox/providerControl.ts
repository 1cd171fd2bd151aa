/**
 * Controls the fake card provider when it runs in its own process. Contains the provider side and the client.
 * Requests are JSON over HTTP and carry the terminal's API secret.
 */
import { timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import * as v from 'valibot';
import { Rejection } from '../domain/rejection';
import { codeOf, statusOf } from '../http/rejectionResponses';
import type { Database } from '../store/database';
import {
  comingBody,
  failNextBody,
  failuresBody,
  notifyBody,
  recurringPaymentBody,
  terminalBody,
} from './cardBodies';
import type { FakeCardProvider } from './fakeCardProvider/fakeCardProvider';
import { type ProviderHistory, seedHistory } from './fakeCardProvider/seedHistory';
import type { MovableClock } from './movableClock';
import { REJECTIONS } from './texts/rejections';

const CONTROL_PATH = '/control';

interface Controlled {
  fake: FakeCardProvider;
  db: Database;
  clock: MovableClock;
}

const moment = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => new Date(text)),
);
const noBody = v.object({});
const ofPayment = v.object({ paymentId: v.string() });
const historyBody = v.object({
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
});

/** Defines a control method that parses its body before it runs. Throws INVALID_REQUEST if the body is invalid. */
function control<Schema extends v.GenericSchema, Result>(
  body: Schema,
  run: (controlled: Controlled, input: v.InferOutput<Schema>) => Promise<Result>,
): (controlled: Controlled, input: unknown) => Promise<Result> {
  return async (controlled, input) => {
    const parsed = v.safeParse(body, input);
    if (!parsed.success) throw new Rejection('INVALID_REQUEST', REJECTIONS.invalidFields);
    return run(controlled, parsed.output);
  };
}

const CONTROLS = {
  listPayments: control(v.object({ email: v.optional(v.string()) }), ({ fake }, of) => fake.listPayments(of)),
  notify: control(v.object({ ...ofPayment.entries, notification: notifyBody }), ({ fake }, input) =>
    fake.notify(input.paymentId, input.notification),
  ),
  failNext: control(v.object({ ...ofPayment.entries, ...failNextBody.entries }), ({ fake }, input) =>
    fake.failNext(input.paymentId, input.reasonCode),
  ),
  changeRecurringPayment: control(
    v.object({ ...ofPayment.entries, change: recurringPaymentBody }),
    ({ fake }, input) => fake.changeRecurringPayment(input.paymentId, input.change),
  ),
  terminal: control(noBody, ({ fake }) => fake.terminal()),
  changeTerminal: control(terminalBody, ({ fake }, settings) => fake.changeTerminal(settings)),
  knobs: control(noBody, ({ fake }) => fake.knobs()),
  setKnobs: control(comingBody, ({ fake }, knobs) => fake.setKnobs(knobs)),
  failures: control(noBody, ({ fake }) => fake.failures()),
  failCalls: control(failuresBody, ({ fake }, failure) => fake.failCalls(failure)),
  findReceipt: control(ofPayment, async ({ fake }, { paymentId }) => {
    const receipt = await fake.findReceipt(paymentId);
    return receipt === null ? null : { ...receipt, at: receipt.at.toISOString() };
  }),
  runDueRecurringPayments: control(noBody, ({ fake }) => fake.runDueRecurringPayments()),
  nextDueAt: control(noBody, async ({ fake }) => (await fake.nextDueAt())?.toISOString() ?? null),
  seed: control(historyBody, ({ db }, history) => seedHistory(db, history)),
  moveTo: control(v.object({ moment }), ({ clock }, input) => clock.moveTo(input.moment)),
};
type Controls = typeof CONTROLS;

const isControl = (name: string): name is keyof Controls => Object.hasOwn(CONTROLS, name);

function isAuthorized(request: Request, apiSecret: string): boolean {
  const expected = Buffer.from(`Bearer ${apiSecret}`);
  const given = Buffer.from(request.headers.get('Authorization') ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * Returns the HTTP routes of the provider side. `onContact` is called on every request. `stop` must end the process.
 */
export function controlRoutes(
  controlled: Controlled,
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
    return context.json({
      result: (await CONTROLS[name](controlled, await context.req.json())) ?? null,
    });
  });
  app.onError((error, context) => {
    if (!(error instanceof Rejection))
      return context.json({ error: { code: 'INTERNAL', message: error.name } }, 500);
    const { reason, message, fields } = error;
    return context.json({ error: { reason, code: codeOf(error), message, fields } }, statusOf(error));
  });
  return app;
}

/** Client of a fake card provider that runs in another process. */
export interface RemoteFakeCardProvider extends FakeCardProvider {
  seed(history: ProviderHistory): Promise<string[]>;
  /** Moves the provider's clock forward. */
  moveTo(moment: Date): Promise<void>;
}

const failed = v.object({
  error: v.object({
    reason: v.optional(v.picklist(['NOT_FOUND', 'CONFLICT', 'INVALID_REQUEST'])),
    message: v.string(),
    fields: v.optional(v.array(v.string())),
  }),
});

/** Location of the provider process, and the API secret that it accepts. */
export interface ProviderProcess {
  /** Base URL, without a trailing slash. */
  url: string;
  apiSecret: string;
}

/**
 * Calls the control API of a provider process. `path` is `health`, `stop` or the name of a control method. Throws
 * `Rejection` if the provider rejects the call.
 *
 * @example
 * await callControl(process, 'moveTo', { method: 'POST', body: { moment } });
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

/** Returns the path below /card, under which the widget's script and API are proxied. */
const belowCard = (pathname: string): string => pathname.slice(pathname.indexOf('/card/') + '/card'.length);

const RETURNED_HEADERS = ['cache-control', 'content-type', 'x-content-type-options'];
const FORWARDED_HEADERS = ['accept', 'authorization', 'content-type', 'x-request-id'];

/**
 * Forwards a request to the provider with allowlisted headers only, because the other headers belong to a single
 * connection.
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

export function connectFakeCardProvider(process: ProviderProcess): RemoteFakeCardProvider {
  async function call<Name extends keyof Controls>(
    name: Name,
    body: object = {},
  ): Promise<Awaited<ReturnType<Controls[Name]>>> {
    // The server is `controlRoutes` of the same build, so the type of the result is known.
    const { result } = (await callControl(process, name, { method: 'POST', body })) as {
      result: Awaited<ReturnType<Controls[Name]>>;
    };
    return result;
  }

  const app = new Hono();
  app.all('*', (context) => proxied(process, context.req.raw));
  return {
    app,
    listPayments: (of = {}) => call('listPayments', of),
    notify: (paymentId, notification) => call('notify', { paymentId, notification }),
    failNext: (paymentId, reasonCode) => call('failNext', { paymentId, reasonCode }),
    changeRecurringPayment: (paymentId, change) => call('changeRecurringPayment', { paymentId, change }),
    terminal: () => call('terminal'),
    changeTerminal: (settings) => call('changeTerminal', settings),
    knobs: () => call('knobs'),
    setKnobs: (knobs) => call('setKnobs', knobs),
    failures: () => call('failures'),
    failCalls: (failure) => call('failCalls', failure),
    async findReceipt(paymentId) {
      const receipt = await call('findReceipt', { paymentId });
      return receipt === null ? null : { ...receipt, at: new Date(receipt.at) };
    },
    runDueRecurringPayments: () => call('runDueRecurringPayments'),
    async nextDueAt() {
      const at = await call('nextDueAt');
      return at === null ? null : new Date(at);
    },
    seed: (history) => call('seed', history),
    moveTo: (moment) => call('moveTo', { moment }),
  };
}
