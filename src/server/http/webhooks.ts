/**
 * Routes for notifications of the card providers. These webhook routes are not part of the API contract, because the
 * card provider signs the raw bytes. The body of a notification must not be parsed before its signature is verified.
 */
import { Hono } from 'hono';
import type { Deps } from '../deps';
import { cardProvidersOf, depsWith } from '../usecases/billing/commands/cardProviders';
import { receiveNotification } from '../usecases/billing/intake/receiveNotification';
import { readBytes } from './requestBody';
import type { AppEnv } from './requestContext';

export function webhookRoutes(deps: Deps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  for (const provider of cardProvidersOf(deps)) {
    const path = `/${provider.notifications.path}/:kind` as const;
    routes.post(path, async (context) => {
      context.set('route', `/api/webhooks${path}`);
      const rawBody = await readBytes(context.req.raw);
      const response = await receiveNotification(
        depsWith(deps, provider),
        context.req.param('kind'),
        rawBody,
        context.req.raw.headers,
      );
      return new Response(JSON.stringify(response.body), {
        status: response.status,
        headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
      });
    });
  }
  return routes;
}
