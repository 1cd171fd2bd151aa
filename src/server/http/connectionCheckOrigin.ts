/** Lets the product's pages make the call `connection/check` to another host, which answers no other request. */
import type { Hono } from 'hono';
import { cors } from 'hono/cors';
import { connectionCheckCalls } from '../../shared/contract/connectionCheck';
import { Rejection } from '../domain/rejection';
import type { AppEnv } from './requestContext';

/** Time for which browsers remember the permission, in s. */
const PERMISSION_LASTS_S = 600;

const PATH = `/api/${connectionCheckCalls.checkConnection.path}`;

/** Responds with NOT_FOUND to all other requests that use the given host name. */
export function answerOnlyConnectionCheck(app: Hono<AppEnv>, checkHost: string): void {
  app.use(async (context, next) => {
    if (context.req.path !== PATH && new URL(context.req.url).hostname === checkHost)
      throw new Rejection('NOT_FOUND', 'Not found');
    await next();
  });
}

/** Answers preflight requests of the call, and allows `publicUrl` alone to read its responses. Allows no cookies. */
export function allowConnectionCheck(app: Hono<AppEnv>, publicUrl: string): void {
  const allow = cors({
    origin: publicUrl,
    allowMethods: ['POST'],
    allowHeaders: ['Content-Type'],
    maxAge: PERMISSION_LASTS_S,
  });
  app.use(PATH, async (context, next) => {
    context.set('route', PATH);
    await next();
  });
  app.use(PATH, allow);
}
