/** Makes the id of the current request available without passing the id as a parameter. */
import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<string>();

/** Runs `work` with this request id. Asynchronous operations that `work` starts have the same request id. */
export function withRequestId<Result>(requestId: string, work: () => Result): Result {
  return storage.run(requestId, work);
}

/** Returns the id of the current request, or null outside of a request, for example in a job or a command. */
export function currentRequestId(): string | null {
  return storage.getStore() ?? null;
}
