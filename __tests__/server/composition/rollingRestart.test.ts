/**
 * Tests rolling restarts of two instances behind a load balancer under load. No request may fail, and each instance must
 * stop within 10 s. `ROLLING_RESTARTS` sets the number of restart rounds and enables the strict time limits.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../../.ci/freePort.mjs';
import { type RunningChild, startChild } from '../../support/childProcess';
import { onPostgres, openSandboxTestDatabase, sandboxTestDatabaseUrl } from '../../support/database';

const ROUNDS = Number(process.env['ROLLING_RESTARTS'] ?? 1);
const CALLERS = 8;
/**
 * Whether strict time limits apply. Without strict limits, a short run beside other test suites may take 3× as long, and
 * its database may pause for a while.
 */
const isMeasured = process.env['ROLLING_RESTARTS'] !== undefined;
const GONE_WITHIN_MS = isMeasured ? 10_000 : 30_000;
/** Matches the log messages for an unavailable database. */
const DATABASE_STOOD_STILL = /database does not answer|database was not available/;
const DRAIN_SECONDS = 2;
const CHECK_EVERY_MS = 250;

jest.setTimeout(60_000 + ROUNDS * 60_000);

/**
 * Load balancer with keep-alive connections. The load balancer sends requests only to instances that report ready, and
 * never retries a request.
 */
class Balancer {
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

if (!onPostgres) {
  it('needs a database that two instances can share', () => {
    expect(onPostgres).toBe(false);
  });
} else {
  it('fails no request while its instances are restarted', async () => {
    await openSandboxTestDatabase();
    const folders = await Promise.all([1, 2].map(() => mkdtemp(path.join(os.tmpdir(), 'data-'))));
    const ports = [await freePort(), await freePort()];
    const started: RunningChild[] = [];
    const start = async (index: number): Promise<RunningChild> => {
      const child = startChild(path.resolve('__tests__/support/sandboxProcess.ts'), {
        env: {
          PORT: String(ports[index]),
          DATA_DIR: folders[index] ?? '',
          DATABASE_URL: sandboxTestDatabaseUrl(),
          DRAIN_SECONDS: String(DRAIN_SECONDS),
          STAFF_PASSWORD: 'a long password of the test',
        },
      });
      started.push(child);
      await child.until('Ready.');
      return child;
    };
    const children = [await start(0), await start(1)];
    const balancer = new Balancer(ports);
    await balancer.open();
    const statuses = new Map<number, number>();
    let isOver = false;
    let slowestStop = 0;
    const call = async (): Promise<void> => {
      while (!isOver) {
        const { status } = await fetch(`${balancer.url}/api/checkGift`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ key: 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6' }),
        });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const load = Promise.all(Array.from({ length: CALLERS }, call));
    try {
      for (let round = 0; round < ROUNDS * 2; round += 1) {
        const index = round % 2;
        const stoppedAt = performance.now();
        expect(await children[index]?.kill('SIGTERM')).toBe(0);
        slowestStop = Math.max(slowestStop, performance.now() - stoppedAt);
        children[index] = await start(index);
        await balancer.check(ports[index] ?? 0);
      }
    } finally {
      isOver = true;
      await load;
      await balancer.close();
      for (const child of children) await child.kill('SIGKILL');
      for (const folder of folders) await rm(folder, { recursive: true });
    }
    process.stdout.write(
      `${ROUNDS} rolling restarts of two instances: answers ${JSON.stringify(Object.fromEntries(statuses))}, ` +
        `gone within ${Math.round(slowestStop)} ms\n`,
    );
    const stoodStill = started.some((child) => DATABASE_STOOD_STILL.test(child.output()));
    const admitted = new Set(!isMeasured && stoodStill ? [200, 503] : [200]);
    expect([...statuses.keys()].filter((status) => !admitted.has(status))).toEqual([]);
    expect(statuses.get(200)).toBeGreaterThan(0);
    expect(slowestStop).toBeLessThan(GONE_WITHIN_MS);
  });
}
