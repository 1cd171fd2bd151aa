/**
 * Tests rolling restarts of two instances behind a load balancer under load. No request may fail, and each instance must
 * stop within 10 s. `ROLLING_RESTARTS` sets the number of restart rounds and enables the strict time limits.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../../.ci/freePort.mjs';
import { Balancer, DATABASE_STOOD_STILL } from '../../support/balancer';
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
const DRAIN_SECONDS = 2;

jest.setTimeout(60_000 + ROUNDS * 60_000);

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
