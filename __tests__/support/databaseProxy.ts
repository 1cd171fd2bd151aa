/**
 * A TCP proxy between the server and PostgreSQL that simulates network failures. The proxy cuts or rejects connections,
 * or swallows all data.
 */
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';

export interface DatabaseProxy {
  /** URL that connects to the database through the proxy. */
  url: string;
  /** Destroys all connections immediately, without a PostgreSQL error message. */
  cut(): void;
  /**
   * Changes the state of the database proxy. In the state `swallowing`, old and new connections pass no data in either
   * direction.
   */
  become(state: 'open' | 'rejecting' | 'swallowing'): void;
  close(): Promise<void>;
}

/** Starts a proxy that listens on a free loopback port and forwards connections to `databaseUrl`. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<net.Socket>();
  let state: 'open' | 'rejecting' | 'swallowing' = 'open';
  const server = net.createServer((near) => {
    if (state === 'rejecting') {
      near.resetAndDestroy();
      return;
    }
    const far = net.connect(Number(target.port || 5432), target.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('data', (part) => {
        if (state !== 'swallowing') other.write(part);
      });
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut,
    become: (next) => {
      state = next;
      if (next === 'rejecting') cut();
    },
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
