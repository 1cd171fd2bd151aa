/**
 * Tests how long access continues while the card provider rejects the address of the receipt, also if the customer moves
 * the charge by a gift, changes the address or cancels meanwhile.
 */
import { paymentIssues } from '../../../../../src/server/store/schema/paymentIssues';
import { savedMethods } from '../../../../../src/server/store/schema/requestedPayments';
import { findSubscription } from '../../../../../src/server/store/subscriptions';
import { createCustomerSession } from '../../../../../src/server/usecases/accounts/sessions';
import { cancelSubscription } from '../../../../../src/server/usecases/billing/subscriptions/cancelSubscription';
import { grantGiftMonths } from '../../../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { readSubscription } from '../../../../../src/server/usecases/billing/subscriptions/readSubscription';
import { deliverDueOutbox } from '../../../../../src/server/workers/delivery/deliverOutbox';
import { nextJobDueAt } from '../../../../../src/server/workers/jobs/startJobs';
import {
  readChargeOutcomes,
  startYooKassaServer,
  type YooKassaCustomer,
  type YooKassaServer,
} from '../../../../support/yooKassaServer';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const EMAIL = 'payer@example.org';
/** Days after which nothing is postponed, and the longest time from the last postponement to the end of access. */
const POSTPONED_DAYS = 30;
const LAST_DAYS = 6;

let server: YooKassaServer;
let customer: YooKassaCustomer;
let due: number;

const dueAt = async (): Promise<number> =>
  (await findSubscription(server.db, customer.id)).nextChargeAt?.getTime() ?? NaN;
const subscription = () => readSubscription(server.db, customer.id, server.clock.now());
const outcomes = () => readChargeOutcomes(server, customer.id);
const subjects = (pattern: RegExp): string[] =>
  server.mailbox.emails.map(({ subject }) => subject).filter((subject) => pattern.test(subject));

/** Moves the clock to some days after the due date in steps of a day, and runs the jobs that are due. */
async function runUntil(day: number): Promise<void> {
  for (;;) {
    const end = due + day * DAY_MS + MINUTE_MS;
    const next = Math.min(end, server.clock.now().getTime() + DAY_MS);
    if (next <= server.clock.now().getTime()) return;
    server.clock.set(new Date(next));
    const job = await nextJobDueAt(server.db);
    if (next === end || (job !== null && job <= server.clock.now())) await server.settle();
  }
}

/** Changes the email address of the customer, which two codes confirm. */
async function changeAddress(newEmail: string): Promise<void> {
  const token = await createCustomerSession(server.db, server.deps, customer.id);
  const codeTo = async (email: string): Promise<string> => {
    await deliverDueOutbox(server.deps);
    const text = server.mailbox.emailsTo(email).findLast((each) => each.text.includes('Код:'))?.text ?? '';
    return /(?<!\d)\d{8}(?!\d)/.exec(text.slice(text.indexOf('Код:')))?.[0] ?? '';
  };
  const old = await server.call('sendCodeToPresentEmail', { token, body: {} });
  const requestToken = old.body.requestToken ?? '';
  const confirmation = { requestToken, code: await codeTo(EMAIL) };
  await server.call('confirmPresentEmail', { token, body: confirmation });
  const sent = await server.call('sendCodeToNewEmail', { token, body: { requestToken, newEmail } });
  const newRequestToken = sent.body.requestToken ?? '';
  const body = { requestToken, newRequestToken, code: await codeTo(newEmail) };
  expect((await server.call('changeEmail', { token, body })).status).toBe(200);
}

const isRejected = (body: Record<string, unknown>): boolean =>
  'payment_method_id' in body && JSON.stringify(body['receipt']).includes(EMAIL);

beforeEach(async () => {
  server = await startYooKassaServer();
  customer = await server.customer(EMAIL);
  await customer.subscribe(undefined, { fullPrice: true });
  due = await dueAt();
  server.clock.set(new Date(due - 3 * DAY_MS + MINUTE_MS));
  await server.settle();
  server.instead((request) => {
    const sent = server.sent.at(-1);
    if (request.method !== 'POST' || sent === undefined || !isRejected(sent.body)) return null;
    return Response.json(
      { type: 'error', code: 'invalid_request', parameter: 'receipt.customer.email' },
      { status: 400 },
    );
  });
  await runUntil(0);
  expect(await outcomes()).toEqual(['notSent']);
});

it('continues until nothing is postponed any more, and then ends without a decline', async () => {
  await runUntil(POSTPONED_DAYS - 1);
  expect(await subscription()).toMatchObject({ status: 'ACTIVE', isActive: true });
  expect((await outcomes()).length).toBeGreaterThan(10);
  await runUntil(POSTPONED_DAYS + LAST_DAYS);
  expect(await subscription()).toMatchObject({ status: 'EXPIRED', isActive: false });
  expect(new Set(await outcomes())).toEqual(new Set(['notSent']));
  expect(await server.db.select().from(savedMethods)).toEqual([]);
  expect(subjects(/Не получилось списать/)).toEqual([]);
  expect(subjects(/остановлена/)).toHaveLength(1);
  const made = (await outcomes()).length;
  await runUntil(POSTPONED_DAYS + LAST_DAYS + 5);
  expect(await outcomes()).toHaveLength(made);
});

it('continues from the new charge date if a gift moves the charge', async () => {
  await runUntil(10);
  const at = server.clock.now();
  await server.db.transaction((tx) =>
    grantGiftMonths(tx, server.deps, { accountId: customer.id, months: 1, giftId: 1, at }),
  );
  const made = (await outcomes()).length;
  const moved = await dueAt();
  expect(moved).toBeGreaterThan(at.getTime() + 20 * DAY_MS);
  const days = (moved - due) / DAY_MS;
  await runUntil(days - 1);
  expect(await outcomes()).toHaveLength(made);
  await runUntil(days + POSTPONED_DAYS - 1);
  expect(await subscription()).toMatchObject({ status: 'ACTIVE', isActive: true });
  expect((await outcomes()).length).toBeGreaterThan(made);
  await runUntil(days + POSTPONED_DAYS + LAST_DAYS);
  expect(await subscription()).toMatchObject({ status: 'EXPIRED', isActive: false });
});

/** Expects that the charge has paid its month, and that the later charge dates stay. */
async function expectCharged(): Promise<void> {
  expect((await outcomes()).filter((outcome) => outcome === 'completed')).toHaveLength(1);
  expect(await server.db.select().from(paymentIssues)).toMatchObject([
    { question: 'chargeNotSent', outcome: 'done' },
  ]);
  expect(await subscription()).toMatchObject({ status: 'ACTIVE', isActive: true });
  expect(new Date(await dueAt()).getUTCDate()).toBe(new Date(due).getUTCDate());
}

it('charges the month at once after a change of the address', async () => {
  await runUntil(2);
  await changeAddress('anna@example.org');
  await server.settle();
  await expectCharged();
});

it('charges the month on the postponed date if the address is changed after the postponement', async () => {
  await runUntil(4);
  await changeAddress('anna@example.org');
  await server.settle();
  const postponedTo = await dueAt();
  expect((postponedTo - due) / DAY_MS).toBeCloseTo(6, 1);
  await runUntil(5);
  expect(await outcomes()).not.toContain('completed');
  await runUntil(7);
  await expectCharged();
});

it('ends at once with a cancellation, and nothing is charged afterwards', async () => {
  await runUntil(4);
  await cancelSubscription(server.deps, { accountId: customer.id });
  const made = (await outcomes()).length;
  expect(await subscription()).toMatchObject({ status: 'EXPIRED', isActive: false });
  server.instead(null);
  await runUntil(8);
  expect(await outcomes()).toHaveLength(made);
  expect(await server.db.select().from(savedMethods)).toEqual([]);
});
