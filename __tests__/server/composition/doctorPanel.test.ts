/** Tests that `npm run doctor` names each wrong set-up of the VPN panel in one sentence, and changes nothing there. */
import { generateKeyPairSync } from 'node:crypto';
import { runDoctor } from '../../../src/server/composition/doctor';
import { systemClock } from '../../../src/server/ports/clock';
import { createFakeVpnPanel, type FakeVpnPanel } from '../../../src/server/sandbox/fakeVpnPanel/fakeVpnPanel';
import { sandboxVpnPanel, sandboxVpnUsers } from '../../../src/server/sandbox/schema/vpn';
import type { Database } from '../../../src/server/store/database';
import { openSandboxTestDatabase } from '../../support/database';

const SQUAD = '5f0c3e1c-6a43-4a52-9d6b-0a1f5f1f2a11';
const SIX = [
  'users:create',
  'users:update',
  'users:delete',
  'users:by-username',
  'users:stream',
  'system:metadata',
];
const EIGHT = [...SIX, 'internal-squads:list', 'hosts:list'];

let db: Database;
let panel: FakeVpnPanel;
let scopes: string[] | null;
let asked: string[];

beforeEach(async () => {
  db = await openSandboxTestDatabase();
  scopes = EIGHT;
  asked = [];
  panel = createFakeVpnPanel({
    db,
    clock: systemClock,
    squads: [{ uuid: SQUAD, name: 'Default-Squad' }],
    token: 'a-panel-token',
    scopes: () => scopes,
    subscriptionBaseUrl: 'https://panel.example/api/sub',
  });
});

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const SERVICE_ACCOUNT = JSON.stringify({
  project_id: 'shop',
  client_email: 'push@shop.iam.gserviceaccount.com',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
});

/** Returns the lines of the doctor about the VPN panel, without the name of the check. */
async function readLines(variables: Record<string, string> = {}): Promise<string[]> {
  const said: string[] = [];
  await runDoctor({
    variables: {
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      PUBLIC_URL: 'https://shop.example',
      SESSION_SECRET: 'Zk3pWq8vLr2nXs7tYb5mHd9jFc4gKe6u',
      SMTP_URL: 'smtp://mail:good@127.0.0.1:1',
      MAIL_FROM: 'Shop <mail@shop.example>',
      CLOUDPAYMENTS_PUBLIC_ID: 'pk_0123456789',
      CLOUDPAYMENTS_API_SECRET: '4f0c9a7be21d5836c0e94b7fa1d2835e',
      FIREBASE_PROJECT_ID: 'shop',
      FIREBASE_API_KEY: 'web-key',
      FIREBASE_AUTH_DOMAIN: 'shop.firebaseapp.com',
      FIREBASE_SERVICE_ACCOUNT: SERVICE_ACCOUNT,
      REMNAWAVE_URL: 'https://panel.example',
      REMNAWAVE_TOKEN: 'a-panel-token',
      REMNAWAVE_SQUADS: SQUAD,
      ...variables,
    },
    say: (line) => said.push(line),
    without: [
      'database',
      'mail',
      'card provider',
      'YooKassa',
      'pushes',
      'Google sign-in',
      'connection check',
      'VPN apps',
    ],
    fetch: async (input, init) => {
      const request = new Request(input, init);
      asked.push(`${request.method} ${new URL(request.url).pathname}`);
      return panel.app.fetch(request);
    },
  });
  expect(said.join('\n')).not.toContain('a-panel-token');
  return said
    .filter((line) => / VPN panel /.test(line))
    .map((line) => line.replace(/^(\w+) +VPN panel +/, '$1 '));
}

const readUsers = () => db.select().from(sandboxVpnUsers);
const setPanel = (values: Partial<typeof sandboxVpnPanel.$inferInsert>) =>
  db.insert(sandboxVpnPanel).values({ id: 1, ...values });

test('a right set-up has no problem and no warning, and the check changes nothing', async () => {
  expect(await readLines()).toEqual([
    'ok Remnawave 3.3.2 accepts the token.',
    'ok Each squad of REMNAWAVE_SQUADS has an enabled host.',
  ]);
  expect(asked.filter((call) => !call.startsWith('GET'))).toEqual([
    'POST /api/users/',
    'PATCH /api/users/',
    `DELETE /api/users/${Number.MAX_SAFE_INTEGER}`,
  ]);
  expect(await readUsers()).toEqual([]);
});

test('a token without the two further scopes leaves the squads unchecked', async () => {
  scopes = SIX;
  expect(await readLines()).toEqual([
    'ok Remnawave 3.3.2 accepts the token.',
    'warning squads not checked: add internal-squads:list and hosts:list to the scopes of the API token.',
  ]);
});

test.each(SIX)('a token without the scope %s is named', async (missing) => {
  scopes = EIGHT.filter((scope) => scope !== missing);
  expect(await readLines()).toContainEqual(
    `PROBLEM The API token lacks ${missing}: create a token with these scopes.`,
  );
});

test.each<[string, () => unknown, RegExp, Record<string, string>]>([
  [
    'a token that may nothing',
    () => {
      scopes = [];
    },
    /^PROBLEM The API token was deleted in the VPN panel, or has none of its scopes: create one, and set REMNAWAVE_TOKEN\.$/,
    {},
  ],
  [
    'a deleted token',
    () => {
      scopes = null;
    },
    /^PROBLEM The API token was deleted in the VPN panel, or has none of its scopes: create one, and set REMNAWAVE_TOKEN\.$/,
    {},
  ],
  [
    'a wrong token',
    () => undefined,
    /^PROBLEM The check failed: rejects the API token, which is wrong or has expired: HTTP 401: create an API token/,
    { REMNAWAVE_TOKEN: 'another-token' },
  ],
  [
    'a deleted squad',
    () => setPanel({ removedSquads: [SQUAD] }),
    new RegExp(`^PROBLEM The squad ${SQUAD} does not exist in the VPN panel: correct REMNAWAVE_SQUADS\\.$`),
    {},
  ],
  [
    'a squad without an enabled host',
    () => setPanel({ squadsWithoutHosts: [SQUAD] }),
    /^PROBLEM The squad Default-Squad \(.*\) of REMNAWAVE_SQUADS gives its members no VPN server: enable a host/,
    {},
  ],
  [
    'a clock that is ahead',
    () => panel.configure({ clockSkewSeconds: 60 }),
    /^warning The clock of the VPN panel is (59|60|61) s ahead of the clock of this server: synchronize both\.$/,
    {},
  ],
  [
    'a clock that is behind',
    () => panel.configure({ clockSkewSeconds: -3600 }),
    /^warning The clock of the VPN panel is 3(599|600|601) s behind the clock of this server: synchronize both\.$/,
    {},
  ],
])('%s is named in one sentence', async (_what, breakSetUp, expected, variables) => {
  await breakSetUp();
  const lines = (await readLines(variables)).filter((line) => !line.startsWith('ok'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(expected);
});

test('users without our tag that have a name of our credentials are named, and others are not', async () => {
  const at = new Date();
  const names: [string, string | null][] = [
    ['prosvet-7', null],
    ['prosvet-8-2', 'OTHERS'],
    ['prosvet-9', 'PROSVET'],
    ['prosvet-admin', null],
    ['prosvet-07', null],
    ['shop-7', 'OTHERS'],
  ];
  await db.insert(sandboxVpnUsers).values(
    names.map(([username, tag]) => ({
      ...{ username, tag, shortUuid: username, vlessUuid: username, trojanPassword: 'x', ssPassword: 'x' },
      ...{ expireAt: at, createdAt: at, updatedAt: at, squads: [SQUAD], hwidDeviceLimit: 0 },
      ...{ trafficLimitStrategy: 'NO_RESET', description: null },
    })),
  );
  expect((await readLines()).filter((line) => !line.startsWith('ok'))).toEqual([
    'PROBLEM 2 panel users have a name of this product but not its tag, so the product never changes them: prosvet-7, prosvet-8-2. Rename or delete them.',
  ]);
});

test('a VPN panel whose database is unavailable leaves the scopes unknown', async () => {
  await panel.loseDatabase(10);
  expect(await readLines()).toContainEqual(
    expect.stringMatching(/^warning The scopes .*users:stream.* could not be checked\.$/),
  );
});
