/**
 * Deletes accounts in every state in the middle of charges and late notifications. After the deletions no ruble is lost,
 * nothing can be charged, no VPN credential is left and no database row contains personal data. `npm run prove --
 * deletion` runs 200 accounts.
 */
import { isNull } from 'drizzle-orm';
import { foldSubscription } from '../../../../src/server/domain/billing/fold';
import { findAccountByEmail } from '../../../../src/server/store/accounts';
import { listLedgerEvents } from '../../../../src/server/store/ledger';
import { accounts } from '../../../../src/server/store/schema/accounts';
import { erasures } from '../../../../src/server/store/schema/erasures';
import { ledgerEvents } from '../../../../src/server/store/schema/subscriptions';
import { emailIdentity, openAccount } from '../../../../src/server/usecases/accounts/accounts';
import { createCustomerSession } from '../../../../src/server/usecases/accounts/sessions';
import { readAnalytics } from '../../../../src/server/usecases/billing/analytics/readAnalytics';
import { recordChargeback } from '../../../../src/server/usecases/billing/refunds/recordChargeback';
import { cancelSubscription } from '../../../../src/server/usecases/billing/subscriptions/cancelSubscription';
import { grantGiftMonths } from '../../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { attachDevice } from '../../../../src/server/usecases/customer/devices';
import { deleteAccount } from '../../../../src/server/usecases/deletion/deleteAccount';
import { FINISH_AFTER_MS } from '../../../../src/server/usecases/deletion/finishErasures';
import { runDueJobs } from '../../../../src/server/workers/jobs/startJobs';
import type { Order } from '../../../../src/shared/contract/shop';
import { toKopecks } from '../../../../src/shared/money';
import { computeFlows } from '../../../support/analyticsFlows';
import { stamp } from '../../../support/cardCustomer';
import { agreeTo } from '../../../support/consent';
import { dumpDatabase } from '../../../support/dumpDatabase';
import { FAIL, PAY, REFUND } from '../../../support/notificationExamples';
import { MONTH_IN_FORM, MONTH_KOPECKS } from '../../../support/offer';
import { computeRawFigures, rawFiguresTogether } from '../../../support/rawFigures';
import { type SeededRandom, seededRandom } from '../../../support/seededRandom';
import { startTestServer, type TestServer } from '../../../support/server';
import { makeStaff } from '../../../support/signIn';
import { scaleSample } from '../../../support/simulation';

const STATES = [
  'trial',
  'active',
  'failing',
  'canceled',
  'gifted',
  'campaign',
  'refunded',
  'chargedBack',
] as const;
type State = (typeof STATES)[number];

const ACCOUNTS = Math.max(STATES.length, scaleSample(200));
const DAY = 24 * 3_600_000;

interface Customer {
  index: number;
  state: State;
  email: string;
  accountId: number;
  /** Account id of the payer at the card provider. */
  payerId: string;
  order: Order | null;
  token: string;
}

let server: TestServer;
let transactions: number;
/** Amounts that the card provider charged, in kopecks, by transaction id. */
let taken: Map<string, number>;

beforeEach(async () => {
  server = await startTestServer();
  transactions = 800_000;
  taken = new Map();
  await makeStaff(server, 'senior');
});

const nextTransaction = (): string => String((transactions += 1));

/** Sends the notification of a payment. The fake card provider also lists the payment with the payer's email. */
async function pay(
  customer: Pick<Customer, 'email' | 'payerId'>,
  order: Order,
  { kopecks, recurringPaymentId }: { kopecks: number; recurringPaymentId: string | null },
): Promise<string> {
  const transactionId = nextTransaction();
  taken.set(transactionId, kopecks);
  server.fakeCardProvider.payments.push({
    transactionId,
    orderId: order.id,
    accountId: customer.payerId,
    email: customer.email,
    state: 'completed',
    amountKopecks: kopecks,
    currency: 'RUB',
    at: server.clock.now(),
    decline: null,
    recurringPaymentId,
    cardMask: null,
    isTest: true,
  });
  const response = await server.fakeCardProvider.notify('pay', {
    ...PAY,
    TransactionId: transactionId,
    InvoiceId: order.id,
    AccountId: customer.payerId,
    Email: customer.email,
    Amount: kopecks === MONTH_KOPECKS ? MONTH_IN_FORM : (kopecks / 100).toFixed(2),
    DateTime: stamp(server.clock.now()),
    Token: `tk_${transactionId}`,
    ...(recurringPaymentId === null ? {} : { SubscriptionId: recurringPaymentId }),
  });
  expect(await response.json()).toEqual({ code: 0 });
  return transactionId;
}

function startRecurringPayment(
  { payerId, index }: Pick<Customer, 'payerId' | 'index'>,
  order: Order,
): string {
  const id = `sc_${index}`;
  const startAt = new Date(order.recurringPayment.startDate);
  server.fakeCardProvider.recurringPayments.push({
    id,
    accountId: payerId,
    state: 'active',
    amountKopecks: toKopecks(order.recurringPayment.amount),
    currency: 'RUB',
    nextChargeAt: startAt,
    startAt,
    successes: 0,
    failures: 0,
  });
  return id;
}

const buildRecurringId = ({ index }: Customer): string => `sc_${index}`;

async function open(index: number, state: State): Promise<Customer> {
  const email = `kanareika${index}@example.com`;
  if (state === 'campaign') {
    const { body } = await server.call('getCampaignOrder', { body: { partner: null } });
    const payer = { email, payerId: body.order.accountId };
    startRecurringPayment({ payerId: payer.payerId, index }, body.order);
    await pay(payer, body.order, { kopecks: toKopecks(body.order.amount), recurringPaymentId: null });
    const account = await findAccountByEmail(server.db, email);
    if (account === null) throw new Error('the campaign payment opened no account');
    const token = await createCustomerSession(server.db, server.deps, account.id);
    return { index, state, email, accountId: account.id, payerId: payer.payerId, order: body.order, token };
  }
  const account = await openAccount(server.db, server.deps, emailIdentity(email));
  const token = await createCustomerSession(server.db, server.deps, account.id);
  const customer = { index, state, email, accountId: account.id, payerId: account.uid, order: null, token };
  if (state === 'gifted') {
    await server.db.transaction((tx) =>
      grantGiftMonths(tx, server.deps, {
        accountId: account.id,
        months: 2,
        giftId: 1000 + index,
        at: server.clock.now(),
      }),
    );
    return customer;
  }
  const { body } = await server.call('getShop', { token });
  const { order } = body;
  if (!order) throw new Error('the shop offers no order');
  await agreeTo(server.db, order.id);
  startRecurringPayment(customer, order);
  await pay(customer, order, { kopecks: toKopecks(order.amount), recurringPaymentId: null });
  return { ...customer, order };
}

/** Brings a customer from the trial into the given state, once the first charge is due. */
async function settleInto(customer: Customer): Promise<void> {
  const { state, order, accountId } = customer;
  if (order === null || state === 'trial' || state === 'campaign') return;
  if (state === 'failing') {
    await server.fakeCardProvider.notify('fail', {
      ...FAIL,
      TransactionId: nextTransaction(),
      InvoiceId: order.id,
      AccountId: customer.payerId,
      SubscriptionId: buildRecurringId(customer),
      Amount: MONTH_IN_FORM,
      DateTime: stamp(server.clock.now()),
    });
    return;
  }
  const charge = { kopecks: MONTH_KOPECKS, recurringPaymentId: buildRecurringId(customer) };
  const transactionId = await pay(customer, order, charge);
  if (state === 'canceled') await cancelSubscription(server.deps, { accountId });
  if (state === 'chargedBack')
    await recordChargeback(
      server.deps,
      { staffId: 1, username: 'senior', ip: '10.0.0.1', requestId: 'r' },
      { transactionId, amountKopecks: MONTH_KOPECKS, note: 'bank' },
    );
  if (state === 'refunded')
    await server.fakeCardProvider.notify('refund', {
      ...REFUND,
      TransactionId: nextTransaction(),
      PaymentTransactionId: transactionId,
      Amount: MONTH_IN_FORM,
      DateTime: stamp(server.clock.now()),
    });
}

/** Deletes the account while the card provider charges and sends notifications, in a random order. */
async function deleteInTheMiddle(customer: Customer, random: SeededRandom): Promise<void> {
  const remove = () =>
    deleteAccount(server.deps, {
      accountId: customer.accountId,
      requestedBy: 'customer',
      staffId: null,
      waivedDays: true,
    });
  const { order } = customer;
  const work: (() => Promise<unknown>)[] = [remove, remove];
  if (order !== null) {
    const charge = { kopecks: MONTH_KOPECKS, recurringPaymentId: buildRecurringId(customer) };
    work.push(() => pay(customer, order, charge));
    if (random.chance(0.5))
      work.push(() => pay(customer, order, { kopecks: toKopecks(order.amount), recurringPaymentId: null }));
  }
  const shuffled = work.map((each) => ({ each, at: random.next() })).sort((a, b) => a.at - b.at);
  await Promise.all(shuffled.map(({ each }) => each()));
}

async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await runDueJobs(server.deps);
    server.clock.advance(FINISH_AFTER_MS);
  }
  // The card provider may create the recurring payment of a paid order up to a day later.
  server.clock.advance(2 * DAY);
  await runDueJobs(server.deps);
  server.clock.advance(FINISH_AFTER_MS);
  await runDueJobs(server.deps);
}

async function expectNoRubleLost(customers: readonly Customer[]): Promise<void> {
  const refundsSent = new Map<string, number>();
  for (const { call, id, details } of server.fakeCardProvider.changes)
    if (call === 'refund')
      refundsSent.set(id, (refundsSent.get(id) ?? 0) + (details as { amountKopecks: number }).amountKopecks);
  const lost: string[] = [];
  const counted = new Set<string>();
  for (const { accountId } of customers) {
    const { payments } = foldSubscription(await listLedgerEvents(server.db, accountId));
    for (const payment of payments)
      if (payment.verdict === 'counted' || payment.returnedKopecks >= payment.amountKopecks)
        counted.add(payment.transactionId);
  }
  for (const [transactionId, kopecks] of taken)
    if (!counted.has(transactionId) && refundsSent.get(transactionId) !== kopecks)
      lost.push(`${transactionId}: ${kopecks}`);
  expect(lost).toEqual([]);
  // The test asserts that no payment was refunded twice.
  expect([...refundsSent].filter(([id, kopecks]) => kopecks > (taken.get(id) ?? 0))).toEqual([]);
}

async function expectFigures(): Promise<void> {
  const rows = await server.db.select().from(ledgerEvents);
  const ids = [...new Set(rows.map(({ accountId }) => accountId))];
  const raw = rawFiguresTogether(
    ids.map((id) =>
      computeRawFigures(
        rows
          .filter(({ accountId }) => accountId === id)
          .map(({ eventKey, at, data }) => ({ key: eventKey, at, data })),
      ),
    ),
  );
  const { total } = await readAnalytics(server.deps, { from: '2026-06-01', to: '2027-05-31' });
  expect({
    ...computeFlows([total]),
    failedCharges: total.failedCharges,
    giftsUsed: total.giftsUsed,
  }).toEqual({
    ...{ sales: raw.sales, checks: raw.checks, rejected: raw.rejected },
    failedCharges: raw.failedCharges,
    giftsUsed: raw.giftsUsed,
  });
}

test(
  `${ACCOUNTS} accounts in every state are deleted in the middle of charges`,
  async () => {
    const random = seededRandom(25);
    const customers: Customer[] = [];
    for (let index = 0; index < ACCOUNTS; index += 1)
      customers.push(await open(index, STATES[index % STATES.length] ?? 'trial'));
    for (const { accountId, index } of customers)
      await attachDevice(server.db, server.clock, {
        accountId,
        deviceId: `kanareika-device-${index}`,
        deviceName: 'Kanareika',
        platform: 'android',
        firebaseToken: `kanareika-token-${index}`,
      });
    await runDueJobs(server.deps);
    expect(server.vpnNetwork.keys.size).toBe(ACCOUNTS);
    server.clock.advance(7 * DAY + 3_600_000);
    for (const customer of customers) await settleInto(customer);
    await runDueJobs(server.deps);

    for (const customer of customers) await deleteInTheMiddle(customer, random);
    await settle();

    expect(await server.db.select().from(accounts).where(isNull(accounts.erasedAt))).toEqual([]);
    const unfinished = await server.db.select().from(erasures).where(isNull(erasures.finishedAt));
    expect(unfinished).toEqual([]);
    expect([...server.vpnNetwork.keys.keys()]).toEqual([]);
    const live = server.fakeCardProvider.recurringPayments.filter(({ state }) => state === 'active');
    expect(live).toEqual([]);
    await expectNoRubleLost(customers);
    await expectFigures();
    const names = customers.map(({ payerId, order, state }) =>
      order !== null && state === 'campaign' ? 'kanareika' : payerId,
    );
    const dump = await dumpDatabase(server.db);
    expect(
      dump.filter((line) =>
        ['kanareika', ...names].some((name) => line.toLowerCase().includes(name.toLowerCase())),
      ),
    ).toEqual([]);

    // The server rejects the Check notification of a further charge.
    for (const customer of customers) {
      if (customer.order === null) continue;
      const check = await server.fakeCardProvider.notify('check', {
        ...PAY,
        TransactionId: nextTransaction(),
        InvoiceId: customer.order.id,
        AccountId: customer.payerId,
        SubscriptionId: buildRecurringId(customer),
        Amount: MONTH_IN_FORM,
        DateTime: stamp(server.clock.now()),
      });
      expect(((await check.json()) as { code: number }).code).not.toBe(0);
    }
  },
  60_000 + ACCOUNTS * 3_000,
);
