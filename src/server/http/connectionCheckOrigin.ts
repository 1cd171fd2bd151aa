/** Allows the product's pages, which are on another host, to make the call `connection/check`. */
import type { Hono } from 'hono';
import { cors } from 'hono/cors';
import { connectionCheckCalls } from '../../shared/contract/connectionCheck';
import type { AppEnv } from './requestContext';

/** Time for which browsers remember the permission, in s. */
const PERMISSION_LASTS_S = 600;

/** Answers preflight requests of the call, and allows `publicUrl` alone to read its responses. Allows no cookies. */
export function allowConnectionCheck(app: Hono<AppEnv>, publicUrl: string): void {
  const path = `/api/${connectionCheckCalls.checkConnection.path}`;
  const allow = cors({
    origin: publicUrl,
    allowMethods: ['POST'],
    allowHeaders: ['Content-Type'],
    maxAge: PERMISSION_LASTS_S,
  });
  app.use(path, async (context, next) => {
    context.set('route', path);
    await next();
  });
  app.use(path, allow);
}
