/**
 * Reads that must be true after a change. RTK Query does not send a read while a request of the same query is running, but
 * returns the response of the running request, which may be older than the change. It also delays the invalidation of
 * cache tags until no request is running.
 */

import { api } from '../api/api';
import type { Tag } from '../api/tags';
import type { Flow } from './flow';

/** Request of a query that is running. */
interface RunningRead extends PromiseLike<unknown> {
  abort: () => void;
}

/**
 * Aborts a running request, so that the next read of the query is sent. Resolves when the store no longer contains the
 * request.
 */
export async function endRead(running: RunningRead | undefined): Promise<void> {
  running?.abort();
  await running;
}

/** Invalidates the tags, and repeats all requests of queries that are running. */
export function readAnew(tags: readonly Tag[]): Flow<void> {
  return async (dispatch) => {
    const running = dispatch(api.util.getRunningQueriesThunk());
    await Promise.all(running.map(endRead));
    dispatch(api.util.invalidateTags([...tags]));
    for (const read of running) void read.refetch();
  };
}
