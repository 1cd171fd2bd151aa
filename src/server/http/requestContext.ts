/** Types of the data that the HTTP layer keeps about a request while it is handled. */
import type { HttpBindings } from '@hono/node-server';

export interface AppEnv {
  /** Node's request and response objects, which are omitted if a test calls `app.fetch` without a socket. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /**
     * Route pattern of the request, for logs and metrics. The actual path is not logged, because the path may contain a
     * secret.
     */
    route: string;
    /** Language of error messages: `ru` for customers, `en` for staff. */
    language: 'ru' | 'en';
    /** API call of the request and its caller, as far as they are known. Omitted if the request is no API call. */
    apiCall?: ApiCall;
  };
}

export interface ApiCall {
  /** Name of the API call in the contract. */
  name: string;
  ip: string;
  /** Customer account of the caller; null if the caller is not, or not yet, known as a customer. */
  accountId: number | null;
}
