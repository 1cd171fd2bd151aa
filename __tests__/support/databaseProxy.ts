/**
 * A TCP proxy between the server and PostgreSQL that simulates network failures and poolers. The proxy cuts or rejects
 * connections, swallows all data, or drops the settings of sessions.
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

const KEPT_PARAMETERS = new Set(['user', 'database']);

/** Returns a startup message of the PostgreSQL protocol without the settings of the session. */
function withoutSettings(message: Buffer): Buffer {
  const words = message.subarray(8).toString('utf8').split('\0');
  const kept = words.flatMap((word, index) =>
    index % 2 === 0 && KEPT_PARAMETERS.has(word) ? [word, words[index + 1] ?? ''] : [],
  );
  const body = Buffer.from(`${kept.join('\0')}\0\0`, 'utf8');
  const head = Buffer.from(message.subarray(0, 8));
  head.writeInt32BE(head.length + body.length);
  return Buffer.concat([head, body]);
}

/**
 * Starts a proxy that listens on a free loopback port and forwards connections to `databaseUrl`. If `dropsSettings` is
 * true, the proxy drops the settings of each session, as a pooler in transaction mode does.
 */
export async function startDatabaseProxy(
  databaseUrl: string,
  { dropsSettings = false } = {},
): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<net.Socket>();
  let state: 'open' | 'rejecting' | 'swallowing' = 'open';
  const server = net.createServer((near) => {
    if (state === 'rejecting') {
      near.resetAndDestroy();
      return;
    }
    const far = net.connect(Number(target.port || 5432), target.hostname);
    if (dropsSettings) near.once('data', (message) => far.write(withoutSettings(message)));
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      const pass = () =>
        socket.on('data', (part) => {
          if (state !== 'swallowing') other.write(part);
        });
      if (dropsSettings && socket === near) near.once('data', pass);
      else pass();
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
