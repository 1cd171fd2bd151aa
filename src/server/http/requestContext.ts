/** What the HTTP layer stores about a request on its way through. */
import type { HttpBindings } from '@hono/node-server';

export interface AppEnv {
  /** Absent when a test calls `app.fetch` without a socket. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** Pattern of the route, for logs: never the path itself, which may hold a secret. */
    route: string;
    /** Of the person who reads an error message. */
    language: 'ru' | 'en';
  };
}
