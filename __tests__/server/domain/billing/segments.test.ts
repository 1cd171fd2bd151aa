/**
 * Tests access periods, each bought by a payment or given by a gift. The refund of a payment removes the rest of the
 * access period that the payment bought.
 */
import { foldSubscription } from '../../../../src/server/domain/billing/fold';
import type { LedgerEvent } from '../../../../src/server/domain/billing/ledgerEvents';
import { given } from '../../../support/givenEvents';
import { MONTH_KOPECKS } from '../../../support/offer';
import { PROVIDER } from '../../../support/paymentEvents';
import {
  at,
  cancelled,
  charge,
  chargedBack,
  decided,
  gift,
  happened,
  refunded,
  renewal,
  said,
  trial,
} from '../../../support/subscriptionHistory';

const MARCH = charge('2026-03-01');
const APRIL = charge('2026-04-01');
const SPRING = [renewal('2026-02-01', '2026-03-01'), MARCH, APRIL];

test('each payment and each gift is a separate access period, without gaps', () => {
  given(...SPRING)
    .when(cancelled('2026-04-10'), gift('2026-04-20', 2))
    .thenPeriods([
      'first:o-1 2026-02-01..2026-03-01',
      'charge:2026-03-01 2026-03-01..2026-04-01',
      'charge:2026-04-01 2026-04-01..2026-05-01',
      'gift:2026-04-20 2026-05-01..2026-07-01',
    ]);
});

test('an access period begins now if the previous access has expired', () => {
  given(trial('2026-01-01'), cancelled('2026-01-02'))
    .when(gift('2026-03-10', 1))
    .thenPeriods(['first:o-1 2026-01-01..2026-01-08', 'gift:2026-03-10 2026-03-10..2026-04-10']);
});

describe('a refund removes the rest of its own access period', () => {
  test.each([
    ['by us', decided('2026-04-01T13:00:00.000Z', 'charge:2026-03-01')],
    ['at the provider', refunded('2026-04-01T13:00:00.000Z', 'charge:2026-03-01')],
    ['by the bank', chargedBack('2026-04-01T13:00:00.000Z', 'charge:2026-03-01')],
  ])(
    'March is given back on the first of April %s: April stays, and nothing is charged any more',
    (_by, back) => {
      given(...SPRING)
        .when(back)
        .thenState({ accessUntil: at('2026-05-01') })
        .thenStatus('2026-04-10', { status: 'CANCELED', isActive: true })
        .thenCommand({ kind: 'cancelRecurringPayment', orderId: 'o-1' });
    },
  );

  test('the refunded ruble of a campaign week ten days into a paid month removes no access', () => {
    given(trial('2026-01-01', 'o-1', { orderKind: 'campaign' }), charge('2026-01-08'))
      .when(refunded('2026-01-18', 'first:o-1', 100))
      .thenState({ accessUntil: at('2026-02-08') });
  });

  test.each([
    ['the verifying ruble comes back', [trial('2026-01-01'), refunded('2026-01-02', 'first:o-1', 100)]],
    [
      'the verifying ruble is voided',
      [
        trial('2026-01-01'),
        happened('2026-01-02', 'v', { kind: 'voided', provider: PROVIDER, transactionId: 'first:o-1' }),
      ],
    ],
    [
      'a part is given back at the provider',
      [trial('2026-01-01', 'o-1', { orderKind: 'campaign' }), refunded('2026-01-02', 'first:o-1', 50)],
    ],
  ])('%s: no time is taken', (_what, events) => {
    given(...events)
      .thenState({ accessUntil: at('2026-01-08') })
      .thenStatus('2026-01-03', { status: 'ACTIVE' });
  });

  test('the month of a gift keeps its length and moves up', () => {
    // The access of the payment lasts to 8 February, and the access of the gift lasts 28 days, to 8 March.
    given(trial('2026-01-01'), charge('2026-01-08'), cancelled('2026-01-09'), gift('2026-01-10', 1))
      .when(refunded('2026-01-20', 'charge:2026-01-08'))
      .thenPeriods([
        'first:o-1 2026-01-01..2026-01-08',
        'charge:2026-01-08 2026-01-08..2026-01-20',
        'gift:2026-01-10 2026-01-20..2026-02-17',
      ]);
  });

  test('a period that has not begun is removed as a whole, and the gift before it is unchanged', () => {
    given(gift('2026-01-01', 1), renewal('2026-01-10', '2026-03-01'))
      .when(decided('2026-01-12', 'first:o-1'))
      .thenPeriods(['gift:2026-01-01 2026-01-01..2026-02-01'])
      .thenStatus('2026-01-13', { isActive: true });
  });

  test('a repeated refund removes access once', () => {
    given(...SPRING)
      .when(decided('2026-04-10', 'charge:2026-04-01'))
      .thenState({ accessUntil: at('2026-04-10') })
      .when(refunded('2026-04-15', 'charge:2026-04-01'))
      .thenState({ accessUntil: at('2026-04-10') });
  });

  test('the next gift counts its months from the new end', () => {
    given(gift('2026-01-31', 1), renewal('2026-02-01', '2026-03-31'), decided('2026-02-05', 'first:o-1'))
      .when(gift('2026-02-06', 1))
      .thenState({ accessUntil: at('2026-03-28') });
  });
});

describe('no day is paid for twice', () => {
  test('a charge that succeeds late, when a gift is already active, buys the month after the gift', () => {
    given(trial('2026-01-01'), said('2026-01-10', 'rejected', null, { failures: 3 }), gift('2026-01-11', 3))
      .when(charge('2026-01-12'))
      .thenPeriods([
        'first:o-1 2026-01-01..2026-01-08',
        'gift:2026-01-11 2026-01-11..2026-04-11',
        'charge:2026-01-12 2026-04-11..2026-05-11',
      ])
      .thenCommand({ kind: 'moveRecurringPayment', nextChargeAt: at('2026-05-11').toISOString() });
  });

  test('a first payment gives access until the first charge that its order named', () => {
    // When the order was created, the customer had a paid month that was refunded before the order was paid.
    given(renewal('2026-01-01', '2026-02-01'), cancelled('2026-01-02'), refunded('2026-01-03', 'first:o-1'))
      .when(renewal('2026-01-04', '2026-03-01', 'o-2'))
      .thenState({ accessUntil: at('2026-03-01') });
  });
});

describe('a chargeback', () => {
  const CHARGED_BACK = given(...SPRING).when(chargedBack('2026-04-10', 'charge:2026-04-01'));

  test('ends the access that the payment bought and every later charge', () => {
    CHARGED_BACK.thenStatus('2026-04-10', { status: 'EXPIRED', isActive: false }).thenState({
      agreement: { ended: { by: 'bank', state: 'cancelled' } },
      totalPaidKopecks: 2 * MONTH_KOPECKS,
    });
  });

  test('needs no refund, even if a refund was decided', () => {
    CHARGED_BACK.when(decided('2026-04-11', 'charge:2026-04-01')).thenCommandKinds([
      'cancelRecurringPayment',
    ]);
  });

  test('a charge made after a chargeback is refunded', () => {
    CHARGED_BACK.when(charge('2026-05-01'))
      .thenState({ payments: [{}, {}, {}, { verdict: 'uncalled' }] })
      .thenCommand({ kind: 'refund', transactionId: 'charge:2026-05-01' });
  });
});

describe('a campaign week, which can be paid for any email', () => {
  const campaign = (when: string, orderId: string) => trial(when, orderId, { orderKind: 'campaign' });
  const again = campaign('2026-02-01', 'o-2');

  test('does not use up the free trial', () => {
    given(campaign('2026-01-01', 'o-1'), cancelled('2026-01-02'))
      .thenState({ firstPaymentActivated: false })
      .when(trial('2026-02-01', 'o-2'))
      .thenState({ payments: [{ verdict: 'counted' }, { verdict: 'counted' }] });
  });

  test('is given once, and not after a free trial', () => {
    for (const first of [campaign('2026-01-01', 'o-1'), trial('2026-01-01')]) {
      given(first, cancelled('2026-01-02'))
        .when(again)
        .thenState({ payments: [{ verdict: 'counted' }, { verdict: 'surplus' }] });
    }
  });
});

test('paid in three tabs: exactly two refunds, each of its own payment', () => {
  const tabs = ['o-1', 'o-2', 'o-3'].map((order) => renewal('2026-01-01', '2026-02-01', order));
  const foldRefunds = (events: LedgerEvent[]) =>
    foldSubscription(events).commands.flatMap((command) =>
      command.kind === 'refund' ? [command.transactionId] : [],
    );
  expect(foldRefunds(tabs)).toEqual(['first:o-2', 'first:o-3']);
  expect(foldRefunds([...tabs, refunded('2026-01-02', 'first:o-2')])).toEqual(['first:o-3']);
});
