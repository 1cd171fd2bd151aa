/**
 * Tests a broadcast push to the devices of all customers that a search finds. The push is sent once, limited, and has a
 * result per device.
 */
import { like } from 'drizzle-orm';
import { devices } from '../../../../src/server/store/schema/devices';
import { staffAudit } from '../../../../src/server/store/schema/staff';
import { emailIdentity, openAccount } from '../../../../src/server/usecases/accounts/accounts';
import { attachDevice } from '../../../../src/server/usecases/customer/devices';
import { deliverDueOutbox } from '../../../../src/server/workers/delivery/deliverOutbox';
import type { BodyOf } from '../../../../src/shared/contract/call';
import type { Contract } from '../../../../src/shared/contract/contract';
import { startTestServer, type TestServer } from '../../../support/server';
import { signInStaffAs } from '../../../support/signIn';

let server: TestServer;
let token: string;

beforeEach(async () => {
  server = await startTestServer();
  for (const name of ['anna', 'boris']) {
    const account = await openAccount(server.db, server.deps, emailIdentity(`${name}@example.com`));
    for (const [index, firebaseToken] of [`${name}-1`, `${name}-2`, null].entries()) {
      const deviceId = `${name}-device-${String(index)}`;
      const device = {
        accountId: account.id,
        deviceId,
        deviceName: `${name} ${String(index)}`,
        firebaseToken,
      };
      await attachDevice(server.db, server.clock, { ...device, platform: 'ios' });
    }
  }
  token = (await signInStaffAs(server, 'senior')).accessToken;
  await server.call('changeTag', { token, body: { userId: 1, tag: 'vip', change: 'add' } });
});

afterEach(() => deliverDueOutbox(server.deps));

const MESSAGE = { link: 'https://prosvet.example/news', title: 'Новости', description: 'Стало быстрее' };
const send = (body: Partial<BodyOf<Contract['sendBulkPush']>> = {}, bearer = token) =>
  server.call('sendBulkPush', {
    token: bearer,
    body: { emailPart: '', devices: 4, requestKey: 'request-key-number-1', ...MESSAGE, ...body },
  });
const read = async (id: number, body: object = {}) =>
  (await server.call('readBulkPush', { token, body: { id, ...body } })).body;
const sentTo = () => server.pushService.pushes.map((push) => push.token).sort();

it('counts the reachable devices beforehand', async () => {
  const preview = async (body: BodyOf<Contract['previewBulkPush']>) =>
    (await server.call('previewBulkPush', { token, body })).body;
  expect(await preview({ emailPart: '' })).toEqual({ customers: 2, devices: 4, isTooMany: false });
  expect(await preview({ emailPart: '', tag: 'vip' })).toEqual({
    customers: 1,
    devices: 2,
    isTooMany: false,
  });
  expect(await preview({ emailPart: 'zmey' })).toEqual({ customers: 0, devices: 0, isTooMany: false });
});

it.each([
  ['another title', { title: 'Другое' }],
  ['another description', { description: 'Стало ещё быстрее' }],
  ['other customers', { tag: 'vip' }],
])('rejects a repeated request key with %s', async (_case, changed) => {
  expect((await send()).status).toBe(200);
  expect(await send(changed)).toMatchObject({ status: 409, error: { code: 'CONFLICT' } });
  expect((await send()).status).toBe(200);
});

it('is sent once to each device, with a delivery result for each', async () => {
  const responses = await Promise.all([send(), send(), send()]);
  const { id } = responses[0].body;
  expect(responses.map(({ status, body }) => [status, body.id])).toEqual(Array(3).fill([200, id]));
  await deliverDueOutbox(server.deps);
  expect(sentTo()).toEqual(['anna-1', 'anna-2', 'boris-1', 'boris-2']);
  expect(server.pushService.pushes[0]?.push).toEqual({ type: 'LINK_MSG', ...MESSAGE });
  const sent = await read(id);
  expect(sent).toMatchObject({ ...MESSAGE, devices: 4, pending: 0, delivered: 4, by: 'senior' });
  expect(sent.content.map(({ email, deviceName, outcome }) => [email, deviceName, outcome])).toEqual([
    ['anna@example.com', 'anna 0', 'delivered'],
    ['anna@example.com', 'anna 1', 'delivered'],
    ['boris@example.com', 'boris 0', 'delivered'],
    ['boris@example.com', 'boris 1', 'delivered'],
  ]);
  const { body } = await server.call('getTimeline', { token, body: { userId: 1, kinds: ['push'] } });
  expect(body.entries).toHaveLength(2);
});

it('is sent only to customers that match the filters', async () => {
  await send({ tag: 'vip', devices: 2 });
  await deliverDueOutbox(server.deps);
  expect(sentTo()).toEqual(['anna-1', 'anna-2']);
});

it('deletes the tokens of uninstalled applications', async () => {
  server.pushService.outcome = { kind: 'unregistered' };
  const { body } = await send();
  await deliverDueOutbox(server.deps);
  expect(await read(body.id)).toMatchObject({ delivered: 0, unregistered: 4, pending: 0 });
  const rows = await server.db.select({ token: devices.firebaseToken }).from(devices);
  expect(rows.every((row) => row.token === null)).toBe(true);
});

it('retries pushes that the push service rejects, and finally reports the reason', async () => {
  server.pushService.outcome = { kind: 'failed', reason: 'quota exceeded' };
  const { body } = await send({ tag: 'vip', devices: 2 });
  await deliverDueOutbox(server.deps);
  expect(await read(body.id)).toMatchObject({ pending: 2, failed: 0 });
  for (let time = 0; time < 14; time += 1) {
    server.clock.advance(31 * 60_000);
    await deliverDueOutbox(server.deps);
  }
  token = (await signInStaffAs(server, 'senior', 'other')).accessToken;
  const sent = await read(body.id, { unreached: true });
  expect(sent).toMatchObject({ pending: 0, failed: 2 });
  expect(sent.content[0]).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining('quota') as string,
  });
});

it('is listed and read page by page', async () => {
  const { body } = await send();
  const { content } = (await server.call('listBulkPushes', { token, body: {} })).body;
  expect(content).toMatchObject([{ id: body.id, title: MESSAGE.title, devices: 4 }]);
  const all = (await read(body.id)).content;
  expect((await read(body.id, { after: all[1]?.id })).content).toHaveLength(2);
  expect((await server.call('readBulkPush', { token, body: { id: 999 } })).status).toBe(404);
});

it('is audited, including rejected attempts', async () => {
  await send({ tag: 'vip', devices: 2 });
  await send({ link: 'https://elsewhere.example/', requestKey: 'request-key-number-2' });
  const rows = await server.db
    .select()
    .from(staffAudit)
    .where(like(staffAudit.action, 'sendBulkPush%'))
    .orderBy(staffAudit.id);
  expect(rows.map(({ action, details }) => [action, details])).toMatchObject([
    ['sendBulkPush', { devices: 2, tag: 'vip', emailPart: '', push: MESSAGE }],
    ['sendBulkPushRejected', { because: expect.stringContaining('Link') as string }],
  ]);
});

it.each([
  ['goes to more than were shown', { devices: 3 }, 409],
  ['reaches nobody', { emailPart: 'zmey' }, 409],
  ['leads elsewhere', { link: 'https://elsewhere.example/' }, 400],
  ['says nothing', { title: '  ' }, 400],
])('is rejected if it %s', async (_what, body, status) => {
  expect((await send(body)).status).toBe(status);
  await deliverDueOutbox(server.deps);
  expect(sentTo()).toEqual([]);
});

it('is a new broadcast only with another key, and is rejected for support', async () => {
  await send();
  expect((await send({ title: 'Other' })).status).toBe(409);
  const support = (await signInStaffAs(server, 'support')).accessToken;
  expect((await send({ requestKey: 'request-key-number-3' }, support)).status).toBe(403);
});
