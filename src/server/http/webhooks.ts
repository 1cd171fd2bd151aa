/**
 * Notifications of the card providers. They stand outside the contract: their sender signs the raw
 * bytes, so nothing may parse them before the signature is checked.
 */
import { Hono } from 'hono';
import { receiveNotification } from '../billing/intake/receiveNotification';
import { depsOfEachProvider } from '../billing/provider/cardProviders';
import type { Deps } from '../deps';
import { readBytes } from './requestBody';
import type { AppEnv } from './requestContext';

export function webhookRoutes(deps: Deps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  for (const ofProvider of depsOfEachProvider(deps)) {
    const path = `/${ofProvider.cardProvider.notifications.path}/:kind` as const;
    routes.post(path, async (context) => {
      context.set('route', `/api/webhooks${path}`);
      const rawBody = await readBytes(context.req.raw);
      const answer = await receiveNotification(
        ofProvider,
        context.req.param('kind'),
        rawBody,
        context.req.raw.headers,
      );
      return new Response(JSON.stringify(answer.body), {
        status: answer.status,
        headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
      });
    });
  }
  return routes;
}
