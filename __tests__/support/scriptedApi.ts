/** A fake API whose responses the test scripts, for failures that the real server does not produce. */
import { takeToasts } from './toasts';

export interface SeenCall {
  /** Path of the API request, relative to the API base, without the query. */
  path: string;
  query: Record<string, string>;
  method: string;
  body: unknown;
  bearer: string | null;
  contentType: string | null;
}

export type Script = (call: SeenCall, count: number) => Response | Promise<Response>;

export interface ScriptedApi {
  fetch: typeof fetch;
  calls: SeenCall[];
  callsTo(path: string): SeenCall[];
  /**
   * Sets the response of an API path. If the response is a function, its argument is the number of the request, starting
   * with 1. If the response is an object, the API responds with status 200 and this object as JSON.
   */
  on(path: string, script: Script | object): void;
  /**
   * Holds back the response of an API path until the returned function is called with the response. Meanwhile a test can
   * send both clicks of a double click.
   */
  hold(path: string): (result: object) => void;
}

/** Returns a JSON response with a status. */
export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

/** Returns the error response of a rejected API call. */
export function rejection(status: number, code = 'INTERNAL', requestId?: string): Response {
  return json({ error: { code, message: `rejected with ${status}`, requestId } }, status);
}

/** Simulates a broken network connection. */
export const lostNetwork: Script = () => Promise.reject(new TypeError('network lost'));

let testsEnded = 0;
/** The real timer functions of Node, which remain real when a test uses fake timers. */
const { setTimeout: setRealTimeout } = globalThis;

// Lets pending responses take effect before the test ends. Otherwise a pending toast would appear in the next test,
// perhaps beside an equal toast of the next test.
afterEach(async () => {
  testsEnded += 1;
  await new Promise((resolve) => setRealTimeout(resolve, 0));
  takeToasts();
});

/**
 * Creates a scripted API, which responds with 404 to a path without a script. Requests get no response after the end of
 * the test that created the API, so that a pending request cannot show a toast in a later test. `base` is the API base of
 * the configuration.
 */
export function scriptedApi(base = '/api/'): ScriptedApi {
  const scripts = new Map<string, Script>();
  const calls: SeenCall[] = [];
  const test = testsEnded;
  const callsTo = (path: string) => calls.filter((call) => call.path === path);
  return {
    calls,
    callsTo,
    on: (path, script) => {
      scripts.set(path, typeof script === 'function' ? (script as Script) : () => json(script));
    },
    hold: (path) => {
      let give: (response: Response) => void = () => undefined;
      scripts.set(path, () => new Promise<Response>((resolve) => (give = resolve)));
      return (result) => give(json(result));
    },
    fetch: async (input, init) => {
      const url = new URL(String(input instanceof Request ? input.url : input), 'http://localhost');
      const headers = new Headers(init?.headers);
      const text = typeof init?.body === 'string' ? init.body : '';
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      const call: SeenCall = {
        path: url.pathname.slice(base.length),
        query: Object.fromEntries(url.searchParams),
        method: init?.method ?? 'GET',
        body,
        bearer: /^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1] ?? null,
        contentType: headers.get('content-type'),
      };
      calls.push(call);
      const script = scripts.get(call.path) ?? (() => rejection(404, 'NOT_FOUND'));
      const answered = Promise.resolve(script(call, callsTo(call.path).length));
      return untilAborted(answered, init?.signal, () => testsEnded === test);
    },
  };
}

function untilAborted(
  result: Promise<Response>,
  signal: AbortSignal | null | undefined,
  isHeard: () => boolean,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const fail = (reason: Error) => {
      if (isHeard()) reject(reason);
    };
    const abort = () => fail(new DOMException('aborted', 'AbortError'));
    if (signal?.aborted === true) abort();
    signal?.addEventListener('abort', abort, { once: true });
    result.then((response) => {
      if (isHeard()) resolve(response);
    }, fail);
  });
}
