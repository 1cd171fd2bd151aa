/** Tests that a flood of one party waits behind its own requests. */
import { CallSlots } from '../../../src/server/throttle/callSlots';

const ONE = { key: 'one', slots: 2 };
const settle = () => new Promise((resolve) => setImmediate(resolve));

it('lets a party run as many requests as it has slots, and the next when one ends', async () => {
  const slots = new CallSlots();
  const entered: number[] = [];
  const leaves: (() => void)[] = [];
  for (const index of [0, 1, 2, 3])
    void slots.enter([ONE]).then((leave) => {
      entered.push(index);
      leaves.push(leave);
    });
  await settle();
  expect(entered).toEqual([0, 1]);
  leaves[1]?.();
  await settle();
  expect(entered).toEqual([0, 1, 2]);
  for (const leave of leaves.slice(0, 1)) leave();
  await settle();
  expect(entered).toEqual([0, 1, 2, 3]);
  for (const leave of leaves.slice(2)) leave();
  expect(slots.size).toBe(0);
});

it('makes no other party wait', async () => {
  const slots = new CallSlots();
  for (let index = 0; index < 100; index += 1) void slots.enter([ONE]);
  await expect(slots.enter([{ key: 'another', slots: 1 }])).resolves.toEqual(expect.any(Function));
});

it('waits for each party of a request, and frees all of its slots', async () => {
  const slots = new CallSlots();
  const wide = { key: 'wide', slots: 1 };
  const leaveFirst = await slots.enter([{ key: 'a', slots: 1 }, wide]);
  let isIn = false;
  const second = slots.enter([{ key: 'b', slots: 1 }, wide]).then((leave) => {
    isIn = true;
    return leave;
  });
  await settle();
  expect(isIn).toBe(false);
  leaveFirst();
  (await second)();
  expect(slots.size).toBe(0);
});

it('rejects at once what would wait behind 1000 requests, and keeps no slot for it', async () => {
  const slots = new CallSlots();
  const leaves = Array.from({ length: 1002 }, () => slots.enter([ONE]));
  await expect(slots.enter([{ key: 'narrow', slots: 1 }, ONE])).rejects.toMatchObject({
    reason: 'TOO_MANY_REQUESTS',
  });
  for (const each of leaves) (await each)();
  expect(slots.size).toBe(0);
});
