/**
 * Notifications of the card provider. They stand outside the contract: their sender signs the raw
 * bytes, so nothing may parse them before the signature is checked.
 */
import { Hono } from 'hono';
import { receiveNotification } from '../billing/intake/receiveNotification';
import type { Deps } from '../deps';
import { readBytes } from './requestBody';
import type { AppEnv } from './requestContext';

export function webhookRoutes(deps: Deps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const path = `/${deps.cardProvider.notifications.path}/:kind` as const;
  routes.post(path, async (context) => {
    context.set('route', `/api/webhooks${path}`);
    const rawBody = await readBytes(context.req.raw);
    const answer = await receiveNotification(
      deps,
      context.req.param('kind'),
      rawBody,
      context.req.raw.headers,
    );
    return new Response(JSON.stringify(answer.body), {
      status: answer.status,
      headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
    });
  });
  return routes;
}
