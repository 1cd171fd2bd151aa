/**
 * Controls a fake card provider that runs in its own process. Contains the control API of the process and the client of
 * this API. Control requests are JSON over HTTP and contain the API secret of the payment terminal.
 */
import { timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import * as v from 'valibot';
import { Rejection } from '../domain/rejection';
import { deriveCode, statusOf } from '../http/rejectionResponses';
import { REJECTIONS } from './texts/rejections';

const CONTROL_PATH = '/control';

/** Control methods of a fake. */
type Methods<Controls> = { [Name in keyof Controls]: (...args: never[]) => Promise<unknown> };

/** Schemas that parse the arguments and the result of a control method from JSON. */
interface Control<Method extends (...args: never[]) => Promise<unknown>> {
  args: v.GenericSchema<unknown, Parameters<Method>>;
  /** Schema of the method's result; omitted if JSON can represent the result unchanged. */
  result?: v.GenericSchema<unknown, Awaited<ReturnType<Method>>>;
}

/** Control methods that the control API of a fake offers. */
export type ControlTable<Controls extends Methods<Controls>> = {
  [Name in keyof Controls]: Control<Controls[Name]>;
};

/**
 * Calls a control method with the arguments of a request. Throws a `Rejection` with INVALID_REQUEST if the arguments do
 * not match the schema of the method.
 */
async function runControl<Controls extends Methods<Controls>>(
  table: ControlTable<Controls>,
  target: Controls,
  name: keyof Controls,
  input: unknown,
): Promise<unknown> {
  const parsed = v.safeParse(table[name].args, input);
  if (!parsed.success) throw new Rejection('INVALID_REQUEST', REJECTIONS.invalidFields);
  // The schema of a control method guarantees the types of its arguments.
  const method: (...args: never[]) => Promise<unknown> = target[name];
  return method(...(parsed.output as never[]));
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
export function controlRoutes<Controls extends Methods<Controls>>(
  table: ControlTable<Controls>,
  target: Controls,
  options: { apiSecret: string; baseUrl: string; onContact: () => void; stop: () => void },
): Hono {
  const isControl = (name: string): name is keyof Controls & string => Object.hasOwn(table, name);
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
      result: (await runControl(table, target, name, await context.req.json())) ?? null,
    });
  });
  app.onError((error, context) => {
    if (!(error instanceof Rejection))
      return context.json({ error: { code: 'INTERNAL', message: error.name } }, 500);
    const { reason, message, fields } = error;
    return context.json({ error: { reason, code: deriveCode(error), message, fields } }, statusOf(error));
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

const RETURNED_HEADERS = ['cache-control', 'content-type', 'x-content-type-options'];
const FORWARDED_HEADERS = ['accept', 'authorization', 'content-type', 'x-request-id'];

/**
 * Forwards a request below `basePath` to the fake card provider with allowlisted headers only, because all other headers
 * belong to a single connection.
 */
async function proxied({ url }: ProviderProcess, basePath: string, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const path = pathname.slice(pathname.indexOf(`${basePath}/`) + basePath.length);
  const hasBody = !['GET', 'HEAD'].includes(request.method);
  const headers = FORWARDED_HEADERS.flatMap((name): [string, string][] => {
    const value = request.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  const response = await fetch(`${url}${path}${search}`, {
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

/**
 * Returns a client of a fake card provider that runs in another process. `app` forwards the requests below `basePath`,
 * which are those of the payment widget.
 */
export function connectProvider<Controls extends Methods<Controls>>(
  table: ControlTable<Controls>,
  process: ProviderProcess,
  basePath: string,
): Controls & { app: Hono } {
  const call =
    (name: keyof Controls & string) =>
    async (...args: unknown[]): Promise<unknown> => {
      // JSON cannot represent `undefined`. Only the last argument of a control method is optional.
      const body = args.filter((arg) => arg !== undefined);
      const { result } = (await callControl(process, name, { method: 'POST', body })) as { result: unknown };
      const schema = table[name].result;
      return schema === undefined ? result : v.parse(schema, result);
    };
  const app = new Hono();
  app.all('*', (context) => proxied(process, basePath, context.req.raw));
  const names = Object.keys(table) as (keyof Controls & string)[];
  const methods: unknown = Object.assign({}, ...names.map((name) => ({ [name]: call(name) })));
  // The responses come from `controlRoutes` of the same build.
  return { app, ...(methods as Controls) };
}
