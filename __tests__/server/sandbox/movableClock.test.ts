import { openMovableClock } from '../../../src/server/sandbox/movableClock';
import type { Database } from '../../../src/server/store/database';
import { openSandboxTestDatabase } from '../../support/database';
import { settableClock } from '../../support/settableClock';

let db: Database;

beforeEach(async () => {
  db = await openSandboxTestDatabase();
});

test('runs with the system clock until it is moved', async () => {
  const machine = settableClock('2026-11-21T09:00:00Z');
  const clock = await openMovableClock(db, machine);
  expect(clock.now()).toEqual(new Date('2026-11-21T09:00:00Z'));
  machine.advance(1500);
  expect(clock.now()).toEqual(new Date('2026-11-21T09:00:01.500Z'));
});

test('moves forward and continues from the new time', async () => {
  const machine = settableClock('2026-11-21T09:00:00Z');
  const clock = await openMovableClock(db, machine);
  await clock.moveTo(new Date('2026-12-21T09:00:00Z'));
  expect(clock.now()).toEqual(new Date('2026-12-21T09:00:00Z'));
  machine.advance(1000);
  expect(clock.now()).toEqual(new Date('2026-12-21T09:00:01Z'));
});

test('never moves backwards', async () => {
  const clock = await openMovableClock(db, settableClock('2026-11-21T09:00:00Z'));
  await clock.moveTo(new Date('2026-12-21T09:00:00Z'));
  await clock.moveTo(new Date('2026-12-01T09:00:00Z'));
  expect(clock.now()).toEqual(new Date('2026-12-21T09:00:00Z'));
});

test('keeps its offset across a restart', async () => {
  const machine = settableClock('2026-11-21T09:00:00Z');
  const before = await openMovableClock(db, machine);
  await before.moveTo(new Date('2027-01-21T09:00:00Z'));
  await before.moveTo(new Date('2027-02-21T09:00:00Z'));
  machine.advance(60_000);
  const after = await openMovableClock(db, machine);
  expect(after.now()).toEqual(new Date('2027-02-21T09:01:00Z'));
});
