/**
 * Tests a change of card: when the change is offered, which subscription continues, and races with charges of the old
 * card.
 */
import { cardChangeAt, rejectCardChange } from '../../../../src/server/domain/billing/cardChange';
import { deriveEmails } from '../../../../src/server/domain/billing/emails';
import { deriveStanding, happenedIn } from '../../../../src/server/domain/billing/figures';
import { foldSubscription } from '../../../../src/server/domain/billing/fold';
import type { LedgerEvent, LedgerEventData } from '../../../../src/server/domain/billing/ledgerEvents';
import { rejectCharge } from '../../../../src/server/domain/billing/orders';
import { judgeRefund } from '../../../../src/server/domain/billing/refunds';
import { statusAt, summarize } from '../../../../src/server/domain/billing/status';
import { cloudPaymentsDecline } from '../../../../src/shared/cloudPaymentsDeclines';
import type { OrderKind } from '../../../../src/shared/orderKinds';
import { MONTH_KOPECKS } from '../../../support/offer';
import {
  type PaymentEventData,
  PROVIDER,
  renewalPayment,
  trialPayment,
} from '../../../support/paymentEvents';

const at = (time: string): Date => new Date(time.length === 10 ? `${time}T09:00:00.000Z` : `${time}.000Z`);
const DUE = '2026-04-08';
const NEXT = '2026-05-08';

const paid = (transactionId: string, time: string, data: Partial<PaymentEventData> = {}): LedgerEvent => ({
  key: `paid:${transactionId}`,
  at: at(time),
  data: renewalPayment({ transactionId, recurringPaymentStartAt: at(DUE).toISOString(), ...data }),
});
const event = (key: string, time: string, data: LedgerEventData): LedgerEvent => ({
  key,
  at: at(time),
  data,
});

const newCard = (
  kind: 'cardChange' | 'cardChangeMonth',
  time: string,
  { orderId = 'o-2', startAt = kind === 'cardChange' ? at(DUE) : at(NEXT), cardMask = '•••• 5555' } = {},
): LedgerEvent =>
  paid(`card:${orderId}`, time, {
    orderId,
    orderKind: kind,
    cardMask,
    amountKopecks: kind === 'cardChange' ? 100 : MONTH_KOPECKS,
    trialDays: kind === 'cardChange' ? 0 : null,
    recurringPaymentStartAt: new Date(startAt.getTime() + 2000).toISOString(),
  });

const MONTH = paid('1', '2026-03-08');
const declined = (time = `${DUE}T09:00:05`): LedgerEvent =>
  event('failed:1', time, {
    kind: 'paymentFailed',
    provider: PROVIDER,
    transactionId: 'f-1',
    orderId: 'o-1',
    role: 'recurrent',
    decline: cloudPaymentsDecline(5051),
  });
const charged = (transactionId: string, time: string, orderId = 'o-1'): LedgerEvent =>
  paid(transactionId, time, { orderId, role: 'recurrent' });
const reported = (
  state: 'active' | 'cancelled' | 'rejected',
  time: string,
  orderId = 'o-1',
  successes = 0,
): LedgerEvent =>
  event(`${state}:${orderId}:${time}`, time, {
    kind: 'recurringPaymentChanged',
    provider: PROVIDER,
    orderId,
    recurringPaymentId: `sc_${orderId}`,
    state,
    successes,
    failures: state === 'rejected' ? 3 : 0,
    nextChargeAt: null,
  });

const foldVerdicts = (events: readonly LedgerEvent[]) =>
  Object.fromEntries(
    foldSubscription(events).payments.map(({ transactionId, verdict }) => [transactionId, verdict]),
  );
const foldSummary = (events: readonly LedgerEvent[], now: string) => {
  const state = foldSubscription(events);
  const { status, expirationDate } = statusAt(summarize(state), at(now));
  return {
    status,
    date: expirationDate?.toISOString().slice(0, 10),
    orderId: state.agreement?.orderId,
    ended: state.agreement?.ended?.by ?? null,
    cardMask: state.cardMask,
  };
};
const foldCommands = (events: readonly LedgerEvent[]) =>
  foldSubscription(events).commands.map((command) =>
    command.kind === 'refund'
      ? `refund ${String(command.amountKopecks)} of ${command.transactionId}`
      : `${command.kind} ${command.orderId}`,
  );

/** Returns the given events in every possible order of arrival. */
function* permute<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield [];
  for (const [index, item] of items.entries())
    for (const rest of permute(items.filter((_each, place) => place !== index))) yield [item, ...rest];
}
function foldOnce(events: readonly LedgerEvent[]) {
  const expected = foldSubscription(events);
  for (const arrived of permute(events)) expect(foldSubscription(arrived)).toEqual(expected);
  return expected;
}

describe('while the charge of the old card is postponed', () => {
  const POSTPONED = '2026-04-12';
  const postponed = event('postponed', '2026-04-09', {
    kind: 'chargePostponed',
    orderId: 'o-1',
    to: at(POSTPONED).toISOString(),
  });
  const ours = { chargedBy: 'merchant' as const };
  const own = paid('1', '2026-03-08', ours);

  it.each([{ provider: PROVIDER }, { provider: 'yooKassa', ...ours }])(
    'the new card at %o is charged on the postponed date, and the original dates stay',
    (provider) => {
      const change = paid('card:o-2', '2026-04-10', {
        ...provider,
        orderId: 'o-2',
        orderKind: 'cardChange',
        amountKopecks: 100,
        trialDays: 0,
        recurringPaymentStartAt: new Date(at(POSTPONED).getTime() + 2000).toISOString(),
      });
      const events = [own, postponed, change];
      const { agreement } = foldOnce(events);
      expect(agreement).toMatchObject({ orderId: 'o-2', nextChargeAt: at(DUE), anchorDay: 8 });
      expect(foldSummary(events, '2026-04-11')).toMatchObject({ status: 'ACTIVE', date: POSTPONED });
      const charge = paid('2', `${POSTPONED}T09:01:00`, { ...provider, orderId: 'o-2', role: 'recurrent' });
      expect(foldSummary([...events, charge], '2026-04-13')).toMatchObject({ status: 'ACTIVE', date: NEXT });
    },
  );
});

describe('the offer', () => {
  const offer = (events: readonly LedgerEvent[], now: string) => {
    const change = cardChangeAt(foldSubscription(events), at(now));
    if (change.kind !== 'offered') return change;
    const { kind, amountKopecks, recurringPaymentStartAt } = change.offer;
    return [kind, amountKopecks, recurringPaymentStartAt.toISOString(), change.dueAt.toISOString()];
  };

  it('charges 1 ruble and keeps the charge date if no charge has failed', () => {
    expect(offer([MONTH], '2026-03-20')).toEqual([
      'cardChange',
      100,
      '2026-04-08T09:00:02.000Z',
      at(DUE).toISOString(),
    ]);
  });

  it('charges the month of a failed charge, and keeps the day of the month', () => {
    expect(offer([MONTH, declined()], '2026-04-09')).toEqual([
      'cardChangeMonth',
      MONTH_KOPECKS,
      '2026-05-08T09:00:02.000Z',
      at(DUE).toISOString(),
    ]);
  });

  it('is not made while a charge of the old card is expected', () => {
    expect(offer([MONTH], '2026-04-08T08:30:00')).toEqual({ kind: 'chargeDue' });
    expect(offer([MONTH], '2026-04-08T12:00:00')).toEqual({ kind: 'chargeDue' });
  });

  it('is not made while the next charge is more than a year ahead', () => {
    const gift = event('gift', '2026-03-09', { kind: 'giftGranted', months: 14 });
    expect(offer([MONTH, gift], '2026-03-20')).toMatchObject({ kind: 'tooFar' });
  });

  it.each<[string, LedgerEvent[], string]>([
    ['without a subscription', [], '2026-03-20'],
    [
      'after a cancellation',
      [MONTH, event('c', '2026-03-09', { kind: 'cancelled', by: 'customer' })],
      '2026-03-20',
    ],
    [
      'after the charges permanently failed',
      [MONTH, declined(), reported('rejected', '2026-04-10')],
      '2026-04-10T12:00:00',
    ],
    ['after an expiry', [MONTH], '2026-04-12'],
  ])('does not exist %s', (_name, events, now) => {
    expect(offer(events, now)).toEqual({ kind: 'noRenewal' });
  });
});

describe('the pre-payment check', () => {
  const ask = (kind: OrderKind, events: readonly LedgerEvent[], now: string, changes: object = {}) =>
    rejectCardChange(
      {
        kind,
        amountKopecks: kind === 'cardChange' ? 100 : MONTH_KOPECKS,
        recurringPaymentAmountKopecks: MONTH_KOPECKS,
        currency: 'RUB',
        offeredAt: at(now),
        recurringPaymentStartAt: new Date((kind === 'cardChange' ? at(DUE) : at(NEXT)).getTime() + 3000),
        isPaid: false,
        ...changes,
      },
      { amountKopecks: kind === 'cardChange' ? 100 : MONTH_KOPECKS, currency: 'RUB', isTest: false },
      foldSubscription(events),
      false,
      at(now),
    );

  it.each<[string, OrderKind, LedgerEvent[], string, string | null]>([
    ['a ruble before the charge', 'cardChange', [MONTH], '2026-04-08T08:40:00', null],
    ['a ruble in the last minutes', 'cardChange', [MONTH], '2026-04-08T08:50:00', 'cardChangeOutdated'],
    ['a ruble after a failed charge', 'cardChange', [MONTH, declined()], '2026-04-09', 'cardChangeOutdated'],
    ['a month after a failed charge', 'cardChangeMonth', [MONTH, declined()], '2026-04-09', null],
    ['a month without a failed charge', 'cardChangeMonth', [MONTH], '2026-04-01', 'cardChangeOutdated'],
    [
      'a month that the old card has paid since',
      'cardChangeMonth',
      [MONTH, declined(), charged('2', '2026-04-09T08:59:00')],
      '2026-04-09',
      'cardChangeOutdated',
    ],
    [
      'a ruble whose date a gift moved',
      'cardChange',
      [MONTH, event('gift', '2026-03-09', { kind: 'giftGranted', months: 1 })],
      '2026-03-20',
      'cardChangeOutdated',
    ],
    [
      'a change after a cancellation',
      'cardChange',
      [MONTH, event('c', '2026-03-09', { kind: 'cancelled', by: 'customer' })],
      '2026-03-20',
      'cardChangeOutdated',
    ],
  ])('%s', (_name, kind, events, now, rejection) => {
    expect(ask(kind, events, now)).toBe(rejection);
  });

  it('accepts each order once, and only for one day', () => {
    expect(ask('cardChange', [MONTH], '2026-03-20', { isPaid: true })).toBe('alreadyPaid');
    expect(ask('cardChange', [MONTH], '2026-03-20', { offeredAt: at('2026-03-18') })).toBe('overdue');
  });
});

describe('without a failed charge', () => {
  const CHANGED = [MONTH, newCard('cardChange', '2026-03-20')];

  it('the renewal keeps its date and amount, the ruble is refunded and the old recurring payment ends', () => {
    expect(foldSummary(CHANGED, '2026-03-21')).toEqual({
      status: 'ACTIVE',
      date: DUE,
      orderId: 'o-2',
      ended: null,
      cardMask: '•••• 5555',
    });
    expect(foldCommands(CHANGED)).toEqual(['refund 100 of card:o-2', 'cancelRecurringPayment o-1']);
    expect(foldSubscription(CHANGED).accessUntil).toEqual(at(DUE));
    expect(foldSubscription(CHANGED).totalPaidKopecks).toBe(MONTH_KOPECKS);
  });

  it('the old card must not be charged any more, and a charge of the old card is refunded', () => {
    const state = foldSubscription(CHANGED);
    expect(rejectCharge({ id: 'o-1' }, state, at(DUE), '•••• 4242')).toBe('notInForce');
    expect(rejectCharge({ id: 'o-2' }, state, at(DUE), '•••• 5555')).toBeNull();
    const events = [...CHANGED, charged('2', `${DUE}T09:00:03`), charged('3', `${DUE}T09:00:04`, 'o-2')];
    expect(foldVerdicts(events)).toMatchObject({ '2': 'uncalled', '3': 'counted' });
    expect(foldOnce(events).accessUntil?.toISOString().slice(0, 10)).toBe(NEXT);
  });

  it('continues if the order is paid again with a card that is not saved', () => {
    const again = newCard('cardChange', '2026-03-20T09:01:00', { cardMask: '•••• 6666' });
    const second: LedgerEvent = {
      ...again,
      key: 'paid:second',
      data: { ...(again.data as PaymentEventData), transactionId: 'second', isUnsaved: true },
    };
    expect(foldVerdicts([...CHANGED, second])).toMatchObject({ second: 'surplus' });
    expect(foldSummary([...CHANGED, second], '2026-03-21')).toEqual(foldSummary(CHANGED, '2026-03-21'));
  });

  it('does not use up the free trial, and an active trial continues with its dates', () => {
    const trial: LedgerEvent = {
      key: 'paid:t',
      at: at('2026-04-01'),
      data: trialPayment({
        transactionId: 't',
        orderKind: 'campaign',
        recurringPaymentStartAt: at(DUE).toISOString(),
      }),
    };
    const state = foldSubscription([trial, newCard('cardChange', '2026-04-03')]);
    expect(state.firstPaymentActivated).toBe(false);
    expect(state.accessUntil).toEqual(at(DUE));
    expect(statusAt(summarize(state), at('2026-04-05')).status).toBe('ACTIVE');
  });

  it('keeps the last day of the month', () => {
    const events = [
      paid('1', '2026-01-31', { recurringPaymentStartAt: at('2026-02-28').toISOString() }),
      charged('2', '2026-02-28T09:00:05'),
    ];
    const day31 = foldSubscription([
      paid('1', '2025-12-31', { recurringPaymentStartAt: at('2026-01-31').toISOString() }),
    ]);
    expect(day31.agreement?.anchorDay).toBe(31);
    const changed = foldSubscription([
      paid('1', '2025-12-31', { recurringPaymentStartAt: at('2026-01-31').toISOString() }),
      charged('2', '2026-01-31T09:00:05'),
      newCard('cardChange', '2026-02-10', { startAt: at('2026-02-28') }),
      charged('3', '2026-02-28T09:00:05', 'o-2'),
    ]);
    expect(changed.accessUntil?.toISOString().slice(0, 10)).toBe('2026-03-31');
    expect(foldSubscription(events).accessUntil?.toISOString().slice(0, 10)).toBe('2026-03-28');
  });

  it('a cancellation before the payment prevents the change, and a cancellation after the payment ends the new recurring payment', () => {
    const cancelled = (time: string, known: string[]) =>
      event('c', time, { kind: 'cancelled', by: 'customer', known });
    const before = [...CHANGED, cancelled('2026-03-19T08:59:00', ['paid:1'])];
    expect(foldSummary(before, '2026-03-21')).toMatchObject({ status: 'CANCELED', orderId: 'o-1' });
    expect(foldCommands(before)).toEqual([
      'refund 100 of card:o-2',
      'cancelRecurringPayment o-1',
      'cancelRecurringPayment o-2',
    ]);
    const after = [...CHANGED, cancelled('2026-03-20T09:01:00', ['paid:1', 'paid:card:o-2'])];
    expect(foldSummary(after, '2026-03-21')).toMatchObject({
      status: 'CANCELED',
      orderId: 'o-2',
      ended: 'customer',
    });
    // The cancellation and the payment happened within the clock skew, and the cancellation was decided before the
    // payment was reported.
    const within = [...CHANGED, cancelled('2026-03-20T08:55:00', ['paid:1'])];
    expect(foldSummary(within, '2026-03-21')).toMatchObject({ status: 'CANCELED' });
  });

  it('the end of the old recurring payment may be reported with an earlier time than the payment', () => {
    for (const time of ['2026-03-20T08:52:00', '2026-03-20T09:00:00', '2026-03-20T09:08:00']) {
      const events = [...CHANGED, reported('cancelled', time)];
      foldOnce(events);
      expect(foldSummary(events, '2026-03-21')).toMatchObject({
        status: 'ACTIVE',
        orderId: 'o-2',
        ended: null,
      });
    }
  });

  it('a second change of card continues the subscription of the first change', () => {
    const events = [
      ...CHANGED,
      newCard('cardChange', '2026-03-21', { orderId: 'o-3', cardMask: '•••• 0004' }),
    ];
    foldOnce(events);
    expect(foldSummary(events, '2026-03-22')).toMatchObject({
      orderId: 'o-3',
      date: DUE,
      cardMask: '•••• 0004',
    });
    expect(foldCommands(events).toSorted()).toEqual([
      'cancelRecurringPayment o-1',
      'cancelRecurringPayment o-2',
      'refund 100 of card:o-2',
      'refund 100 of card:o-3',
    ]);
  });

  it('a gift during or after the change moves the charge of the new card', () => {
    for (const time of ['2026-03-19', '2026-03-21']) {
      const events = [...CHANGED, event('gift', time, { kind: 'giftGranted', months: 1 })];
      foldOnce(events);
      expect(foldSummary(events, '2026-03-22')).toMatchObject({ orderId: 'o-2', date: NEXT });
      expect(foldCommands(events)).toContain('moveRecurringPayment o-2');
    }
  });

  it('a charge of the old card before the change is followed by the next month of the new card', () => {
    const events = [MONTH, charged('2', `${DUE}T08:59:58`), newCard('cardChange', `${DUE}T08:59:59`)];
    foldOnce(events);
    expect(foldVerdicts(events)).toMatchObject({ '2': 'counted', 'card:o-2': 'counted' });
    expect(foldSummary(events, '2026-04-09')).toMatchObject({ orderId: 'o-2', date: NEXT });
    expect(rejectCharge({ id: 'o-2' }, foldSubscription(events), at(`${DUE}T09:00:02`), '•••• 5555')).toBe(
      'tooEarly',
    );
  });

  it('a chargeback or a full refund of an earlier payment ends the renewal with the new card', () => {
    const back = event('back', '2026-03-22', {
      kind: 'chargedBack',
      provider: PROVIDER,
      transactionId: '1',
      amountKopecks: MONTH_KOPECKS,
    });
    const returned = event('returned', '2026-03-22', {
      kind: 'refunded',
      provider: PROVIDER,
      transactionId: '1',
      refundId: 'r',
      amountKopecks: MONTH_KOPECKS,
    });
    for (const gone of [back, returned]) {
      const events = [...CHANGED, gone];
      expect(foldCommands(events)).toContain('cancelRecurringPayment o-2');
      expect(foldSummary(events, '2026-03-23').status).toBe('EXPIRED');
    }
  });

  it('a recurring payment of the new card that never charges ends with an email', () => {
    const lapsed = event('lapsed', '2026-04-12', { kind: 'lapsed', orderId: 'o-2' });
    const state = foldSubscription([...CHANGED, lapsed]);
    expect(deriveEmails(state, at('2026-04-12')).map(({ name }) => name)).toContain('subscriptionEnded');
  });

  it('a ruble that is returned or charged twice changes nothing', () => {
    const returned = event('returned', '2026-03-20T09:00:01', {
      kind: 'refunded',
      provider: PROVIDER,
      transactionId: 'card:o-2',
      refundId: 'r',
      amountKopecks: 100,
    });
    const again = { ...newCard('cardChange', '2026-03-20T09:00:30') };
    const second = {
      ...again,
      key: 'paid:again',
      data: { ...again.data, transactionId: 'again' } as LedgerEventData,
    };
    const events = [...CHANGED, returned, second];
    foldOnce(events);
    expect(foldSummary(events, '2026-03-21')).toMatchObject({ status: 'ACTIVE', orderId: 'o-2', date: DUE });
    expect(foldCommands(events)).toEqual(['refund 100 of again', 'cancelRecurringPayment o-1']);
    const emails = deriveEmails(foldSubscription(events), at('2026-03-21'));
    expect(emails.filter(({ name }) => name === 'cardChanged')).toMatchObject([
      { checkKopecks: 100, cardMask: '•••• 5555', amountKopecks: MONTH_KOPECKS },
    ]);
  });
});

describe('with a failed charge', () => {
  const FAILING = [MONTH, declined()];
  const CHANGED = [...FAILING, newCard('cardChangeMonth', '2026-04-09')];

  it('the new card pays the month of the failed charge, and the next charge keeps its day', () => {
    foldOnce(CHANGED);
    expect(foldSummary(CHANGED, '2026-04-10')).toEqual({
      status: 'ACTIVE',
      date: NEXT,
      orderId: 'o-2',
      ended: null,
      cardMask: '•••• 5555',
    });
    expect(foldCommands(CHANGED)).toEqual(['cancelRecurringPayment o-1']);
    expect(deriveEmails(foldSubscription(CHANGED), at('2026-04-09')).map(({ name }) => name)).toEqual([
      'paymentReceived',
      'paymentReceived',
    ]);
  });

  it('exactly one of two charges within the same minutes is kept, whichever charge is dated first', () => {
    for (const time of [
      '2026-04-09T08:58:00',
      '2026-04-09T08:59:59',
      '2026-04-09T09:00:00',
      '2026-04-09T09:00:01',
    ]) {
      const events = [...CHANGED, charged('2', time)];
      const state = foldOnce(events);
      const kept = state.payments.filter(
        ({ verdict, at: paidAt }) => verdict === 'counted' && paidAt >= at(DUE),
      );
      expect(kept).toHaveLength(1);
      expect(foldSummary(events, '2026-04-10')).toMatchObject({
        status: 'ACTIVE',
        orderId: 'o-2',
        date: NEXT,
      });
      expect(state.accessUntil?.toISOString().slice(0, 10)).toBe(NEXT);
      expect(foldCommands(events).filter((command) => command.startsWith('refund'))).toHaveLength(1);
    }
  });

  it('if the old card pays the month at the last moment, the month of the new card is refunded, with both emails', () => {
    const events = [...CHANGED, charged('2', '2026-04-09T08:58:00')];
    const returned = event('returned', '2026-04-09T10:00:00', {
      kind: 'refunded',
      provider: PROVIDER,
      transactionId: 'card:o-2',
      refundId: 'r',
      amountKopecks: MONTH_KOPECKS,
    });
    const emails = deriveEmails(foldSubscription([...events, returned]), at('2026-04-09T10:00:00'));
    expect(emails).toEqual([
      expect.objectContaining({ name: 'paymentReceived', transactionId: '1' }),
      expect.objectContaining({ name: 'paymentReceived', transactionId: '2' }),
      expect.objectContaining({ name: 'cardChanged', checkKopecks: null }),
      expect.objectContaining({ name: 'moneyReturned', why: 'surplus', transactionId: 'card:o-2' }),
    ]);
  });

  it('declines of the old card and the end of its recurring payment during the change have no effect', () => {
    const ends = [reported('rejected', '2026-04-09T08:59:00'), reported('rejected', '2026-04-09T09:05:00')];
    for (const end of ends) {
      const events = [...CHANGED, end, charged('2', '2026-04-11')];
      foldOnce(events);
      expect(foldSummary(events, '2026-04-12')).toMatchObject({
        status: 'ACTIVE',
        orderId: 'o-2',
        date: NEXT,
      });
      expect(foldVerdicts(events)['2']).toBe('uncalled');
    }
  });

  it('a month that is paid after the grace period counts like a new purchase', () => {
    const lapsed = event('lapsed', '2026-04-11T09:00:00', { kind: 'lapsed', orderId: 'o-1' });
    const events = [...FAILING, lapsed, newCard('cardChangeMonth', '2026-04-11T09:20:00')];
    expect(foldSummary(events, '2026-04-12')).toMatchObject({
      status: 'ACTIVE',
      orderId: 'o-2',
      date: '2026-05-11',
    });
  });

  it('if the new card is declined, the old card stays active', () => {
    const events = [
      ...FAILING,
      event('failed:2', '2026-04-09', {
        kind: 'paymentFailed',
        provider: PROVIDER,
        transactionId: 'f-2',
        orderId: 'o-2',
        role: 'first',
        decline: cloudPaymentsDecline(5051),
      }),
    ];
    expect(foldSummary(events, '2026-04-10')).toMatchObject({
      status: 'ACTIVE',
      orderId: 'o-1',
      ended: null,
    });
  });
});

describe('metrics and refunds', () => {
  const CHANGED = [MONTH, newCard('cardChange', '2026-03-20')];

  it('counts the ruble as a card check, the month as a charge, and keeps the monthly amount', () => {
    const labels = (events: readonly LedgerEvent[]) =>
      happenedIn(events, foldSubscription(events)).flatMap(({ figure, label }) =>
        figure === 'paid' ? [label] : [],
      );
    expect(labels(CHANGED)).toEqual(['first', 'check']);
    expect(labels([MONTH, declined(), newCard('cardChangeMonth', '2026-04-09')])).toEqual([
      'first',
      'charge',
    ]);
    expect(deriveStanding(foldSubscription(CHANGED), 'ACTIVE').monthlyKopecks).toBe(MONTH_KOPECKS);
  });

  it('attributes the charges of the new card to the partner and the trial', () => {
    const campaign: LedgerEvent = {
      key: 'paid:t',
      at: at('2026-04-01'),
      data: trialPayment({
        transactionId: 't',
        orderKind: 'campaign',
        partner: 'blog',
        recurringPaymentStartAt: at(DUE).toISOString(),
      }),
    };
    const events = [campaign, newCard('cardChange', '2026-04-03'), charged('2', `${DUE}T09:00:05`, 'o-2')];
    const figures = happenedIn(events, foldSubscription(events)).map(({ figure }) => figure);
    expect(figures.filter((figure) => figure === 'partnerPaid')).toHaveLength(3);
    expect(figures).toEqual(expect.arrayContaining(['trialConverted', 'partnerConverted']));
  });

  it('refunds the last payment that bought access, and never the ruble of the card check', () => {
    const state = foldSubscription(CHANGED);
    const ask = (transactionId: string | null) =>
      judgeRefund(state, { transactionId, amountKopecks: 'all' }, at('2026-03-21'));
    expect(ask(null)).toMatchObject({ kind: 'possible', payment: { transactionId: '1' } });
    expect(ask('card:o-2')).toMatchObject({ kind: 'rejected', rejection: 'goesBackByItself' });
  });
});
