/** A network between the server and PostgreSQL that a test can break: cut, reject, or swallow everything. */
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';

export interface DatabaseProxy {
  /** The database's address by way of the proxy. */
  url: string;
  /** Ends every connection at once, without a word. */
  cut(): void;
  /** `swallow`: what is sent arrives nowhere and nothing comes back, on old and new connections alike. */
  become(state: 'open' | 'rejecting' | 'swallowing'): void;
  close(): Promise<void>;
}

/** Listens on a free loopback port and leads to `databaseUrl`. */
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
