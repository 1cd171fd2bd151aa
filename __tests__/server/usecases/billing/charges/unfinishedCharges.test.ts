/**
 * Tests charges that the card provider has accepted but not finished: pending, or waiting for their capture. Such a charge
 * is a payment issue, is not announced again, and blocks nothing for longer than the card provider needs.
 */
import { eq } from 'drizzle-orm';
import { paymentIssues } from '../../../../../src/server/store/schema/paymentIssues';
import { requestedPayments } from '../../../../../src/server/store/schema/requestedPayments';
import { findSubscription } from '../../../../../src/server/store/subscriptions';
import { monthLabel } from '../../../../../src/server/texts/payments';
import { readState } from '../../../../../src/server/usecases/billing/ledger/change';
import { cancelSubscription } from '../../../../../src/server/usecases/billing/subscriptions/cancelSubscription';
import { readSubscription } from '../../../../../src/server/usecases/billing/subscriptions/readSubscription';
import { deleteAccount } from '../../../../../src/server/usecases/deletion/deleteAccount';
import { signInStaffAs } from '../../../../support/signIn';
import {
  startYooKassaServer,
  type YooKassaCustomer,
  type YooKassaServer,
} from '../../../../support/yooKassaServer';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const EMAIL = 'payer@example.org';

/** Settings of the fake with which charges stay unfinished, and the hours after which the provider should have ended them. */
const STATES = [
  ['pending', { chargesPend: true }, 1.2],
  ['waiting_for_capture', { chargesHeld: true }, 7 * 24 + 0.2],
] as const;

let server: YooKassaServer;
let customer: YooKassaCustomer;
let due: number;

async function at(hour: number): Promise<void> {
  server.clock.set(new Date(due + hour * HOUR_MS + MINUTE_MS));
  await server.settle();
}

const subscription = () => readSubscription(server.db, customer.id, server.clock.now());
const charges = () =>
  server.db
    .select()
    .from(requestedPayments)
    .where(eq(requestedPayments.kind, 'charge'))
    .orderBy(requestedPayments.id);
const issues = () =>
  server.db.select().from(paymentIssues).where(eq(paymentIssues.question, 'chargeUnfinished'));
const announcements = (): number =>
  server.mailbox.emailsTo(EMAIL).filter(({ subject }) => /спишем|списание/i.test(subject)).length;
const payments = async () => (await readState(server.db, customer.id)).state.payments;

/** Ends the unfinished charge successfully. */
async function succeed(): Promise<void> {
  const [charge] = await charges();
  expect(await server.fake.settleCharge(charge?.transactionId ?? '', null)).toBe(true);
}

/** Requests the first charge, which stays unfinished. No notification arrives. */
async function leaveUnfinished(
  settings: Partial<ReturnType<YooKassaServer['fake']['settings']>>,
): Promise<void> {
  server = await startYooKassaServer();
  customer = await server.customer(EMAIL);
  await customer.subscribe();
  due = (await findSubscription(server.db, customer.id)).nextChargeAt?.getTime() ?? 0;
  await at(-72);
  await server.fake.change({ ...settings, drop: true });
  await at(0);
  expect(await charges()).toHaveLength(1);
}

describe.each(STATES)('a charge in state %s', (_state, settings, hours) => {
  it('is a payment issue until it succeeds, and then pays its month', async () => {
    await leaveUnfinished(settings);
    expect(await issues()).toMatchObject([{ outcome: null, accountId: customer.id }]);
    expect(await payments()).toHaveLength(1);
    expect(await subscription()).toMatchObject({ status: 'ACTIVE', isActive: true });
    await at(0.5);
    await succeed();
    await at(1);
    expect(await issues()).toMatchObject([{ outcome: 'done' }]);
    expect((await payments()).map(({ verdict }) => verdict)).toEqual(['counted', 'counted']);
    expect(await charges()).toMatchObject([{ outcome: 'completed' }]);
    expect(announcements()).toBe(1);
  });

  it('is charged again, after another announcement, once the provider should have ended it', async () => {
    await leaveUnfinished(settings);
    for (let hour = 24; hour < hours - 12; hour += 24) await at(hour);
    await at(hours - 0.3);
    expect(announcements()).toBe(1);
    expect(await subscription()).toMatchObject({ status: 'ACTIVE', isActive: true });
    await at(hours);
    await at(hours + 12);
    expect(announcements()).toBe(2);
    await server.fake.change({ chargesPend: false, chargesHeld: false });
    await at(hours + 71);
    expect(await charges()).toHaveLength(1);
    expect(await subscription()).toMatchObject({ status: 'ACTIVE', isActive: true });
    await at(hours + 84);
    expect(await charges()).toHaveLength(2);
    expect((await payments()).filter(({ role }) => role === 'recurrent')).toMatchObject([
      { verdict: 'counted' },
    ]);
    expect(new Date((await subscription()).expirationDate ?? 0).getUTCDate()).toBe(
      new Date(due).getUTCDate(),
    );
  });

  it('does not block a new purchase after the provider should have ended it', async () => {
    await leaveUnfinished(settings);
    await cancelSubscription(server.deps, { accountId: customer.id });
    await at(hours);
    expect(await subscription()).toMatchObject({ status: 'EXPIRED' });
    await server.fake.change({ chargesPend: false, chargesHeld: false, drop: false });
    await customer.subscribe(undefined, { fullPrice: true });
    expect(await subscription()).toMatchObject({ status: 'ACTIVE', isActive: true });
  });

  it('is returned if it succeeds after a cancellation', async () => {
    await leaveUnfinished(settings);
    await at(0.2);
    await cancelSubscription(server.deps, { accountId: customer.id });
    await at(0.6);
    await succeed();
    await at(2);
    await at(3);
    const charge = (await payments()).find(({ role }) => role === 'recurrent');
    expect(charge).toMatchObject({ verdict: 'uncalled', returnedKopecks: charge?.amountKopecks });
  });
});

it('names the month in the return receipt if the account was deleted before the charge succeeded', async () => {
  await leaveUnfinished({ chargesPend: true });
  await deleteAccount(server.deps, {
    accountId: customer.id,
    requestedBy: 'customer',
    staffId: null,
    waivedDays: true,
  });
  await at(0.5);
  await succeed();
  await at(1);
  const [issue] = await server.db
    .select()
    .from(paymentIssues)
    .where(eq(paymentIssues.question, 'accountDeleted'));
  const token = (await signInStaffAs(server, 'senior')).accessToken;
  const body = { id: issue?.id ?? 0, action: 'retry' as const, note: '', receiptEmail: 'typed@example.com' };
  expect((await server.call('resolvePaymentIssue', { token, body })).status).toBe(200);
  await server.settle();
  const refund = server.sent.find(({ path }) => path === '/refunds');
  expect(refund?.body).toMatchObject({
    receipt: { items: [{ description: monthLabel(server.deps.settings.brand.product) }] },
  });
});

it('charges the month again if the held amount was released', async () => {
  await leaveUnfinished({ chargesHeld: true });
  for (let hour = 24; hour <= 7 * 24; hour += 24) await at(hour);
  await server.fake.change({ chargesHeld: false });
  for (let hour = 7 * 24 + 1; hour <= 11 * 24 + 1; hour += 24) await at(hour);
  expect(await issues()).toMatchObject([{ outcome: 'done' }]);
  expect((await charges()).map(({ outcome }) => outcome)).toEqual(['absent', 'completed']);
  expect(announcements()).toBe(2);
  expect(await subscription()).toMatchObject({ status: 'ACTIVE', isActive: true });
});

it('announces no charge whose outcome is unknown', async () => {
  await leaveUnfinished({ faults: ['errorAfter'] });
  server.connect(false);
  for (let hour = 12; hour <= 96; hour += 12) await at(hour);
  expect(announcements()).toBe(1);
  expect(await subscription()).toMatchObject({ status: 'ACTIVE', isActive: true });
});
