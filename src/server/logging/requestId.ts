/** The id of the request in whose course code runs, without handing it through every signature. */
import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<string>();

/** Runs `work`, and whatever it starts, as part of this request. */
export function withRequestId<Result>(requestId: string, work: () => Result): Result {
  return storage.run(requestId, work);
}

/** Null when the server acts by itself (jobs, commands). */
export function currentRequestId(): string | null {
  return storage.getStore() ?? null;
}
