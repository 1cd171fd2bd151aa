/** Tests `npm run doctor` with working external services, and with each external service failing. */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../../../.ci/freePort.mjs';
import { runDoctor } from '../../../src/server/composition/doctor';
import { systemClock } from '../../../src/server/ports/clock';
import { endGoneMark, insertGoneMark } from '../../../src/server/store/goneProviders';
import { accounts } from '../../../src/server/store/schema/accounts';
import { devices } from '../../../src/server/store/schema/devices';
import { orders } from '../../../src/server/store/schema/orders';
import { requestedPayments } from '../../../src/server/store/schema/requestedPayments';
import { vpnKeys } from '../../../src/server/store/schema/vpn';
import { insertStaffAccount } from '../../../src/server/store/staff';
import { LINK_REJECTIONS } from '../../../src/server/texts/links';
import { importVpnApps } from '../../../src/server/usecases/connect/vpnAppList';
import { DEFAULT_VPN_APPS } from '../../../src/shared/defaultVpnApps';
import { listLinks } from '../../../src/shared/vpnAppList';
import { onPostgres, openTestDatabase, testDatabaseUrl } from '../../support/database';
import { startDatabaseProxy } from '../../support/databaseProxy';
import { fakeLinkChecker } from '../../support/fakeLinkChecker';
import { type MailScript, startScriptedMailServer } from '../../support/scriptedMailServer';

const SECRET = 'Zk3pWq8vLr2nXs7tYb5mHd9jFc4gKe6u';

let smtp: SMTPServer;
let smtpPort: number;
let databaseUrl: string;
let emails: number;
let serviceAccount: string;

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

/** Error that `fetch` throws for a host name that does not exist. */
const NOT_FOUND = new TypeError('fetch failed', {
  cause: Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }),
});

/** Response of the product to a link preview. */
const leadsHere = () => new Response(`${LINK_REJECTIONS.unknownClient}\n`, { status: 403 });

/** Responses of the fake external services, by URL prefix. */
const WELL: Record<string, () => Response> = {
  'https://shop.example/s/': leadsHere,
  'https://api.cloudpayments.ru/test': () => json({ Success: true, Message: 'bd6353c3' }),
  'https://oauth2.googleapis.com/token': () => json({ access_token: 'a', expires_in: 3600 }),
  'https://fcm.googleapis.com/v1/projects/shop/messages:send': () =>
    json({ name: 'projects/shop/messages/0' }),
  'https://www.googleapis.com/service_accounts/v1/jwk/': () => json({ keys: [{ kid: 'one' }] }),
  'https://identitytoolkit.googleapis.com/v1/projects?key=web-key': () =>
    json({ projectId: '1', authorizedDomains: ['localhost', 'shop.example'] }),
  'https://panel.example/api/system/metadata': () => json({ response: { version: '3.4.1' } }),
};

const LINKS = { VPN_LINK_BASE_URL: 'https://shop.example, https://two.example' };
const CHECK = { CHECK_URL: 'https://check.example', VPN_EXIT_ADDRESSES: '192.0.2.1, 192.0.2.2' };

beforeAll(async () => {
  serviceAccount = JSON.stringify({
    project_id: 'shop',
    client_email: 'push@shop.iam.gserviceaccount.com',
    private_key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    }),
  });
  smtp = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, callback) => {
      if (username === 'mail' && password === 'good') callback(null, { user: 'mail' });
      else callback(Object.assign(new Error(`no ${String(password)}`), { responseCode: 535 }));
    },
    onData: (stream, _session, callback) => {
      emails += 1;
      stream.resume();
      stream.on('end', () => callback());
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  smtpPort = (smtp.server.address() as AddressInfo).port;
});

afterAll(async () => {
  const closed = once(smtp.server, 'close');
  smtp.close();
  await closed;
});

beforeEach(async () => {
  emails = 0;
  const db = await openTestDatabase();
  await insertStaffAccount(db, {
    username: 'boss',
    passwordHash: 'x',
    role: 'admin',
    createdAt: new Date(),
  });
  databaseUrl = onPostgres ? testDatabaseUrl() : `postgres://nobody@127.0.0.1:${await freePort()}/none`;
});

async function examine(
  variables: Record<string, string | undefined> = {},
  outside: Record<string, () => Response> = {},
  links: Parameters<typeof fakeLinkChecker>[0] = {},
) {
  const said: string[] = [];
  const asked: { url: string; body: unknown }[] = [];
  const responses = { ...WELL, ...outside };
  const code = await runDoctor({
    variables: {
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: 'https://shop.example',
      SESSION_SECRET: SECRET,
      SMTP_URL: `smtp://mail:good@127.0.0.1:${smtpPort}`,
      MAIL_FROM: 'Shop <mail@shop.example>',
      CLOUDPAYMENTS_PUBLIC_ID: 'pk_0123456789',
      CLOUDPAYMENTS_API_SECRET: '4f0c9a7be21d5836c0e94b7fa1d2835e',
      FIREBASE_PROJECT_ID: 'shop',
      FIREBASE_API_KEY: 'web-key',
      FIREBASE_AUTH_DOMAIN: 'shop.firebaseapp.com',
      FIREBASE_SERVICE_ACCOUNT: serviceAccount,
      REMNAWAVE_URL: 'https://panel.example',
      REMNAWAVE_TOKEN: 'panel-secret',
      REMNAWAVE_SQUADS: '5f0c3e1c-6a43-4a52-9d6b-0a1f5f1f2a11',
      ...variables,
    },
    say: (line) => said.push(line),
    linkChecker: fakeLinkChecker(links),
    fetch: (input, init) => {
      const url = input instanceof Request ? input.url : input.toString();
      asked.push({ url, body: typeof init?.body === 'string' ? JSON.parse(init.body) : null });
      const found = Object.entries(responses).find(([start]) => url.startsWith(start));
      return found === undefined ? Promise.reject(NOT_FOUND) : Promise.resolve(found[1]());
    },
  });
  const problems = said.filter((line) => line.startsWith('PROBLEM')).map((line) => line.slice(9));
  const text = said.join('\n');
  expect(text).not.toMatch(/4f0c9a7b|panel-secret|:good|Zk3pWq|PRIVATE KEY/);
  return { code, said: text, asked, problems: problems.filter((line) => !line.startsWith('database')) };
}

it('reports no problem if every service responds, and changes nothing', async () => {
  const { code, said, asked, problems } = await examine();
  expect(problems).toEqual([]);
  for (const about of ['mail', 'card provider', 'pushes', 'Google sign-in', 'VPN panel']) {
    expect(said).toMatch(new RegExp(`^ok +${about}`, 'm'));
  }
  expect(emails).toBe(0);
  const push = asked.find(({ url }) => url.includes('messages:send'));
  expect(push?.body).toMatchObject({ validate_only: true });
  expect(asked.map(({ url }) => new URL(url).pathname).filter((path) => path.includes('payment'))).toEqual(
    [],
  );
  // The embedded database has no URL that the check could connect to.
  expect(code).toBe(onPostgres ? 0 : 1);
  expect(said).toMatch(
    onPostgres
      ? /^ok +database +PostgreSQL \d+ answers/m
      : /^PROBLEM +database .*ECONNREFUSED \(no program listens on this port\)/m,
  );
});

describe('the links of the VPN apps', () => {
  const DEAD = 'https://play.google.com/store/apps/details?id=com.happproxy';
  const unreachable = {
    status: null,
    host: null,
    problem: 'The host name does not exist.',
    isUnreachable: true,
  };

  it('are all requested, and a link that does not work is named with its app', async () => {
    const { said } = await examine(
      {},
      {},
      { [DEAD]: { status: 404, problem: 'The host responded with status 404.' } },
    );
    const count = listLinks(DEFAULT_VPN_APPS).length;
    expect(said).toMatch(
      new RegExp(`^ok +VPN apps +${String(count - 1)} of ${String(count)} links work`, 'm'),
    );
    expect(said).toMatch(
      /^warning +VPN apps +Happ: https:\/\/play\S+: The host responded with status 404\.$/m,
    );
  });

  it('are not reported one by one on a machine without access to the internet', async () => {
    const all = Object.fromEntries(listLinks(DEFAULT_VPN_APPS).map((url) => [url, unreachable]));
    const { said } = await examine({}, {}, all);
    expect(said.match(/^\w+ +VPN apps .*$/gm)).toEqual([
      expect.stringMatching(
        /^warning +VPN apps +None of the \d+ links responded, so this machine may have no access/,
      ),
    ]);
  });
});

it('checks each link domain with one sentence', async () => {
  const { said, asked } = await examine(LINKS, { 'https://two.example/s/': leadsHere });
  for (const domain of ['shop', 'two'])
    expect(said).toMatch(
      new RegExp(
        `^ok +device links +Device links of https://${domain}\\.example lead to this product\\.$`,
        'm',
      ),
    );
  expect(asked.filter(({ url }) => url.includes('/s/'))).toHaveLength(2);
});

it.each([
  ['a proxy without a server', () => new Response('', { status: 502 })],
  [
    'a proxy that has not started',
    () => {
      throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    },
  ],
])('only warns about %s, because the doctor runs before the first start', async (_what, outside) => {
  const { said, problems } = await examine(LINKS, { 'https://two.example/s/': outside });
  expect(problems.filter((line) => line.startsWith('device links'))).toEqual([]);
  expect(said).toMatch(
    /^warning +device links +No server responds to device links of https:\/\/two\.example/m,
  );
});

it('warns about terms of receipts that a cash register rejects', async () => {
  const { said } = await examine({ RECEIPT_VAT: 'none, 2100-01-01=22', RECEIPT_TAX_SYSTEM: 'patent' });
  expect(said).toMatch(
    /^warning +configuration +from 2100-01-01: RECEIPT_VAT=22 does not match RECEIPT_TAX_SYSTEM=patent/m,
  );
});

if (onPostgres) {
  it('reports that VPN_APPS is imported by the next start, and that it is no longer read after the import', async () => {
    const apps = [{ id: 'other', name: 'Other', stores: {} }];
    const VPN_APPS = JSON.stringify(apps);
    expect((await examine({ VPN_APPS })).said).toMatch(/^ok +VPN apps +The next start imports VPN_APPS/m);
    expect((await examine({ VPN_APPS: '[]' })).problems).toEqual([
      expect.stringMatching(/^VPN apps +VPN_APPS must be a JSON list/),
    ]);
    await importVpnApps({ db: await openTestDatabase(), clock: systemClock }, apps);
    for (const value of [VPN_APPS, '[]']) {
      const { said, problems } = await examine({ VPN_APPS: value });
      expect(said).toMatch(/^warning +VPN apps +VPN_APPS is no longer read/m);
      expect(problems.filter((line) => line.startsWith('VPN apps'))).toEqual([]);
    }
  });

  it('rejects a connection pooler that drops the settings of sessions', async () => {
    const proxy = await startDatabaseProxy(databaseUrl, { dropsSettings: true });
    const { code, said } = await examine({ DATABASE_URL: proxy.url });
    await proxy.close();
    expect(code).toBe(1);
    expect(said).toMatch(/^PROBLEM +database +DATABASE_URL leads to a connection pooler that drops/m);
  });

  it('names a card provider that rejected autopayments last', async () => {
    const variables = {
      ...{ YOOKASSA_SHOP_ID: '100500', YOOKASSA_SECRET_KEY: 'live_abcdef' },
      STAFF_PASSWORD: 'Xk29-fresh-pond-hollow',
    };
    const good = { 'https://api.yookassa.ru/v3/payments?limit=1': () => json({ items: [] }, 200) };
    const db = await openTestDatabase();
    const now = new Date();
    await db.insert(orders).values({
      ...{
        id: 'o-1',
        provider: 'yooKassa',
        kind: 'trial',
        variant: 'web',
        amountKopecks: 100,
        currency: 'RUB',
      },
      ...{ recurringPaymentAmountKopecks: 100, recurringPaymentStartAt: now, createdAt: now, offeredAt: now },
    });
    const request = async (key: string, fields: Partial<typeof requestedPayments.$inferInsert>) => {
      await db.insert(requestedPayments).values({
        ...{ key, provider: 'yooKassa', kind: 'widget', orderId: 'o-1', payerId: 'payer' },
        ...{ amountKopecks: 100, currency: 'RUB', savesMethod: true, requestedAt: now },
        ...fields,
      });
    };
    await request('first', { outcome: 'forbidden', settledAt: now });
    expect((await examine(variables, good)).problems).toEqual([
      expect.stringMatching(
        /^card providers +yooKassa rejected the last payment: it does not permit autopayments/,
      ),
    ]);
    await request('second', { transactionId: 'accepted' });
    expect((await examine(variables, good)).problems).toEqual([]);
  });

  it('reports a card provider that is marked as gone, and that nothing can be sold if it gets the new orders', async () => {
    const db = await openTestDatabase();
    const markedAt = new Date();
    const mark = { markedAt, graceUntil: new Date(markedAt.getTime() + 14 * 86_400_000) };
    await insertGoneMark(db, { provider: 'yooKassa', ...mark });
    const other = await examine({ STAFF_PASSWORD: 'Xk29-fresh-pond-hollow' });
    expect(other.said).toMatch(
      /^warning +card providers +yooKassa is marked as gone: its customers must enter a card again\.$/m,
    );
    expect(other.problems).toEqual([]);
    await endGoneMark(db, 'yooKassa', markedAt);
    await insertGoneMark(db, { provider: 'cloudPayments', ...mark });
    const selling = await examine({ STAFF_PASSWORD: 'Xk29-fresh-pond-hollow' });
    expect(selling.code).toBe(1);
    expect(selling.problems).toEqual([
      expect.stringMatching(
        /^card providers +cloudPayments is marked as gone, so nothing can be sold: set CARD_PROVIDER/,
      ),
    ]);
    expect(selling.said).not.toContain('yooKassa is marked');
  });

  it('reports VPN credentials that the VPN panel rejects, with each reason', async () => {
    const db = await openTestDatabase();
    const at = new Date();
    const ids = [1, 2, 3, 4];
    await db.insert(accounts).values(
      ids.map((id) => ({
        ...{ id, uid: `uid-${id}`, email: `c${id}@shop.example`, providerId: 'email', createdAt: at },
      })),
    );
    await db.insert(devices).values(
      ids.map((id) => ({
        ...{ id, accountId: id, deviceId: `phone-${id}`, deviceName: 'Pixel 9', platform: 'android' },
        ...{ isActive: true, firstActivation: at, attachedAt: at },
      })),
    );
    const foreign =
      'VpnRejected: the panel user prosvet-1 belongs to another owner: it lacks the tag PROSVET';
    await db.insert(vpnKeys).values([
      { deviceId: 1, revision: 1, failedAt: at, problem: foreign },
      { deviceId: 2, revision: 1, failedAt: at, problem: 'VpnRejected: create: HTTP 400 expireAt' },
      { deviceId: 3, revision: 1, failedAt: at, problem: 'VpnRejected: create: HTTP 400 expireAt' },
      { deviceId: 4, revision: 1, problem: 'VpnUnavailable: HTTP 502' },
    ]);
    const { problems, code } = await examine({ STAFF_PASSWORD: 'Xk29-fresh-pond-hollow' });
    expect(code).toBe(1);
    expect(problems.map((line) => line.replace(/ {2,}/, ' '))).toEqual([
      'VPN panel The VPN panel rejects changes of VPN credentials (2): VpnRejected: create: HTTP 400 expireAt.',
      `VPN panel The VPN panel rejects changes of VPN credentials (1): ${foreign}.`,
    ]);
  });
}

it('checks YooKassa if it is configured', async () => {
  const variables = { YOOKASSA_SHOP_ID: '100500', YOOKASSA_SECRET_KEY: 'live_abcdef' };
  const good = { 'https://api.yookassa.ru/v3/payments?limit=1': () => json({ items: [] }, 200) };
  const { problems, said } = await examine(variables, good);
  expect(problems).toEqual([]);
  expect(said).toMatch(/^ok +YooKassa +YooKassa accepts the shop id and the secret key\.$/m);
  expect(said).toMatch(/^warning +YooKassa +Ask the YooKassa manager/m);
  const bad = { 'https://api.yookassa.ru/v3/payments': () => json({ code: 'invalid_credentials' }, 401) };
  expect((await examine(variables, bad)).problems).toEqual([
    expect.stringMatching(/^YooKassa .*HTTP 401 invalid_credentials/),
  ]);
});

it('sends the check host the same request as the page /check', async () => {
  const { problems, said } = await examine(CHECK, {
    'https://check.example/api/connection/check': () =>
      new Response('{"isThroughVpn":false}', {
        headers: { 'Access-Control-Allow-Origin': 'https://shop.example' },
      }),
  });
  expect(problems).toEqual([]);
  expect(said).toMatch(/^ok +connection check +CHECK_URL leads to this server. Configured exits: 2.$/m);
});

it.each<[string, MailScript, RegExp]>([
  [
    'a rejected sender',
    { mailFrom: () => ({ reply: '553 5.7.1 Sender address rejected: not owned by user' }) },
    /^PROBLEM +mail +The mail server rejects the sender \(553 5\.7\.1\): set MAIL_FROM/m,
  ],
  [
    'a sender that is rejected for now',
    { mailFrom: () => ({ reply: '451 4.7.1 Try later' }) },
    /^warning +mail +The mail server accepts no email from MAIL_FROM at present \(451 4\.7\.1\): /m,
  ],
  [
    'a server that does not relay',
    { rcptTo: () => ({ reply: '554 5.7.1 Relay access denied' }) },
    /^PROBLEM +mail +The mail server does not relay emails to the support address \(554 5\.7\.1\): /m,
  ],
  [
    'a greylisting server',
    { rcptTo: () => ({ reply: '450 4.2.0 Greylisted' }) },
    /^warning +mail +The mail server delays emails of unknown senders \(450 4\.2\.0\): /m,
  ],
  [
    'a server without AUTH that closes the connection',
    { greeting: () => 'close' },
    /^PROBLEM +mail +The check failed: .*ECONN/m,
  ],
])('reports %s', async (_what, script, expected) => {
  const mail = await startScriptedMailServer(script);
  try {
    const { said } = await examine({ SMTP_URL: mail.url });
    expect(said).toMatch(expected);
    expect(mail.accepted).toEqual([]);
  } finally {
    await mail.close();
  }
});

it('accepts a self-signed certificate of a mail server on this machine', async () => {
  // The server's certificate is the test certificate of the package smtp-server, which is self-signed. The package warns
  // about it.
  const warned = jest.spyOn(console, 'error').mockReturnValue();
  const own = new SMTPServer({ authOptional: true });
  warned.mockRestore();
  own.listen(0, '127.0.0.1');
  await once(own.server, 'listening');
  const { port } = own.server.address() as AddressInfo;
  const { said } = await examine({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  expect(said).toMatch(/^ok +mail +The mail server accepts/m);
  const closed = once(own.server, 'close');
  own.close();
  await closed;
});

it('reports a wrong Firebase project', async () => {
  const projects = 'https://identitytoolkit.googleapis.com/v1/projects?key=web-key';
  const authorizedDomains = ['shop.example', 'shop.firebaseapp.com'];
  const { problems } = await examine(
    { FIREBASE_PROJECT_ID: 'shpo' },
    { [projects]: () => json({ projectId: '1', authorizedDomains }) },
  );
  expect(problems).toEqual([
    expect.stringMatching(
      /^Google sign-in +FIREBASE_PROJECT_ID is not the project of FIREBASE_API_KEY, whose domain is shop\.firebaseapp\.com: /,
    ),
  ]);
});

it('reports everything that is missing in the configuration, and sends no request in this case', async () => {
  const { code, problems, asked } = await examine({ SMTP_URL: '', SESSION_SECRET: 'change-me' });
  expect(code).toBe(1);
  expect(problems).toHaveLength(2);
  expect(asked).toEqual([]);
});

it.each([
  ['a wrong mail password', () => ({ SMTP_URL: `smtp://mail:bad@127.0.0.1:${smtpPort}` }), {}, /^mail .*535/],
  [
    'a mail server that is away',
    () => ({ SMTP_URL: 'smtp://mail:good@127.0.0.1:9' }),
    {},
    /^mail .*ESOCKET ECONNREFUSED \(no program listens on this port\).*SMTP_URL\.$/,
  ],
  [
    'a rejected API secret',
    () => ({}),
    { 'https://api.cloudpayments.ru/test': () => json({}, 401) },
    /^card provider .*HTTP 401/,
  ],
  [
    'a card provider that is not there',
    () => ({}),
    {
      'https://api.cloudpayments.ru/test': () => {
        throw NOT_FOUND;
      },
    },
    /^card provider .*ENOTFOUND \(no such host name\): /,
  ],
  [
    'a push service that is not there',
    () => ({}),
    {
      'https://oauth2.googleapis.com/token': () => {
        throw NOT_FOUND;
      },
    },
    /^pushes .*ENOTFOUND/,
  ],
  [
    'a revoked service account',
    () => ({}),
    { 'https://oauth2.googleapis.com/token': () => json({ error: 'invalid_grant' }, 400) },
    /^pushes .*rejected with 400/,
  ],
  [
    'an account that may not send',
    () => ({}),
    { 'https://fcm.googleapis.com/v1/projects/shop/messages:send': () => json({}, 403) },
    /^pushes .*rejected with 403/,
  ],
  [
    'a wrong web key',
    () => ({}),
    { 'https://identitytoolkit.googleapis.com/v1/projects?key=web-key': () => json({}, 400) },
    /^Google sign-in .*FIREBASE_API_KEY: HTTP 400/,
  ],
  [
    'a host that the project does not know',
    () => ({ PUBLIC_URL: 'https://new.example' }),
    { 'https://new.example/s/': leadsHere },
    /on new\.example: add it/,
  ],
  [
    'a rejected panel token',
    () => ({}),
    { 'https://panel.example/api/system/metadata': () => json({}, 401) },
    /^VPN panel .*HTTP 401/,
  ],
  [
    'an older panel',
    () => ({}),
    { 'https://panel.example/api/system/metadata': () => json({ response: { version: '2.7' } }) },
    /not Remnawave 3/,
  ],
  [
    'a check host that serves another site',
    () => CHECK,
    { 'https://check.example/': () => new Response('<html>') },
    /^connection check .*CHECK_URL does not lead to this server/,
  ],
  [
    'a check host that a page may not ask',
    () => CHECK,
    { 'https://check.example/': () => json({ isThroughVpn: false }) },
    /^connection check .*does not allow pages of PUBLIC_URL/,
  ],
  ['a check host that is not there', () => CHECK, {}, /^connection check .*ENOTFOUND/],
  [
    'a link domain that serves another site',
    () => LINKS,
    { 'https://two.example/s/': () => new Response('<html>') },
    /^device links .*Device links of https:\/\/two\.example do not lead to this product/,
  ],
  [
    'a link domain that is not there',
    () => LINKS,
    {},
    /^device links .*Device links of https:\/\/two\.example cannot be fetched from this machine \(ENOTFOUND\)/,
  ],
] as const)('names %s', async (_what, variables, outside, expected) => {
  const { code, problems, said } = await examine(variables(), outside);
  expect(code).toBe(1);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(expected);
  expect(said).toContain(onPostgres ? '\n1 problem, ' : '\n2 problems, ');
});

it('reports a missing admin, unless a password for the first admin is configured', async () => {
  await openTestDatabase();
  const lacking = await examine();
  const content = await examine({ STAFF_PASSWORD: 'Xk29-fresh-pond-hollow' });
  // The embedded database has no URL, so staff accounts are not counted.
  expect(lacking.problems).toEqual(onPostgres ? [expect.stringMatching(/^staff .*STAFF_PASSWORD/)] : []);
  expect(content.problems).toEqual([]);
});
