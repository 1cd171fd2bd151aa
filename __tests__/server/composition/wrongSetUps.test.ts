/**
 * Tests that `npm run doctor` names the cause of each wrong set-up in one sentence that says what to do, and that contains no
 * secret. The doctor connects to real small servers on this machine. Requests to fixed hosts of Google and of CHECK_URL are
 * redirected to such a server.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../../../.ci/freePort.mjs';
import { runDoctor } from '../../../src/server/composition/doctor';
import { createServerFor } from '../../../src/server/http/listen';
import { systemClock } from '../../../src/server/ports/clock';
import { createFakeVpnPanel, type FakeVpnPanel } from '../../../src/server/sandbox/fakeVpnPanel/fakeVpnPanel';
import { sandboxVpnPanel } from '../../../src/server/sandbox/schema/vpn';
import { LINK_REJECTIONS } from '../../../src/server/texts/links';
import {
  onPostgres,
  openSandboxTestDatabase,
  openTestDatabase,
  testDatabaseUrl,
} from '../../support/database';
import { startDatabaseProxy } from '../../support/databaseProxy';
import { type MailScript, startScriptedMailServer } from '../../support/scriptedMailServer';
import { SELF_SIGNED } from '../../support/selfSignedCertificate';

const SQUAD = '5f0c3e1c-6a43-4a52-9d6b-0a1f5f1f2a11';
const SHOP = 'https://shop.example';
const SCOPES = [
  ...['users:create', 'users:update', 'users:delete', 'users:by-username', 'users:stream'],
  ...['system:metadata', 'internal-squads:list', 'hosts:list'],
];

/** Every secret of the set-ups. The doctor must print none of them. */
const SECRETS = {
  session: 'Zk3pWq8vLr2nXs7tYb5mHd9jFc4gKe6u',
  mail: 'mail-pass-8h2',
  cloudPayments: '4f0c9a7be21d5836c0e94b7fa1d2835e',
  yooKassa: 'live_7hQ2mWz4',
  panel: 'panel-token-91xk',
  database: 'db-pass-3f7q',
  wrong: 'another-value-5t1',
} as const;

type Variables = Record<string, string | undefined>;

/** Functions that end what a test has started, in the order of the start. */
const endings: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function listenOn(server: Server | net.Server, host = '127.0.0.1'): Promise<number> {
  server.listen(0, host);
  await once(server, 'listening');
  endings.push(async () => {
    const closed = once(server, 'close');
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
    await closed;
  });
  return (server.address() as AddressInfo).port;
}

const serveHttp = async (respond: (request: Request) => Response | Promise<Response>): Promise<string> =>
  `http://127.0.0.1:${String(await listenOn(createServerFor(respond)))}`;

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

function createServiceAccount(projectId: string): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return JSON.stringify({
    project_id: projectId,
    client_email: `push@${projectId}.iam.gserviceaccount.com`,
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  });
}

const SERVICE_ACCOUNT = createServiceAccount('shop');

/** Responses of the services by host. Tests replace the service that is set up wrongly. */
type Services = Record<string, (request: Request) => Response | Promise<Response>>;

const SERVICES: Services = {
  'api.cloudpayments.ru': ({ headers }) =>
    headers.get('authorization') === basic('pk_0123456789', SECRETS.cloudPayments)
      ? json({ Success: true, Message: 'bd6353c3' })
      : new Response('', { status: 401 }),
  'api.yookassa.ru': ({ headers }) =>
    headers.get('authorization') === basic('100500', SECRETS.yooKassa)
      ? json({ type: 'list', items: [] })
      : json(
          { type: 'error', code: 'invalid_credentials', description: 'Error in shopId or secret key' },
          401,
        ),
  'oauth2.googleapis.com': () => json({ access_token: 'access', expires_in: 3600 }),
  'fcm.googleapis.com': () => json({ name: 'projects/shop/messages/0' }),
  'www.googleapis.com': () => json({ keys: [{ kid: 'one' }] }),
  'identitytoolkit.googleapis.com': ({ url }) =>
    new URL(url).searchParams.get('key') === 'web-key'
      ? json({ projectId: '1', authorizedDomains: ['localhost', 'shop.example', 'shop.firebaseapp.com'] })
      : json({ error: { code: 400, message: 'API key not valid.' } }, 400),
  'check.example': () =>
    new Response('{"isThroughVpn":false}', { headers: { 'Access-Control-Allow-Origin': SHOP } }),
  'shop.example': () => new Response(LINK_REJECTIONS.unknownClient, { status: 403 }),
};

interface SetUp {
  variables?: Variables;
  services?: Services;
  nodeVersion?: string;
  /** Whether the database is checked too. */
  checksDatabase?: boolean;
}

/** Runs the doctor on the right set-up with these changes. Returns the lines that are not `ok`. */
async function readLines({
  variables = {},
  services = {},
  nodeVersion,
  checksDatabase,
}: SetUp): Promise<string[]> {
  const mail = await startScriptedMailServer();
  endings.push(() => mail.close());
  const outside = { ...SERVICES, ...services };
  const base = await serveHttp((request) => {
    const [, host = '', ...rest] = new URL(request.url).pathname.split('/');
    const { search } = new URL(request.url);
    const found = outside[host];
    if (found === undefined) return new Response('', { status: 404 });
    return found(new Request(`http://${host}/${rest.join('/')}${search}`, request));
  });
  const said: string[] = [];
  const code = await runDoctor({
    variables: {
      NODE_ENV: 'production',
      DATABASE_URL: `postgres://shop:${SECRETS.database}@127.0.0.1:1/shop`,
      PUBLIC_URL: SHOP,
      SESSION_SECRET: SECRETS.session,
      SMTP_URL: `smtp://127.0.0.1:${String(mail.port)}`,
      MAIL_FROM: 'Shop <mail@shop.example>',
      BRAND_SUPPORT_EMAIL: 'help@shop.example',
      CLOUDPAYMENTS_PUBLIC_ID: 'pk_0123456789',
      CLOUDPAYMENTS_API_SECRET: SECRETS.cloudPayments,
      CLOUDPAYMENTS_API_URL: `${base}/api.cloudpayments.ru`,
      FIREBASE_PROJECT_ID: 'shop',
      FIREBASE_API_KEY: 'web-key',
      FIREBASE_AUTH_DOMAIN: 'shop.firebaseapp.com',
      FIREBASE_SERVICE_ACCOUNT: SERVICE_ACCOUNT,
      ...(variables['YOOKASSA_SHOP_ID'] === undefined
        ? {}
        : { YOOKASSA_API_URL: `${base}/api.yookassa.ru/v3` }),
      ...variables,
    },
    say: (line) => said.push(line),
    without: checksDatabase === true ? ['VPN apps'] : ['VPN apps', 'database'],
    ...(nodeVersion === undefined ? {} : { nodeVersion }),
    fetch: (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input.toString());
      const isFixed = /\.googleapis\.com$|^(?:check|shop)\.example$/.test(url.hostname);
      return isFixed
        ? fetch(`${base}/${url.hostname}${url.pathname}${url.search}`, init)
        : fetch(input, init);
    },
  });
  const text = said.join('\n');
  for (const secret of [...Object.values(SECRETS), 'PRIVATE KEY']) expect(text).not.toContain(secret);
  expect(code).toBe(said.some((line) => line.startsWith('PROBLEM')) ? 1 : 0);
  return said.filter((line) => /^(?:warning|PROBLEM) /.test(line)).map((line) => line.replace(/ {2,}/g, ' '));
}

/** Variables that the whole right set-up has, but no test of another service. */
const PANEL_AND_CHECK = { CHECK_URL: 'https://check.example', VPN_EXIT_ADDRESSES: '192.0.2.1' };

let panel: FakeVpnPanel;
let scopes: string[] | null;

/** Starts a VPN panel and returns the variables of the right set-up. */
async function startPanel(): Promise<Variables> {
  const db = await openSandboxTestDatabase();
  scopes = SCOPES;
  panel = createFakeVpnPanel({
    db,
    clock: systemClock,
    squads: [{ uuid: SQUAD, name: 'Default-Squad' }],
    token: SECRETS.panel,
    scopes: () => scopes,
    subscriptionBaseUrl: 'https://panel.example/api/sub',
  });
  const REMNAWAVE_URL = await serveHttp((request) => panel.app.fetch(request));
  return { REMNAWAVE_URL, REMNAWAVE_TOKEN: SECRETS.panel, REMNAWAVE_SQUADS: SQUAD };
}

const setPanel = async (values: Partial<typeof sandboxVpnPanel.$inferInsert>) => {
  const db = await openSandboxTestDatabase();
  await db.insert(sandboxVpnPanel).values({ id: 1, ...values });
};

async function mailWith(script: MailScript, login = '', host = '127.0.0.1'): Promise<SetUp> {
  const mail = await startScriptedMailServer(script);
  endings.push(() => mail.close());
  return { variables: { SMTP_URL: `smtp://${login}${host}:${String(mail.port)}` } };
}

/** Starts a mail server that announces STARTTLS with a self-signed certificate. Returns its port. */
async function selfSignedMail(): Promise<number> {
  const mail = new SMTPServer({ authOptional: true, ...SELF_SIGNED });
  mail.on('error', () => undefined);
  mail.listen(0, '127.0.0.1');
  await once(mail.server, 'listening');
  endings.push(async () => {
    const closed = once(mail.server, 'close');
    mail.close();
    await closed;
  });
  return (mail.server.address() as AddressInfo).port;
}

/** Starts a server that rejects each session as PostgreSQL does, with this SQLSTATE. Returns the URL. */
async function rejectingPostgres(sqlState: string): Promise<string> {
  const fields = ['SFATAL', 'VFATAL', `C${sqlState}`, `Mrejected for shop ${SECRETS.database}`];
  const body = Buffer.from(`${fields.join('\0')}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(body.length + 4, 1);
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([head, body])));
  });
  return `postgres://shop:${SECRETS.database}@127.0.0.1:${String(await listenOn(server))}/shop`;
}

const database = (url: string): SetUp => ({ variables: { DATABASE_URL: url }, checksDatabase: true });

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'prosvet-doctor-'));
  endings.push(() => rm(folder, { recursive: true }));
  return folder;
}

/** Host of this machine that the mail client does not take for this machine, so that it verifies certificates. */
const ELSEWHERE = '0.0.0.0';

/** Table of wrong set-ups: the mistake, the set-up, and the beginning and end of the only line that the doctor adds. */
const WRONG: [string, () => SetUp | Promise<SetUp>, RegExp][] = [
  // Configuration
  [
    'PUBLIC_URL without TLS',
    () => ({ variables: { PUBLIC_URL: 'http://shop.example' } }),
    /^PROBLEM configuration PUBLIC_URL must be a URL like https:\/\/host, without a path and without credentials\.$/,
  ],
  [
    'an example as session secret',
    () => ({ variables: { SESSION_SECRET: 'change-me-change-me-change-me-change-me' } }),
    /^PROBLEM configuration SESSION_SECRET must be random and have at least 32 bytes\.$/,
  ],
  [
    'no mail server',
    () => ({ variables: { SMTP_URL: '' } }),
    /^PROBLEM configuration SMTP_URL or SMTP_URL_FILE is missing: URL of the mail server\.$/,
  ],
  [
    'the Public ID as API Secret',
    () => ({ variables: { CLOUDPAYMENTS_API_SECRET: 'pk_0123456789' } }),
    /^PROBLEM configuration CLOUDPAYMENTS_API_SECRET must not be the Public ID, which is public\.$/,
  ],
  [
    'a folder of the erasure journal that does not exist',
    () => ({ variables: { ERASURE_JOURNAL: '/no-such-folder/erasures' } }),
    /^PROBLEM configuration ERASURE_JOURNAL must be an absolute path of a file in an existing folder\.$/,
  ],
  [
    'a folder at the place of the erasure journal, as Docker creates it for a missing file',
    async () => {
      const file = path.join(await temporaryFolder(), 'erasures');
      await mkdir(file);
      return { variables: { ERASURE_JOURNAL: file } };
    },
    /^PROBLEM erasure journal The erasure journal cannot be read and written \(EISDIR\): give the user of the server/,
  ],
  [
    'a file at the place of the folder of the erasure journal',
    async () => {
      const file = path.join(await temporaryFolder(), 'data');
      await writeFile(file, '');
      return { variables: { ERASURE_JOURNAL: path.join(file, 'erasures') } };
    },
    /^PROBLEM erasure journal The erasure journal cannot be read and written \(ENOTDIR\): give the user of the server/,
  ],
  [
    'Node.js 20 in production',
    () => ({ nodeVersion: '20.19.5' }),
    /^warning configuration Node\.js 20\.19\.5 gets no security fixes any more: install Node\.js 24\.$/,
  ],
  [
    'a misspelled variable',
    () => ({ variables: { TRUSTED_PROXY: '1' } }),
    /^warning configuration .*TRUSTED_PROXY.*TRUSTED_PROXIES/,
  ],
  // Mail
  [
    'a wrong port of the mail server',
    async () => ({ variables: { SMTP_URL: `smtp://127.0.0.1:${String(await freePort())}` } }),
    /^PROBLEM mail .*ECONNREFUSED \(no program listens on this port\).*: check the host and the port in SMTP_URL\.$/,
  ],
  [
    'a wrong password of the mail server',
    () =>
      mailWith(
        { extensions: ['AUTH PLAIN'], auth: () => ({ reply: '535 5.7.8 Authentication failed' }) },
        `mail:${SECRETS.wrong}@`,
      ),
    /^PROBLEM mail .*535 5\.7\.8 EAUTH \(the user name or the password is wrong\).*: correct the user name and the password in SMTP_URL\.$/,
  ],
  [
    'no login at a mail server that requires one',
    () => mailWith({ mailFrom: () => ({ reply: '530 5.7.0 Authentication required' }) }),
    /^PROBLEM mail The mail server requires a login or TLS \(530 5\.7\.0\): add a user name and a password to SMTP_URL/,
  ],
  [
    'no login at a mail server that requires one for the recipient',
    () => mailWith({ rcptTo: () => ({ reply: '530 5.7.1 Authentication required' }) }),
    /^PROBLEM mail The mail server requires a login or TLS \(530 5\.7\.1\): add a user name and a password to SMTP_URL/,
  ],
  [
    'a sender that is not of this login',
    () => mailWith({ mailFrom: () => ({ reply: '553 5.7.1 Sender address rejected: not owned by user' }) }),
    /^PROBLEM mail The mail server rejects the sender \(553 5\.7\.1\): set MAIL_FROM to an address that it permits/,
  ],
  [
    'a sender that is rejected for now',
    () => mailWith({ mailFrom: () => ({ reply: '451 4.7.1 Try later' }) }),
    /^warning mail The mail server accepts no email from MAIL_FROM at present \(451 4\.7\.1\): try again later\.$/,
  ],
  [
    'a mail server that does not relay',
    () => mailWith({ rcptTo: () => ({ reply: '554 5.7.1 Relay access denied' }) }),
    /^PROBLEM mail The mail server does not relay emails to the support address \(554 5\.7\.1\): check SMTP_URL and BRAND_SUPPORT_EMAIL\.$/,
  ],
  [
    'a support address without a mailbox',
    () => mailWith({ rcptTo: () => ({ reply: '550 5.1.1 User unknown' }) }),
    /^PROBLEM mail The mail server does not relay emails to the support address \(550 5\.1\.1\): check SMTP_URL and BRAND_SUPPORT_EMAIL\.$/,
  ],
  [
    'greylisting',
    () => mailWith({ rcptTo: () => ({ reply: '450 4.2.0 Greylisted' }) }),
    /^warning mail The mail server delays emails of unknown senders \(450 4\.2\.0\): sign-in emails arrive late/,
  ],
  [
    'a mail server that blocks this machine',
    () => mailWith({ greeting: () => ({ reply: '554 5.7.1 Blocked' }) }),
    /^PROBLEM mail The check failed: 554 5\.7\.1 .*: the mail server rejects this machine, so ask its operator\.$/,
  ],
  [
    'a mail server that is busy',
    () => mailWith({ greeting: () => ({ reply: '421 4.3.2 Busy' }) }),
    /^PROBLEM mail The check failed: 421 4\.3\.2 .*: the mail server is busy or blocks this machine, so try again later/,
  ],
  [
    'a mail server elsewhere with a self-signed certificate',
    async () => ({ variables: { SMTP_URL: `smtp://${ELSEWHERE}:${String(await selfSignedMail())}` } }),
    /^PROBLEM mail .*DEPTH_ZERO_SELF_SIGNED_CERT \(the certificate is self-signed\).*: install a valid certificate on the mail server/,
  ],
  [
    'a mail server elsewhere without TLS',
    () => mailWith({}, '', ELSEWHERE),
    /^PROBLEM mail .*ETLS \(the server does not offer TLS, or the TLS handshake failed\).*: use smtps:\/\/ or a mail server with STARTTLS/,
  ],
  [
    'TLS from the beginning at a port with STARTTLS',
    async () => {
      const { variables } = await mailWith({});
      return { variables: { SMTP_URL: (variables?.['SMTP_URL'] ?? '').replace('smtp://', 'smtps://') } };
    },
    /^PROBLEM mail .*\(the port expects no TLS at the beginning; use smtp:\/\/ instead of smtps:\/\/\).*: correct the scheme or the port in SMTP_URL\.$/,
  ],
  // Card providers
  [
    'a wrong API Secret of CloudPayments',
    () => ({ variables: { CLOUDPAYMENTS_API_SECRET: 'b81f7c2d94e05a6637d18e0fa4c25b9d' } }),
    /^PROBLEM card provider The check failed: test: HTTP 401: CloudPayments rejects the credentials, so correct CLOUDPAYMENTS_PUBLIC_ID and CLOUDPAYMENTS_API_SECRET\.$/,
  ],
  [
    'a wrong URL of CloudPayments',
    async () => ({
      variables: { CLOUDPAYMENTS_API_URL: `http://127.0.0.1:${String(await freePort())}` },
    }),
    /^PROBLEM card provider .*ECONNREFUSED \(no program listens on this port\): check the network of this machine, and CLOUDPAYMENTS_API_URL\.$/,
  ],
  [
    'a wrong secret key of YooKassa',
    () => ({ variables: { YOOKASSA_SHOP_ID: '100500', YOOKASSA_SECRET_KEY: SECRETS.wrong } }),
    /^PROBLEM YooKassa The check failed: payments: HTTP 401 invalid_credentials: YooKassa rejects the credentials, so correct YOOKASSA_SHOP_ID and YOOKASSA_SECRET_KEY\.$/,
  ],
  // Google
  [
    'a wrong FIREBASE_PROJECT_ID',
    () => ({
      variables: { FIREBASE_PROJECT_ID: 'shpo', FIREBASE_SERVICE_ACCOUNT: createServiceAccount('shpo') },
    }),
    /^PROBLEM Google sign-in FIREBASE_PROJECT_ID is not the project of FIREBASE_API_KEY, whose domain is shop\.firebaseapp\.com: correct one of them\.$/,
  ],
  [
    'a service account of another project',
    () => ({ variables: { FIREBASE_SERVICE_ACCOUNT: createServiceAccount('other') } }),
    /^warning pushes The service account belongs to another project than FIREBASE_PROJECT_ID: use a key of that project\.$/,
  ],
  [
    'a wrong FIREBASE_API_KEY',
    () => ({ variables: { FIREBASE_API_KEY: SECRETS.wrong } }),
    /^PROBLEM Google sign-in The check failed: FIREBASE_API_KEY: HTTP 400: Google rejects the key, so correct FIREBASE_API_KEY\.$/,
  ],
  [
    'a host that Firebase does not know',
    () => ({ variables: { PUBLIC_URL: 'https://new.example' } }),
    /^PROBLEM Google sign-in Google rejects sign-ins on new\.example: add it to the authorized domains of the Firebase project\.$/,
  ],
  [
    'a deleted key of the service account',
    () => ({ services: { 'oauth2.googleapis.com': () => json({ error: 'invalid_grant' }, 400) } }),
    /^PROBLEM pushes The check failed: the service account was rejected with 400: its key was deleted or the clock/,
  ],
  [
    'a service account that may not send pushes',
    () => ({
      services: { 'fcm.googleapis.com': () => json({ error: { status: 'PERMISSION_DENIED' } }, 403) },
    }),
    /^PROBLEM pushes The check failed: messages:send was rejected with 403: the service account may not send pushes, so enable/,
  ],
  // VPN panel
  [
    'an API token without any scope',
    async () => {
      const variables = await startPanel();
      scopes = [];
      return { variables };
    },
    /^PROBLEM VPN panel The API token was deleted in the VPN panel, or has none of its scopes: create one, and set REMNAWAVE_TOKEN\.$/,
  ],
  [
    'an API token without one scope',
    async () => {
      const variables = await startPanel();
      scopes = SCOPES.filter((scope) => scope !== 'users:delete');
      return { variables };
    },
    /^PROBLEM VPN panel The API token lacks users:delete: create a token with these scopes\.$/,
  ],
  [
    'a wrong API token',
    async () => ({ variables: { ...(await startPanel()), REMNAWAVE_TOKEN: SECRETS.wrong } }),
    /^PROBLEM VPN panel The check failed: rejects the API token, which is wrong or has expired: HTTP 401: create an API token in the VPN panel, and set REMNAWAVE_TOKEN\.$/,
  ],
  [
    'a squad that does not exist',
    async () => {
      const variables = await startPanel();
      await setPanel({ removedSquads: [SQUAD] });
      return { variables };
    },
    /^PROBLEM VPN panel The squad 5f0c3e1c\S+ does not exist in the VPN panel: correct REMNAWAVE_SQUADS\.$/,
  ],
  [
    'a squad without an enabled host',
    async () => {
      const variables = await startPanel();
      await setPanel({ squadsWithoutHosts: [SQUAD] });
      return { variables };
    },
    /^PROBLEM VPN panel The squad Default-Squad \(\S+\) of REMNAWAVE_SQUADS gives its members no VPN server: enable a host/,
  ],
  [
    'a wrong clock of the VPN panel',
    async () => {
      const variables = await startPanel();
      await panel.configure({ clockSkewSeconds: 3600 });
      return { variables };
    },
    /^warning VPN panel The clock of the VPN panel is 3\d{3} s ahead of the clock of this server: synchronize both\.$/,
  ],
  [
    'a REMNAWAVE_URL that leads to a website',
    async () => ({
      variables: {
        ...(await startPanel()),
        REMNAWAVE_URL: await serveHttp(() => new Response('<!doctype html><title>Shop</title>')),
      },
    }),
    /^PROBLEM VPN panel The check failed: does not tell its version: HTTP 200: REMNAWAVE_URL leads to no Remnawave panel/,
  ],
  // Page /check
  [
    'a CHECK_URL that leads to a website',
    () => ({ variables: PANEL_AND_CHECK, services: { 'check.example': () => new Response('<html>') } }),
    /^PROBLEM connection check CHECK_URL does not lead to this server: check its DNS entry and its proxy\.$/,
  ],
  [
    'a proxy of CHECK_URL that drops response headers',
    () => ({
      variables: PANEL_AND_CHECK,
      services: { 'check.example': () => json({ isThroughVpn: false }) },
    }),
    /^PROBLEM connection check The host of CHECK_URL does not allow pages of PUBLIC_URL to read its response: let its proxy pass on/,
  ],
  // Database
  [
    'no database server at this port',
    async () => database(`postgres://shop:${SECRETS.database}@127.0.0.1:${String(await freePort())}/shop`),
    /^PROBLEM database The check failed: ECONNREFUSED \(no program listens on this port\): check the host and the port in DATABASE_URL\.$/,
  ],
  [
    'a wrong password of the database',
    async () => database(await rejectingPostgres('28P01')),
    /^PROBLEM database The check failed: 28P01 \(the password is wrong\): correct the password in DATABASE_URL\.$/,
  ],
  [
    'a role that the database does not admit',
    async () => database(await rejectingPostgres('28000')),
    /^PROBLEM database The check failed: 28000 \(the role does not exist, or the server does not admit it\): correct the role/,
  ],
  [
    'a database that does not exist',
    async () => database(await rejectingPostgres('3D000')),
    /^PROBLEM database The check failed: 3D000 \(the database does not exist\): create the database, or correct its name/,
  ],
  [
    'a database without free connections',
    async () => database(await rejectingPostgres('53300')),
    /^PROBLEM database The check failed: 53300 \(all connections of PostgreSQL are in use\): raise max_connections/,
  ],
  [
    'a pooler that rejects the settings of a session',
    async () => database(await rejectingPostgres('08P01')),
    /^PROBLEM database DATABASE_URL leads to a connection pooler that drops the settings of a session, such as PgBouncer: use the direct address/,
  ],
];

/** Wrong set-ups that need a real PostgreSQL. */
const WRONG_ON_POSTGRES: typeof WRONG = [
  [
    'a pooler that drops the settings of a session',
    async () => {
      await openTestDatabase();
      const proxy = await startDatabaseProxy(testDatabaseUrl(), { dropsSettings: true });
      endings.push(() => proxy.close());
      return database(proxy.url);
    },
    /^PROBLEM database DATABASE_URL leads to a connection pooler that drops the settings of a session, such as PgBouncer: use the direct address/,
  ],
  [
    'a role without rights to the tables',
    async () => {
      await openTestDatabase();
      const role = `doctor_${randomBytes(4).toString('hex')}`;
      const admin = new pg.Client({ connectionString: testDatabaseUrl() });
      await admin.connect();
      endings.push(async () => {
        await admin.query(`drop role ${role}`);
        await admin.end();
      });
      await admin.query(`create role ${role} login password '${SECRETS.database}'`);
      const url = new URL(testDatabaseUrl());
      url.username = role;
      url.password = SECRETS.database;
      return database(url.href);
    },
    /^PROBLEM database The check failed: 42501 \(the role lacks a privilege\): make the role of DATABASE_URL the owner/,
  ],
  [
    'a database name that does not exist',
    () => {
      const url = new URL(testDatabaseUrl());
      url.pathname = '/no_such_database';
      return database(url.href);
    },
    /^PROBLEM database The check failed: 3D000 \(the database does not exist\): create the database, or correct its name/,
  ],
];

/** Warnings that also the right set-up has, because the tests set no details of a shop. */
const BASELINE = [
  'customers see placeholders',
  'staff may sign in without a second factor',
  'TRUSTED_PROXIES is 0',
  'ERASURE_JOURNAL is not set',
  'no VPN panel is configured',
  'CHECK_URL is not set',
  'a lawyer must approve',
  'Ask the YooKassa manager',
];

const addedLines = (lines: string[]): string[] =>
  lines.filter((line) => !BASELINE.some((known) => line.includes(known)));

test('the right set-up adds no line', async () => {
  const variables = { ...(await startPanel()), ...PANEL_AND_CHECK, YOOKASSA_SHOP_ID: '100500' };
  const lines = await readLines({
    variables: { ...variables, YOOKASSA_SECRET_KEY: SECRETS.yooKassa },
    nodeVersion: '24.11.0',
  });
  expect(addedLines(lines)).toEqual([]);
});

test('a self-signed certificate of a mail server on this machine is accepted', async () => {
  const SMTP_URL = `smtp://127.0.0.1:${String(await selfSignedMail())}`;
  expect(addedLines(await readLines({ variables: { SMTP_URL }, nodeVersion: '24.11.0' }))).toEqual([]);
});

test.each([...WRONG, ...(onPostgres ? WRONG_ON_POSTGRES : [])])(
  'one sentence names the cause: %s',
  async (_what, setUp, expected) => {
    const lines = addedLines(await readLines({ nodeVersion: '24.11.0', ...(await setUp()) }));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(expected);
    // One sentence: it ends with the only period that a space or the end follows.
    expect(lines[0]).toMatch(/^(?:(?!\. ).)*\.$/);
  },
);

test('at least 20 wrong set-ups are named', () => {
  expect(new Set(WRONG.map(([what]) => what)).size).toBeGreaterThanOrEqual(20);
});
