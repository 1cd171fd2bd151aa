/**
 * Tests the subscription state that is computed from ledger events: statuses, time boundaries, and independence of the
 * arrival order.
 */
import fc from 'fast-check';
import { CHARGE_GRACE_DAYS } from '../../../../src/server/domain/billing/chargeDates';
import { foldSubscription } from '../../../../src/server/domain/billing/fold';
import type {
  LedgerEvent,
  LedgerEventData,
  RecurringPaymentState,
} from '../../../../src/server/domain/billing/ledgerEvents';
import { statusAt, summarize } from '../../../../src/server/domain/billing/status';
import { cloudPaymentsDecline } from '../../../../src/shared/cloudPaymentsDeclines';
import {
  buildDecline,
  type Composition,
  COMPOSITIONS,
  isOwnCharge,
  type ProviderName,
} from '../../../support/compositions';
import { given } from '../../../support/givenEvents';
import { MONTH_KOPECKS } from '../../../support/offer';
import { PROVIDER } from '../../../support/paymentEvents';
import { type PaymentEventData, trialPayment } from '../../../support/paymentEvents';
import { scaleSample } from '../../../support/simulation';

const at = (text: string) => new Date(text.length === 10 ? `${text}T12:00:00.000Z` : text);
const ms = (date: Date, by: number) => new Date(date.getTime() + by);
const days = (date: Date, by: number) => ms(date, by * 86_400_000);

let keys = 0;
const event = (when: string | Date, data: LedgerEventData): LedgerEvent => {
  keys += 1;
  return { key: `event-${keys}`, at: typeof when === 'string' ? at(when) : when, data };
};

const pay = (when: string, change: Partial<PaymentEventData> = {}): LedgerEvent =>
  event(
    when,
    trialPayment({
      transactionId: `t-${when}-${change.orderId ?? 'o-1'}`,
      recurringPaymentStartAt: days(at(when), 7).toISOString(),
      ...change,
    }),
  );

const charge = (when: string, orderId = 'o-1') =>
  pay(when, {
    transactionId: `charge-${when}-${orderId}`,
    orderId,
    role: 'recurrent',
    amountKopecks: MONTH_KOPECKS,
    recurringPaymentStartAt: '2026-01-08T12:00:00.000Z',
  });

const renewal = (when: string, orderId: string, start: string) =>
  pay(when, {
    orderId,
    orderKind: 'renewal',
    amountKopecks: MONTH_KOPECKS,
    recurringPaymentStartAt: at(start).toISOString(),
    trialDays: null,
  });

const recurringPayment = (
  when: string,
  state: RecurringPaymentState,
  change: { orderId?: string; successes?: number; failures?: number; nextChargeAt?: string | null } = {},
) =>
  event(when, {
    kind: 'recurringPaymentChanged',
    provider: PROVIDER,
    orderId: 'o-1',
    recurringPaymentId: `sc_${change.orderId ?? 'o-1'}`,
    state,
    successes: 0,
    failures: 0,
    nextChargeAt: null,
    ...change,
  });

const cancelled = (when: string) => event(when, { kind: 'cancelled', by: 'customer' });
const gift = (when: string, months: number) => event(when, { kind: 'giftGranted', months });

const foldStatus = (events: LedgerEvent[], now: string | Date) =>
  statusAt(summarize(foldSubscription(events)), typeof now === 'string' ? at(now) : now);

const foldCommands = (events: LedgerEvent[]) =>
  foldSubscription(events).commands.map((command) =>
    'orderId' in command ? `${command.kind} ${command.orderId}` : `${command.kind} ${command.transactionId}`,
  );

test('an account without events is NOT_ACTIVE', () => {
  given().thenStatus('2026-01-01', {
    status: 'NOT_ACTIVE',
    isActive: false,
    expirationDate: null,
    changesAt: null,
  });
});

test('a declined payment leaves NOT_ACTIVE', () => {
  const failed = event('2026-01-01', {
    kind: 'paymentFailed',
    provider: PROVIDER,
    transactionId: 't',
    orderId: 'o-1',
    role: 'first',
    decline: cloudPaymentsDecline(5051),
  });
  given().when(failed).thenStatus('2026-01-02', { status: 'NOT_ACTIVE' });
});

const TRIAL = given(pay('2026-01-01'));

describe('a trial', () => {
  test('is ACTIVE with the next charge after seven days, and its ruble must be returned', () => {
    TRIAL.thenStatus('2026-01-01', { status: 'ACTIVE', isActive: true, expirationDate: at('2026-01-08') })
      .thenState({ firstPaymentActivated: true, totalPaidKopecks: 0 })
      .thenCommandKinds(['refund'])
      .thenCommand({ kind: 'refund', transactionId: 't-2026-01-01-o-1' });
  });

  test('stays ACTIVE while its charge is overdue, to the millisecond', () => {
    const lapse = days(at('2026-01-08'), CHARGE_GRACE_DAYS);
    TRIAL.thenStatus(ms(lapse, -1), { status: 'ACTIVE', changesAt: lapse }).thenStatus(lapse, {
      status: 'EXPIRED',
      isActive: false,
    });
  });

  test('that is cancelled keeps access to its end, to the millisecond', () => {
    const end = at('2026-01-08');
    TRIAL.when(cancelled('2026-01-03'))
      .thenStatus(ms(end, -1), { status: 'CANCELED', isActive: true, expirationDate: end })
      .thenStatus(end, { status: 'EXPIRED', isActive: false, expirationDate: end })
      .thenCommand({ kind: 'cancelRecurringPayment', orderId: 'o-1' });
  });

  test('keeps its state if its verification payment is voided', () => {
    TRIAL.when(event('2026-01-01', { kind: 'voided', provider: PROVIDER, transactionId: 't-2026-01-01-o-1' }))
      .thenStatus('2026-01-02', { status: 'ACTIVE' })
      .thenCommandKinds([]);
  });

  test('is given once per account: a second trial buys nothing and is refunded', () => {
    TRIAL.when(cancelled('2026-01-02'), pay('2026-02-01', { orderId: 'o-2' }))
      .thenStatus('2026-02-02', { status: 'EXPIRED' })
      .thenCommand({ kind: 'refund', transactionId: 't-2026-02-01-o-2' })
      .thenCommand({ kind: 'cancelRecurringPayment', orderId: 'o-2' });
  });
});

describe('recurring payments', () => {
  test('charge monthly on the anchor day and return to it', () => {
    given(pay('2026-01-24', { recurringPaymentStartAt: at('2026-01-31').toISOString() }))
      .when(charge('2026-01-31'))
      .thenStatus('2026-02-01', { expirationDate: at('2026-02-28') })
      .when(charge('2026-02-28'))
      .thenStatus('2026-03-01', { expirationDate: at('2026-03-31') });
  });

  test('a charge whose first payment was never reported gives access', () => {
    given()
      .when(charge('2026-01-08'))
      .thenStatus('2026-01-09', { status: 'ACTIVE', expirationDate: at('2026-02-08') });
  });

  test('a late charge counts for the month in which it was due', () => {
    TRIAL.when(charge('2026-01-10')).thenStatus('2026-01-11', { expirationDate: at('2026-02-08') });
  });

  test('access is kept for three days of grace while the provider retries and when the provider stops', () => {
    TRIAL.when(
      recurringPayment('2026-01-08', 'pastDue', { failures: 1, nextChargeAt: '2026-01-09T12:00:00.000Z' }),
    )
      .thenStatus('2026-01-08', { status: 'ACTIVE', expirationDate: at('2026-01-09') })
      .when(recurringPayment('2026-01-10', 'rejected', { failures: 3 }))
      .thenStatus('2026-01-10', {
        status: 'CANCELED',
        isActive: true,
        expirationDate: at('2026-01-11'),
        changesAt: at('2026-01-11'),
      })
      .thenStatus('2026-01-11', { status: 'EXPIRED', isActive: false, changesAt: null })
      .thenNoCommand({ kind: 'cancelRecurringPayment', orderId: 'o-1' });
  });

  test('a cancellation at the provider equals a cancellation by us', () => {
    TRIAL.when(recurringPayment('2026-01-02', 'cancelled'))
      .thenStatus('2026-01-03', { status: 'CANCELED', isActive: true })
      .thenNoCommand({ kind: 'cancelRecurringPayment', orderId: 'o-1' });
  });

  test('an older report of the provider does not undo a newer report', () => {
    const newer = recurringPayment('2026-02-09', 'active', {
      successes: 2,
      nextChargeAt: '2026-03-08T12:00:00.000Z',
    });
    const older = recurringPayment('2026-02-10', 'pastDue', {
      successes: 1,
      failures: 1,
      nextChargeAt: '2026-02-09T12:00:00.000Z',
    });
    TRIAL.when(charge('2026-01-08'), charge('2026-02-08'), newer, older).thenStatus('2026-02-11', {
      expirationDate: at('2026-03-08'),
    });
  });

  test('a cancellation at the provider counts even if a gift has reset the reported failures', () => {
    TRIAL.when(
      recurringPayment('2026-01-08', 'pastDue', { failures: 1, nextChargeAt: '2026-01-09T12:00:00.000Z' }),
      gift('2026-01-08', 1),
      recurringPayment('2026-01-20', 'cancelled'),
    ).thenStatus('2026-01-21', { status: 'CANCELED' });
  });

  test('a charge after the cancellation buys nothing and is refunded; a charge before it counts', () => {
    TRIAL.when(cancelled('2026-01-09'), charge('2026-01-08'))
      .thenStatus('2026-01-10', { status: 'CANCELED', expirationDate: at('2026-02-08') })
      .when(charge('2026-02-08'))
      .thenStatus('2026-02-09', { status: 'EXPIRED' })
      .thenCommand({ kind: 'refund', transactionId: 'charge-2026-02-08-o-1' });
  });
});

describe('paying again', () => {
  const ENDED = TRIAL.when(cancelled('2026-01-02'));

  test('after the end buys a month from now', () => {
    ENDED.when(renewal('2026-02-01', 'o-2', '2026-03-01'))
      .thenStatus('2026-02-02', { status: 'ACTIVE', expirationDate: at('2026-03-01') })
      .thenState({ totalPaidKopecks: MONTH_KOPECKS });
  });

  test('before the end buys a month from the end: no day is paid twice', () => {
    ENDED.when(renewal('2026-01-03', 'o-2', '2026-02-08'))
      .thenStatus('2026-01-04', { status: 'ACTIVE', expirationDate: at('2026-02-08') })
      .when(cancelled('2026-01-05'))
      .thenStatus('2026-02-07', { status: 'CANCELED' });
  });

  test('while ACTIVE buys nothing: the money is refunded and its recurring payment is cancelled', () => {
    TRIAL.when(renewal('2026-01-03', 'o-2', '2026-02-03'))
      .thenStatus('2026-01-04', { expirationDate: at('2026-01-08') })
      .thenCommand({ kind: 'refund', transactionId: 't-2026-01-03-o-2' })
      .thenCommand({ kind: 'cancelRecurringPayment', orderId: 'o-2' })
      .thenNoCommand({ kind: 'cancelRecurringPayment', orderId: 'o-1' });
  });

  test('the same order twice buys access once', () => {
    const events = [pay('2026-01-01'), pay('2026-01-01', { transactionId: 't-second' })];
    const surplus = foldSubscription(events).payments.filter(({ verdict }) => verdict === 'surplus');
    expect(surplus).toHaveLength(1);
    given(...events).thenStatus('2026-01-02', { expirationDate: at('2026-01-08') });
  });

  test('the recurring payment of a lapsed subscription must not be restored', () => {
    TRIAL.when(renewal('2026-02-01', 'o-2', '2026-03-01'))
      .thenStatus('2026-02-02', { status: 'ACTIVE' })
      .thenCommand({ kind: 'cancelRecurringPayment', orderId: 'o-1' })
      .when(recurringPayment('2026-02-03', 'cancelled', { orderId: 'o-1' }))
      .thenStatus('2026-02-04', { status: 'ACTIVE' });
  });

  test('a charge of a subscription that ended before the next one began is refunded', () => {
    TRIAL.when(
      recurringPayment('2026-01-10', 'rejected', { failures: 3 }),
      renewal('2026-02-01', 'o-2', '2026-03-01'),
      charge('2026-02-03'),
    )
      .thenStatus('2026-02-04', { status: 'ACTIVE', expirationDate: at('2026-03-01') })
      .thenCommand({ kind: 'refund', transactionId: 'charge-2026-02-03-o-1' })
      .thenCommand({ kind: 'cancelRecurringPayment', orderId: 'o-1' })
      .thenNoCommand({ kind: 'cancelRecurringPayment', orderId: 'o-2' });
  });
});

describe('gifts', () => {
  test('on a new account: GIFTED until the end, to the millisecond', () => {
    const end = at('2026-02-28');
    given()
      .when(gift('2026-01-31', 1))
      .thenStatus(ms(end, -1), { status: 'GIFTED', isActive: true, expirationDate: end })
      .thenStatus(end, { status: 'EXPIRED' })
      .thenState({ firstPaymentActivated: false });
  });

  test('one after another keep the anchor day', () => {
    given(gift('2026-01-31', 1))
      .when(gift('2026-02-10', 1))
      .thenStatus('2026-02-11', { expirationDate: at('2026-03-31') });
  });

  test('while ACTIVE moves the next charge', () => {
    TRIAL.when(gift('2026-01-02', 2))
      .thenStatus('2026-01-03', { status: 'ACTIVE', expirationDate: at('2026-03-08') })
      .thenCommand({ kind: 'moveRecurringPayment', orderId: 'o-1' });
  });

  test('between the offer and its payment moves the charge: no day is paid for twice', () => {
    given(gift('2026-01-01', 2))
      .when(pay('2026-01-02', { recurringPaymentStartAt: at('2026-01-09').toISOString() }))
      .thenStatus('2026-01-03', { expirationDate: at('2026-03-08') })
      .thenCommand({ kind: 'moveRecurringPayment', orderId: 'o-1' });
  });

  test('after a cancellation extends the paid access and results in GIFTED', () => {
    TRIAL.when(cancelled('2026-01-02'), gift('2026-01-03', 1)).thenStatus('2026-01-10', {
      status: 'GIFTED',
      expirationDate: at('2026-02-08'),
    });
  });

  test('a trial on top of a gift begins after it', () => {
    given(gift('2026-01-01', 1))
      .when(pay('2026-01-10', { recurringPaymentStartAt: at('2026-02-08').toISOString() }))
      .thenStatus('2026-01-11', { status: 'ACTIVE', expirationDate: at('2026-02-08') });
  });
});

const permute = <T>(items: readonly T[]): T[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, index) =>
        permute([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
      );

describe('refunds', () => {
  const paid = [pay('2026-01-01'), charge('2026-01-08')];
  const refundDecided = event('2026-01-20', {
    kind: 'refundDecided',
    provider: PROVIDER,
    transactionId: 'charge-2026-01-08-o-1',
    amountKopecks: MONTH_KOPECKS,
  });

  test('decided by staff end access and the recurring payment and require the refund', () => {
    const events = [...paid, refundDecided];
    expect(foldStatus(events, '2026-01-20').status).toBe('EXPIRED');
    expect(foldCommands(events)).toEqual(
      expect.arrayContaining(['refund charge-2026-01-08-o-1', 'cancelRecurringPayment o-1']),
    );
  });

  test('are counted once in the total paid', () => {
    const refunded = event('2026-01-20', {
      kind: 'refunded',
      provider: PROVIDER,
      transactionId: 'charge-2026-01-08-o-1',
      refundId: 'r-1',
      amountKopecks: MONTH_KOPECKS,
    });
    const state = foldSubscription([...paid, refundDecided, refunded, refunded]);
    expect(state.totalPaidKopecks).toBe(0);
    expect(foldCommands([...paid, refundDecided, refunded, refunded])).not.toContain(
      'refund charge-2026-01-08-o-1',
    );
  });

  test("made in the provider's dashboard end access too, unless they are partial", () => {
    const refunded = (amountKopecks: number) =>
      event('2026-01-20', {
        kind: 'refunded',
        provider: PROVIDER,
        transactionId: 'charge-2026-01-08-o-1',
        refundId: `r-${amountKopecks}`,
        amountKopecks,
      });
    expect(foldStatus([...paid, refunded(MONTH_KOPECKS)], '2026-01-21').status).toBe('EXPIRED');
    expect(foldStatus([...paid, refunded(10_000)], '2026-01-21').status).toBe('ACTIVE');
    expect(foldSubscription([...paid, refunded(10_000)]).totalPaidKopecks).toBe(MONTH_KOPECKS - 10_000);
  });

  describe('partial refunds', () => {
    const id = 'charge-2026-01-08-o-1';
    const decided = (when: string, amountKopecks: number) =>
      event(when, { kind: 'refundDecided', provider: PROVIDER, transactionId: id, amountKopecks });
    const refunded = (when: string, refundId: string, amountKopecks: number) =>
      event(when, { kind: 'refunded', provider: PROVIDER, transactionId: id, refundId, amountKopecks });
    const foldRefunds = (events: LedgerEvent[]) =>
      foldSubscription(events).commands.flatMap((command) =>
        command.kind === 'refund' && command.transactionId === id ? [command.amountKopecks] : [],
      );

    test.each([
      ['nothing came back yet', [decided('2026-01-20', 10_000)], [10_000]],
      [
        'it came back',
        [decided('2026-01-20', 10_000), refunded('2026-01-20T12:00:05.000Z', 'r-1', 10_000)],
        [],
      ],
      [
        "it came back by the provider's clock, which is behind ours",
        [decided('2026-01-20', 10_000), refunded('2026-01-20T11:59:58.000Z', 'r-1', 10_000)],
        [],
      ],
      [
        'more than that had come back before it was decided',
        [refunded('2026-01-15', 'r-0', 20_000), decided('2026-01-20', 10_000)],
        [10_000],
      ],
      [
        'and then it came back too',
        [
          refunded('2026-01-15', 'r-0', 20_000),
          decided('2026-01-20', 10_000),
          refunded('2026-01-21', 'r-1', 10_000),
        ],
        [],
      ],
    ] as const)('demands what was decided once: %s', (_case, events, expected) => {
      expect(foldRefunds([...paid, ...events])).toEqual(expected);
    });

    test('ends access and the recurring payment as well', () => {
      const events = [...paid, decided('2026-01-20', 10_000)];
      expect(foldStatus(events, '2026-01-20').status).toBe('EXPIRED');
      expect(foldCommands(events)).toContain('cancelRecurringPayment o-1');
    });

    test('ends the active recurring payment even if the refunded payment is of an earlier subscription', () => {
      const events = [
        ...paid,
        cancelled('2026-01-10'),
        renewal('2026-02-08', 'o-2', '2026-03-08'),
        decided('2026-02-10', 10_000),
      ];
      expect(foldCommands(events)).toContain('cancelRecurringPayment o-2');
    });

    test('ends in the same state in all 720 orders of six events', () => {
      const events = [
        ...paid,
        refunded('2026-01-15', 'r-0', 5_000),
        decided('2026-01-20', 10_000),
        refunded('2026-01-20', 'r-1', 10_000),
        recurringPayment('2026-01-21', 'cancelled'),
      ];
      const expected = foldSubscription(events);
      expect(expected.payments.at(-1)).toMatchObject({
        returnedKopecks: 15_000,
        refundTargetKopecks: 15_000,
      });
      for (const order of permute(events)) expect(foldSubscription(order)).toEqual(expected);
    });
  });

  test('keep the months of a gift', () => {
    const events = [...paid, gift('2026-01-10', 1), refundDecided];
    expect(foldStatus(events, '2026-01-21')).toMatchObject({ isActive: true });
  });
});

describe('order of arrival', () => {
  const history: LedgerEvent[] = [
    pay('2026-01-01'),
    recurringPayment('2026-01-01', 'active', { nextChargeAt: '2026-01-08T12:00:00.000Z' }),
    charge('2026-01-08'),
    gift('2026-01-20', 1),
    cancelled('2026-03-01'),
    renewal('2026-04-01', 'o-2', '2026-05-01'),
  ];

  const histories: [string, LedgerEvent[]][] = [
    ['a trial, a gift, a cancel and a renewal', history],
    [
      'charges that fail and succeed after all',
      [
        pay('2026-01-01'),
        recurringPayment('2026-01-08', 'pastDue', { failures: 1, nextChargeAt: '2026-01-09T12:00:00.000Z' }),
        charge('2026-01-09'),
        recurringPayment('2026-01-09', 'active', { successes: 1, nextChargeAt: '2026-02-08T12:00:00.000Z' }),
        recurringPayment('2026-02-10', 'rejected', { successes: 1, failures: 3 }),
        charge('2026-02-11'),
      ],
    ],
    [
      'a refund after a gift',
      [
        pay('2026-01-01'),
        charge('2026-01-08'),
        gift('2026-01-10', 2),
        event('2026-01-20', {
          kind: 'refundDecided',
          provider: PROVIDER,
          transactionId: 'charge-2026-01-08-o-1',
          amountKopecks: MONTH_KOPECKS,
        }),
        event('2026-01-20', {
          kind: 'refunded',
          provider: PROVIDER,
          transactionId: 'charge-2026-01-08-o-1',
          refundId: 'r-1',
          amountKopecks: MONTH_KOPECKS,
        }),
        renewal('2026-01-25', 'o-2', '2026-04-01'),
      ],
    ],
    [
      'an order that is paid twice, and a charge after the cancel',
      [
        pay('2026-01-01'),
        pay('2026-01-01', { transactionId: 't-twice' }),
        event('2026-01-01', { kind: 'voided', provider: PROVIDER, transactionId: 't-2026-01-01-o-1' }),
        cancelled('2026-01-02'),
        charge('2026-01-08'),
        recurringPayment('2026-01-09', 'cancelled', { successes: 1 }),
      ],
    ],
  ];

  test.each(histories)('all 720 orders of six events end in the same state: %s', (_what, events) => {
    const expected = foldSubscription(events);
    const orders = permute(events);
    expect(orders).toHaveLength(720);
    for (const order of orders) expect(foldSubscription(order)).toEqual(expected);
  });

  /** Returns an event at the card provider of its order. The account with both providers has order `o-2` at the second. */
  const chooseProvider = (order: string, composition: Composition): ProviderName =>
    composition[order === 'o-2' ? composition.length - 1 : 0] ?? 'cloudPayments';
  const atProvider = (made: LedgerEvent, order: string, composition: Composition): LedgerEvent => {
    const provider = chooseProvider(order, composition);
    const { data } = made;
    if (!isOwnCharge(provider)) return made;
    switch (data.kind) {
      case 'paymentSucceeded': {
        const isHold = data.role === 'first' && data.orderKind === 'trial';
        const isUnsaved = data.role === 'first' && !isHold && made.at.getTime() % 5 === 0;
        return {
          ...made,
          data: {
            ...{ ...data, provider, chargedBy: 'merchant' },
            ...(isHold ? { isHold: true } : {}),
            ...(isUnsaved ? { isUnsaved: true } : {}),
          },
        };
      }
      case 'paymentFailed': {
        const decline = buildDecline(provider, data.transactionId.endsWith('0'));
        return { ...made, data: { ...data, provider, role: 'recurrent', decline } };
      }
      // The server knows no recurring payment, but postpones its own charges.
      case 'recurringPaymentChanged':
        return {
          ...made,
          data: { kind: 'chargePostponed', orderId: order, to: days(made.at, 3).toISOString() },
        };
      case 'refunded':
      case 'voided':
      case 'refundDecided':
        return { ...made, data: { ...data, provider } };
      default:
        return made;
    }
  };

  const anyEventData = (composition: Composition): fc.Arbitrary<LedgerEvent> =>
    fc
      .record({
        hour: fc.integer({ min: 0, max: 24 * 200 }),
        order: fc.constantFrom('o-1', 'o-2', 'o-3'),
        number: fc.integer({ min: 0, max: 9 }),
        kind: fc.constantFrom(
          'trial',
          'renewal',
          'charge',
          'failed',
          'active',
          'pastDue',
          'cancelledThere',
          'cancelled',
          'gift',
          'refunded',
          'voided',
          'decided',
        ),
      })
      .map(({ hour, order, number, kind }) => {
        const when = ms(at('2026-01-01'), hour * 3_600_000);
        const text = when.toISOString();
        const transactionId = `${order}-${number}`;
        const key = `${kind}-${transactionId}`;
        const keyed = (made: LedgerEvent): LedgerEvent =>
          atProvider({ ...made, at: when, key }, order, composition);
        switch (kind) {
          case 'trial':
            return keyed(pay(text, { orderId: order, transactionId }));
          case 'renewal':
            return keyed({ ...renewal(text, order, text), key });
          case 'charge':
            return keyed(charge(text, order));
          case 'active':
            return keyed(
              recurringPayment(text, 'active', { orderId: order, successes: number, nextChargeAt: text }),
            );
          case 'pastDue':
            return keyed(
              recurringPayment(text, 'pastDue', { orderId: order, failures: number, nextChargeAt: text }),
            );
          case 'cancelledThere':
            return keyed(recurringPayment(text, 'cancelled', { orderId: order, successes: number }));
          case 'cancelled':
            return keyed(cancelled(text));
          case 'gift':
            return keyed(gift(text, 1 + number));
          case 'refunded':
            return keyed(
              event(text, {
                kind: 'refunded',
                provider: PROVIDER,
                transactionId,
                refundId: key,
                amountKopecks: 100 * number,
              }),
            );
          case 'voided':
            return keyed(event(text, { kind: 'voided', provider: PROVIDER, transactionId }));
          case 'decided':
            return keyed(
              event(text, { kind: 'refundDecided', provider: PROVIDER, transactionId, amountKopecks: 100 }),
            );
          case 'failed':
            return keyed(
              event(text, {
                kind: 'paymentFailed',
                provider: PROVIDER,
                transactionId,
                orderId: order,
                role: 'first',
                decline: cloudPaymentsDecline(5051),
              }),
            );
        }
      });

  test.each(COMPOSITIONS)(
    'shuffled and duplicated histories end in the same state: %s',
    (_name, composition: Composition) => {
      fc.assert(
        fc.property(
          fc
            .uniqueArray(anyEventData(composition), { maxLength: 12, selector: ({ key }) => key })
            .chain((events) =>
              fc.record({
                events: fc.constant(events),
                again: fc.array(fc.constantFrom(...(events.length > 0 ? events : [gift('2026-01-01', 1)])), {
                  maxLength: 8,
                }),
                shuffle: fc.infiniteStream(fc.nat()),
              }),
            ),
          ({ events, again, shuffle }) => {
            const copies = events.length > 0 ? [...events, ...again] : [];
            const shuffled = copies
              .map((copy) => ({ copy, place: Number(shuffle.next().value) }))
              .sort((a, b) => a.place - b.place)
              .map(({ copy }) => copy);
            expect(foldSubscription(shuffled)).toEqual(foldSubscription(events));
          },
        ),
        { numRuns: scaleSample(10_000) },
      );
    },
  );

  const REFUNDED = 'money that buys nothing is refunded and at most one recurring payment is active';
  test.each(COMPOSITIONS)(`in every history with %s, ${REFUNDED}`, (_name, composition: Composition) => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyEventData(composition), { maxLength: 14, selector: ({ key }) => key }),
        (events) => {
          const state = foldSubscription(events);
          const refunds = state.commands.flatMap((command) =>
            command.kind === 'refund' ? [command.transactionId] : [],
          );
          for (const payment of state.payments) {
            expect(payment.returnedKopecks).toBeGreaterThanOrEqual(0);
            if (payment.verdict !== 'counted' && payment.returnedKopecks < payment.amountKopecks) {
              expect(refunds).toContain(payment.transactionId);
            }
          }
          expect(state.totalPaidKopecks).toBeGreaterThanOrEqual(0);
          const { status, isActive } = statusAt(summarize(state), at('2026-05-01'));
          expect(isActive).toBe(['ACTIVE', 'CANCELED', 'GIFTED'].includes(status));
        },
      ),
      { numRuns: scaleSample(1000) },
    );
  });
});
