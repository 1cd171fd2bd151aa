/** A load balancer between test clients and several server processes. */
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const CHECK_EVERY_MS = 250;

/** Matches the log messages of a server for an unavailable database. */
export const DATABASE_STOOD_STILL = /database does not answer|database was not available/;

/**
 * Load balancer with keep-alive connections. The load balancer sends requests only to instances that report ready, and
 * never retries a request.
 */
export class Balancer {
  readonly #agent = new http.Agent({ keepAlive: true });
  readonly #ready = new Set<number>();
  readonly #server: http.Server;
  #turn = 0;
  #timer: NodeJS.Timeout | undefined;
  url = '';

  constructor(readonly ports: readonly number[]) {
    this.#server = http.createServer((near, result) => {
      const ready = [...this.#ready];
      const port = ready[(this.#turn += 1) % ready.length];
      if (port === undefined) {
        result.writeHead(503).end();
        return;
      }
      const far = http.request(
        {
          port,
          host: '127.0.0.1',
          agent: this.#agent,
          method: near.method,
          path: near.url,
          headers: near.headers,
        },
        (response: IncomingMessage) => {
          result.writeHead(response.statusCode ?? 502, { 'content-type': 'application/json' });
          response.pipe(result);
        },
      );
      far.on('error', () => result.writeHead(502).end());
      near.pipe(far);
    });
  }

  async check(port: number): Promise<void> {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isReady) this.#ready.add(port);
    else this.#ready.delete(port);
  }

  async open(): Promise<void> {
    await Promise.all(this.ports.map((port) => this.check(port)));
    this.#timer = setInterval(() => {
      for (const port of this.ports) void this.check(port);
    }, CHECK_EVERY_MS);
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#agent.destroy();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
