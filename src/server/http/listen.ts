/** Puts an app behind a socket. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import net from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import { malformedRequest, responseMalformed } from './malformedRequest';

/** The port is taken. */
export class PortInUse extends Error {
  override readonly name = 'PortInUse';

  constructor(host: string, port: number) {
    super(`Port ${port} on ${host} is in use: stop what listens there, or set PORT.`);
  }
}

export interface ListeningServer {
  /**
   * Takes no new connections, ends those that it has with their next answer, the silent ones a moment later, and
   * resolves when all are gone, or the deadline is over.
   */
  close(): Promise<void>;
}

export interface ListenOptions {
  host: string;
  port: number;
}

/** How long a client may take, in ms. Node checks the first two every `connectionsCheckingInterval`. */
const TIMEOUTS = {
  /** To send the headers of a request. */
  headersTimeout: 10_000,
  /** To send the whole request. */
  requestTimeout: 20_000,
  connectionsCheckingInterval: 1000,
  /** To read any part of a response that waits in its socket. */
  stalledResponseTimeout: 60_000,
};
const CLOSE_DEADLINE_MS = 4000;
/** How long a proxy may take to find the port closed before connections that nobody uses are closed too, ms. */
const IDLE_MS = 1000;
const KEEP_ALIVE_MS = 65_000;
/** A turn of the event loop that had nothing to do, ms; and for how long one is waited for. */
const QUIET_TURN_MS = 0.3;
const QUIET_WITHIN_MS = 400;

/**
 * Resolves when the event loop has just taken in all that had come: what closes then resets no connection that waits
 * to be accepted, and none whose request waits to be read.
 */
async function quietMoment(): Promise<void> {
  const began = performance.now();
  for (let at = began; at - began < QUIET_WITHIN_MS;) {
    await turn();
    const now = performance.now();
    if (now - at < QUIET_TURN_MS) return;
    at = now;
  }
}

async function closeGently(server: Server): Promise<void> {
  await quietMoment();
  await new Promise<void>((resolve) => {
    const silent = setTimeout(() => {
      void quietMoment().then(() => server.closeIdleConnections());
    }, IDLE_MS);
    const deadline = setTimeout(() => server.closeAllConnections(), CLOSE_DEADLINE_MS);
    // Not HTTP's own: it closes at once connections on which a proxy may be sending just now.
    net.Server.prototype.close.call(server, () => {
      clearTimeout(silent);
      clearTimeout(deadline);
      resolve();
    });
  });
}

function inUseOr(error: NodeJS.ErrnoException, { host, port }: ListenOptions): Error {
  return error.code === 'EADDRINUSE' ? new PortInUse(host, port) : error;
}

/** Looks whether the port is free before anything slow begins. Rejects with PortInUse. */
export async function rejectPortInUse(options: ListenOptions): Promise<void> {
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
  const { stalledResponseTimeout, ...parserTimeouts } = { ...TIMEOUTS, ...overrides };
  const respond = async (request: Request, env: HttpBindings | Http2Bindings): Promise<Response> => {
    const response = await fetch(request, env);
    // Not from the beginning of the request: the time that a handler takes is not the client's.
    env.outgoing.setTimeout(stalledResponseTimeout);
    return response;
  };
  const result = getRequestListener(respond, {
    overrideGlobalObjects: false,
    // HTTP/1.0 needs no Host, and load balancers ask for /healthz in it.
    hostname: 'localhost',
    errorHandler: malformedRequest,
  });
  const timeouts = { ...parserTimeouts, keepAliveTimeout: KEEP_ALIVE_MS };
  const server = createServer(timeouts, (incoming, outgoing) => {
    // Not before it stops listening: a proxy whose connection ends opens a new one.
    if (!server.listening) outgoing.setHeader('Connection', 'close');
    void result(incoming, outgoing);
  });
  server.on('clientError', responseMalformed);
  return server;
}

/** Listens. Rejects with PortInUse, or with the system's error. */
export function listen(server: Server, options: ListenOptions): Promise<ListeningServer> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(inUseOr(error, options));
    server.once('error', fail);
    server.listen(options.port, options.host, () => {
      server.off('error', fail);
      resolve({ close: () => closeGently(server) });
    });
  });
}
