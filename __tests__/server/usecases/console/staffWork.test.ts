/** Tests staff actions on customers. */
import { devices } from '../../../../src/server/store/schema/devices';
import { staffAudit } from '../../../../src/server/store/schema/staff';
import { createUid } from '../../../../src/server/usecases/accounts/accounts';
import { ONE_READ_ACCESS_MS } from '../../../../src/server/usecases/audit/readAccess';
import { change } from '../../../../src/server/usecases/billing/ledger/change';
import { attachDevice, recordConnection } from '../../../../src/server/usecases/customer/devices';
import type { Push } from '../../../../src/shared/contract/staff';
import { insertManyAccounts } from '../../../support/manyAccounts';
import { MONTH_KOPECKS, MONTH_RUB } from '../../../support/offer';
import { renewalPayment } from '../../../support/paymentEvents';
import { startTestServer, type TestServer } from '../../../support/server';
import { signInByEmail, signInStaffAs } from '../../../support/signIn';

let server: TestServer;
let token: string;

beforeEach(async () => {
  server = await startTestServer();
  token = (await signInStaffAs(server, 'senior')).accessToken;
});

async function addCustomers(...emails: string[]): Promise<number[]> {
  return insertManyAccounts(
    server.db,
    emails.map((email) => ({ uid: createUid(), email, providerId: 'email', createdAt: server.clock.now() })),
  );
}

const auditRows = () => server.db.select().from(staffAudit).orderBy(staffAudit.id);

describe('search', () => {
  const search = async (query: {
    emailPart: string;
    page?: number;
    size?: number;
    sortBy?: 'id' | 'email' | 'createdAt';
    sortDirection?: 'ASC' | 'DESC';
  }) => (await server.call('searchUsers', { token, query })).body;
  const emails = (page: { content: { email?: string | null | undefined }[] }) =>
    page.content.map(({ email }) => email);

  it('finds a part of the email at any position, ignoring case [access-21, call-31]', async () => {
    await addCustomers('vasilisa@example.com', 'ivan@vasilki.example', 'koschei@example.com');
    expect(emails(await search({ emailPart: 'VASIL' }))).toEqual([
      'ivan@vasilki.example',
      'vasilisa@example.com',
    ]);
    expect(emails(await search({ emailPart: 'example.com' }))).toHaveLength(2);
    expect(emails(await search({ emailPart: 'zmey' }))).toEqual([]);
    expect(await search({ emailPart: 'zmey' })).toMatchObject({ total: 0, isTotalCapped: false });
    expect(await search({ emailPart: 'example', size: 1 })).toMatchObject({ total: 3, last: false });
    expect(await search({ emailPart: 'example', size: 1, page: 2 })).toMatchObject({ total: 3, last: true });
  });

  it.each([
    'andrey.kiselev.400@rambl...',
    'andrey.kiselev.400@rambl…',
    '«andrey.kiselev.400@rambler.example».',
    '<andrey.kiselev.400@rambler.example>,',
  ])('finds %s, as it is copied from the search list or a chat', async (emailPart) => {
    await addCustomers('andrey.kiselev.400@rambler.example', 'boris@example.com');
    expect(emails(await search({ emailPart }))).toEqual(['andrey.kiselev.400@rambler.example']);
    expect(emails(await search({ emailPart: '""' }))).toEqual([]);
  });

  it.each([
    ['per%', ['per%cent@example.com']],
    ['der_s', ['under_score@example.com']],
    ['l_in', []],
    ['%', ['%@example.com']],
    ['_', ['_@example.com']],
    ['%%%', []],
    ['___', []],
    ['er%ce', ['per%cent@example.com']],
    ['r%c', []],
    ['\\', []],
    ["'", []],
    ['*', []],
  ])('searches %p literally', async (emailPart, found) => {
    await addCustomers(
      'per%cent@example.com',
      'under_score@example.com',
      'plain@example.com',
      '%@example.com',
      '_@example.com',
    );
    expect(emails(await search({ emailPart }))).toEqual(found);
  });

  it('pages newest first, five at a time, and reports the last page [call-30, number-19]', async () => {
    await addCustomers(...Array.from({ length: 10 }, (_, index) => `customer${index}@example.com`));
    const first = await search({ emailPart: 'customer' });
    expect(emails(first)).toEqual([9, 8, 7, 6, 5].map((index) => `customer${index}@example.com`));
    expect(first).toMatchObject({ number: 0, size: 5, last: false });
    const second = await search({ emailPart: 'customer', page: 1 });
    expect(emails(second)).toEqual([4, 3, 2, 1, 0].map((index) => `customer${index}@example.com`));
    expect(second).toMatchObject({ number: 1, last: true });
    expect(await search({ emailPart: 'customer', page: 99, size: 100 })).toMatchObject({
      content: [],
      last: true,
    });
  });

  it('sorts by the columns of the list in both directions', async () => {
    await addCustomers('b@example.com', 'c@example.com', 'a@example.com');
    const sorted = async (sortBy: 'id' | 'email' | 'createdAt', sortDirection: 'ASC' | 'DESC') =>
      emails(await search({ emailPart: 'example', sortBy, sortDirection }))
        .map((email) => email?.charAt(0))
        .join('');
    expect(await sorted('email', 'ASC')).toBe('abc');
    expect(await sorted('email', 'DESC')).toBe('cba');
    expect(await sorted('id', 'ASC')).toBe('bca');
    expect(await sorted('createdAt', 'DESC')).toBe('acb');
  });

  it.each([
    { emailPart: 'a', page: '-1' },
    { emailPart: 'a', page: '1e9' },
    { emailPart: 'a', page: '2000' },
    { emailPart: 'a', page: '100', size: '100' },
    { emailPart: 'a', size: '0' },
    { emailPart: 'a', size: '101' },
    { emailPart: 'a', sortBy: 'uid; drop table accounts' },
    { emailPart: 'a', sortDirection: 'sideways' },
    { emailPart: 'a'.repeat(321) },
    { page: '0' },
  ])('rejects %j with 400', async (query) => {
    const response = await server.fetch(`/api/panel/users/search?${new URLSearchParams(query).toString()}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(400);
  });
});

describe('a user record', () => {
  it('names the last successful connection of an attached device', async () => {
    await signInByEmail(server, 'vasilisa@example.com');
    const phone = { accountId: 1, deviceId: 'one', deviceName: 'Phone', platform: 'Android' };
    await attachDevice(server.db, server.clock, { ...phone, firebaseToken: null });
    await recordConnection(server.db, server.clock, { accountId: 1, deviceId: 'one', success: true });
    const lastConnectedAt = server.clock.now().toISOString();
    server.clock.advance(60_000);
    await recordConnection(server.db, server.clock, { accountId: 1, deviceId: 'one', success: false });
    const { body } = await server.call('getUserById', { token, query: { id: 1 } });
    expect(body.lastConnectedAt).toBe(lastConnectedAt);
  });

  it('contains the account, the subscription and the devices [access-22, call-32]', async () => {
    const customer = await signInByEmail(server, 'vasilisa@example.com');
    await attachDevice(server.db, server.clock, {
      accountId: 1,
      deviceId: 'one',
      deviceName: 'Phone',
      platform: 'Android',
      firebaseToken: 'token-1',
    });
    const result = await server.call('getUserById', { token, query: { id: 1 } });
    expect(result.body).toEqual({
      id: 1,
      email: 'vasilisa@example.com',
      deletedAt: null,
      uid: customer.uid,
      providerId: 'email',
      registeredAt: '2026-11-21T09:00:00.000Z',
      mailboxRejectedAt: null,
      undeliveredEmail: null,
      vpnPanelReadAt: null,
      lastConnectedAt: null,
      tags: [],
      firstPayment: 1,
      firstPaymentIsActive: false,
      currency: 'RUB',
      subscription: { status: 'NOT_ACTIVE', totalCost: 0, endDate: '1970-01-01T00:00:00.000Z' },
      devices: [
        {
          id: 1,
          deviceName: 'Phone',
          deviceId: 'one',
          isActive: true,
          platform: 'android',
          firstActivation: '2026-11-21T09:00:00.000Z',
          firebaseToken: 'token-1',
          delivery: {
            until: null,
            openedAt: null,
            lastSeenAt: null,
            app: null,
            isBlocked: false,
            waiting: { problem: null, nextTryAt: null },
          },
        },
      ],
    });
  });

  it('does not exist for an unknown id', async () => {
    const result = await server.call('getUserById', { token, query: { id: 4711 } });
    expect(result.status).toBe(404);
    expect(result.error.code).toBe('NOT_FOUND');
  });
});

describe('the connection log', () => {
  it('contains the newest five entries, newest first, with the device data of that time [access-26, call-36, number-20]', async () => {
    await addCustomers('vasilisa@example.com');
    const device = { accountId: 1, deviceId: 'one', deviceName: 'Phone', platform: 'ios' };
    await attachDevice(server.db, server.clock, device);
    for (let index = 0; index < 7; index += 1) {
      await recordConnection(server.db, server.clock, {
        accountId: 1,
        deviceId: 'one',
        success: index !== 6,
      });
      server.clock.advance(60_000);
    }
    await attachDevice(server.db, server.clock, { ...device, deviceName: 'Renamed' });
    const { body } = await server.call('getConnectionLogs', { token, query: { userId: 1 } });
    expect(body).toHaveLength(5);
    expect(body[0]).toEqual({
      id: 7,
      platform: 'ios',
      deviceName: 'Phone',
      connectionDate: '2026-11-21T09:06:00.000Z',
      success: false,
    });
    expect(body.map(({ id }) => id)).toEqual([7, 6, 5, 4, 3]);
  });

  it('does not exist for an unknown id', async () => {
    expect((await server.call('getConnectionLogs', { token, query: { userId: 4711 } })).status).toBe(404);
  });
});

describe('gifts', () => {
  it('are created with a key of 130 bits, which is shown once [access-27, call-34]', async () => {
    const { body } = await server.call('createGift', { token, body: { months: 12 } });
    expect(body.activationKey).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    const check = await server.call('checkGift', { body: { key: body.activationKey } });
    expect(check.body).toEqual({ success: true, months: 12 });
  });

  it.each([0, -1, 1.5, 12_001, Number.MAX_SAFE_INTEGER])('are rejected for %p months', async (months) => {
    expect((await server.call('createGift', { token, body: { months } })).status).toBe(400);
  });
});

describe('refunds', () => {
  it('return the last payment once, however many staff members press the button, and are audited [access-23, call-35]', async () => {
    const customer = await signInByEmail(server, 'vasilisa@example.com');
    const now = server.clock.now();
    await server.db.transaction((tx) =>
      change(
        tx,
        1,
        [
          {
            key: 'payment:1',
            at: now,
            data: renewalPayment({ transactionId: '1', recurringPaymentStartAt: '2026-12-21T09:00:00.000Z' }),
          },
        ],
        now,
      ),
    );
    const body = { email: 'Vasilisa@example.com', uid: customer.uid };
    const responses = await Promise.all([1, 2, 3].map(() => server.call('refund', { token, body })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(responses.find(({ status }) => status === 200)?.body).toEqual({
      success: true,
      amount: MONTH_RUB,
      transactionId: '1',
      accessUntil: null,
    });
    expect(responses.find(({ status }) => status === 409)?.error).toMatchObject({
      code: 'REFUND_REJECTED',
      message: `Payment 1 was already refunded by senior on 21.11.26 12:00 Moscow time (${MONTH_RUB}\u00a0₽).`,
    });
    const profile = await server.call('getProfile', { token: customer.accessToken, body: {} });
    expect(profile.body.userInfo).toMatchObject({ subscriptionIsActive: false });
    expect((await auditRows()).filter(({ action }) => action === 'refund')).toEqual([
      expect.objectContaining({
        accountId: 1,
        username: 'senior',
        details: {
          provider: 'cloudPayments',
          transactionId: '1',
          amountKopecks: MONTH_KOPECKS,
          paidKopecks: MONTH_KOPECKS,
          reason: 'other',
          comment: '',
        },
      }),
    ]);
  });

  it('are rejected with 409 unless the subscription is ACTIVE, and the attempt is audited as rejected [access-23, flow-54]', async () => {
    const { uid } = await signInByEmail(server, 'vasilisa@example.com');
    const result = await server.call('refund', { token, body: { email: 'vasilisa@example.com', uid } });
    expect(result.status).toBe(409);
    expect(result.error.code).toBe('REFUND_REJECTED');
    const rows = await auditRows();
    expect(rows.map(({ action }) => action)).not.toContain('refund');
    expect(rows.at(-1)).toMatchObject({
      action: 'refundRejected',
      accountId: 1,
      username: 'senior',
      requestId: result.headers.get('X-Request-Id'),
      details: { reason: 'other', because: 'Only active subscriptions can be refunded.' },
    });
  });

  it('require a customer: 400 names the field', async () => {
    for (const body of [{}, { email: null, uid: null }, { email: '', uid: '' }]) {
      const result = await server.call('refund', { token, body });
      expect([result.status, result.error.fields]).toEqual([400, ['email']]);
    }
  });

  it('are audited as rejected also for staff without the right, and for an unknown payment', async () => {
    await signInByEmail(server, 'vasilisa@example.com');
    const support = (await signInStaffAs(server, 'support')).accessToken;
    const body = { email: 'vasilisa@example.com' };
    expect((await server.call('refund', { token: support, body })).status).toBe(403);
    expect((await auditRows()).at(-1)).toMatchObject({
      action: 'accessRejected',
      username: 'support',
      details: { call: 'refund' },
    });
    await server.call('refund', { token, body: { email: 'koschei@example.com' } });
    expect((await auditRows()).at(-1)).toMatchObject({
      action: 'refundRejected',
      accountId: null,
      details: { email: 'koschei@example.com', because: 'Customer not found.' },
    });
  });

  it.each([
    ['an unknown email', { email: 'koschei@example.com' }],
    ['names of two accounts', { email: 'vasilisa@example.com', uid: 'somebody-else' }],
  ])('are rejected with 404 for %s', async (_what, body) => {
    await signInByEmail(server, 'vasilisa@example.com');
    expect((await server.call('refund', { token, body })).status).toBe(404);
  });
});

describe('pushes', () => {
  const push = (body: Push, to = 'token-1') => server.call('sendPush', { token, query: { token: to }, body });

  beforeEach(async () => {
    await addCustomers('vasilisa@example.com');
    await attachDevice(server.db, server.clock, {
      accountId: 1,
      deviceId: 'one',
      deviceName: 'Phone',
      platform: 'android',
      firebaseToken: 'token-1',
    });
  });

  it('reach the device in each of the four kinds [access-25]', async () => {
    const kinds: Push[] = [
      { type: 'LOGIN', email: 'vasilisa@example.com' },
      { type: 'LOGOUT' },
      { type: 'TURN_OFF' },
      { type: 'LINK_MSG', link: 'https://prosvet.example/news', title: 'T', description: 'D' },
    ];
    for (const kind of kinds) {
      expect((await push(kind)).body).toEqual({ success: true, message: 'message-1' });
    }
    expect(server.pushService.pushes).toEqual(kinds.map((kind) => ({ token: 'token-1', push: kind })));
    expect((await auditRows()).filter(({ action }) => action === 'sendPush')).toHaveLength(4);
  });

  it.each([
    'http://prosvet.example/',
    'https://evil.example/',
    'https://prosvet.example.evil.example/',
    'https://prosvet.example@evil.example/',
    'javascript:alert(1)',
    '//prosvet.example/',
    'prosvet.example',
  ])('must not contain the link %p [call-42]', async (link) => {
    const result = await push({ type: 'LINK_MSG', link, title: '', description: '' });
    expect(result.status).toBe(400);
    expect(result.error.fields).toEqual(['link']);
    expect(server.pushService.pushes).toEqual([]);
    expect((await auditRows()).at(-1)).toMatchObject({
      action: 'sendPushRejected',
      details: { push: { link } },
    });
  });

  it('are rejected for a token that no attached device has [call-38]', async () => {
    const result = await push({ type: 'LOGOUT' }, 'nobody');
    expect(result.status).toBe(404);
    expect(server.pushService.pushes).toEqual([]);
  });

  it('return the reason of a failure', async () => {
    server.pushService.outcome = { kind: 'failed', reason: 'QUOTA_EXCEEDED' };
    const result = await push({ type: 'LOGOUT' });
    expect(result.status).toBe(502);
    expect(result.error).toMatchObject({ code: 'PUSH_FAILED', message: 'QUOTA_EXCEEDED' });
    expect((await server.db.select().from(devices))[0]?.firebaseToken).toBe('token-1');
    expect((await auditRows()).slice(1)).toMatchObject([
      { action: 'sendPush', accountId: 1, details: { deviceId: 'one', deviceName: 'Phone' } },
    ]);
  });

  it('delete a token that the push service reports as unregistered', async () => {
    server.pushService.outcome = { kind: 'unregistered' };
    expect((await push({ type: 'LOGOUT' })).status).toBe(502);
    expect((await server.db.select().from(devices))[0]?.firebaseToken).toBeNull();
    expect((await push({ type: 'LOGOUT' })).status).toBe(404);
  });
});

it('records who did what, on which customer, when and from where', async () => {
  await addCustomers('vasilisa@example.com');
  await server.call('searchUsers', { token, query: { emailPart: 'vas' } });
  await server.call('getUserById', { token, query: { id: 1 } });
  await server.call('getConnectionLogs', { token, query: { userId: 1 } });
  await server.call('createGift', { token, body: { months: 1 } });
  const rows = await auditRows();
  expect(rows.map(({ action, accountId }) => [action, accountId])).toEqual([
    ['signIn', null],
    ['searchUsers', 1],
    ['viewUser', 1],
    ['createGift', null],
  ]);
  for (const row of rows) {
    expect(row).toMatchObject({ staffId: 1, username: 'senior', at: server.clock.now() });
    expect(row.requestId).not.toBe('');
    expect(row.ip).not.toBe('');
  }
});

it('records a read access once, however often the screen repeats its requests, and again from another address', async () => {
  await addCustomers('vasilisa@example.com', 'ivan@example.com');
  const look = async (id: number) => {
    // The test sends all requests of one screen.
    await Promise.all([
      server.call('getUserById', { token, query: { id } }),
      server.call('getUserPayments', { token, query: { userId: id } }),
      server.call('getTimeline', { token, body: { userId: id } }),
    ]);
    await server.call('getConnectionLogs', { token, query: { userId: id } });
  };
  for (const id of [1, 1, 2, 1]) await look(id);
  const looks = async () =>
    (await auditRows())
      .filter(({ action }) => action.startsWith('view'))
      .map(({ action, accountId }) => `${action} ${String(accountId)}`);
  expect(await looks()).toEqual(['viewUser 1', 'viewUser 2']);
  server.clock.advance(ONE_READ_ACCESS_MS);
  token = (await signInStaffAs(server, 'admin')).accessToken;
  await look(1);
  expect(await looks()).toEqual(['viewUser 1', 'viewUser 2', 'viewUser 1']);
});

it('creates 20 000 customers in bulk and finds one of them', async () => {
  const emails = Array.from({ length: 20_000 }, (_, index) => `customer${index}@seed.example`);
  expect(await addCustomers(...emails)).toHaveLength(20_000);
  expect(await addCustomers(...emails.slice(0, 10))).toEqual([]);
  const { body } = await server.call('searchUsers', { token, query: { emailPart: 'customer17777@' } });
  expect(body.content.map(({ email }) => email)).toEqual(['customer17777@seed.example']);
});
