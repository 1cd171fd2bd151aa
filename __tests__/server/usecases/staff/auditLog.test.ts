/** Tests the audit log: its entries, filters and pages, and that the log is append-only. */
import { eq, sql } from 'drizzle-orm';
import { staffAudit } from '../../../../src/server/store/schema/staff';
import { ONE_READ_ACCESS_MS } from '../../../../src/server/usecases/audit/readAccess';
import { attachDevice } from '../../../../src/server/usecases/customer/devices';
import { startTestServer, type TestServer } from '../../../support/server';
import { signInByEmail, signInStaffAs } from '../../../support/signIn';

let server: TestServer;
let admin: string;

beforeEach(async () => {
  server = await startTestServer();
  admin = (await signInStaffAs(server, 'admin')).accessToken;
});

async function search(body: object) {
  const response = await server.call('searchAudit', { token: admin, body });
  expect(response.status).toBe(200);
  return response.body;
}

const actions = async (body: object) => (await search(body)).content.map(({ action }) => action);

/** Creates audit entries: support looks up a customer, and the admin creates a gift. */
async function workALittle() {
  const customer = await signInByEmail(server, 'vasilisa@example.com');
  const support = await signInStaffAs(server, 'support');
  server.clock.advance(5 * 60_000);
  await server.call('searchUsers', { token: support.accessToken, query: { emailPart: 'vasilisa' } });
  const { body } = await server.call('searchUsers', { token: admin, query: { emailPart: 'vasilisa' } });
  const accountId = body.content[0]?.id ?? 0;
  await server.call('getUserById', { token: support.accessToken, query: { id: accountId } });
  server.clock.advance(5 * 60_000);
  await server.call('createGift', { token: admin, body: { months: 3 } });
  return { customer, accountId };
}

it('contains who did what, on which customer, when, from where and in which request, newest first', async () => {
  const { accountId } = await workALittle();
  const { content, next } = await search({});
  expect(next).toBeNull();
  expect(content.map(({ username, action }) => `${username} ${action}`)).toEqual([
    'admin createGift',
    'support viewUser',
    'admin searchUsers',
    'support searchUsers',
    'support signIn',
    'admin signIn',
  ]);
  expect(content[1]).toMatchObject({
    at: '2026-11-21T09:05:00.000Z',
    accountId,
    email: 'vasilisa@example.com',
    ip: 'unknown',
    requestId: expect.stringMatching(/./) as unknown,
  });
});

it.each([
  ['the year 0', '0000-01-01T00:00:00Z'],
  ['the year 0 by its offset', '0001-01-01T00:00:00+14:00'],
  ['before there was a product', '1969-12-31T23:59:59Z'],
  ['a day that no month has', '2026-02-30T00:00:00Z'],
  ['a month that no year has', '2026-13-01T00:00:00Z'],
])('rejects a period with %s', async (_what, moment) => {
  for (const body of [{ from: moment }, { to: moment }]) {
    const response = await server.call('searchAudit', { token: admin, body });
    expect(response.status).toBe(400);
    expect(response.error.fields).toEqual(Object.keys(body));
  }
});

it('is filtered by staff member, action, customer, time, address and request', async () => {
  const { accountId } = await workALittle();
  expect(await actions({ username: ' Support ' })).toEqual(['viewUser', 'searchUsers', 'signIn']);
  expect(await actions({ action: 'signIn' })).toEqual(['signIn', 'signIn']);
  expect(await actions({ accountId })).toEqual(['viewUser', 'searchUsers', 'searchUsers']);
  expect(await actions({ from: '2026-11-21T09:05:00.000Z', to: '2026-11-21T09:10:00.000Z' })).toEqual([
    'viewUser',
    'searchUsers',
    'searchUsers',
  ]);
  expect(await actions({ ip: '10.9.9.9' })).toEqual([]);
  const [newest] = (await search({ action: 'createGift' })).content;
  expect(await actions({ requestId: newest?.requestId })).toEqual(['createGift']);
  expect(await actions({ username: 'support', action: 'createGift' })).toEqual([]);
  expect(await actions({ username: '%' })).toEqual([]);
});

it('is paged without gaps or repeats while entries are added', async () => {
  await workALittle();
  const first = await search({ size: 4 });
  expect(first.next).toBe(first.content.at(-1)?.id);
  await server.call('createGift', { token: admin, body: { months: 1 } });
  const second = await search({ size: 4, before: first.next });
  expect(second.next).toBeNull();
  expect([...first.content, ...second.content].map(({ id }) => id)).toEqual([6, 5, 4, 3, 2, 1]);
});

it('records its own reading once, however often it is read, and each customer it was filtered by', async () => {
  const { accountId } = await workALittle();
  for (const body of [{}, { username: 'support' }, { before: 3 }, { accountId }, { accountId }]) {
    await search(body);
  }
  await search({ accountId: 4711 });
  expect((await search({ action: 'viewAudit' })).content.map((entry) => entry.accountId)).toEqual([
    accountId,
    null,
  ]);
  server.clock.advance(ONE_READ_ACCESS_MS);
  admin = (await signInStaffAs(server, 'admin')).accessToken;
  await search({});
  expect(await actions({ action: 'viewAudit' })).toHaveLength(3);
});

it('shows one push in one entry, with its delivery result', async () => {
  await signInByEmail(server, 'vasilisa@example.com');
  const device = { accountId: 1, deviceId: 'one', deviceName: 'Phone', platform: 'android' };
  await attachDevice(server.db, server.clock, { ...device, firebaseToken: 'token-1' });
  const push = () =>
    server.call('sendPush', { token: admin, query: { token: 'token-1' }, body: { type: 'LOGOUT' } });
  await push();
  server.pushService.outcome = { kind: 'failed', reason: 'QUOTA_EXCEEDED' };
  const failed = await push();
  const told = { deviceId: 'one', deviceName: 'Phone', push: { type: 'LOGOUT' } };
  const { content } = await search({ accountId: 1 });
  expect(content.map(({ action, details }) => ({ action, details }))).toEqual([
    { action: 'sendPush', details: { ...told, outcome: 'failed', reason: 'QUOTA_EXCEEDED' } },
    { action: 'sendPush', details: { ...told, outcome: 'delivered' } },
  ]);
  expect(content[0]?.requestId).toBe(failed.headers.get('X-Request-Id'));
  const { body } = await server.call('exportAudit', { token: admin, body: { action: 'sendPush' } });
  expect(body.content.map(({ details }) => details['outcome'])).toEqual(['failed', 'delivered']);
});

it('records an export with its filters', async () => {
  await workALittle();
  const { body } = await server.call('exportAudit', { token: admin, body: { username: 'support' } });
  expect(body.content).toHaveLength(3);
  const [newest] = await server.db.select().from(staffAudit).where(eq(staffAudit.action, 'exportAudit'));
  expect(newest).toMatchObject({ username: 'admin', details: { username: 'support', entries: 3 } });
});

it.each(['update staff_audit set username = username', 'delete from staff_audit'])(
  'is append-only: %s is rejected by the database',
  async (statement) => {
    const before = await server.db.select().from(staffAudit);
    await expect(server.db.execute(sql.raw(statement))).rejects.toMatchObject({
      cause: { message: 'rows of staff_audit are only ever added', code: '23001' },
    });
    expect(await server.db.select().from(staffAudit)).toEqual(before);
  },
);
