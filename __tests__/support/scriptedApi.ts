/** A server that says what a test tells it to: for the failures that the real one does not make. */

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
}

/** JSON with a status. */
export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

/** The answer of a call that the server refuses. */
export function refusal(status: number, code = 'INTERNAL', requestId?: string): Response {
  return json({ error: { code, message: `refused with ${status}`, requestId } }, status);
}

/** A connection that breaks. */
export const lostNetwork: Script = () => Promise.reject(new TypeError('network lost'));

/** What is not scripted is answered with 404. `base` is the API base of the configuration. */
export function scriptedApi(base = '/api/'): ScriptedApi {
  const scripts = new Map<string, Script>();
  const calls: SeenCall[] = [];
  const callsTo = (path: string) => calls.filter((call) => call.path === path);
  return {
    calls,
    callsTo,
    on: (path, script) => {
      scripts.set(path, typeof script === 'function' ? (script as Script) : () => json(script));
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
      const script = scripts.get(call.path) ?? (() => refusal(404, 'NOT_FOUND'));
      const answered = Promise.resolve(script(call, callsTo(call.path).length));
      return untilAborted(answered, init?.signal);
    },
  };
}

function untilAborted(answer: Promise<Response>, signal: AbortSignal | null | undefined): Promise<Response> {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const abort = () => reject(new DOMException('aborted', 'AbortError'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    answer.then(resolve, reject);
  });
}
