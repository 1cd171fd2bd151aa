/** Tests the timeline of a customer: its entries, the order of the entries, and the permission to read the timeline. */
import { eq, sql } from 'drizzle-orm';
import type { Settings } from '../../../../src/server/deps';
import type { LedgerEvent } from '../../../../src/server/domain/billing/ledgerEvents';
import { withRequestId } from '../../../../src/server/logging/requestId';
import { insertAccountEvent } from '../../../../src/server/store/accountEvents';
import { accountEvents } from '../../../../src/server/store/schema/accountEvents';
import { connections } from '../../../../src/server/store/schema/devices';
import { outbox } from '../../../../src/server/store/schema/outbox';
import { staffAudit } from '../../../../src/server/store/schema/staff';
import {
  connectionsQuery,
  encodePlace,
  eventsQuery,
  staffActionsQuery,
} from '../../../../src/server/store/timeline';
import { LIMITS } from '../../../../src/server/throttle/limits';
import { ONE_READ_ACCESS_MS } from '../../../../src/server/usecases/audit/readAccess';
import { change } from '../../../../src/server/usecases/billing/ledger/change';
import { attachDevice, recordConnection } from '../../../../src/server/usecases/customer/devices';
import { createGift } from '../../../../src/server/usecases/gifts/gifts';
import { deliverDueOutbox } from '../../../../src/server/workers/delivery/deliverOutbox';
import { updateLapsedStatuses } from '../../../../src/server/workers/jobs/updateLapsedStatuses';
import { cloudPaymentsDecline } from '../../../../src/shared/cloudPaymentsDeclines';
import type { TimelineEntry, TimelineKind } from '../../../../src/shared/contract/timeline';
import { MONTH_KOPECKS } from '../../../support/offer';
import { PROVIDER } from '../../../support/paymentEvents';
import { renewalPayment } from '../../../support/paymentEvents';
import { startTestServer, type TestServer } from '../../../support/server';
import {
  readEmail,
  requestEmail,
  signInByEmail,
  signInStaffAs,
  STAFF_PASSWORD,
} from '../../../support/signIn';

const EMAIL = 'vasilisa@example.com';

let server: TestServer;
let token: string;

async function start(settings: Partial<Settings> = {}): Promise<void> {
  server = await startTestServer({ settings });
  token = (await signInStaffAs(server, 'senior')).accessToken;
}

beforeEach(() => start());

/** Signs the staff member in again, because the session has expired. */
async function signInAgain(): Promise<void> {
  const body = { username: 'senior', password: STAFF_PASSWORD };
  token = (await server.call('staffLogin', { body })).body.accessToken;
}

interface View {
  kinds?: TimelineKind[];
  before?: string;
  size?: number;
}

const view = (body: View = {}) => server.call('getTimeline', { token, body: { userId: 1, ...body } });
const entries = async (body: View = {}) => (await view(body)).body.entries;
const words = (list: readonly TimelineEntry[]) => list.map(({ kind, action }) => `${kind} ${action}`);

async function readPages(size: number, kinds?: TimelineKind[]): Promise<TimelineEntry[]> {
  const all: TimelineEntry[] = [];
  let before: string | undefined;
  do {
    const { body } = await view({
      size,
      ...(kinds === undefined ? {} : { kinds }),
      ...(before === undefined ? {} : { before }),
    });
    expect(body.entries.length).toBeLessThanOrEqual(size);
    all.push(...body.entries);
    before = body.next ?? undefined;
  } while (before !== undefined);
  return all;
}

describe('an entry is written', () => {
  it('for a sign-in by the link and by the code, including the emails before the account existed', async () => {
    const customer = await signInByEmail(server, EMAIL);
    server.clock.advance(60_000);
    await server.call('logOut', { token: customer.accessToken, body: {} });
    const { mailToken, code } = await requestEmail(server, EMAIL);
    const { body } = await server.call('redeemEmailCode', { body: { mailToken, code } });
    await server.call('restoreEmailLink', { body: { token: body.token ?? '' } });
    const list = await entries();
    expect(words(list)).toEqual([
      'signIn signedIn',
      'email signIn',
      'signIn signedOut',
      'signIn signedIn',
      'email signIn',
    ]);
    expect(list.map(({ details }) => details)).toEqual([
      { provider: 'email', way: 'code', gift: false, isNew: false },
      { by: 'customer' },
      {},
      { provider: 'email', way: 'link', gift: false, isNew: true },
      { by: 'customer' },
    ]);
    expect(list[1]?.outcome).toEqual({ state: 'delivered', reason: null });
    expect((await server.db.select().from(accountEvents)).every(({ email }) => email === null)).toBe(true);
  });

  it('for a sign-in by Google', async () => {
    await server.call('registerByGoogle', {
      token: await server.google.idToken(EMAIL),
      body: { uid: null, email: null, photoURL: null, providerId: 'google.com' },
    });
    expect(await entries({ kinds: ['signIn'] })).toMatchObject([
      { action: 'signedIn', details: { provider: 'google.com', way: 'google', isNew: true } },
    ]);
  });

  it('for an email that the mail server rejects because the mailbox does not exist', async () => {
    await signInByEmail(server, EMAIL);
    server.mailbox.bounce(EMAIL);
    await server.call('sendEmailLink', {
      body: { email: EMAIL, platform: 'web', fcmToken: '', giftKey: null },
    });
    await deliverDueOutbox(server.deps);
    const [emailMessage] = await entries({ kinds: ['email'] });
    expect(emailMessage?.outcome).toEqual({ state: 'bounced', reason: '550 5.1.1 No such user' });
    const { body } = await server.call('getUserById', { query: { id: 1 }, token });
    expect(body.mailboxRejectedAt).toBe(server.clock.now().toISOString());
  });

  it('for an email that is not delivered, with the reason', async () => {
    await signInByEmail(server, EMAIL);
    server.mailbox.failNext(1);
    await server.call('sendEmailLink', {
      body: { email: EMAIL, platform: 'web', fcmToken: '', giftKey: null },
    });
    await deliverDueOutbox(server.deps);
    const [emailMessage] = await entries({ kinds: ['email'] });
    expect(emailMessage?.outcome?.state).toBe('pending');
    expect(emailMessage?.outcome?.reason).toContain('The mail server does not answer.');
    server.clock.advance(11 * 60_000);
    await deliverDueOutbox(server.deps);
    expect((await entries({ kinds: ['email'] }))[0]?.outcome?.state).toBe('dropped');
  });

  it('for the sign-in email of a gift and for a sign-in email sent by staff', async () => {
    await signInByEmail(server, EMAIL);
    const { activationKey } = await createGift(
      server.deps,
      { staffId: null, username: 'test', ip: '127.0.0.1', requestId: 'test' },
      { months: 3 },
    );
    server.clock.advance(60_000);
    await requestEmail(server, EMAIL, activationKey);
    server.clock.advance(60_000);
    await server.call('resendSignInEmail', { token, body: { userId: 1 } });
    await deliverDueOutbox(server.deps);
    const outcome = { state: 'delivered', reason: null };
    expect(await entries({ kinds: ['email'] })).toMatchObject([
      { action: 'signIn', details: { by: 'staff' }, outcome },
      { action: 'giftSignIn', details: { by: 'customer' }, outcome },
      { action: 'signIn', details: { by: 'customer' }, outcome },
    ]);
  });

  it('for an email that was not sent, with the cause', async () => {
    await start({ mode: 'production' });
    await signInByEmail(server, EMAIL);
    const body = { email: EMAIL, platform: 'web', fcmToken: '', giftKey: 'a-gift-key-of-nobody' };
    await server.call('sendGiftEmailLink', { body });
    const { tries } = LIMITS.emailsToMailboxFromNetwork;
    for (let index = 0; index < tries; index += 1) {
      await server.call('sendEmailLink', { body: { ...body, giftKey: null } });
    }
    const list = await entries({ kinds: ['email'], size: 100 });
    expect(list[0]).toMatchObject({ action: 'signInRejected', details: { reason: 'tooManyEmails' } });
    expect(list.map(({ details }) => details['reason'])).toContain('giftKey');
  });

  it('for devices, connections, pushes and gifts', async () => {
    const customer = await signInByEmail(server, EMAIL);
    const device = { accountId: 1, deviceId: 'one', deviceName: 'Phone', platform: 'android' };
    server.clock.advance(1000);
    await attachDevice(server.db, server.clock, { ...device, firebaseToken: 'token-1' });
    await attachDevice(server.db, server.clock, { ...device, firebaseToken: 'token-1' });
    server.clock.advance(1000);
    await recordConnection(server.db, server.clock, { accountId: 1, deviceId: 'one', success: false });
    server.clock.advance(1000);
    await server.call('sendPush', { token, query: { token: 'token-1' }, body: { type: 'TURN_OFF' } });
    server.clock.advance(1000);
    server.pushService.outcome = { kind: 'failed', reason: 'QUOTA_EXCEEDED' };
    await server.call('sendPush', { token, query: { token: 'token-1' }, body: { type: 'LOGOUT' } });
    server.clock.advance(1000);
    await server.call('detachDevice', { token, body: { email: EMAIL, uid: customer.uid, deviceId: 'one' } });
    server.clock.advance(1000);
    const { body } = await server.call('createGift', { token, body: { months: 3 } });
    await server.call('activateGift', {
      token: customer.accessToken,
      body: { key: body.activationKey, providerId: 'email' },
    });
    const list = await entries();
    expect(words(list)).toEqual([
      'email giftActivated',
      'status changed',
      'gift activated',
      'device detached',
      'push failed',
      'push delivered',
      'connection failed',
      'device attached',
      'signIn signedIn',
      'email signIn',
    ]);
    expect(list[1]?.details).toEqual({
      from: 'NOT_ACTIVE',
      to: 'GIFTED',
      until: '2027-02-21T09:00:06.000Z',
      cause: 'giftGranted',
    });
    expect(list[2]?.details).toEqual({ months: 3, giftId: 1 });
    expect(list[3]?.details).toEqual({
      deviceId: 'one',
      deviceName: 'Phone',
      platform: 'android',
      by: 'staff',
      username: 'senior',
      success: true,
    });
    expect(list[4]?.details).toMatchObject({
      type: 'LOGOUT',
      deviceName: 'Phone',
      reason: 'QUOTA_EXCEEDED',
      username: 'senior',
    });
  });

  it('for payments, declines, refunds and each status change with its cause, once however often it is reported', async () => {
    await signInByEmail(server, EMAIL);
    const at = (minutes: number) => new Date(server.clock.now().getTime() + minutes * 60_000);
    const paid = {
      key: 'paid:1',
      at: at(1.5),
      data: renewalPayment({ transactionId: '1', recurringPaymentStartAt: '2026-12-21T09:00:00.000Z' }),
    };
    const record = (...events: LedgerEvent[]) =>
      server.db.transaction((tx) => change(tx, 1, events, server.clock.now()));
    server.clock.advance(60_000);
    await record({
      key: 'failed:0',
      at: at(0),
      data: {
        kind: 'paymentFailed',
        provider: PROVIDER,
        transactionId: '0',
        orderId: 'o-1',
        role: 'first',
        decline: cloudPaymentsDecline(5051),
      },
    });
    server.clock.advance(60_000);
    await record(paid);
    await record(paid);
    server.clock.advance(60_000);
    await record({ key: 'c', at: at(0), data: { kind: 'cancelled', by: 'customer' } });
    server.clock.set('2026-12-21T09:00:01.000Z');
    await updateLapsedStatuses(server.deps);
    server.clock.advance(60_000);
    await record({
      key: 'r',
      at: at(0),
      data: {
        kind: 'refunded',
        provider: PROVIDER,
        transactionId: '1',
        refundId: '2',
        amountKopecks: MONTH_KOPECKS,
      },
    });
    await signInAgain();
    const list = (await entries({ kinds: ['payment', 'status'] })).reverse();
    expect(words(list)).toEqual([
      'payment declined',
      'payment paid',
      'status changed',
      'status changed',
      'status changed',
      'payment refunded',
    ]);
    expect(list[0]?.details).toMatchObject({ decline: cloudPaymentsDecline(5051), transactionId: '0' });
    expect(list[1]).toMatchObject({
      at: '2026-11-21T09:01:30.000Z',
      details: {
        amountKopecks: MONTH_KOPECKS,
        transactionId: '1',
        cardMask: '•••• 4242',
        verdict: 'counted',
      },
    });
    expect(list.filter(({ kind }) => kind === 'status').map(({ details }) => details)).toMatchObject([
      { from: 'NOT_ACTIVE', to: 'ACTIVE', cause: 'paymentSucceeded' },
      { from: 'ACTIVE', to: 'CANCELED', cause: 'cancelled', by: 'customer' },
      { from: 'CANCELED', to: 'EXPIRED', cause: 'time' },
    ]);
    expect(list[5]?.details).toMatchObject({
      amountKopecks: MONTH_KOPECKS,
      transactionId: '1',
      refundId: '2',
    });
  });

  it('with the id of the request, or without one for changes by the server itself', async () => {
    const asked = await server.call('sendEmailLink', {
      body: { email: EMAIL, platform: 'web', fcmToken: '', giftKey: null },
    });
    const { linkToken } = await readEmail(server, EMAIL);
    const redeemed = await server.call('redeemEmailLink', { body: { linkToken, email: EMAIL } });
    const restored = await server.call('restoreEmailLink', { body: { token: redeemed.body.token ?? '' } });
    const resent = await server.call('resendSignInEmail', { token, body: { userId: 1 } });
    const ids = [resent, restored, asked].map(({ headers }) => headers.get('X-Request-Id'));
    expect(ids.every((id) => id !== null)).toBe(true);
    expect((await entries()).map(({ requestId }) => requestId)).toEqual(ids);
    await insertAccountEvent(
      server.db,
      { accountId: 1 },
      { at: server.clock.now(), kind: 'payment', details: { action: 'cardRemoved' } },
    );
    expect((await entries({ kinds: ['payment'] }))[0]?.requestId).toBeNull();
  });

  it('without secrets', async () => {
    const { linkToken, mailToken, code } = await requestEmail(server, EMAIL);
    const redeemed = await server.call('redeemEmailLink', { body: { linkToken, mailToken } });
    const restored = await server.call('restoreEmailLink', { body: { token: redeemed.body.token ?? '' } });
    await server.call('resendSignInEmail', { token, body: { userId: 1 } });
    const text = JSON.stringify((await view()).body);
    for (const secret of [linkToken, mailToken, code, redeemed.body.token, restored.body.accessToken]) {
      expect(secret).toBeTruthy();
      expect(text).not.toContain(secret);
    }
  });
});

describe('reading', () => {
  const at = new Date('2026-11-20T12:00:00.000Z');

  /** Creates 60 entries of three sources, with three entries at each timestamp. */
  async function fill(): Promise<void> {
    await signInByEmail(server, EMAIL);
    await server.db.delete(accountEvents);
    for (let index = 0; index < 20; index += 1) {
      const moment = new Date(at.getTime() - Math.floor(index / 4) * 60_000);
      await insertAccountEvent(
        server.db,
        { accountId: 1 },
        index % 2 === 0
          ? { at: moment, kind: 'payment', details: { action: 'voided', transactionId: `${index}` } }
          : { at: moment, kind: 'gift', details: { action: 'activated', months: 1, giftId: index } },
      );
      await server.db.insert(connections).values({
        accountId: 1,
        deviceId: 'one',
        deviceName: `Phone ${index}`,
        platform: 'ios',
        connectedAt: moment,
        success: true,
      });
      await server.db.insert(staffAudit).values({
        at: moment,
        staffId: 1,
        username: 'senior',
        action: 'refund',
        accountId: 1,
        details: { index },
        ip: '10.0.0.1',
        requestId: `r-${index}`,
      });
    }
  }

  it.each([1, 2, 3, 7, 59, 60, 61, 100])(
    'returns every entry once, newest first, in pages of %p, although many entries share a timestamp',
    async (size) => {
      await fill();
      const whole = await entries({ size: 100 });
      expect(whole).toHaveLength(60);
      expect(new Set(whole.map(({ id }) => id)).size).toBe(60);
      const moments = whole.map((entry) => entry.at);
      expect(moments).toEqual([...moments].sort().reverse());
      expect(await readPages(size)).toEqual(whole);
    },
  );

  it('filters by kind, page by page', async () => {
    await fill();
    const paged = await readPages(3, ['gift', 'connection']);
    expect(paged).toHaveLength(30);
    expect(new Set(paged.map(({ kind }) => kind))).toEqual(new Set(['gift', 'connection']));
    expect(paged).toEqual((await entries({ size: 100 })).filter(({ kind }) => /gift|conn/.test(kind)));
  });

  it('keeps its position while newer entries are added', async () => {
    await fill();
    const whole = await entries({ size: 100 });
    const first = (await view({ size: 20 })).body;
    await insertAccountEvent(
      server.db,
      { accountId: 1 },
      { at: server.clock.now(), kind: 'signIn', details: { action: 'signedOut' } },
    );
    const second = (await view({ size: 20, before: first.next ?? '' })).body;
    expect([...first.entries, ...second.entries]).toEqual(whole.slice(0, 40));
  });

  it('scans indexes, starting where the last page ended', async () => {
    await fill();
    // With few rows every index is equally fast, so rows that concern no customer are added, as in a real log.
    const audit = { at, staffId: 1, username: 'senior', action: 'signIn', details: {}, ip: '10.0.0.1' };
    const rows = Array.from({ length: 2000 }, (_, index) => ({ ...audit, requestId: `n-${index}` }));
    await server.db.insert(staffAudit).values(rows);
    const query = {
      accountId: 1,
      kinds: ['payment', 'gift'] as const,
      after: { at, source: 'event' as const, id: 10 },
      limit: 31,
    };
    await server.db.transaction(async (tx) => {
      await tx.execute(sql`analyze staff_audit, account_events, connections, outbox`);
      await tx.execute(sql`set local enable_seqscan = off`);
      await tx.execute(sql`set local enable_bitmapscan = off`);
      // The database planner may choose any kind of join for the few rows of a page.
      await tx.execute(sql`set local enable_mergejoin = off`);
      const readPlan = async (built: { getSQL(): ReturnType<typeof sql> }) =>
        JSON.stringify((await tx.execute(sql`explain ${built.getSQL()}`)).rows);
      const events = await readPlan(eventsQuery(tx, query));
      expect(events).toContain('Index Scan Backward using account_events_account');
      expect(events).not.toContain('Sort Key');
      expect(events).toMatch(/Index Cond: \(\(account_id = 1\) AND \(at <= /);
      expect(events).not.toContain('Seq Scan');
      const connected = await readPlan(connectionsQuery(tx, query));
      expect(connected).toContain('Index Scan Backward using connections_account');
      expect(connected).not.toContain('Sort');
      const staffed = await readPlan(staffActionsQuery(tx, query));
      expect(staffed).toMatch(/Index Scan (Backward )?using staff_audit_account/);
      expect(staffed).not.toContain('Seq Scan');
    });
  });

  it('contains nothing of another account and no read access by staff', async () => {
    await signInByEmail(server, EMAIL);
    await signInByEmail(server, 'ivan@example.com');
    await server.call('getUserById', { token, query: { id: 1 } });
    await server.call('getConnectionLogs', { token, query: { userId: 1 } });
    expect(words(await entries())).toEqual(['signIn signedIn', 'email signIn']);
  });

  it('does not exist for an unknown account', async () => {
    expect((await server.call('getTimeline', { token, body: { userId: 4711 } })).status).toBe(404);
  });

  it.each([
    { size: 0 },
    { size: 101 },
    { kinds: ['payments'] },
    { before: 'nonsense' },
    { before: encodePlace({ at: new Date(8.64e15), source: 'event', id: 1 }) },
    { before: Buffer.from('1.event.99999999999').toString('base64url') },
    { before: "' or 1=1 --" },
  ])('rejects %j with 400', async (body) => {
    await signInByEmail(server, EMAIL);
    const response = await server.fetch('/api/panel/users/timeline', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ userId: 1, ...body }),
    });
    expect(response.status).toBe(400);
  });

  it('writes one audit entry per visit, however many pages and filters it reads', async () => {
    await fill();
    const readAccesses = async () =>
      (await server.db.select().from(staffAudit).where(eq(staffAudit.action, 'viewUser'))).length;
    await readPages(5);
    await view({ kinds: ['staff'] });
    expect(await readAccesses()).toBe(1);
    const support = (await signInStaffAs(server, 'support')).accessToken;
    const place = encodePlace({ at: new Date('2030-01-01T00:00:00.000Z'), source: 'event', id: 1 });
    await server.call('getTimeline', { token: support, body: { userId: 1, before: place } });
    expect(await readAccesses()).toBe(2);
    server.clock.advance(ONE_READ_ACCESS_MS);
    await signInAgain();
    await view();
    expect(await readAccesses()).toBe(3);
  });
});

describe('a staff action is one entry', () => {
  const action = {
    at: new Date('2026-11-20T12:00:00.000Z'),
    staffId: 1,
    username: 'senior',
    accountId: 1,
    ip: '10.0.0.1',
  };
  const push = { deviceId: 'one', push: { type: 'LOGOUT' } };

  /**
   * Records a push as the server does: first the audited action, and then the result after the push service has
   * responded.
   */
  async function writePush(): Promise<void> {
    const requestId = 'request-1';
    await server.db.insert(staffAudit).values({ ...action, requestId, action: 'sendPush', details: push });
    await withRequestId(requestId, () =>
      insertAccountEvent(
        server.db,
        { accountId: 1 },
        {
          at: action.at,
          kind: 'push',
          details: { action: 'delivered', type: 'LOGOUT', deviceId: 'one', deviceName: 'Phone' },
        },
      ),
    );
  }

  beforeEach(async () => {
    await signInByEmail(server, EMAIL);
    await server.db.delete(accountEvents);
  });

  it('for a push: author, content, device, result and request id', async () => {
    await writePush();
    expect(await entries()).toMatchObject([
      {
        kind: 'push',
        action: 'delivered',
        requestId: 'request-1',
        details: { type: 'LOGOUT', deviceName: 'Phone', username: 'senior' },
      },
    ]);
    expect(await entries({ kinds: ['push'] })).toHaveLength(1);
    expect(await entries({ kinds: ['staff'] })).toMatchObject([
      { kind: 'staff', action: 'sendPush', requestId: 'request-1', details: { outcome: 'delivered' } },
    ]);
    expect(await readPages(1)).toHaveLength(1);
  });

  it('even if the server stopped before the push result was known', async () => {
    await server.db
      .insert(staffAudit)
      .values({ ...action, requestId: 'request-2', action: 'sendPush', details: push });
    expect(await entries()).toMatchObject([
      { kind: 'staff', action: 'sendPush', details: { username: 'senior', outcome: null } },
    ]);
  });

  it('and is not merged with a similar event of another request or account', async () => {
    await writePush();
    await signInByEmail(server, 'ivan@example.com');
    await server.db
      .insert(staffAudit)
      .values({ ...action, accountId: 2, requestId: 'request-1', action: 'sendPush', details: push });
    const result = await server.call('getTimeline', { token, body: { userId: 2, kinds: ['push', 'staff'] } });
    expect(result.body.entries).toMatchObject([{ kind: 'staff', details: { outcome: null } }]);
  });
});

describe('a sign-in email that staff send', () => {
  it('works in a browser that did not request it, once the address is entered there', async () => {
    await signInByEmail(server, EMAIL);
    expect((await server.call('resendSignInEmail', { token, body: { userId: 1 } })).body).toEqual({
      success: true,
    });
    await deliverDueOutbox(server.deps);
    const emailMessage = server.mailbox.emailsTo(EMAIL).at(-1);
    const linkToken = /\/open#t=(\S+)/.exec(emailMessage?.text ?? '')?.[1] ?? '';
    expect(emailMessage?.text.replace(/https?:\S+/g, '')).not.toMatch(/(?<!\d)\d{8}(?!\d)/);
    const bare = await server.call('redeemEmailLink', { body: { linkToken } });
    expect(bare.body).toEqual({ success: false, reason: 'emailNeeded' });
    const redeemed = await server.call('redeemEmailLink', { body: { linkToken, email: EMAIL } });
    const restored = await server.call('restoreEmailLink', { body: { token: redeemed.body.token ?? '' } });
    expect(restored.body).toMatchObject({ success: true, email: EMAIL });
    const list = await entries();
    expect(words(list).slice(0, 2)).toEqual(['signIn signedIn', 'email signIn']);
    expect(list[1]).toMatchObject({
      details: { by: 'staff', username: 'senior' },
      outcome: { state: 'delivered' },
    });
  });

  it('is rejected with 429 beyond the limit of the address, and with 404 for an unknown address', async () => {
    await start({ mode: 'production' });
    await signInByEmail(server, EMAIL);
    const statuses = new Set<number>();
    for (let index = 0; index <= LIMITS.emailsByStaff.tries; index += 1) {
      statuses.add((await server.call('resendSignInEmail', { token, body: { userId: 1 } })).status);
    }
    expect(statuses).toEqual(new Set([200, 429]));
    await deliverDueOutbox(server.deps);
    const [last] = await server.db
      .select()
      .from(outbox)
      .orderBy(sql`id desc`)
      .limit(1);
    const rejected = await server.call('resendSignInEmail', { token, body: { userId: 1 } });
    expect(rejected.status).toBe(429);
    expect(
      (
        await server.db
          .select()
          .from(outbox)
          .orderBy(sql`id desc`)
          .limit(1)
      )[0],
    ).toEqual(last);
    expect((await server.call('resendSignInEmail', { token, body: { userId: 4711 } })).status).toBe(404);
  });
});

it('keeps the entries of an address for the account that is created for it, and for no other', async () => {
  await requestEmail(server, EMAIL);
  await requestEmail(server, 'ivan@example.com');
  server.clock.advance(60_000);
  await server.call('registerByGoogle', {
    token: await server.google.idToken(EMAIL),
    body: { uid: null, email: null, photoURL: null, providerId: 'google.com' },
  });
  expect(words(await entries())).toEqual(['signIn signedIn', 'email signIn']);
  const rows = await server.db.select().from(accountEvents);
  expect(rows.filter(({ accountId }) => accountId === null).map(({ email }) => email)).toEqual([
    'ivan@example.com',
  ]);
});
