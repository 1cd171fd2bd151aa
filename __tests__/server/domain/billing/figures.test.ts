import {
  computeDifference,
  type DailyFigure,
  deriveStanding,
  type Figure,
  happenedIn,
  movedBetween,
  NO_STANDING,
  summed,
} from '../../../../src/server/domain/billing/figures';
import { foldSubscription } from '../../../../src/server/domain/billing/fold';
/** Compares the metrics of an account's history with an independent computation from the raw ledger events. */
import type { LedgerEvent } from '../../../../src/server/domain/billing/ledgerEvents';
import { statusAt, summarize } from '../../../../src/server/domain/billing/status';
import { PROVIDER } from '../../../support/paymentEvents';
import { trialPayment } from '../../../support/paymentEvents';
import { randomHistory, shuffleArrival } from '../../../support/randomHistory';
import { computeRawFigures, deriveRawStanding } from '../../../support/rawFigures';
import { seededRandom } from '../../../support/seededRandom';
import { scaleSample } from '../../../support/simulation';

const HISTORIES = scaleSample(5_000);

const foldFigures = (events: readonly LedgerEvent[]): DailyFigure[] =>
  happenedIn(events, foldSubscription(events));

const sumFigures = (figures: readonly DailyFigure[], figure: Figure, label?: string) => {
  const own = figures.filter(
    (each) => each.figure === figure && (label === undefined || each.label === label),
  );
  return {
    count: own.reduce((sum, { count }) => sum + count, 0),
    kopecks: own.reduce((sum, { kopecks }) => sum + kopecks, 0),
  };
};

const sumKopecks = (figures: readonly DailyFigure[], isMeant: (figure: DailyFigure) => boolean): number =>
  figures.filter(isMeant).reduce((sum, { kopecks }) => sum + kopecks, 0);

const bankReturns = (figures: readonly DailyFigure[]): number =>
  sumKopecks(figures, ({ figure, label }) => figure === 'returned' && label.startsWith('bank:'));

/** Sums the payments and their returns by kind: sales, card verifications and rejected payments. */
function sumFlows(figures: readonly DailyFigure[]) {
  const flow = (kinds: readonly string[]) => ({
    payments: kinds.reduce((sum, kind) => sum + sumFigures(figures, 'paid', kind).count, 0),
    paid: kinds.reduce((sum, kind) => sum + sumFigures(figures, 'paid', kind).kopecks, 0),
    returned: sumKopecks(
      figures,
      ({ figure, label }) => figure === 'returned' && kinds.includes(label.split(':')[1] ?? ''),
    ),
  });
  return {
    sales: flow(['campaign', 'first', 'charge']),
    checks: flow(['check']),
    rejected: flow(['surplus']),
  };
}

it(`counts ${String(HISTORIES)} random histories as the raw ledger events do, to the kopeck`, () => {
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    const events = randomHistory(seededRandom(seed));
    const figures = foldFigures(events);
    const raw = computeRawFigures(events);
    const paid: Record<string, number> = {};
    for (const { day, figure, kopecks } of figures)
      if (figure === 'paid') paid[day] = (paid[day] ?? 0) + kopecks;
    expect([
      seed,
      {
        paid,
        payments: sumFigures(figures, 'paid').count,
        returned: sumFigures(figures, 'returned').kopecks,
        ...sumFlows(figures),
        chargedBack: bankReturns(figures),
        failedCharges: sumFigures(figures, 'failed', 'recurrent').count,
        failedFirstPayments: sumFigures(figures, 'failed', 'first').count,
        trialsBegun: sumFigures(figures, 'trialBegun').count,
        trialsConverted: sumFigures(figures, 'trialConverted').count,
        giftsUsed: sumFigures(figures, 'giftUsed').count,
      },
    ]).toEqual([seed, raw]);
    expect(sumFigures(figures, 'trialCharged')).toEqual(sumFigures(figures, 'trialConverted'));
  }
});

const inOrder = (figures: readonly DailyFigure[]) =>
  figures
    .map(({ day, figure, label, count, kopecks }) => [day, figure, label, count, kopecks].join(' '))
    .sort();

it('adds up to the same totals in any order of arrival', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = seededRandom(seed);
    const events = randomHistory(random);
    const known: LedgerEvent[] = [];
    const added: DailyFigure[] = [];
    for (const event of shuffleArrival(events, random)) {
      if (known.some(({ key }) => key === event.key)) continue;
      const before = foldFigures(known);
      known.push(event);
      added.push(...computeDifference(before, foldFigures(known)));
    }
    expect(inOrder(summed(added))).toEqual(inOrder(summed(foldFigures(events))));
  }
});

const at = (iso: string) => new Date(iso);

it('assigns a payment to its day in Moscow, to its partner and to its card provider', () => {
  const first = trialPayment({
    transactionId: '1',
    orderKind: 'campaign',
    partner: 'blogger',
    recurringPaymentStartAt: '2026-12-08T00:00:00.000Z',
  });
  const figures = foldFigures([
    { key: 'a', at: at('2026-11-30T21:00:00.000Z'), data: first },
    {
      key: 'b',
      at: at('2026-12-01T20:59:59.999Z'),
      data: { kind: 'refunded', provider: PROVIDER, transactionId: '1', refundId: 'r', amountKopecks: 40 },
    },
  ]);
  const day = '2026-12-01';
  expect(inOrder(figures)).toEqual(
    inOrder([
      { day, figure: 'paid', label: 'campaign', count: 1, kopecks: 100 },
      { day, figure: 'providerPaid', label: 'cloudPayments', count: 1, kopecks: 100 },
      { day, figure: 'providerReturned', label: 'cloudPayments', count: 1, kopecks: 40 },
      { day, figure: 'partnerPaid', label: 'blogger', count: 1, kopecks: 100 },
      { day, figure: 'returned', label: 'refund:campaign', count: 1, kopecks: 40 },
      { day, figure: 'partnerReturned', label: 'blogger', count: 1, kopecks: 40 },
      { day, figure: 'trialBegun', label: 'campaign', count: 1, kopecks: 0 },
      { day, figure: 'partnerBegun', label: 'blogger', count: 1, kopecks: 0 },
    ]),
  );
});

it('counts a customer as paying from the first paid month, and as lost when it ends', () => {
  const first = trialPayment({ transactionId: '1', recurringPaymentStartAt: '2026-12-08T09:00:00.000Z' });
  const charge = trialPayment({ ...first, transactionId: '2', role: 'recurrent' });
  const trial = [{ key: 'a', at: at('2026-12-01T09:00:00.000Z'), data: first }];
  const charged = [...trial, { key: 'b', at: at('2026-12-08T09:00:00.000Z'), data: charge }];
  const onTrial = deriveStanding(foldSubscription(trial), 'ACTIVE');
  const paying = deriveStanding(foldSubscription(charged), 'ACTIVE');
  const over = deriveStanding(foldSubscription(charged), 'CANCELED');
  const renewed = deriveStanding(foldSubscription(charged), 'ACTIVE');
  expect(onTrial).toMatchObject({ status: 'ACTIVE', monthlyKopecks: null, hasPaidMonth: false });
  expect(paying).toMatchObject({ status: 'ACTIVE', monthlyKopecks: charge.recurringPaymentAmountKopecks });
  expect(over).toMatchObject({ status: 'CANCELED', monthlyKopecks: null, hasPaidMonth: true });
  const day = '2026-12-20';
  const kopecks = charge.recurringPaymentAmountKopecks;
  const moment = at('2026-12-20T10:00:00.000Z');
  expect(movedBetween(onTrial, paying, moment)).toEqual([
    { day, figure: 'paying', label: '', count: 1, kopecks },
    { day, figure: 'joined', label: 'new', count: 1, kopecks },
  ]);
  expect(movedBetween(paying, over, moment)).toEqual([
    { day, figure: 'status', label: 'ACTIVE', count: -1, kopecks: 0 },
    { day, figure: 'status', label: 'CANCELED', count: 1, kopecks: 0 },
    { day, figure: 'paying', label: '', count: -1, kopecks: -kopecks },
    { day, figure: 'left', label: 'canceled', count: 1, kopecks },
  ]);
  expect(movedBetween(over, renewed, moment)).toContainEqual({
    ...{ day, figure: 'joined', label: 'returned', count: 1, kopecks },
  });
  expect(movedBetween(paying, { ...paying, monthlyKopecks: kopecks + 100 }, moment)).toEqual([
    { day, figure: 'paying', label: '', count: 0, kopecks: 100 },
    { day, figure: 'repriced', label: '', count: 1, kopecks: 100 },
  ]);
  expect(movedBetween(NO_STANDING, NO_STANDING, moment)).toEqual([]);
});

it('tells new, returned, canceled and lapsed payers apart as the raw ledger events do', () => {
  const seen = new Set<string>();
  for (let seed = 1; seed <= scaleSample(400); seed += 1) {
    const random = seededRandom(seed);
    const events = [...randomHistory(random)].sort((a, b) => a.at.getTime() - b.at.getTime());
    const known: LedgerEvent[] = [];
    let now = events[0]?.at.getTime() ?? 0;
    let standing = NO_STANDING;
    let raw = deriveRawStanding(known, now);
    const step = (): void => {
      const state = foldSubscription(known);
      const next = deriveStanding(state, statusAt(summarize(state), new Date(now)).status);
      const nextRaw = deriveRawStanding(known, now);
      const moved = movedBetween(standing, next, new Date(now)).filter(
        ({ figure }) => figure === 'joined' || figure === 'left',
      );
      const expected =
        raw.monthly === 0 && nextRaw.monthly > 0
          ? [['joined', raw.hasPaidMonth ? 'returned' : 'new', nextRaw.monthly]]
          : raw.monthly > 0 && nextRaw.monthly === 0
            ? [['left', nextRaw.leaves, raw.monthly]]
            : [];
      expect([seed, moved.map(({ figure, label, kopecks }) => [figure, label, kopecks])]).toEqual([
        seed,
        expected,
      ]);
      for (const { label } of moved) seen.add(label);
      standing = next;
      raw = nextRaw;
    };
    for (const event of events) {
      now = Math.max(now, event.at.getTime());
      known.push(event);
      step();
      // The status may also change without an event.
      now += random.between(0, 40) * 3_600_000;
      step();
    }
    now += 400 * 24 * 3_600_000;
    step();
  }
  expect([...seen].sort()).toEqual(['canceled', 'lapsed', 'new', 'returned']);
});
