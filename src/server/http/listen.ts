/** Runs an HTTP application on a socket, with timeouts and graceful shutdown. */
import { once } from 'node:events';
import { Server } from 'node:http';
import net from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import { malformedRequest, responseMalformed } from './malformedRequest';

/** Error thrown if another process already uses the port. */
export class PortInUse extends Error {
  override readonly name = 'PortInUse';

  constructor(host: string, port: number) {
    super(`Port ${port} on ${host} is in use: stop what listens there, or set PORT.`);
  }
}

export interface ListeningServer {
  /**
   * Shuts the server down gracefully. The server accepts no new connections, and closes each open connection after its
   * next response. Idle connections are closed after `IDLE_MS`. Resolves when all connections are closed, or after
   * `CLOSE_DEADLINE_MS`.
   */
  close(): Promise<void>;
}

export interface ListenOptions {
  host: string;
  port: number;
}

/** Timeouts for slow clients, in ms. Node checks the first two timeouts every `connectionsCheckingInterval`. */
const TIMEOUTS = {
  /** Time in ms within which a client must send the request headers. */
  headersTimeout: 10_000,
  /** Time in ms within which a client must send the whole request. */
  requestTimeout: 20_000,
  connectionsCheckingInterval: 1000,
  /** Time in ms without progress after which a response that the client does not read is aborted. */
  stalledResponseTimeout: 60_000,
};
/**
 * Maximum number of responses of one connection that are not finished. A client that pipelines more requests without
 * reading the responses is disconnected, because the waiting responses fill the memory. Browsers and proxies do not
 * pipeline requests.
 */
const WAITING_RESPONSES = 4;
const CLOSE_DEADLINE_MS = 4000;
/**
 * Grace period before idle connections are closed, in ms. During the grace period, a reverse proxy can notice that the
 * port is closed.
 */
const IDLE_MS = 1000;
const KEEP_ALIVE_MS = 65_000;
/** Maximum duration of an event loop turn that counts as idle, in ms, and the maximum wait for such a turn, in ms. */
const QUIET_TURN_MS = 0.3;
const QUIET_WITHIN_MS = 400;

/**
 * Resolves after an event loop turn without work and without a new connection, so all connections were accepted and all
 * received data has been read. If the port is closed at this moment, no connection with an unread request is reset. A turn
 * accepts only one of several waiting connections, so its duration alone does not show that there are no others.
 */
async function quietMoment(server: Server): Promise<void> {
  let accepted = 0;
  const count = (): void => {
    accepted += 1;
  };
  server.on('connection', count);
  // The turn that runs at the moment may have accepted connections already.
  await turn();
  const began = performance.now();
  for (let at = began; at - began < QUIET_WITHIN_MS;) {
    const before = accepted;
    await turn();
    const now = performance.now();
    if (accepted === before && now - at < QUIET_TURN_MS) break;
    at = now;
  }
  server.off('connection', count);
}

/** Server that can hold requests. */
class HoldingServer extends Server {
  /** Handlers of the requests that wait until the port is closed, or null while requests are handled at once. */
  held: (() => void)[] | null = null;
}

/**
 * Closes the port in a quiet moment. No request is begun until then, because under load no turn is quiet, and the
 * connections that arrive while a request is handled would be reset.
 */
async function closePort(server: HoldingServer): Promise<void> {
  const held: (() => void)[] = [];
  server.held = held;
  await quietMoment(server);
  // The method `close` of `net.Server` is called here. The method `close` of `http.Server` would at once close idle
  // connections on which a proxy may already be sending a request.
  net.Server.prototype.close.call(server);
  server.held = null;
  for (const handle of held) handle();
}

async function closeGently(server: HoldingServer): Promise<void> {
  const closed = once(server, 'close');
  await closePort(server);
  const silent = setTimeout(() => {
    void quietMoment(server).then(() => server.closeIdleConnections());
  }, IDLE_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), CLOSE_DEADLINE_MS);
  await closed;
  clearTimeout(silent);
  clearTimeout(deadline);
}

function inUseOr(error: NodeJS.ErrnoException, { host, port }: ListenOptions): Error {
  return error.code === 'EADDRINUSE' ? new PortInUse(host, port) : error;
}

/** Checks that the port is free, before any slow startup work. Rejects with `PortInUse` if the port is in use. */
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

/** Creates an HTTP server for `fetch` that does not listen yet. In development, Vite is put in front of this server. */
export function createServerFor(
  fetch: (request: Request, env: object) => Response | Promise<Response>,
  overrides: Partial<typeof TIMEOUTS> = {},
): HoldingServer {
  const { stalledResponseTimeout, ...parserTimeouts } = { ...TIMEOUTS, ...overrides };
  const respond = async (request: Request, env: HttpBindings | Http2Bindings): Promise<Response> => {
    const response = await fetch(request, env);
    // This timeout starts after the handler has finished, because the duration of the handler must not count against
    // the client.
    env.outgoing.setTimeout(stalledResponseTimeout);
    return response;
  };
  const result = getRequestListener(respond, {
    overrideGlobalObjects: false,
    // HTTP/1.0 requires no `Host` header, and some load balancers use HTTP/1.0 for `/healthz`.
    hostname: 'localhost',
    errorHandler: malformedRequest,
  });
  const timeouts = { ...parserTimeouts, keepAliveTimeout: KEEP_ALIVE_MS };
  const waiting = new WeakMap<net.Socket, number>();
  const server = new HoldingServer(timeouts, (incoming, outgoing) => {
    const { socket } = incoming;
    const responses = (waiting.get(socket) ?? 0) + 1;
    if (responses > WAITING_RESPONSES) {
      socket.destroy();
      return;
    }
    waiting.set(socket, responses);
    outgoing.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    const handle = (): void => {
      // This header is sent only after the port is closed, because a proxy replaces a closed connection with a new
      // connection.
      if (!server.listening) outgoing.setHeader('Connection', 'close');
      void result(incoming, outgoing);
    };
    if (server.held === null) handle();
    else server.held.push(handle);
  });
  server.on('clientError', responseMalformed);
  return server;
}

/** Starts listening. Rejects with `PortInUse`, or with the error of the operating system. */
export function listen(server: HoldingServer, options: ListenOptions): Promise<ListeningServer> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(inUseOr(error, options));
    server.once('error', fail);
    server.listen(options.port, options.host, () => {
      server.off('error', fail);
      resolve({ close: () => closeGently(server) });
    });
  });
}
