/** A server that says what a test tells it to: for the failures that the real one does not make. */
import { takeToasts } from './toasts';

export interface SeenCall {
  /** Relative to the API base, without the query. */
  path: string;
  query: Record<string, string>;
  method: string;
  body: unknown;
  bearer: string | null;
  contentType: string | null;
}

type Script = (call: SeenCall, count: number) => Response | Promise<Response>;

export interface ScriptedApi {
  fetch: typeof fetch;
  calls: SeenCall[];
  callsTo(path: string): SeenCall[];
  /** Answers a path; `count` is 1 for its first call. The value stands for a 200 with this JSON. */
  on(path: string, script: Script | object): void;
  /** Holds a path's answer back until the function that it returns gives it: both clicks of a double click come first. */
  hold(path: string): (result: object) => void;
}

/** JSON with a status. */
export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

/** The answer of a call that the server rejects. */
export function rejection(status: number, code = 'INTERNAL', requestId?: string): Response {
  return json({ error: { code, message: `rejected with ${status}`, requestId } }, status);
}

/** A connection that breaks. */
export const lostNetwork: Script = () => Promise.reject(new TypeError('network lost'));

let testsEnded = 0;
/** Not the fake timers of a test. */
const { setTimeout: setRealTimeout } = globalThis;

// What was answered already takes its effect now: its toast would be shown in the next test, beside the same toast of that one.
afterEach(async () => {
  testsEnded += 1;
  await new Promise((resolve) => setRealTimeout(resolve, 0));
  takeToasts();
});

/**
 * What is not scripted is answered with 404. Once the test that made it is over nothing is answered any more: what its
 * application still waited for, until a deadline perhaps, would else be told by a toast in a later test. `base` is the API base
 * of the configuration.
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
