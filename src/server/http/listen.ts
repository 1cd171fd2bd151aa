/** Puts an app behind a socket. */
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';

/** The port is taken. */
export class PortInUse extends Error {
  override readonly name = 'PortInUse';

  constructor(host: string, port: number) {
    super(`Port ${port} on ${host} is in use: stop what listens there, or set PORT.`);
  }
}

export interface ListeningServer {
  /** Takes no new requests and resolves when those under way are answered, or the deadline is over. */
  close(): Promise<void>;
}

export interface ListenOptions {
  host: string;
  port: number;
}

const REQUEST_DEADLINE_MS = 30_000;
const CLOSE_DEADLINE_MS = 8000;
const KEEP_ALIVE_MS = 65_000;

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

/** A server for `fetch` that does not listen yet; development puts Vite before it. */
export function createServerFor(
  fetch: (request: Request, env: object) => Response | Promise<Response>,
): Server {
  const server = createAdaptorServer({
    fetch,
    overrideGlobalObjects: false,
    serverOptions: { requestTimeout: REQUEST_DEADLINE_MS, keepAliveTimeout: KEEP_ALIVE_MS },
  });
  return server as Server;
}

/** Listens. Rejects with PortInUse, or with the system's error. */
export function listen(server: Server, { host, port }: ListenOptions): Promise<ListeningServer> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new PortInUse(host, port) : error);
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      resolve({ close: () => closeGently(server) });
    });
  });
}
