/**
 * Tests that an email announces each attempt to make a charge in time, and that a renewal whose charges failed
 * ends. The mail server, the mailbox or this server may be unavailable.
 */
import { eq } from 'drizzle-orm';
import { listUndeliveredEmails } from '../../../../../src/server/outbox/undeliveredEmails';
import { findRejectedAddress, noteUndecidedAddress } from '../../../../../src/server/store/rejectedAddresses';
import { requestedPayments, savedMethods } from '../../../../../src/server/store/schema/requestedPayments';
import { subscriptions } from '../../../../../src/server/store/schema/subscriptions';
import { findSubscription } from '../../../../../src/server/store/subscriptions';
import { readSubscription } from '../../../../../src/server/usecases/billing/subscriptions/readSubscription';
import { nextJobDueAt } from '../../../../../src/server/workers/jobs/startJobs';
import {
  startYooKassaServer,
  YOOKASSA_CARDS,
  type YooKassaCustomer,
  type YooKassaServer,
} from '../../../../support/yooKassaServer';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const EMAIL = 'payer@example.org';

let server: YooKassaServer;
let customer: YooKassaCustomer;
/** Date of the first charge, in ms. */
let due: number;

beforeEach(async () => {
  server = await startYooKassaServer();
  customer = await server.customer(EMAIL);
});

async function subscribe(card?: string): Promise<void> {
  await customer.subscribe(card);
  due = (await findSubscription(server.db, customer.id)).nextChargeAt?.getTime() ?? NaN;
}

const hours = (at: Date | number): number => Math.round((Number(at) - due) / HOUR_MS);

/** Moves the clock to some hours after the due date, without running any job. */
const jump = (after: number): void => server.clock.set(new Date(due + after * HOUR_MS + MINUTE_MS));

/**
 * Runs all jobs now, some hours after the due date, and in between every twelve hours (counted from the due date) if one of
 * the jobs is due.
 */
async function runUntil(after: number): Promise<void> {
  await server.settle();
  for (let hour = -72; hour < after; hour += 12) {
    if (due + hour * HOUR_MS + MINUTE_MS <= server.clock.now().getTime()) continue;
    jump(hour);
    const next = await nextJobDueAt(server.db);
    if (next !== null && next <= server.clock.now()) await server.settle();
  }
  jump(after);
  await server.settle();
}

/** Returns the hours after the due date at which each charge was requested. */
async function attempts(): Promise<number[]> {
  const rows = await server.db.select().from(requestedPayments).where(eq(requestedPayments.kind, 'charge'));
  return rows.map(({ requestedAt }) => hours(requestedAt)).sort((a, b) => a - b);
}

const subjects = (pattern: RegExp): string[] =>
  server.mailbox
    .emailsTo(EMAIL)
    .map(({ subject }) => subject)
    .filter((subject) => pattern.test(subject));
const announcements = (): string[] => subjects(/спишем|списание/i);
const declines = (): string[] => subjects(/Не получилось списать/);
const ends = (): string[] => subjects(/остановлена/);
const subscription = () => readSubscription(server.db, customer.id, server.clock.now());

/** Makes the mail server unavailable or available. */
const mail = (isUp: boolean): void => server.mailbox.failNext(isUp ? 0 : Number.MAX_SAFE_INTEGER);

describe('a first attempt', () => {
  it('is made 72 hours later if the mail server took the announcement an hour before', async () => {
    await subscribe();
    jump(-73);
    mail(false);
    await runUntil(-1.5);
    mail(true);
    await runUntil(-1);
    await runUntil(71);
    expect(await attempts()).toEqual([]);
    expect(await subscription()).toMatchObject({ status: 'ACTIVE', isActive: true });
    expect(hours((await subscription()).expirationDate ?? 0)).toBe(72);
    await runUntil(73);
    expect(await attempts()).toEqual([72]);
    expect(announcements()).toHaveLength(2);
    expect(new Date((await subscription()).expirationDate ?? 0).getUTCDate()).toBe(
      new Date(due).getUTCDate(),
    );
  });

  it.each([6, 47])('is made 72 hours later if this server was off until %d hours before', async (before) => {
    await subscribe();
    jump(-before);
    await runUntil(71);
    expect(await attempts()).toEqual([]);
    expect(await subscription()).toMatchObject({ status: 'ACTIVE', isActive: true });
    await runUntil(73);
    expect(await attempts()).toEqual([72]);
    expect(announcements()).toHaveLength(2);
  });

  it('is made on its date if the announcement was accepted 49 hours before', async () => {
    await subscribe();
    jump(-49);
    await runUntil(1);
    expect(await attempts()).toEqual([0]);
  });

  it('is postponed again while the mail server is unavailable, and access continues', async () => {
    await subscribe();
    jump(-73);
    mail(false);
    await runUntil(4 * 24);
    expect(await attempts()).toEqual([]);
    expect(await subscription()).toMatchObject({ status: 'ACTIVE', isActive: true });
    mail(true);
    await runUntil(10 * 24);
    expect(await attempts()).toHaveLength(1);
    expect(await subscription()).toMatchObject({ status: 'ACTIVE', isActive: true });
  });

  it('is made on its date if the mailbox rejected the announcement 48 hours before, and staff see it', async () => {
    await subscribe();
    server.mailbox.bounce(EMAIL);
    jump(-73);
    await runUntil(-1);
    expect(hours((await subscription()).expirationDate ?? 0)).toBe(0);
    const [email] = await listUndeliveredEmails(server.db, { before: null, limit: 10 });
    expect(email).toMatchObject({
      email: EMAIL,
      template: 'chargeUpcoming',
      rejectedSince: expect.anything() as unknown,
    });
    await runUntil(1);
    expect(await attempts()).toEqual([0]);
    expect(await subscription()).toMatchObject({ status: 'ACTIVE', isActive: true });
  });

  it('is made 72 hours later if the mailbox rejected the announcement less than 48 hours before', async () => {
    await subscribe();
    server.mailbox.bounce(EMAIL);
    jump(-40);
    await runUntil(73);
    expect(await attempts()).toEqual([72]);
    expect(await subscription()).toMatchObject({ status: 'ACTIVE', isActive: true });
  });
});

describe('a mailbox that rejects emails temporarily', () => {
  it('counts as rejected for good after five days, so that the renewal continues', async () => {
    await subscribe();
    jump(-73);
    server.mailbox.fill(EMAIL);
    await runUntil(143);
    expect(await attempts()).toEqual([]);
    expect(await subscription()).toMatchObject({ status: 'ACTIVE', isActive: true });
    await runUntil(145);
    expect(await attempts()).toEqual([144]);
    expect(await subscription()).toMatchObject({ status: 'ACTIVE', isActive: true });
    const [email] = await listUndeliveredEmails(server.db, { before: null, limit: 10 });
    expect(email).toMatchObject({ email: EMAIL, rejectedSince: expect.anything() as unknown });
  });

  it('delays the charge only until it accepts emails again', async () => {
    await subscribe();
    jump(-73);
    server.mailbox.fill(EMAIL);
    await runUntil(1);
    expect(await findRejectedAddress(server.db, EMAIL)).toBeNull();
    server.mailbox.fill(EMAIL, false);
    await runUntil(73);
    expect(await attempts()).toEqual([72]);
    expect(announcements()).toHaveLength(1);
  });

  it('does not count as rejected because of a rejection that was long ago', async () => {
    await subscribe();
    jump(-73);
    const at = new Date(server.clock.now().getTime() - 30 * 24 * HOUR_MS);
    await noteUndecidedAddress(server.db, EMAIL, { reason: '450 4.2.0', rejectedAt: at, gapMs: HOUR_MS });
    server.mailbox.fill(EMAIL);
    await runUntil(-1);
    expect(await findRejectedAddress(server.db, EMAIL)).toBeNull();
  });
});

describe('an attempt after a decline', () => {
  it('is made on the next days after the email about the decline', async () => {
    await subscribe(YOOKASSA_CARDS.onlyFirst);
    jump(-73);
    await runUntil(80);
    expect(await attempts()).toEqual([0, 24, 48]);
    expect(announcements()).toHaveLength(1);
    expect(declines()).toHaveLength(1);
  });

  it('is announced again if the email about the decline was not accepted before it', async () => {
    await subscribe(YOOKASSA_CARDS.onlyFirst);
    jump(-73);
    await runUntil(-1);
    mail(false);
    await runUntil(30);
    expect(await attempts()).toEqual([0]);
    mail(true);
    await runUntil(95);
    expect(await attempts()).toEqual([0]);
    expect(announcements()).toHaveLength(2);
    expect(declines()).toHaveLength(1);
    expect(await subscription()).toMatchObject({ status: 'ACTIVE', isActive: true });
    await runUntil(200);
    expect(await attempts()).toEqual([0, 96, 120]);
    expect(await subscription()).toMatchObject({ status: 'EXPIRED' });
  });

  it('is not made after access has ended without another announcement', async () => {
    await subscribe(YOOKASSA_CARDS.onlyFirst);
    jump(-73);
    await runUntil(-1);
    jump(36);
    await runUntil(140);
    // Access ends after 72 hours, and the third attempt would be due after 84 hours.
    expect(await attempts()).toEqual([36, 60]);
    expect(announcements()).toHaveLength(2);
    expect(await subscription()).toMatchObject({ status: 'ACTIVE', isActive: true });
    await runUntil(145);
    expect(await attempts()).toEqual([36, 60, 144]);
    await runUntil(220);
    expect(await subscription()).toMatchObject({ status: 'EXPIRED', isActive: false });
    expect(ends()).toHaveLength(1);
  });

  it('is announced again if this server was off until access had ended', async () => {
    await subscribe(YOOKASSA_CARDS.onlyFirst);
    jump(-73);
    await runUntil(10);
    jump(75);
    await runUntil(146);
    expect(await attempts()).toEqual([0]);
    expect(announcements()).toHaveLength(2);
    await runUntil(148);
    expect(await attempts()).toEqual([0, 148]);
  });
});

describe('a renewal whose last attempt failed', () => {
  /** Stores the outcome of a last attempt that was requested before access ended and is learned afterwards. */
  async function failLate(): Promise<void> {
    await subscribe();
    jump(-73);
    await runUntil(-1);
    await server.fake.change({ nextChargeReason: 'permission_revoked', drop: true, faults: ['errorAfter'] });
    jump(71.9);
    await server.settle();
    expect(await attempts()).toEqual([72]);
    server.connect(false);
    jump(75);
  }

  it('ends although the attempt failed after access had ended', async () => {
    await failLate();
    server.connect(true);
    await server.settle();
    await server.settle();
    expect(await subscription()).toMatchObject({ status: 'EXPIRED', isActive: false });
    expect(await findSubscription(server.db, customer.id)).toMatchObject({ recurring: false });
    const [row] = await server.db.select().from(subscriptions);
    expect(row?.statusChangesAt).toBeNull();
    expect(await server.db.select().from(savedMethods)).toEqual([]);
    expect(ends()).toHaveLength(1);
    expect(declines()).toHaveLength(1);
  });

  it('ends with both emails if the mail server is unavailable until after the end', async () => {
    await subscribe();
    await server.fake.change({ nextChargeReason: 'permission_revoked' });
    jump(-73);
    await runUntil(-1);
    mail(false);
    await runUntil(80);
    mail(true);
    await runUntil(90);
    expect(await attempts()).toEqual([0]);
    expect(await subscription()).toMatchObject({ status: 'EXPIRED' });
    expect(await server.db.select().from(savedMethods)).toEqual([]);
    expect(declines()).toHaveLength(1);
    expect(ends()).toHaveLength(1);
    const text = server.mailbox.emailsTo(EMAIL).find(({ subject }) => /Не получилось/.test(subject))?.text;
    expect(text).not.toContain('Доступ пока работает');
  });

  it('ends three days after the charge date', async () => {
    await subscribe();
    await server.fake.change({ nextChargeReason: 'permission_revoked' });
    jump(-73);
    await runUntil(71);
    expect(await subscription()).toMatchObject({ status: 'ACTIVE', isActive: true });
    await runUntil(73);
    expect(await subscription()).toMatchObject({ status: 'EXPIRED', isActive: false });
  });
});
