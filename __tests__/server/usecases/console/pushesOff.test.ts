/** Tests a server without a push service: nothing is sent, staff get the reason, and devices are detached as usual. */
import { enqueue } from '../../../../src/server/outbox/outbox';
import { outbox } from '../../../../src/server/store/schema/outbox';
import { emailIdentity, openAccount } from '../../../../src/server/usecases/accounts/accounts';
import { detachDevice } from '../../../../src/server/usecases/customer/detachDevice';
import { attachDevice } from '../../../../src/server/usecases/customer/devices';
import { deliverDueOutbox } from '../../../../src/server/workers/delivery/deliverOutbox';
import { startTestServer, type TestServer } from '../../../support/server';
import { signInStaffAs } from '../../../support/signIn';

const LINK = { link: 'https://prosvet.example/news', title: 'Новости', description: 'Стало быстрее' };

let server: TestServer;
let token: string;
let accountId: number;

beforeEach(async () => {
  server = await startTestServer({ pushNotifications: false });
  ({ id: accountId } = await openAccount(server.db, server.deps, emailIdentity('anna@example.com')));
  await attachDevice(server.db, server.clock, {
    accountId,
    deviceId: 'anna-device',
    deviceName: 'Pixel 9',
    firebaseToken: 'anna-token',
    platform: 'android',
  });
  token = (await signInStaffAs(server, 'senior')).accessToken;
});

const pushes = async () => (await server.db.select().from(outbox)).filter(({ kind }) => kind === 'push');

it('rejects pushes of staff with the reason', async () => {
  const rejected = {
    status: 409,
    error: { code: 'CONFLICT', message: 'Push notifications are switched off.' },
  };
  const one = await server.call('sendPush', {
    token,
    query: { token: 'anna-token' },
    body: { type: 'LINK_MSG', ...LINK },
  });
  expect(one).toMatchObject(rejected);
  const many = await server.call('sendBulkPush', {
    token,
    body: { emailPart: '', devices: 1, requestKey: 'request-key-number-1', ...LINK },
  });
  expect(many).toMatchObject(rejected);
  expect(await pushes()).toEqual([]);
});

it('detaches a device without a push', async () => {
  expect(await detachDevice(server.deps, { accountId, deviceId: 'anna-device', staff: null })).toBe(true);
  expect(await pushes()).toEqual([]);
});

it('drops a push that was enqueued before the pushes were switched off', async () => {
  await enqueue(server.db, {
    kind: 'push',
    dedupeKey: 'earlier',
    payload: { token: 'anna-token', push: { type: 'LOGOUT' } },
  });
  await deliverDueOutbox(server.deps);
  expect(await pushes()).toMatchObject([{ state: 'dropped', payload: {} }]);
});
