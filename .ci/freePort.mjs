/**
 * Ports for servers of their own process. One that the system hands out may be handed to the next who asks before that
 * server listens: these are below the ones that it hands out. Each has a guard, a second port that whoever asked listens
 * on until his process ends, so that runs beside each other are never given the same one.
 */
import { once } from 'node:events';
import net from 'node:net';

const FIRST = 20_000;
/** Ports that are given; as many above them are their guards. */
const COUNT = 6_000;

/** Resolves to null where somebody listens already. */
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

/** The workers of a run have neighbouring numbers: they begin apart, and rarely meet. */
let next = (process.pid * 61) % COUNT;

/** A port that nobody listens on, and that nobody else is given while this process lives. */
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
