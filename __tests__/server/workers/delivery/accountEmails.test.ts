/**
 * Tests billing emails on the real database. Each email is required once, rendered when it is sent, and dropped if it
 * would be untrue.
 */
import { eq } from 'drizzle-orm';
import type { LedgerEvent, LedgerEventData } from '../../../../src/server/domain/billing/ledgerEvents';
import type { MovableClock } from '../../../../src/server/sandbox/movableClock';
import { createTimeTravel, type TimeSource } from '../../../../src/server/sandbox/timeTravel';
import { insertReceipt } from '../../../../src/server/store/receipts';
import { accountEvents } from '../../../../src/server/store/schema/accountEvents';
import { outbox } from '../../../../src/server/store/schema/outbox';
import { emailIdentity, openAccount } from '../../../../src/server/usecases/accounts/accounts';
import { change } from '../../../../src/server/usecases/billing/ledger/change';
import { cancelSubscription } from '../../../../src/server/usecases/billing/subscriptions/cancelSubscription';
import { grantGiftMonths } from '../../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { deliverDueOutbox, deliverLane } from '../../../../src/server/workers/delivery/deliverOutbox';
import { mailDueEmails } from '../../../../src/server/workers/jobs/mailDueEmails';
import { nextJobDueAt, runDueJobs } from '../../../../src/server/workers/jobs/startJobs';
import { cloudPaymentsDecline } from '../../../../src/shared/cloudPaymentsDeclines';
import { MONTH_KOPECKS, MONTH_RUB, TRIAL_SUBJECT } from '../../../support/offer';
import { PROVIDER } from '../../../support/paymentEvents';
import { trialPayment } from '../../../support/paymentEvents';
import { instanceWith, startTestServer, type TestServer } from '../../../support/server';

const EMAIL = 'vasilisa@example.org';
const START = '2026-01-01T12:00:00.000Z';
const CHARGE = '2026-01-08T12:00:00.000Z';
const DAY_MS = 86_400_000;
const GIFT_SUBJECT = 'Подарок активирован: 1 месяц «Просвет»';
const CANCEL_SUBJECT = 'Подписка «Просвет» отменена';

let server: TestServer;
let accountId: number;

beforeEach(async () => {
  server = await startTestServer({ start: START });
  ({ id: accountId } = await openAccount(server.db, server.deps, emailIdentity(EMAIL)));
});

async function receive(...ledgerEvents: LedgerEventData[]): Promise<void> {
  const now = server.clock.now();
  const events = ledgerEvents.map((data): LedgerEvent => ({
    key: `${data.kind}:${'transactionId' in data ? data.transactionId : now.toISOString()}`,
    at: now,
    data,
  }));
  await server.db.transaction((tx) => change(tx, accountId, events, now));
}

const paid = (role: 'first' | 'recurrent', transactionId: string) =>
  trialPayment({ transactionId, role, recurringPaymentStartAt: CHARGE });

const failed = (transactionId: string): LedgerEventData => ({
  kind: 'paymentFailed',
  provider: PROVIDER,
  transactionId,
  orderId: 'o-1',
  role: 'recurrent',
  decline: cloudPaymentsDecline(5051),
});

const subjects = () => server.mailbox.emailsTo(EMAIL).map(({ subject }) => subject.replaceAll('\u00A0', ' '));
const states = async () =>
  Object.fromEntries(
    (await server.db.select().from(outbox))
      .filter(({ kind }) => kind === 'email')
      .map(({ dedupeKey, state }) => [dedupeKey, state]),
  );

async function pass(ms: number): Promise<void> {
  server.clock.advance(ms);
  await runDueJobs(server.deps);
}

test('a payment causes one email, after a short wait for its receipt, and a timeline entry', async () => {
  await receive(paid('first', '1'));
  await receive(paid('first', '1'));
  await pass(1999);
  expect(subjects()).toEqual([]);
  await pass(1);
  await pass(DAY_MS);
  expect(subjects()).toEqual([TRIAL_SUBJECT]);
  const told = (await server.db.select().from(accountEvents).orderBy(accountEvents.id)).filter(
    ({ kind }) => kind === 'email',
  );
  expect(told).toMatchObject([
    {
      accountId,
      details: { action: 'paymentReceived' },
      outboxKey: `email:${accountId}:payment:cloudPayments:1`,
    },
  ]);
});

/** Returns each sent email with the seconds after `START` at which it was sent, while the jobs run every second. */
async function sentWithin(seconds: number): Promise<[string, number][]> {
  const sent: [string, number][] = [];
  for (let second = 0; second <= seconds; second += 1) {
    await runDueJobs(server.deps);
    for (const subject of subjects().slice(sent.length)) {
      sent.push([subject, (server.clock.now().getTime() - new Date(START).getTime()) / 1000]);
    }
    server.clock.advance(1000);
  }
  return sent;
}

const giveMonth = (giftId: number) =>
  server.db.transaction((tx) =>
    grantGiftMonths(tx, server.deps, { accountId, months: 1, giftId, at: server.clock.now() }),
  );

test('emails about one account are sent in the order of their causes, each within 5 s', async () => {
  await receive(paid('first', '1'));
  await giveMonth(1);
  await cancelSubscription(server.deps, { accountId });
  const sent = await sentWithin(60);
  expect(sent.map(([subject]) => subject)).toEqual([TRIAL_SUBJECT, GIFT_SUBJECT, CANCEL_SUBJECT]);
  expect(sent.filter(([, seconds]) => seconds > 5)).toEqual([]);
});

test('an email that waits for the end of a recurring payment keeps its position during the request to the provider', async () => {
  await receive(paid('first', '1'));
  // The test disables background delivery, which could send the command to the card provider before the emails are due.
  await cancelSubscription({ ...server.deps, wakeOutbox: () => undefined }, { accountId });
  await giveMonth(1);
  server.clock.advance(2000);
  await deliverLane(server.deps, 'email');
  expect(subjects()).toEqual([]);
  await deliverLane(server.deps, 'provider');
  expect((await sentWithin(4)).map(([subject]) => subject)).toEqual([
    TRIAL_SUBJECT,
    CANCEL_SUBJECT,
    GIFT_SUBJECT,
  ]);
});

test('an email that waits for an earlier one is due with it: moving the clock runs the jobs once for each moment', async () => {
  const { clock, db, deps } = server;
  await receive(paid('first', '1'));
  await giveMonth(1);
  const firstDueAt = new Date(new Date(START).getTime() + 2000);
  const rounds: Date[] = [];
  const jobs: TimeSource = {
    nextDueAt: () => nextJobDueAt(db),
    runDue: async () => {
      rounds.push(clock.now());
      await runDueJobs(deps);
    },
  };
  const movable: MovableClock = {
    now: clock.now,
    moveTo: (moment) => {
      clock.set(moment);
      return Promise.resolve();
    },
  };
  const end = new Date(new Date(START).getTime() + 60_000);
  await createTimeTravel(movable, [jobs]).advance(() => end);
  expect(rounds).toEqual([new Date(START), firstDueAt, end]);
  expect(subjects()).toEqual([TRIAL_SUBJECT, GIFT_SUBJECT]);
});

test('an email that failed once delays no other email', async () => {
  await giveMonth(1);
  await giveMonth(2);
  server.mailbox.failNext(1);
  await deliverDueOutbox(server.deps);
  expect(subjects()).toEqual([GIFT_SUBJECT]);
  expect(Object.values(await states()).toSorted()).toEqual(['delivered', 'pending']);
});

test('a charge is announced three days ahead, once, without any other event', async () => {
  await receive(paid('first', '1'));
  await pass(60_000);
  const notice = new Date(new Date(CHARGE).getTime() - 3 * DAY_MS);
  server.clock.set(new Date(notice.getTime() - 1));
  await runDueJobs(server.deps);
  expect(subjects()).toHaveLength(1);
  expect(await nextJobDueAt(server.db)).toEqual(notice);
  await pass(1);
  await pass(DAY_MS);
  await receive({ kind: 'voided', provider: PROVIDER, transactionId: '1' });
  await pass(DAY_MS);
  expect(subjects().slice(1)).toEqual([`8 января 2026 спишем ${MONTH_RUB} руб. за «Просвет»`]);
});

test('a clock that jumps past the charge leaves no outdated email behind', async () => {
  await receive(paid('first', '1'));
  await pass(60_000);
  await pass(9 * DAY_MS);
  expect(subjects()).toEqual([TRIAL_SUBJECT]);
});

test.each<[string, () => Promise<unknown>]>([
  ['the customer cancels', () => cancelSubscription(server.deps, { accountId })],
  [
    'a gift moves the charge',
    () =>
      server.db.transaction((tx) =>
        grantGiftMonths(tx, server.deps, { accountId, months: 1, giftId: 1, at: server.clock.now() }),
      ),
  ],
])('an announced charge is not mailed any more after %s', async (_what, change) => {
  await receive(paid('first', '1'));
  await pass(60_000);
  server.clock.set('2026-01-05T12:00:00.000Z');
  server.mailbox.failNext(1);
  await runDueJobs(server.deps);
  expect(subjects()).toHaveLength(1);
  await change();
  await pass(3_600_000);
  expect(subjects().some((subject) => subject.includes('спишем'))).toBe(false);
  expect(await states()).toMatchObject({ [`email:${accountId}:chargeUpcoming:o-1:2026-01-08`]: 'dropped' });
});

test('an instance whose clock is two seconds behind does not drop an announcement', async () => {
  await receive(paid('first', '1'));
  await pass(60_000);
  server.clock.set('2026-01-05T12:00:00.000Z');
  const behind = new Date(server.clock.now().getTime() - 2000);
  await mailDueEmails(server.deps);
  await deliverLane(instanceWith(server.deps, { clock: { now: () => behind } }), 'email');
  expect(subjects()).toHaveLength(1);
  await deliverLane(server.deps, 'email');
  expect(subjects().at(-1)).toContain('спишем');
});

test('a failure is not mailed any more once the charge succeeded', async () => {
  await receive(paid('first', '1'));
  await pass(60_000);
  server.clock.set(CHARGE);
  server.mailbox.failNext(1);
  await receive(failed('f-1'));
  await deliverDueOutbox(server.deps);
  server.clock.advance(1000);
  await receive(paid('recurrent', '2'));
  await pass(3_600_000);
  expect(subjects()).toEqual([TRIAL_SUBJECT, `Оплата ${MONTH_RUB} руб. за «Просвет» получена`]);
  expect(await states()).toMatchObject({ [`email:${accountId}:chargeFailed:cloudPayments:f-1`]: 'dropped' });
});

test('an email is written from the state at the time of sending', async () => {
  await receive(paid('first', '1'));
  await cancelSubscription(server.deps, { accountId });
  await pass(60_000);
  const [trial] = server.mailbox.emailsTo(EMAIL).filter(({ subject }) => subject === TRIAL_SUBJECT);
  expect(trial?.text).toContain('Списаний больше не будет.');
  expect(trial?.text).not.toContain('Первое списание');
});

test('concurrent instances send each email once, in order, and a repetition has the same Message-ID', async () => {
  await receive(paid('first', '1'));
  for (let giftId = 1; giftId <= 30; giftId += 1) await giveMonth(giftId);
  server.clock.advance(60_000);
  const instances = Array.from({ length: 4 }, () => instanceWith(server.deps, {}));
  await Promise.all(instances.map(deliverDueOutbox));
  const keys = server.mailbox.emails.map(({ idempotencyKey }) => idempotencyKey);
  expect(keys).toHaveLength(31);
  expect(new Set(keys).size).toBe(31);
  const enqueued = await server.db.select().from(outbox).where(eq(outbox.kind, 'email')).orderBy(outbox.id);
  expect(keys).toEqual(enqueued.map(({ dedupeKey }) => dedupeKey));
  expect(new Set(Object.values(await states()))).toEqual(new Set(['delivered']));
});

describe('receipts', () => {
  const receipt = (transactionId: string, kind: 'income' | 'incomeReturn') =>
    insertReceipt(server.db, {
      provider: PROVIDER,
      providerId: `receipt-${transactionId}`,
      transactionId,
      kind,
      amountKopecks: MONTH_KOPECKS,
      url: `https://receipts.example/${transactionId}`,
      at: server.clock.now(),
      receivedAt: server.clock.now(),
    });

  test('a receipt that arrives meanwhile is linked in the email', async () => {
    await receive(paid('recurrent', '2'));
    server.clock.advance(1000);
    await receipt('2', 'income');
    await pass(1000);
    expect(server.mailbox.emailsTo(EMAIL)[0]?.html).toContain('href="https://receipts.example/2"');
  });

  test('without a receipt the email explains where receipts are', async () => {
    await receive(paid('recurrent', '2'));
    await pass(2000);
    const [emailMessage] = server.mailbox.emailsTo(EMAIL);
    expect(emailMessage?.text).toContain('Чек появится на странице подписки');
    expect(emailMessage?.text).toContain('/subscription');
  });

  test('an email about a refund links the refund receipt', async () => {
    await receive(paid('recurrent', '2'));
    await pass(60_000);
    await receive({
      kind: 'refunded',
      provider: PROVIDER,
      transactionId: '2',
      refundId: 'r-2',
      amountKopecks: MONTH_KOPECKS,
    });
    await receipt('2', 'income');
    await receipt('r-2', 'incomeReturn');
    await pass(2000);
    const [, emailMessage] = server.mailbox.emailsTo(EMAIL);
    expect(emailMessage?.text).toContain('https://receipts.example/r-2');
    expect(emailMessage?.text).not.toContain('https://receipts.example/2');
  });
});
