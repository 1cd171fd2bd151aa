/**
 * Allocates loopback ports for servers in child processes. A port that the operating system assigns may be assigned again
 * before the server listens on it. Therefore `freePort` allocates ports below the range that the operating system
 * assigns. Each port has a second port as its guard. The process that allocated a port listens on the guard port until
 * the process ends, so parallel test runs never get the same port.
 */
import { once } from 'node:events';
import net from 'node:net';

const FIRST = 20_000;
/** Number of ports to allocate from. The guard ports are the same number of ports directly above. */
const COUNT = 6_000;

/** Listens on a port. Resolves to the server, or to null if the port is in use. */
function listenOn(port) {
  const server = net.createServer();
  return new Promise((resolve) => {
    const reject = () => resolve(null);
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

/** Index of the next port to try. Test workers have consecutive process ids, so the index is spread to avoid collisions. */
let next = (process.pid * 61) % COUNT;

/**
 * Resolves to a free loopback port. No other caller gets the same port while the current process runs. Throws if all
 * ports are in use.
 */
export async function freePort() {
  for (let tried = 0; tried < COUNT; tried += 1) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    const guard = await listenOn(port + COUNT);
    if (guard === null) continue;
    guard.unref();
    const probe = await listenOn(port);
    if (probe !== null) {
      probe.close();
      await once(probe, 'close');
      return port;
    }
    guard.close();
  }
  throw new Error(`No port from ${FIRST} to ${FIRST + COUNT} is free.`);
}
