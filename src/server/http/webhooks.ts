/**
 * Routes for notifications of the card providers. These webhook routes are not part of the API contract, because a card
 * provider may sign the raw bytes. The body of a notification must not be parsed before its signature is verified.
 */
import { Hono } from 'hono';
import type { Deps } from '../deps';
import type { NotificationResponse } from '../ports/cardProvider';
import { depsWith, listCardProviders } from '../usecases/billing/cardProviders/cardProviders';
import { receiveChangedObject } from '../usecases/billing/providerEvents/receiveChangedObject';
import { receiveNotification } from '../usecases/billing/providerEvents/receiveNotification';
import type { ClientAddress } from './clientAddress';
import { readBytes } from './requestBody';
import type { AppEnv } from './requestContext';

const buildResponse = ({ status, body }: NotificationResponse): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  });

/** Returns the webhook routes of all card providers. `readAddress` determines who sent an unsigned notification. */
export function webhookRoutes(everyProvider: Deps, readAddress: ClientAddress): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  for (const provider of listCardProviders(everyProvider)) {
    const deps = depsWith(everyProvider, provider);
    const { notifications } = provider;
    const { path } = notifications;
    if (notifications.trust === 'reread') {
      routes.post(`/${path}`, async (context) => {
        context.set('route', `/api/webhooks/${path}`);
        const notification = {
          rawBody: await readBytes(context.req.raw),
          address: readAddress(context),
        };
        return buildResponse(await receiveChangedObject(deps, notifications, notification));
      });
    } else {
      routes.post(`/${path}/:kind`, async (context) => {
        context.set('route', `/api/webhooks/${path}/:kind`);
        const rawBody = await readBytes(context.req.raw);
        const { headers } = context.req.raw;
        const notification = { kind: context.req.param('kind'), rawBody, headers };
        return buildResponse(await receiveNotification(deps, notifications, notification));
      });
    }
  }
  return routes;
}
