/** Tests the environment variables: defaults of the sandbox, and values that production rejects. */
import { generateKeyPairSync } from 'node:crypto';
import { openCardProviders } from '../../../src/server/composition/openCardProviders';
import { placeholderVariables } from '../../../src/server/configuration/brand';
import { ConfigurationRejected } from '../../../src/server/configuration/environment';
import { localBaseUrl } from '../../../src/server/configuration/listening';
import {
  listWarnings,
  readProductionConfiguration,
} from '../../../src/server/configuration/productionConfiguration';
import { readSandboxConfiguration } from '../../../src/server/configuration/sandboxConfiguration';
import { DEFAULT_BRAND } from '../../../src/shared/brand';

const SERVICE_ACCOUNT = JSON.stringify({
  project_id: 'shop',
  client_email: 'push@shop.iam.gserviceaccount.com',
  private_key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  }),
});

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://user:password@db.example/prosvet',
  PUBLIC_URL: 'https://shop.example/',
  SESSION_SECRET: 'Zk3pWq8vLr2nXs7tYb5mHd9jFc4gKe6u',
  SMTP_URL: 'smtps://user:password@mail.example',
  MAIL_FROM: 'Prosvet <mail@shop.example>',
  CLOUDPAYMENTS_PUBLIC_ID: 'pk_0123456789',
  CLOUDPAYMENTS_API_SECRET: '4f0c9a7be21d5836c0e94b7fa1d2835e',
  FIREBASE_PROJECT_ID: 'shop',
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: 'shop.firebaseapp.com',
  FIREBASE_SERVICE_ACCOUNT: SERVICE_ACCOUNT,
};

function findProblems(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof ConfigurationRejected) return error.problems;
    throw error;
  }
  return [];
}

const productionProblems = (changes: Record<string, string | undefined>) =>
  findProblems(() => readProductionConfiguration({ ...PRODUCTION, ...changes }));

describe('warnings about optional settings', () => {
  const said = (changes: Record<string, string>) =>
    listWarnings(readProductionConfiguration({ ...PRODUCTION, ...changes })).join('\n');
  const FORGOTTEN = /placeholders|test payments|second factor|TRUSTED_PROXIES|VPN panel|CHECK_URL/g;
  const CARED_FOR = {
    CLOUDPAYMENTS_ACCEPT_TEST_PAYMENTS: 'false',
    TOTP_REQUIRED: 'true',
    TRUSTED_PROXIES: '1',
    REMNAWAVE_URL: 'https://panel.example',
    REMNAWAVE_TOKEN: 'token',
    REMNAWAVE_SQUADS: '5f0c3e1c-6a43-4a52-9d6b-0a1f5f1f2a11',
    CHECK_URL: 'https://check.example',
    VPN_EXIT_ADDRESSES: '192.0.2.1',
  };

  it('always say that a lawyer must approve the texts', () => {
    expect(said(CARED_FOR)).toContain('a lawyer must approve the offer and the privacy policy');
  });

  it('reads the recipients of personal data outside Russia', () => {
    const read = (typed: string) =>
      readProductionConfiguration({ ...PRODUCTION, RECIPIENTS_ABROAD: typed }).recipientsAbroad;
    expect(readProductionConfiguration(PRODUCTION).recipientsAbroad).toBeUndefined();
    expect(read('none')).toEqual([]);
    expect(read('mailServer, googleSignIn')).toEqual(['mailServer', 'googleSignIn']);
    expect(() => read('google')).toThrow('RECIPIENTS_ABROAD must be none or a list of');
  });

  it('are logged, one for each setting', () => {
    expect(said({}).match(FORGOTTEN)).toEqual([
      'placeholders',
      'second factor',
      'TRUSTED_PROXIES',
      'VPN panel',
    ]);
    expect(said(CARED_FOR).match(FORGOTTEN)).toEqual(['placeholders']);
    const unchecked = { ...CARED_FOR, CHECK_URL: '', VPN_EXIT_ADDRESSES: '' };
    expect(said(unchecked).match(FORGOTTEN)).toEqual(['placeholders', 'CHECK_URL']);
    const tests = { ...CARED_FOR, CLOUDPAYMENTS_ACCEPT_TEST_PAYMENTS: 'true' };
    expect(said(tests).match(FORGOTTEN)).toEqual(['placeholders', 'test payments']);
  });
});

describe('card providers', () => {
  const YOOKASSA = { YOOKASSA_SHOP_ID: '100500', YOOKASSA_SECRET_KEY: 'live_4f0c9a7be21d5836' };
  const WITHOUT_CLOUDPAYMENTS = { CLOUDPAYMENTS_PUBLIC_ID: '', CLOUDPAYMENTS_API_SECRET: '' };
  const namesFrom = (changes: Record<string, string>) => {
    const { cardProvider, formerCardProviders, widget } = openCardProviders(
      readProductionConfiguration({ ...PRODUCTION, ...changes }),
    );
    return [cardProvider.name, formerCardProviders.map(({ name }) => name), widget.dialect];
  };

  it('are both opened, and CARD_PROVIDER names the one of new orders', () => {
    expect(namesFrom({})).toEqual(['cloudPayments', [], 'start']);
    expect(namesFrom(YOOKASSA)).toEqual(['cloudPayments', ['yooKassa'], 'start']);
    expect(namesFrom({ ...YOOKASSA, CARD_PROVIDER: 'yookassa' })).toEqual([
      'yooKassa',
      ['cloudPayments'],
      'token',
    ]);
    expect(namesFrom({ ...YOOKASSA, ...WITHOUT_CLOUDPAYMENTS, CARD_PROVIDER: 'yookassa' })).toEqual([
      'yooKassa',
      [],
      'token',
    ]);
  });

  it.each([
    ['YOOKASSA_SHOP_ID', { CARD_PROVIDER: 'yookassa' }],
    ['YOOKASSA_SECRET_KEY', { YOOKASSA_SHOP_ID: '100500' }],
    ['YOOKASSA_SENDERS', { ...YOOKASSA, YOOKASSA_SENDERS: '185.71.76.0/27, anywhere' }],
    ['YOOKASSA_API_URL', { ...YOOKASSA, YOOKASSA_API_URL: 'http://api.yookassa.ru/v3' }],
    ['CARD_PROVIDER', { CARD_PROVIDER: 'other' }],
    ['CLOUDPAYMENTS_PUBLIC_ID', WITHOUT_CLOUDPAYMENTS],
  ])('require %s', (name, changes) => {
    expect(productionProblems(changes)).toContainEqual(expect.stringContaining(name));
  });

  it('warns about a version of Node.js without security fixes', () => {
    const warningsOn = (node: string) =>
      listWarnings(readProductionConfiguration(PRODUCTION), node).filter((text) => text.includes('Node.js'));
    expect(warningsOn('20.20.2')).toEqual([
      'Node.js 20.20.2 gets no security fixes any more: install Node.js 24.',
    ]);
    for (const node of ['22.23.3', '24.21.0', '26.0.0']) expect(warningsOn(node)).toEqual([]);
  });

  it('reports test payments of each card provider', () => {
    const accepted = { ...YOOKASSA, YOOKASSA_ACCEPT_TEST_PAYMENTS: 'true' };
    const warnings = listWarnings(readProductionConfiguration({ ...PRODUCTION, ...accepted }));
    expect(warnings).toContainEqual(expect.stringContaining('test payments are accepted'));
  });
});

describe('the sandbox', () => {
  it('needs no variables', () => {
    const configuration = readSandboxConfiguration({});
    expect(configuration).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:8080',
      databaseUrl: undefined,
      brand: { ...DEFAULT_BRAND, privacyUrl: 'http://localhost:8080/privacy' },
      widgetDialect: 'start',
      googleSignIn: true,
      pushNotifications: true,
    });
    expect(configuration.dataDirectory).toMatch(/\.data$/);
  });

  it('reads its variables', () => {
    expect(
      readSandboxConfiguration({
        PORT: '9000',
        HOST: '0.0.0.0',
        BRAND_PRODUCT: 'Other',
        STAFF_USERNAME: 'anna',
        GOOGLE_SIGN_IN: 'false',
      }),
    ).toMatchObject({
      port: 9000,
      googleSignIn: false,
      host: '0.0.0.0',
      publicUrl: 'http://localhost:9000',
      brand: { product: 'Other', company: DEFAULT_BRAND.company },
      staffAccess: { firstAdmin: { username: 'anna', password: undefined } },
    });
  });

  it('refuses to run as production, and reports all invalid values at once', () => {
    const problems = findProblems(() =>
      readSandboxConfiguration({
        NODE_ENV: 'production',
        PORT: '99999',
        LOG_LEVEL: 'loud',
        TOTP_REQUIRED: 'maybe',
        PUBLIC_URL: 'ftp://x',
        BRAND_IOS_STORE_URL: 'http://insecure.example',
      }),
    );
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'NODE_ENV',
      'PORT',
      'LOG_LEVEL',
      'PUBLIC_URL',
      'BRAND_IOS_STORE_URL',
      'TOTP_REQUIRED',
    ]);
  });
});

const SQUAD = '5f0c3e1c-6a43-4a52-9d6b-0a1f5f1f2a11';
const PANEL = {
  REMNAWAVE_URL: 'https://panel.example/',
  REMNAWAVE_TOKEN: 'a.b.c',
  REMNAWAVE_SQUADS: SQUAD,
};
const APP = {
  id: 'other',
  name: 'Other',
  opens: 'other://add?url={encodedUrl}',
  stores: { ios: [{ kind: 'appStore', url: 'https://apps.example/other' }] },
};

describe('VPN delivery', () => {
  it('is off if no panel is configured', () => {
    expect(readProductionConfiguration(PRODUCTION)).toMatchObject({
      vpn: undefined,
      vpnLinkBaseUrls: ['https://shop.example'],
      vpnLinkHeaders: [],
      vpnApps: undefined,
    });
  });

  it('reads the panel, a separate domain for links, and other applications', () => {
    const configuration = readProductionConfiguration({
      ...PRODUCTION,
      ...PANEL,
      REMNAWAVE_HEADERS: 'X-Api-Key: front|CF-Access-Client-Id: id',
      VPN_LINK_BASE_URL: 'https://spare.example',
      VPN_APPS: JSON.stringify([APP]),
    });
    expect(configuration.vpn?.panel).toEqual({
      url: 'https://panel.example',
      token: 'a.b.c',
      squads: [SQUAD],
      prefix: 'prosvet',
      headers: { 'X-Api-Key': 'front', 'CF-Access-Client-Id': 'id' },
    });
    expect(configuration.vpnApps).toEqual({ apps: [APP] });
    expect(configuration.vpnLinkBaseUrls).toEqual(['https://spare.example']);
  });

  it('reads several link domains in order, and the headers of the panel that are forwarded', () => {
    const configuration = readProductionConfiguration({
      ...PRODUCTION,
      ...PANEL,
      VPN_LINK_BASE_URL: 'https://one.example, https://два.example/,https://three.example:8443',
      VPN_LINK_HEADERS: 'Announce, providerid',
    });
    expect(configuration.vpnLinkBaseUrls).toEqual([
      'https://one.example',
      'https://xn--80adf.example',
      'https://three.example:8443',
    ]);
    expect(configuration.vpnLinkHeaders).toEqual(['providerid', 'announce']);
  });

  it.each([
    ['https://one.example, http://two.example', /^VPN_LINK_BASE_URL must be a URL like https:\/\/host/],
    [
      'https://one.example, https://two.example/links',
      /^VPN_LINK_BASE_URL must be a URL like https:\/\/host/,
    ],
    [
      'https://one.example, https://ONE.example:8443',
      /^VPN_LINK_BASE_URL must contain each host once, but contains one\.example twice/,
    ],
    [
      Array.from({ length: 11 }, (_, number) => `https://go${number}.example`).join(),
      /^VPN_LINK_BASE_URL must contain at most 10 URLs/,
    ],
  ])('rejects the link domains %s', (VPN_LINK_BASE_URL, problem) => {
    expect(productionProblems({ ...PANEL, VPN_LINK_BASE_URL })).toEqual([expect.stringMatching(problem)]);
  });

  it('reads the exits and the host of the connection check', () => {
    const CHECK = { CHECK_URL: 'https://check.example/', VPN_EXIT_ADDRESSES: '192.0.2.1, 2001:db8::/48' };
    const { connectionCheck } = readProductionConfiguration({ ...PRODUCTION, ...CHECK });
    expect(connectionCheck).toEqual({ url: 'https://check.example', exits: ['192.0.2.1', '2001:db8::/48'] });
    expect(readProductionConfiguration(PRODUCTION).connectionCheck).toBeUndefined();
    for (const [changes, problem] of [
      [{ CHECK_URL: '' }, /^CHECK_URL is missing/],
      [{ VPN_EXIT_ADDRESSES: '' }, /^VPN_EXIT_ADDRESSES is missing/],
      [{ VPN_EXIT_ADDRESSES: '192.0.2.1, exit.example' }, /^VPN_EXIT_ADDRESSES must be/],
      [{ VPN_EXIT_ADDRESSES: ',' }, /^VPN_EXIT_ADDRESSES must be/],
      [{ CHECK_URL: 'http://check.example' }, /^CHECK_URL must be a URL like https/],
      [{ CHECK_URL: 'https://check.example/path' }, /^CHECK_URL must be a URL like https/],
      [
        { VPN_LINK_BASE_URL: 'https://go.example, https://check.example' },
        /^CHECK_URL must be another host than VPN_LINK_BASE_URL/,
      ],
    ] as const) {
      expect(productionProblems({ ...CHECK, ...changes })).toEqual([expect.stringMatching(problem)]);
    }
  });

  it.each([
    ['http://localhost:8080', 'http://127.0.0.1:8080'],
    ['http://127.0.0.1:9000', 'http://localhost:9000'],
    ['https://demo.example', undefined],
  ])('the sandbox at %s is asked at its second origin %s', (publicUrl, checkUrl) => {
    expect(readSandboxConfiguration({ PUBLIC_URL: publicUrl }).checkUrl).toBe(checkUrl);
    const CHECK_URL = 'https://check.example';
    expect(readSandboxConfiguration({ PUBLIC_URL: publicUrl, CHECK_URL }).checkUrl).toBe(CHECK_URL);
  });

  it.each([
    ['REMNAWAVE_TOKEN', ''],
    ['REMNAWAVE_SQUADS', 'servers'],
    ['REMNAWAVE_PREFIX', 'Pro-Svet'],
    ['REMNAWAVE_HEADERS', 'X-Api-Key'],
    ['VPN_LINK_BASE_URL', 'http://spare.example'],
    ['VPN_LINK_HEADERS', 'announce, set-cookie'],
  ])('rejects %s (%s)', (name, value) => {
    const problems = productionProblems({ ...PANEL, [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(name);
  });

  it.each([
    ['Happ'],
    ['[]'],
    [JSON.stringify([{ ...APP, opens: 'javascript://{url}' }])],
    [JSON.stringify([{ ...APP, opens: 'https://thief.example/{url}' }])],
    [JSON.stringify([{ ...APP, sendsToTv: 'javascript:alert(1)' }])],
    [JSON.stringify([{ ...APP, stores: { ios: [{ kind: 'appStore', url: 'http://a.example' }] } }])],
    [JSON.stringify([APP, APP])],
  ])('describes what is wrong with VPN_APPS (%s), which is no problem after the import', (value) => {
    const { vpnApps } = readProductionConfiguration({ ...PRODUCTION, ...PANEL, VPN_APPS: value });
    expect(vpnApps).toEqual({ problem: expect.stringMatching(/^VPN_APPS must be a JSON list/) as string });
  });
});

describe('production', () => {
  it('starts with all required variables', () => {
    expect(readProductionConfiguration(PRODUCTION)).toMatchObject({
      publicUrl: 'https://shop.example',
      cloudPayments: { apiBaseUrl: 'https://api.cloudpayments.ru', acceptTestPayments: false },
      firebase: { googleSignIn: true, serviceAccount: { projectId: 'shop' } },
    });
  });

  it('reports all missing variables at once', () => {
    const problems = findProblems(() => readProductionConfiguration({}));
    for (const name of Object.keys(PRODUCTION).filter((variable) => variable !== 'NODE_ENV')) {
      expect([name, problems.some((problem) => problem.startsWith(name))]).toEqual([name, true]);
    }
  });

  it.each([
    ['PUBLIC_URL', 'http://shop.example'],
    ['PUBLIC_URL', 'https://shop.example/path'],
    ['SESSION_SECRET', 'too short'],
    ['SESSION_SECRET', 'a'.repeat(64)],
    ['DATABASE_URL', 'mysql://db.example/prosvet'],
    ['SMTP_URL', 'https://mail.example'],
    ['MAIL_FROM', 'nobody'],
    ['SENTRY_DSN', 'http://key@errors.example/1'],
    ['AUTH_TOKEN_SYNC_URL', 'https://elsewhere.example/sync'],
    ['STAFF_PASSWORD', 'short'],
  ])('rejects an unsafe %s (%s)', (name, value) => {
    const problems = productionProblems({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(name);
    expect(problems[0]).not.toContain(value);
  });

  it('rejects an invalid service account', () => {
    expect(productionProblems({ FIREBASE_SERVICE_ACCOUNT: '{}' })).toHaveLength(1);
    expect(productionProblems({ FIREBASE_SERVICE_ACCOUNT: 'nonsense' })).toHaveLength(1);
    expect(
      productionProblems({ FIREBASE_SERVICE_ACCOUNT: undefined, FIREBASE_SERVICE_ACCOUNT_FILE: '/none' }),
    ).toContain('FIREBASE_SERVICE_ACCOUNT_FILE cannot be read');
  });

  it('needs no web keys if Google sign-in is switched off', () => {
    const off = { GOOGLE_SIGN_IN: 'false', FIREBASE_API_KEY: undefined, FIREBASE_AUTH_DOMAIN: undefined };
    expect(productionProblems(off)).toEqual([]);
    expect(productionProblems({ ...off, GOOGLE_SIGN_IN: 'true' })).toHaveLength(2);
  });

  it('needs no Firebase project if Google sign-in and push notifications are switched off', () => {
    const without = {
      FIREBASE_PROJECT_ID: undefined,
      FIREBASE_API_KEY: undefined,
      FIREBASE_AUTH_DOMAIN: undefined,
      FIREBASE_SERVICE_ACCOUNT: undefined,
    };
    const [google, pushes] = [{ GOOGLE_SIGN_IN: 'false' }, { PUSH_NOTIFICATIONS: 'false' }];
    expect(productionProblems({ ...without, ...google, ...pushes })).toEqual([]);
    const missing = (changes: Record<string, string>) =>
      productionProblems({ ...without, ...changes }).map((problem) => problem.split(' ')[0]);
    expect(missing(google)).toEqual(['FIREBASE_PROJECT_ID', 'FIREBASE_SERVICE_ACCOUNT']);
    expect(missing(pushes)).toEqual(['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN']);
  });
});

test('placeholders of the brand are reported until they are replaced', () => {
  expect(placeholderVariables(DEFAULT_BRAND)).toContain('BRAND_TAX_ID_LINE');
  expect(placeholderVariables({ ...DEFAULT_BRAND, taxIdLine: 'x' })).not.toContain('BRAND_TAX_ID_LINE');
});

test("the server's own URL is reachable whatever address it listens on", () => {
  expect(localBaseUrl({ host: '0.0.0.0', port: 1 })).toBe('http://127.0.0.1:1');
  expect(localBaseUrl({ host: '::', port: 1 })).toBe('http://[::1]:1');
  expect(localBaseUrl({ host: 'localhost', port: 1 })).toBe('http://localhost:1');
});

describe('production rejects unsafe values', () => {
  const noKey = JSON.stringify({
    ...(JSON.parse(SERVICE_ACCOUNT) as object),
    private_key: '-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----\n',
  });
  it.each([
    ['MAIL_FROM', { MAIL_FROM: 'Prosvet\nBcc: a@b.example <mail@shop.example>' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://user:password@shop.example/' }],
    ['private_key', { FIREBASE_SERVICE_ACCOUNT: noKey }],
    ['CLOUDPAYMENTS_API_SECRET', { CLOUDPAYMENTS_API_SECRET: 'pk_0123456789' }],
    ['CLOUDPAYMENTS_API_SECRET', { CLOUDPAYMENTS_API_SECRET: 'change-me-to-the-secret-of-the-terminal' }],
    ['CLOUDPAYMENTS_API_SECRET', { CLOUDPAYMENTS_API_SECRET: '0123456701234567' }],
    ['SESSION_SECRET', { SESSION_SECRET: 'change-me-change-you-0123456789-abcdef' }],
    ['SESSION_SECRET', { SESSION_SECRET: 'a1b2c3d4e5f6a1b2c3d4e5f6a1b2c3d4e5f6' }],
    ['SESSION_SECRET', { SESSION_SECRET: 'abcdefghijklmnopqrstuvwxyz0123456789' }],
    ['SESSION_SECRET', { SESSION_SECRET: 'qwertyuiopasdfghjklzxcvbnm1234567890' }],
    ['SESSION_SECRET', { SESSION_SECRET: 'my-very-secret-key-of-this-shop-2026' }],
    ['CLOUDPAYMENTS_API_SECRET', { CLOUDPAYMENTS_API_SECRET: 'x7Kq2' }],
    ['SMTP_URL', { SMTP_URL: 'smtps://' }],
    ['SMTP_URL', { SMTP_URL: 'smtp:mail.example' }],
    ['CLOUDPAYMENTS_API_URL', { CLOUDPAYMENTS_API_URL: 'http://api.cloudpayments.ru' }],
    ['CLOUDPAYMENTS_WIDGET_URL', { CLOUDPAYMENTS_WIDGET_URL: 'widget.cloudpayments.ru' }],
    ['GOOGLE_KEYS_URL', { GOOGLE_KEYS_URL: 'http://keys.example' }],
    ['STAFF_USERNAME', { STAFF_USERNAME: 'system' }],
    ['STAFF_USERNAME', { STAFF_USERNAME: 'a'.repeat(200) }],
    ['STAFF_PASSWORD', { STAFF_PASSWORD: 'aaaaaaaaaaaaaaaa' }],
    ['STAFF_PASSWORD', { STAFF_PASSWORD: 'admin-admin-admin' }],
    ['STAFF_PASSWORD', { STAFF_PASSWORD: 'Password-12345' }],
    ['STAFF_PASSWORD', { STAFF_PASSWORD: 'qwertyuiop123' }],
  ])('%s: %j', (name, changes) => {
    expect(productionProblems(changes)).toEqual([expect.stringContaining(name)]);
  });
});
