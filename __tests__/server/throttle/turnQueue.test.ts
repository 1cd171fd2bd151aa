/** Tests the order and the rate of the turns in a queue. */
import { BROWSER_CALL_RATE } from '../../../src/server/throttle/limits';
import { type Turn, TurnQueue } from '../../../src/server/throttle/turnQueue';

const PATIENCE_MS = 5_000;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const startQueue = () => new TurnQueue(BROWSER_CALL_RATE, () => Date.now());

const SIGNED_IN = { name: 'signedIn', share: 3 };
const ANONYMOUS = { name: 'anonymous', share: 1 };

/** Requests turns. Returns the times in ms at which they were granted; null for a rejected request. */
function takes(queue: TurnQueue, party: string, count: number, group = SIGNED_IN): (number | null)[] {
  const start = Date.now();
  const granted = Array.from({ length: count }, () => null as number | null);
  granted.forEach((_turn, index) => {
    void queue.take({ parties: [party], group }, PATIENCE_MS).then(({ isGranted }) => {
      if (isGranted) granted[index] = Date.now() - start;
    });
  });
  return granted;
}

const filterGranted = (turns: readonly (number | null)[]): number[] => turns.filter((at) => at !== null);

test('grants a burst at once, then one turn per interval, and less than ten turns in any second', async () => {
  const turns = takes(startQueue(), 'a', 30);
  await jest.advanceTimersByTimeAsync(PATIENCE_MS);
  const times = filterGranted(turns);
  expect(times.filter((at) => at === 0)).toHaveLength(BROWSER_CALL_RATE.burst);
  expect(times).toHaveLength(30);
  for (const from of times)
    expect(times.filter((at) => at >= from && at < from + 1000).length).toBeLessThan(10);
});

test('a flood of one party waits behind its own requests', async () => {
  const queue = startQueue();
  const flood = takes(queue, 'attacker', 300);
  await jest.advanceTimersByTimeAsync(1_000);
  const others = Array.from({ length: 15 }, (_, index) => takes(queue, `customer ${index}`, 1));
  await jest.advanceTimersByTimeAsync(2_000);
  expect(others.flat().every((at) => at !== null)).toBe(true);
  expect(filterGranted(flood).length).toBeLessThan(11);
});

test('a party that had two turns waits behind all others, also if its group has a share', async () => {
  const queue = startQueue();
  const flood = takes(queue, 'attacker', 300, ANONYMOUS);
  const customers = Array.from({ length: 15 }, (_, index) => takes(queue, `customer ${index}`, 1));
  const stranger = takes(queue, 'stranger', 1, ANONYMOUS);
  const seventeenTurnsMs = (17 * 60_000) / BROWSER_CALL_RATE.perMinute;
  await jest.advanceTimersByTimeAsync(seventeenTurnsMs);
  expect(filterGranted([...customers.flat(), ...stranger])).toHaveLength(16);
  expect(filterGranted(flood)).toHaveLength(2);
});

test('groups that wait take turns in proportion to their shares', async () => {
  const queue = startQueue();
  const crowd = Array.from({ length: 200 }, (_, index) => takes(queue, `stranger ${index}`, 1, ANONYMOUS));
  const customers = Array.from({ length: 15 }, (_, index) => takes(queue, `customer ${index}`, 1));
  await jest.advanceTimersByTimeAsync(2_500);
  expect(filterGranted(customers.flat())).toHaveLength(15);
  // The crowd arrived first, and has its share again once the customers have their turns.
  expect(filterGranted(crowd.flat()).length).toBeLessThan(7);
});

test('a crowd of the group with the larger share leaves turns to the other group', async () => {
  const queue = startQueue();
  const crowd = Array.from({ length: 200 }, (_, index) => takes(queue, `customer ${index}`, 1));
  const stranger = takes(queue, 'stranger', 1, ANONYMOUS);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(filterGranted(stranger)).toHaveLength(1);
  expect(filterGranted(crowd.flat()).length).toBeGreaterThan(5);
});

test('requests that cannot get a turn in time are rejected at once with a pause', async () => {
  const queue = startQueue();
  const settled: Turn[] = [];
  for (let index = 0; index < 1000; index += 1)
    void queue.take({ parties: ['a'], group: SIGNED_IN }, PATIENCE_MS).then((turn) => settled.push(turn));
  await jest.advanceTimersByTimeAsync(0);
  const rejected = settled.filter(({ isGranted }) => !isGranted);
  expect(rejected.length).toBeGreaterThan(950);
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
  await expect(queue.take({ parties: ['a'], group: SIGNED_IN }, PATIENCE_MS)).resolves.toMatchObject({
    isGranted: false,
  });
});
