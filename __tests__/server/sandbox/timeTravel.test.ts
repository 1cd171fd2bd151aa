import type { MovableClock } from '../../../src/server/sandbox/movableClock';
import { createTimeTravel, type TimeSource } from '../../../src/server/sandbox/timeTravel';

const at = (text: string) => new Date(`2026-11-${text}Z`);
const toDay = (text: string) => () => at(text);

function clockAt(start: Date): MovableClock {
  let now = start;
  return {
    now: () => now,
    moveTo: (moment) => {
      if (moment > now) now = moment;
      return Promise.resolve();
    },
  };
}

interface Planned {
  at: Date;
  name: string;
  /** Effect of the clock change on another time source. */
  then?: () => void;
}

function agenda(clock: MovableClock, log: string[]): TimeSource & { plan(item: Planned): void } {
  const items: Planned[] = [];
  return {
    plan: (item) => {
      items.push(item);
      items.sort((a, b) => a.at.getTime() - b.at.getTime());
    },
    nextDueAt: () => Promise.resolve(items[0]?.at ?? null),
    async runDue() {
      for (let next = items[0]; next && next.at <= clock.now(); next = items[0]) {
        items.shift();
        await Promise.resolve();
        log.push(`${next.name} at ${clock.now().toISOString().slice(8, 16)}`);
        next.then?.();
      }
    },
  };
}

function stage() {
  const clock = clockAt(at('01T09:00:00'));
  const log: string[] = [];
  const provider = agenda(clock, log);
  const product = agenda(clock, log);
  return { clock, log, provider, product, travel: createTimeTravel(clock, [provider, product]) };
}

test('visits every due time in order, with the clock set to that time', async () => {
  const { log, provider, product, travel } = stage();
  provider.plan({ at: at('08T12:00:00'), name: 'charge' });
  product.plan({ at: at('05T10:00:00'), name: 'reminder' });
  product.plan({ at: at('20T10:00:00'), name: 'expiry' });
  provider.plan({ at: at('25T12:00:00'), name: 'late charge' });

  expect(await travel.advance(toDay('21T00:00:00'))).toEqual(at('21T00:00:00'));

  expect(log).toEqual(['reminder at 05T10:00', 'charge at 08T12:00', 'expiry at 20T10:00']);
});

test('runs overdue work before the clock moves', async () => {
  const { log, product, travel } = stage();
  product.plan({ at: at('01T08:00:00'), name: 'overdue' });
  await travel.advance(toDay('02T00:00:00'));
  expect(log).toEqual(['overdue at 01T09:00']);
});

test('waits for follow-up work of an event before time continues', async () => {
  const { clock, log, provider, product, travel } = stage();
  provider.plan({
    at: at('08T12:00:00'),
    name: 'charge',
    then: () => {
      product.plan({
        at: clock.now(),
        name: 'email',
        then: () => provider.plan({ at: clock.now(), name: 'receipt' }),
      });
    },
  });
  provider.plan({ at: at('09T12:00:00'), name: 'another charge' });

  await travel.advance(toDay('30T00:00:00'));

  expect(log).toEqual([
    'charge at 08T12:00',
    'email at 08T12:00',
    'receipt at 08T12:00',
    'another charge at 09T12:00',
  ]);
});

test('requests are served one after another', async () => {
  const { log, provider, travel, clock } = stage();
  provider.plan({ at: at('03T12:00:00'), name: 'first' });
  provider.plan({ at: at('05T12:00:00'), name: 'second' });
  const day = 86_400_000;
  const later = (days: number) => (now: Date) => new Date(now.getTime() + days * day);
  const landed = await Promise.all([travel.advance(later(3)), travel.advance(later(3))]);
  expect(landed).toEqual([at('04T09:00:00'), at('07T09:00:00')]);
  expect(clock.now()).toEqual(at('07T09:00:00'));
  expect(log).toEqual(['first at 03T12:00', 'second at 05T12:00']);
});

test('a failing step is reported and does not block the next call', async () => {
  const { clock, travel, provider } = stage();
  provider.plan({
    at: at('03T12:00:00'),
    name: 'fault',
    then: () => {
      throw new Error('the provider broke');
    },
  });
  await expect(travel.advance(toDay('05T00:00:00'))).rejects.toThrow('the provider broke');
  await travel.advance(toDay('06T00:00:00'));
  expect(clock.now()).toEqual(at('06T00:00:00'));
});

test('work that remains due after a run does not stop time indefinitely', async () => {
  const clock = clockAt(at('01T09:00:00'));
  const stuck: TimeSource = {
    nextDueAt: () => Promise.resolve(at('01T09:00:00')),
    runDue: () => Promise.resolve(),
  };
  const travel = createTimeTravel(clock, [stuck], { patienceMs: 50 });
  expect(await travel.advance(toDay('02T00:00:00'))).toEqual(at('02T00:00:00'));
});
