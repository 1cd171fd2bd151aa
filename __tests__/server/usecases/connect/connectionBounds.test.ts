import { CONNECTIONS_OF_DEVICE, storeConnections } from '../../../../src/server/store/connections';
/** Tests how many connection attempts of one device are stored. */
import { connections } from '../../../../src/server/store/schema/devices';
import { emailIdentity, openAccount } from '../../../../src/server/usecases/accounts/accounts';
import { startTestServer, type TestServer } from '../../../support/server';
import { signInByEmail } from '../../../support/signIn';

let server: TestServer;
let accountId: number;

beforeEach(async () => {
  server = await startTestServer();
  accountId = (await openAccount(server.db, server.deps, emailIdentity('vasilisa@example.com'))).id;
});

const at = (time: string): Date => new Date(`2026-11-20T${time}Z`);
const attempt = (time: string, success: boolean) => ({ connectedAt: at(time), success });

const store = (attempts: { connectedAt: Date; success: boolean }[], deviceId = 'one') =>
  server.db.transaction((tx) =>
    storeConnections(tx, { accountId, deviceId, deviceName: 'Phone', platform: 'ios' }, attempts),
  );

const stored = async (deviceId = 'one') =>
  (await server.db.select().from(connections).orderBy(connections.connectedAt))
    .filter((row) => row.deviceId === deviceId)
    .map(({ connectedAt, success }) => [connectedAt.toISOString().slice(11, 19), success]);

test.each([
  ['one report', (all: ReturnType<typeof attempt>[]) => [all]],
  ['separate reports', (all: ReturnType<typeof attempt>[]) => all.map((each) => [each])],
  [
    'separate reports, last first',
    (all: ReturnType<typeof attempt>[]) => all.toReversed().map((each) => [each]),
  ],
])(
  'keeps the first attempt of each minute, and a success rather than a failure: %s',
  async (_name, split) => {
    const all = [
      attempt('10:00:05', false),
      attempt('10:00:40', true),
      attempt('10:00:50', true),
      attempt('10:00:59', false),
      attempt('10:01:00', false),
      attempt('10:01:30', false),
    ];
    for (const report of split(all)) await store(report);
    await store(all);
    expect(await stored()).toEqual([
      ['10:00:40', true],
      ['10:01:00', false],
    ]);
  },
);

test('keeps the newest rows of each device', async () => {
  const from = at('00:00:00').getTime();
  const attempts = Array.from({ length: CONNECTIONS_OF_DEVICE }, (_, minute) => ({
    connectedAt: new Date(from + minute * 60_000),
    success: true,
  }));
  await server.db
    .insert(connections)
    .values(attempts.map((each) => ({ accountId, deviceId: 'one', deviceName: '', platform: '', ...each })));
  await store([attempt('00:00:00', true)], 'other');
  await store([{ connectedAt: new Date(from + CONNECTIONS_OF_DEVICE * 60_000), success: true }]);
  const rows = await stored();
  expect(rows).toHaveLength(CONNECTIONS_OF_DEVICE);
  expect(rows[0]).toEqual(['00:01:00', true]);
  expect(await stored('other')).toHaveLength(1);
});

test('an account without access stores nothing, and the response is the same', async () => {
  const { accessToken: token } = await signInByEmail(server, 'vasilisa@example.com');
  await server.call('attachApp', {
    token,
    body: { deviceId: 'device-0001', deviceName: 'Phone', platform: 'ios' },
  });
  const entries = [{ at: server.clock.now().toISOString(), success: true }];
  const { status, body } = await server.call('reportAppConnections', { token, body: { entries } });
  expect({ status, body }).toEqual({ status: 200, body: { success: true } });
  expect(await server.db.select().from(connections)).toEqual([]);
});
