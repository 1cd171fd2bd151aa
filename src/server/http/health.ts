/**
 * Health checks for load balancers. `/healthz` reports that the process runs, and `/readyz` reports that the database
 * responds.
 */
import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Deps } from '../deps';
import { describeError } from '../logging/describeError';
import { UNAVAILABLE_RETRY_SECONDS } from './errorResponse';
import type { AppEnv } from './requestContext';

const READY_DEADLINE_MS = 2000;

async function databaseResponses(deps: Deps): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The database did not answer in time.')), READY_DEADLINE_MS);
  });
  try {
    await Promise.race([deps.db.execute(sql`select 1`), deadline]);
    return true;
  } catch (error) {
    deps.logger.error(describeError(error), 'database does not answer');
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns the HTTP routes of the health checks. `/healthz` also reports the version of the product. `/readyz` reports 503
 * if `isStopping` returns true, because a server that shuts down accepts no new work.
 */
export function healthRoutes(
  deps: Deps,
  { isStopping = () => false, version }: { isStopping?: () => boolean; version?: string },
): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/healthz', (context) => {
    context.set('route', '/healthz');
    return context.json({ status: 'up', version });
  });
  routes.get('/readyz', async (context) => {
    context.set('route', '/readyz');
    if (!isStopping() && (await databaseResponses(deps))) return context.json({ status: 'ready' });
    context.header('Retry-After', String(UNAVAILABLE_RETRY_SECONDS));
    return context.json({ status: 'not ready' }, 503);
  });
  return routes;
}
