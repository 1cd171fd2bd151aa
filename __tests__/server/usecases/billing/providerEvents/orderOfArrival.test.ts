/**
 * Tests that an account ends in the same state for every kind of purchase, in whatever sequence the notifications arrive.
 */
import { addDays } from '../../../../../src/server/domain/billing/billingCalendar';
import { campaignOffer, offerFor, ORDER_CURRENCY } from '../../../../../src/server/domain/billing/orders';
import { NO_SUBSCRIPTION, statusAt, summarize } from '../../../../../src/server/domain/billing/status';
import type { ProviderEvent, ProviderRecurringPayment } from '../../../../../src/server/ports/cardProvider';
import { findAccountByEmail } from '../../../../../src/server/store/accounts';
import { insertConsent } from '../../../../../src/server/store/consents';
import { findOrder, insertOrder, updateOrder } from '../../../../../src/server/store/orders';
import { emailIdentity, openAccount } from '../../../../../src/server/usecases/accounts/accounts';
import { readState } from '../../../../../src/server/usecases/billing/ledger/change';
import { readPayments } from '../../../../../src/server/usecases/billing/payments/readPayments';
import { recordProviderEvent } from '../../../../../src/server/usecases/billing/providerEvents/recordProviderEvent';
import { deliverDueOutbox } from '../../../../../src/server/workers/delivery/deliverOutbox';
import { cloudPaymentsDecline } from '../../../../../src/shared/cloudPaymentsDeclines';
import type { OrderKind } from '../../../../../src/shared/orderKinds';
import { openTestDatabase } from '../../../../support/database';
import { seededRandom } from '../../../../support/seededRandom';
import { startTestServer, type TestServer } from '../../../../support/server';
import { scaleSample } from '../../../../support/simulation';

/**
 * Number of tested arrival sequences of the notifications, including the chronological sequence. `npm run simulate` tests
 * all 40 sequences.
 */
const ORDERS = 1 + scaleSample(40);
const HOUR = 3_600_000;
jest.setTimeout(60_000 + ORDERS * 15_000);

interface Story {
  email: string;
  events: ProviderEvent[];
}

let server: TestServer;

beforeAll(async () => {
  await openTestDatabase();
});

/**
 * Creates an order of a new payer and returns all its notifications: a declined first payment, then a paid one, its
 * recurring payment, a charge that fails and then succeeds, the cancellation, and a refund.
 */
async function createStory(kind: OrderKind, number: number): Promise<Story> {
  const { db, deps, clock } = server;
  const email = `${kind}${number}@example.org`;
  const paidAt = clock.now();
  const isCampaign = kind === 'campaign';
  const account = isCampaign ? null : await openAccount(db, deps, emailIdentity(email));
  const terms =
    offerFor({ ...NO_SUBSCRIPTION, firstPaymentActivated: kind === 'renewal' }, 'web', paidAt) ??
    campaignOffer(paidAt);
  const id = `o-${kind}-${number}`;
  const payerId = account?.uid ?? `blogger-${number}`;
  const order = await insertOrder(db, {
    ...(isCampaign ? campaignOffer(paidAt) : terms),
    id,
    accountId: account?.id ?? null,
    provider: deps.cardProvider.name,
    payerId: isCampaign ? payerId : null,
    currency: ORDER_CURRENCY,
    createdAt: paidAt,
    offeredAt: paidAt,
  });
  await updateOrder(db, id, { attemptTransactionId: `${number}01`, attemptedAt: paidAt });
  if (account !== null)
    await insertConsent(db, {
      order: (await findOrder(db, id)) ?? order,
      accountId: account.id,
      offerEdition: 'test',
      wording: 'test',
      at: paidAt,
      ip: '',
      userAgent: '',
    });
  const chargedAt = order.recurringPaymentStartAt;
  const recurringPaymentId = `sc_${kind}_${number}`;
  const money = { currency: ORDER_CURRENCY, isTest: true, accountId: payerId, cardMask: '•••• 4242' };
  const first = {
    ...money,
    amountKopecks: order.amountKopecks,
    orderId: id,
    email,
    recurringPaymentId: null,
    card: { id: `card_${kind}_${number}`, token: null },
  };
  const charge = {
    ...money,
    amountKopecks: order.recurringPaymentAmountKopecks,
    orderId: null,
    email: null,
    recurringPaymentId,
  };
  const state = { accountId: payerId, recurringPaymentId, currency: ORDER_CURRENCY, startAt: chargedAt };
  const told = { ...state, amountKopecks: order.recurringPaymentAmountKopecks };
  const recurringPayment: ProviderRecurringPayment = {
    id: recurringPaymentId,
    accountId: payerId,
    state: 'cancelled',
    amountKopecks: order.recurringPaymentAmountKopecks,
    currency: ORDER_CURRENCY,
    nextChargeAt: null,
    startAt: chargedAt,
    successes: 1,
    failures: 0,
  };
  server.fakeCardProvider.recurringPayments.push(recurringPayment);
  const nextChargeAt = addDays(chargedAt, 30);
  return {
    email,
    events: [
      {
        kind: 'failed',
        transactionId: `${number}01`,
        decline: cloudPaymentsDecline(5051),
        at: paidAt,
        ...first,
      },
      { kind: 'paid', transactionId: `${number}02`, at: new Date(paidAt.getTime() + 60_000), ...first },
      {
        kind: 'recurringPayment',
        ...told,
        state: 'active',
        successes: 0,
        failures: 0,
        nextChargeAt: chargedAt,
      },
      {
        kind: 'failed',
        transactionId: `${number}03`,
        decline: cloudPaymentsDecline(5051),
        at: chargedAt,
        ...charge,
      },
      { kind: 'paid', transactionId: `${number}04`, at: addDays(chargedAt, 1), ...charge },
      { kind: 'recurringPayment', ...told, state: 'cancelled', successes: 1, failures: 0, nextChargeAt },
      {
        kind: 'refunded',
        refundId: `${number}05`,
        transactionId: `${number}04`,
        amountKopecks: 100,
        at: addDays(chargedAt, 2),
        accountId: null,
      },
      // The server's own command refunds the ruble of a trial.
      ...(kind === 'trial'
        ? []
        : [
            {
              kind: 'voided' as const,
              transactionId: `${number}02`,
              at: addDays(chargedAt, 3),
              accountId: null,
            },
          ]),
    ],
  };
}

/** Returns the state of the account without ids that differ between accounts. */
async function readOutcome(email: string) {
  const account = await findAccountByEmail(server.db, email);
  if (account === null) return 'no account';
  const now = server.clock.now();
  const { state } = await readState(server.db, account.id);
  const { cardMask, totalPaidKopecks, accessUntil } = summarize(state);
  const payments = await readPayments(server.db, account.id);
  return {
    status: statusAt(summarize(state), now).status,
    ...{ cardMask, totalPaidKopecks, accessUntil },
    ended: [state.agreement?.ended?.by, state.agreement?.ended?.state],
    payments: payments.map(({ state: stands, role, amountKopecks, returnedKopecks }) =>
      [stands, role, amountKopecks, returnedKopecks].join(' '),
    ),
    commands: state.commands.map(({ kind }) => kind),
  };
}

function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const random = seededRandom(seed);
  return items
    .map((item) => ({ item, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

test.each<OrderKind>(['trial', 'renewal', 'campaign'])(
  `${ORDERS} orders of arrival of a %s have the same outcome`,
  async (kind) => {
    server = await startTestServer();
    const start = server.clock.now();
    const outcomes: unknown[] = [];
    for (let number = 1; number <= ORDERS; number += 1) {
      server.clock.set(start);
      const { email, events } = await createStory(kind, 1000 + number);
      server.clock.set(addDays(start, 60));
      // The first account gets the notifications in chronological order, and all other accounts get them in shuffled
      // order.
      const told = number === 1 ? events : shuffled(events, number);
      for (const event of told) {
        await recordProviderEvent(server.deps, 'notification', event);
        await deliverDueOutbox(server.deps);
      }
      for (let tries = 0; tries < 4; tries += 1) {
        server.clock.advance(6 * HOUR);
        await deliverDueOutbox(server.deps);
      }
      outcomes.push(await readOutcome(email));
    }
    const [natural] = outcomes;
    expect(natural).toMatchObject({ payments: expect.any(Array) as unknown[] });
    const different = outcomes.flatMap((outcome, index) =>
      JSON.stringify(outcome) === JSON.stringify(natural) ? [] : [{ index, outcome }],
    );
    expect({ natural, different: different.slice(0, 2), count: different.length }).toEqual({
      natural,
      different: [],
      count: 0,
    });
  },
);
