/**
 * Tests access days granted by senior staff. The days are appended to existing access, idempotent per request id, limited
 * and audited.
 */
import { eq } from 'drizzle-orm';
import { staffAudit } from '../../../../../src/server/store/schema/staff';
import { subscriptions } from '../../../../../src/server/store/schema/subscriptions';
import { emailIdentity, openAccount } from '../../../../../src/server/usecases/accounts/accounts';
import { change } from '../../../../../src/server/usecases/billing/ledger/change';
import { deliverDueOutbox } from '../../../../../src/server/workers/delivery/deliverOutbox';
import type { BodyOf } from '../../../../../src/shared/contract/call';
import type { Contract } from '../../../../../src/shared/contract/contract';
import {
  GRANT_DAYS_MAX,
  GRANT_DAYS_MAX_IN_YEAR,
} from '../../../../../src/shared/contract/staffAccountRecovery';
import { renewalPayment } from '../../../../support/paymentEvents';
import { startTestServer, type TestServer } from '../../../../support/server';
import { signInByEmail, signInStaffAs } from '../../../../support/signIn';

const EMAIL = 'vasilisa@example.com';
const DAY = 86_400_000;

let server: TestServer;
let senior: string;

beforeEach(async () => {
  server = await startTestServer();
  await signInByEmail(server, EMAIL);
  senior = (await signInStaffAs(server, 'senior')).accessToken;
});

afterEach(() => deliverDueOutbox(server.deps));

const give = (body: Partial<BodyOf<Contract['grantDays']>> = {}, token = senior) =>
  server.call('grantDays', {
    token,
    body: {
      ...{ userId: 1, days: 5, reason: 'outage', comment: 'a night', requestKey: 'request-key-number-1' },
      ...body,
    },
  });

async function pay(): Promise<void> {
  const at = server.clock.now();
  const recurringPaymentStartAt = new Date(at.getTime() + 30 * DAY).toISOString();
  const data = renewalPayment({ transactionId: '101', role: 'first', recurringPaymentStartAt });
  await server.db.transaction((tx) => change(tx, 1, [{ key: 'paid:101', at, data }], at));
}

const row = async () => (await server.db.select().from(subscriptions))[0];
const audits = async (action: 'grantDays' | 'grantDaysRejected') =>
  server.db.select().from(staffAudit).where(eq(staffAudit.action, action));

it('gives access to a customer without access, and returns its expiry', async () => {
  expect((await give()).status).toBe(200);
  const until = new Date(server.clock.now().getTime() + 5 * DAY);
  expect(await row()).toMatchObject({ status: 'GIFTED', accessUntil: until, recurring: false });
  await deliverDueOutbox(server.deps);
  const emailMessage = server.mailbox.emailsTo(EMAIL).at(-1);
  expect(emailMessage?.subject).toContain('Добавили 5\u00a0дней');
  expect(emailMessage?.text).toContain('Новых списаний не будет');
});

it('extends paid access, and moves the charge by the same number of days', async () => {
  await pay();
  const paid = await row();
  await give({ days: 3 });
  const moved = (date: Date | null | undefined) => new Date((date?.getTime() ?? 0) + 3 * DAY);
  expect(await row()).toMatchObject({
    status: 'ACTIVE',
    accessUntil: moved(paid?.accessUntil),
    nextChargeAt: moved(paid?.nextChargeAt),
  });
});

it('leaves a CANCELED subscription CANCELED, with longer access', async () => {
  await pay();
  await server.call('stopRenewal', { token: senior, body: { userId: 1, comment: '' } });
  const cancelled = await row();
  await give();
  expect(await row()).toMatchObject({
    status: 'CANCELED',
    accessUntil: new Date((cancelled?.accessUntil?.getTime() ?? 0) + 5 * DAY),
  });
});

it('is idempotent per request id, and without a request id grants again', async () => {
  const responses = await Promise.all([give(), give(), give()]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await row())?.accessUntil).toEqual(new Date(server.clock.now().getTime() + 5 * DAY));
  expect(await audits('grantDays')).toMatchObject([
    { accountId: 1, details: { days: 5, grantReason: 'outage', comment: 'a night' } },
  ]);
  const other = await openAccount(server.db, server.deps, emailIdentity('koschei@example.com'));
  const changes = [{ days: 6 }, { comment: 'a day' }, { reason: 'other' as const }, { userId: other.id }];
  for (const changed of changes)
    expect(await give(changed)).toMatchObject({ status: 409, error: { code: 'CONFLICT' } });
});

it('is limited per year, and a rejected attempt is audited', async () => {
  for (let time = 0; time * GRANT_DAYS_MAX < GRANT_DAYS_MAX_IN_YEAR; time += 1)
    expect(
      (await give({ days: GRANT_DAYS_MAX, requestKey: `request-key-number-${String(time)}` })).status,
    ).toBe(200);
  expect(await give({ days: 1, requestKey: 'request-key-one-too-many' })).toMatchObject({
    status: 409,
    error: { fields: ['days'] },
  });
  expect(await audits('grantDaysRejected')).toMatchObject([{ accountId: 1, details: { days: 1 } }]);
  server.clock.advance(366 * DAY);
  senior = (await signInStaffAs(server, 'senior', 'other')).accessToken;
  expect((await give({ days: 1, requestKey: 'request-key-a-year-on' })).status).toBe(200);
});

it.each([0, 1.5, GRANT_DAYS_MAX + 1])('rejects %d days', async (days) => {
  expect(await give({ days })).toMatchObject({ status: 400, error: { code: 'INVALID_REQUEST' } });
});

it('is rejected for support, and for an unknown customer', async () => {
  const support = (await signInStaffAs(server, 'support')).accessToken;
  expect((await give({}, support)).status).toBe(403);
  expect((await give({ userId: 99 })).status).toBe(404);
});
