/** Tests the order and the rate of the turns in a queue. */
import { type Turn, TurnQueue } from '../../../src/server/throttle/turnQueue';

const PATIENCE_MS = 5_000;
const RATE = { perMinute: 360, burst: 3 };

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const startQueue = () => new TurnQueue(RATE, () => Date.now());

/** Requests turns. Returns the times in ms at which they were granted; null for a rejected request. */
function takes(queue: TurnQueue, party: string, count: number, group = 'account'): (number | null)[] {
  const start = Date.now();
  const granted = Array.from({ length: count }, () => null as number | null);
  granted.forEach((_turn, index) => {
    void queue.take({ parties: [party], group }, PATIENCE_MS).then(({ isGranted }) => {
      if (isGranted) granted[index] = Date.now() - start;
    });
  });
  return granted;
}

const grantedOf = (turns: readonly (number | null)[]): number[] => turns.filter((at) => at !== null);

test('grants a burst at once, then one turn per interval, and less than ten turns in any second', async () => {
  const turns = takes(startQueue(), 'a', 30);
  await jest.advanceTimersByTimeAsync(PATIENCE_MS);
  const times = grantedOf(turns);
  expect(times.filter((at) => at === 0)).toHaveLength(3);
  expect(times.length).toBeGreaterThanOrEqual(29);
  for (const from of times)
    expect(times.filter((at) => at >= from && at < from + 1000).length).toBeLessThan(10);
});

test('a flood of one party waits behind its own requests', async () => {
  const queue = startQueue();
  const flood = takes(queue, 'attacker', 300);
  await jest.advanceTimersByTimeAsync(1_000);
  const others = Array.from({ length: 15 }, (_, index) => takes(queue, `customer ${index}`, 1));
  await jest.advanceTimersByTimeAsync(3_000);
  expect(others.flat().every((at) => at !== null && at <= 3_000)).toBe(true);
  expect(grantedOf(flood).length).toBeLessThan(15);
});

test('a crowd of one group leaves half of the turns to another group', async () => {
  const queue = startQueue();
  const crowd = Array.from({ length: 200 }, (_, index) => takes(queue, `stranger ${index}`, 1, 'anonymous'));
  const customers = Array.from({ length: 12 }, (_, index) => takes(queue, `customer ${index}`, 1));
  await jest.advanceTimersByTimeAsync(4_000);
  expect(grantedOf(customers.flat())).toHaveLength(12);
  expect(grantedOf(crowd.flat()).length).toBeGreaterThan(8);
});

test('requests that cannot get a turn in time are rejected at once with a pause', async () => {
  const queue = startQueue();
  const settled: Turn[] = [];
  for (let index = 0; index < 1000; index += 1)
    void queue.take({ parties: ['a'], group: 'account' }, PATIENCE_MS).then((turn) => settled.push(turn));
  await jest.advanceTimersByTimeAsync(0);
  const rejected = settled.filter(({ isGranted }) => !isGranted);
  expect(rejected.length).toBeGreaterThan(960);
  for (const turn of rejected) expect(turn).toMatchObject({ retryAfterMs: expect.any(Number) as number });
  await jest.advanceTimersByTimeAsync(PATIENCE_MS);
  expect(settled).toHaveLength(1000);
});

test('grants nothing during a pause, and rejects what cannot wait for its end', async () => {
  const queue = startQueue();
  queue.pause(2_000);
  const patient = takes(queue, 'a', 1);
  await jest.advanceTimersByTimeAsync(1_999);
  expect(patient).toEqual([null]);
  await jest.advanceTimersByTimeAsync(1);
  expect(patient).toEqual([2_000]);
  queue.pause(60_000);
  await expect(queue.take({ parties: ['a'], group: 'account' }, PATIENCE_MS)).resolves.toMatchObject({
    isGranted: false,
  });
});
