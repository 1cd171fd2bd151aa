/** Puts an app behind a socket. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import net from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { answerMalformed, malformedRequest } from './malformedRequest';

/** The port is taken. */
export class PortInUse extends Error {
  override readonly name = 'PortInUse';

  constructor(host: string, port: number) {
    super(`Port ${port} on ${host} is in use: stop what listens there, or set PORT.`);
  }
}

export interface ListeningServer {
  /** From now on each answer ends its connection, so that clients and proxies go elsewhere. Requests are still taken. */
  drain(): void;
  /** Takes no new requests and resolves when those under way are answered, or the deadline is over. */
  close(): Promise<void>;
}

export interface ListenOptions {
  host: string;
  port: number;
}

/** How long a client may take to send its headers, and its whole request, ms; looked at every second. */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 20_000, connectionsCheckingInterval: 1000 };
const CLOSE_DEADLINE_MS = 4000;
const KEEP_ALIVE_MS = 65_000;

/** Servers that take their leave. */
const draining = new WeakSet<Server>();

function closeGently(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), CLOSE_DEADLINE_MS);
    server.close(() => {
      clearTimeout(deadline);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function inUseOr(error: NodeJS.ErrnoException, { host, port }: ListenOptions): Error {
  return error.code === 'EADDRINUSE' ? new PortInUse(host, port) : error;
}

/** Looks whether the port is free before anything slow begins. Rejects with PortInUse. */
export async function refusePortInUse(options: ListenOptions): Promise<void> {
  const probe = net.createServer();
  probe.listen(options.port, options.host);
  try {
    await once(probe, 'listening');
  } catch (error) {
    throw inUseOr(error as NodeJS.ErrnoException, options);
  }
  probe.close();
  await once(probe, 'close');
}

/** A server for `fetch` that does not listen yet; development puts Vite before it. */
export function createServerFor(
  fetch: (request: Request, env: object) => Response | Promise<Response>,
  overrides: Partial<typeof TIMEOUTS> = {},
): Server {
  const answer = getRequestListener(fetch, {
    overrideGlobalObjects: false,
    // HTTP/1.0 needs no Host, and load balancers ask for /healthz in it.
    hostname: 'localhost',
    errorHandler: malformedRequest,
  });
  const timeouts = { ...TIMEOUTS, ...overrides, keepAliveTimeout: KEEP_ALIVE_MS };
  const server = createServer(timeouts, (incoming, outgoing) => {
    if (draining.has(server)) outgoing.setHeader('Connection', 'close');
    void answer(incoming, outgoing);
  });
  server.on('clientError', answerMalformed);
  return server;
}

/** Listens. Rejects with PortInUse, or with the system's error. */
export function listen(server: Server, options: ListenOptions): Promise<ListeningServer> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(inUseOr(error, options));
    server.once('error', refuse);
    server.listen(options.port, options.host, () => {
      server.off('error', refuse);
      resolve({
        drain: () => {
          draining.add(server);
        },
        close: () => closeGently(server),
      });
    });
  });
}
