/**
 * Compares the subscription state that the product computes from ledger events with an independent model
 * (`moneyModel.ts`). The histories contain every kind of ledger event, in any order of arrival. Every run is
 * deterministic.
 */
import type { WantedCommand } from '../../../../src/server/domain/billing/commands';
import { foldSubscription } from '../../../../src/server/domain/billing/fold';
import { type LedgerEvent, paymentKey } from '../../../../src/server/domain/billing/ledgerEvents';
import { statusAt, summarize } from '../../../../src/server/domain/billing/status';
import { isCardChange } from '../../../../src/shared/orderKinds';
import { type Composition, COMPOSITIONS } from '../../../support/compositions';
import { buildId, MoneyModel } from '../../../support/moneyModel';
import { randomHistory, shuffleArrival } from '../../../support/randomHistory';
import { seededRandom } from '../../../support/seededRandom';
import { scaleSample } from '../../../support/simulation';

const HISTORIES = scaleSample(20_000);

/** Kinds of ledger events that accounts at every card provider have. */
const KINDS = [
  'paymentSucceeded',
  'paymentFailed',
  'cancelled',
  'cardRemoved',
  'refundDecided',
  'refundMade',
  'refunded',
  'voided',
  'chargedBack',
  'lapsed',
  'giftGranted',
  'daysGranted',
  'monthsAnchored',
] as const;
/** Kind of ledger event that only accounts at this card provider have. */
const KINDS_OF = {
  cloudPayments: 'recurringPaymentChanged',
  yooKassa: 'chargePostponed',
} as const;

function formatCommand(command: WantedCommand): string {
  switch (command.kind) {
    case 'refund':
      return `give back ${String(command.amountKopecks)} of ${buildId(command)}`;
    case 'cancelRecurringPayment':
      return `end ${command.orderId}`;
    case 'moveRecurringPayment':
      return `move ${command.orderId} to ${String(Date.parse(command.nextChargeAt))}`;
    case 'pauseRecurringPayment':
      return `rest ${command.orderId}`;
    case 'resumeRecurringPayment': {
      const { orderId, notBefore, nextChargeAt } = command;
      return `take up ${orderId} at ${String(Date.parse(notBefore))} for ${String(Date.parse(nextChargeAt))}`;
    }
  }
}

/**
 * Returns the times at which the subscription state may change without an event, and the moments just before these times.
 */
function listMoments(model: MoneyModel, events: readonly LedgerEvent[]): number[] {
  const last = Math.max(...events.map(({ at }) => at.getTime()));
  const ends = [model.end, model.charge, model.silentAt, model.lastAccess];
  return [last, ...ends.flatMap((end) => (end === null ? [] : [end - 1, end]))];
}

function foldProduct(events: readonly LedgerEvent[], moments: readonly number[]) {
  const state = foldSubscription(events);
  const summary = summarize(state);
  const { agreement } = state;
  return {
    statuses: moments.map((moment) => statusAt(summary, new Date(moment)).status),
    end: state.accessUntil?.getTime() ?? null,
    pieces: state.segments.map(({ key, from, until }) => [key, from.getTime(), until.getTime()]),
    money: state.payments.map((payment) => [buildId(payment), payment.verdict, payment.returnedKopecks]),
    errands: state.commands.map(formatCommand).sort(),
    deal: agreement && [
      agreement.orderId,
      agreement.ended?.by ?? null,
      agreement.ended?.at.getTime() ?? null,
    ],
    charge: agreement?.ended === null ? (summary.nextChargeAt?.getTime() ?? null) : null,
    missed: agreement?.failedCharge?.reason,
    kept: state.totalPaidKopecks,
    hadTrial: state.firstPaymentActivated,
    card: state.cardMask,
  };
}

function wordsSay(model: MoneyModel, moments: readonly number[]): ReturnType<typeof foldProduct> {
  const { deal } = model;
  return {
    statuses: moments.map((moment) => model.statusAt(moment)),
    end: model.end,
    pieces: model.ribbon.map(({ of, start, length }) => [of, start, start + length]),
    money: model.money.map(({ id, buys, back }) => [id, buys, back]),
    errands: model.errands,
    deal: deal && [deal.order, deal.over?.who ?? null, deal.over?.at ?? null],
    charge: model.charge,
    missed: deal?.missed,
    kept: model.kept,
    hadTrial: model.hadTrial,
    card: model.card,
  };
}

/** Asserts that every charged ruble buys access, will be refunded, or has been refunded. */
function expectExplained(events: readonly LedgerEvent[]): void {
  const { payments, segments, commands } = foldSubscription(events);
  for (const payment of payments) {
    const { transactionId, verdict, amountKopecks, returnedKopecks, refundTargetKopecks } = payment;
    const isAccess = segments.some(({ key }) => key === paymentKey(payment));
    const goesBack = commands.some(
      (command) => 'transactionId' in command && buildId(command) === buildId(payment),
    );
    const isBack = returnedKopecks >= amountKopecks;
    const isDecided = refundTargetKopecks !== null;
    if (!isAccess && !goesBack && !isBack && !isDecided)
      throw new Error(`nothing explains payment ${transactionId}, ${verdict}`);
    if (verdict !== 'counted' && isAccess) throw new Error(`${transactionId} goes back and gives access`);
  }
}

/** Number of payments for card changes in the histories, by the kind and the result of the card change. */
type CardChanges = Map<string, number>;

/**
 * Asserts that a new card pays a month only if no other kept charge pays the same month, and that an old card is never
 * charged again.
 */
function expectOneChargePerPeriod(events: readonly LedgerEvent[], met: CardChanges): void {
  const { agreement, agreements, payments, segments } = foldSubscription(events);
  for (const payment of payments.filter(
    ({ role, orderKind }) => role === 'first' && isCardChange(orderKind),
  )) {
    const { at, orderId, orderKind, verdict } = payment;
    const isChanged = agreements.some((each) => each.orderId === orderId && each.continues !== null);
    const words = `${orderKind} ${verdict}${isChanged ? ', changed' : ''}`;
    met.set(words, (met.get(words) ?? 0) + 1);
    const own = segments.findIndex(({ key }) => key === paymentKey(payment));
    const paidUntil = segments
      .slice(0, Math.max(0, own))
      .findLast(({ source }) => source === 'payment')
      ?.until.getTime();
    if (paidUntil !== undefined && paidUntil > at.getTime() + 3 * 86_400_000)
      throw new Error(`${payment.transactionId} pays a month that was already paid`);
  }
  for (const { continues } of agreements) {
    const earlier = agreements.find(({ orderId }) => orderId === continues);
    if (earlier !== undefined && earlier.ended === null && earlier.orderId !== agreement?.orderId)
      throw new Error(`${earlier.orderId} was replaced and still charges`);
  }
}

const TITLE = `${String(HISTORIES)} histories give the result of the model, in whatever order they arrive: %s`;
test.each(COMPOSITIONS)(
  TITLE,
  (name, composition: Composition) => {
    const met = new Map<string, number>();
    const cardChanges: CardChanges = new Map();
    for (let history = 0; history < HISTORIES; history += 1) {
      const random = seededRandom(history + 1);
      const events = randomHistory(random, composition);
      for (const { data } of events) met.set(data.kind, (met.get(data.kind) ?? 0) + 1);
      const model = new MoneyModel(events);
      const moments = listMoments(model, events);
      try {
        expect(foldProduct(shuffleArrival(events, random), moments)).toEqual(wordsSay(model, moments));
        expectExplained(events);
        expectOneChargePerPeriod(events, cardChanges);
      } catch (error) {
        const told = events.map(({ at, key, data }) => `${at.toISOString()} ${key} ${JSON.stringify(data)}`);
        throw new Error(
          `history ${String(history)}: ${error instanceof Error ? error.message : ''}\n${told.join('\n')}`,
          { cause: error },
        );
      }
    }
    process.stdout.write(
      `money, ${name}: ${String(HISTORIES)} histories, 0 differences: ${JSON.stringify([...met])}\n` +
        `card changes: ${JSON.stringify([...cardChanges])}\n`,
    );
    const expected = [...KINDS, ...composition.map((provider) => KINDS_OF[provider])];
    expect([...met.keys()].sort()).toEqual(expected.sort());
    expect([...cardChanges.keys()].sort()).toEqual([
      'cardChange counted, changed',
      'cardChange surplus',
      // The payment is refunded because the order was paid twice.
      'cardChange surplus, changed',
      'cardChangeMonth counted, changed',
      'cardChangeMonth surplus',
      'cardChangeMonth surplus, changed',
    ]);
  },
  600_000,
);
