/** Tests the built site: files, documents, compression, revalidation and the content security policy. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { BARE_POLICY, contentSecurityPolicy } from '../../../src/server/http/contentSecurityPolicy';
import { type LiveState, openWebsite, type Website } from '../../../src/server/http/website';
import type { ClientConfiguration } from '../../../src/shared/configuration';
import { clientConfiguration, DEFAULT_CLIENT_CONFIGURATION } from '../../../src/shared/configuration';
import { decodeNotice, type Notice } from '../../../src/shared/notice';
import type { PageRenderer } from '../../../src/shared/prerenderedPage';
import type { ServiceStatus } from '../../../src/shared/serviceStatus';
import { PATHS } from '../../../src/web/navigation/paths';
import { startTestServer } from '../../support/server';

const ORIGIN = 'https://shop.example';
const SCRIPT = `console.log("${'x'.repeat(2000)}")`;
const HTML = `<!doctype html><html lang="ru"><head><title data-static>all</title><style>a{}</style><script>first()</script><!--page--><!--configuration--><script type="module" crossorigin src="/assets/app-abc123.js"></script>
<link rel="modulepreload" crossorigin href="/assets/part.js"></head><body><div id="notice" role="status"></div><div id="root"></div></body></html>`;
const SCREEN_FILES = {
  'screens/x/X.tsx': ['/assets/x.js', '/assets/app-abc123.js', '/assets/part.js', '/assets/shared.js'],
};
const renderer: PageRenderer = {
  prerenderedPaths: ['/', '/login'],
  renderPage: (route, { brand, status }) =>
    Promise.resolve({
      path: route,
      title: `page ${route}${status === undefined ? '' : ` ${status.signIn}`}`,
      styles: [
        { emotion: 'p-global g', css: 'b{color:red}' },
        { emotion: 'p x', css: '.p-x{top:0}' },
      ],
      stylesWithoutScript: 'i{}',
      body: `<main id="finished">${brand.company} $& $1</main>`,
      screen: 'screens/x/X.tsx',
      starts: route === '/' ? 'onIntent' : 'atOnce',
      differsFor: route === '/' ? [] : ['email', 'key'],
      needs: [],
      isSkeleton: false,
    }),
};
const HOSTILE: ClientConfiguration = {
  ...DEFAULT_CLIENT_CONFIGURATION,
  brand: { ...DEFAULT_CLIENT_CONFIGURATION.brand, product: '</script><script>alert(1)</script><!--\u2028&' },
};

let folder: string;
let website: Website;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'site-'));
  await mkdir(path.join(folder, 'assets'));
  await mkdir(path.join(folder, '.build'));
  await writeFile(path.join(folder, 'app.html'), HTML);
  await writeFile(path.join(folder, 'login.html'), 'a static host would answer with it');
  await writeFile(path.join(folder, 'favicon.svg'), '<svg/>');
  await writeFile(path.join(folder, '.build', 'screens.json'), JSON.stringify(SCREEN_FILES));
  await writeFile(path.join(folder, 'assets', 'app-abc123.js'), SCRIPT);
  await writeFile(path.join(folder, 'assets', 'app-abc123.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(path.join(folder, 'assets', 'app-abc123.js.gz'), gzipSync(SCRIPT));
  website = await openWebsite({ folder, configuration: HOSTILE, publicUrl: ORIGIN, renderer });
});

afterAll(() => rm(folder, { recursive: true }));

const get = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  website(new Request(ORIGIN + target, { headers, method }));

const readBytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe('a document', () => {
  it('is served at every path of the single-page app and at unknown paths', async () => {
    for (const target of [...Object.values(PATHS), '/nobody/knows', '/profile?email=a%40b.cd']) {
      const response = await get(target);
      expect([target, response.status, response.headers.get('content-type')]).toEqual([
        target,
        200,
        'text/html; charset=utf-8',
      ]);
    }
  });

  it('contains the prerendered page if there is one', async () => {
    const html = await (await get('/login')).text();
    expect(html).toContain('<div id="root"><main id="finished">ООО «Просвет» $& $1</main></div>');
    expect(html).toContain('<title>page /login</title>');
    expect(html).toContain('data-page="/login" data-starts="atOnce" data-differs-for="email key"');
    // The document references each stylesheet and chunk that the screen needs once.
    expect(html).toContain(
      'data-application="/assets/app-abc123.js /assets/part.js /assets/x.js /assets/shared.js"',
    );
    const shop = await (await get('/shop')).text();
    expect(shop).toContain('<div id="root"></div>');
    expect(shop).not.toContain('data-page');
  });

  it('requests no script before the first paint', async () => {
    for (const target of ['/', '/login']) {
      expect(await (await get(target)).text()).not.toMatch(/<script[^>]* src=|modulepreload/);
    }
    expect(await (await get('/shop')).text()).toMatch(/<script[^>]* src=/);
  });

  it('embeds the configuration in a form that no markup can break out of', async () => {
    const html = await (await get('/shop')).text();
    expect(html).not.toContain('alert(1)</script>');
    const block =
      /<script type="application\/json" id="configuration">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    expect(v.parse(clientConfiguration, JSON.parse(block))).toEqual(HOSTILE);
  });

  it('is the same for every visitor, and its policy allowlists inline content by hash', async () => {
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    for (const target of ['/', '/login', '/shop']) {
      const response = await get(target);
      const html = await response.text();
      expect(await (await get(target)).text()).toBe(html);
      const policy = response.headers.get('content-security-policy') ?? '';
      const parseSources = (name: string) =>
        new RegExp(`(?:^|; )${name} ([^;]+)`).exec(policy)?.[1]?.split(' ');
      const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css]) => hash(css!));
      expect(styles).toHaveLength(target === '/shop' ? 1 : 4);
      // The last hash in the policy belongs to the style elements of emotion, which are empty.
      expect(new Set(parseSources('style-src'))).toEqual(new Set(["'self'", ...styles, hash('')]));
      const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code]) => hash(code!));
      expect(scripts).toEqual([hash('first()')]);
      expect(parseSources('script-src')?.slice(0, 2)).toEqual(["'self'", ...scripts]);
    }
  });

  it('is revalidated, and a 304 does not change the stored policy', async () => {
    const first = await get('/');
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const second = await get('/', { 'If-None-Match': `"other", ${etag}` });
    expect(second.status).toBe(304);
    expect(second.headers.get('content-security-policy')).toBeNull();
    const other = await openWebsite({
      folder,
      configuration: DEFAULT_CLIENT_CONFIGURATION,
      publicUrl: ORIGIN,
    });
    const inBrotli = await get('/', { 'If-None-Match': etag, 'Accept-Encoding': 'br' });
    expect([inBrotli.status, inBrotli.headers.get('etag') === etag]).toEqual([200, false]);
    const afterChange = await other(new Request(ORIGIN, { headers: { 'If-None-Match': etag } }));
    expect(afterChange.status).toBe(200);
  });

  it('is compressed for browsers that accept it', async () => {
    const brotli = await get('/', { 'Accept-Encoding': 'gzip, br' });
    expect(brotli.headers.get('content-encoding')).toBe('br');
    expect(brotliDecompressSync(await readBytes(brotli)).toString()).toContain('<!doctype html>');
    const gzipped = await get('/', { 'Accept-Encoding': 'gzip, br;q=0' });
    expect(gunzipSync(await readBytes(gzipped)).toString()).toContain('<!doctype html>');
    expect((await get('/')).headers.get('content-encoding')).toBeNull();
  });

  it('keeps the opener of popups and forbids framing', async () => {
    const { headers } = await get('/');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('permissions-policy')).toContain('camera=()');
  });
});

describe('a file', () => {
  it('is immutable under its hashed name and is served with the compression of the build', async () => {
    const response = await get('/assets/app-abc123.js', { 'Accept-Encoding': 'br' });
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(brotliDecompressSync(await readBytes(response)).toString()).toBe(SCRIPT);
    const plain = await get('/assets/app-abc123.js');
    expect(await plain.text()).toBe(SCRIPT);
  });

  it('is cached for one day and then revalidated if its name has no hash', async () => {
    const response = await get('/favicon.svg');
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    const again = await get('/favicon.svg', { 'If-None-Match': response.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  it('returns 404 if it does not exist, and never the document', async () => {
    for (const target of [
      '/assets/old-chunk.js',
      '/assets/none',
      '/robots.txt',
      '/.build/screens.json',
      '/.env',
      '/..%2fpackage.json',
    ]) {
      expect([target, (await get(target)).status]).toEqual([target, 404]);
    }
  });

  it('uses the policy of responses that load nothing if it does not exist', async () => {
    for (const result of [await get('/assets/old-chunk.js'), await get('/favicon.svg', {}, 'POST')]) {
      expect(result.headers.get('content-security-policy')).toBe(BARE_POLICY);
    }
  });

  it('responds to HEAD without a body and rejects other methods', async () => {
    const head = await get('/favicon.svg', {}, 'HEAD');
    expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([200, '', '6']);
    expect((await get('/favicon.svg', {}, 'POST')).status).toBe(405);
  });
});

describe('the policy', () => {
  const real: ClientConfiguration = {
    ...DEFAULT_CLIENT_CONFIGURATION,
    google: { enabled: true, apiKey: 'k', authDomain: 'shop.firebaseapp.com', projectId: 'shop' },
  };

  it('allows the card widget and Google only where they are used', () => {
    const policy = contentSecurityPolicy(real, ORIGIN);
    expect(policy).toContain("script-src 'self' https://widget.cloudpayments.ru https://apis.google.com;");
    expect(policy).toContain("frame-src 'self' https://*.cloudpayments.ru https://shop.firebaseapp.com;");
    const sandboxed = contentSecurityPolicy(
      {
        ...real,
        google: { ...real.google, enabled: false },
        cardWidget: { ...real.cardWidget, scriptUrl: '/sandbox/w.js' },
      },
      ORIGIN,
    );
    expect(sandboxed).toContain("script-src 'self';");
    expect(sandboxed).toContain("frame-src 'self';");
  });

  it('allows exactly the hosts of the YooKassa widget, if this widget is configured', () => {
    const scriptUrl = 'https://yookassa.ru/checkout-widget/v1/checkout-widget.js';
    const cardWidget = { scriptUrl, publicTerminalId: '', dialect: 'token' } as const;
    const policy = contentSecurityPolicy({ ...DEFAULT_CLIENT_CONFIGURATION, cardWidget }, ORIGIN);
    expect(policy).toContain("script-src 'self' https://yookassa.ru https://static.yoomoney.ru;");
    expect(policy).toContain("frame-src 'self' https://yookassa.ru https://yoomoney.ru;");
    expect(policy).toContain("connect-src 'self' https://yookassa.ru;");
    expect(policy).toContain("form-action 'self';");
    expect(policy).not.toContain('*');
  });

  it('allows text to become a script only through its own trusted types policies', () => {
    expect(contentSecurityPolicy(real, ORIGIN)).toContain(
      "require-trusted-types-for 'script'; trusted-types application default gapi#gapi;",
    );
    const withoutGoogle = { ...real, google: { ...real.google, enabled: false } };
    expect(contentSecurityPolicy(withoutGoogle, ORIGIN)).toContain('; trusted-types application default;');
  });

  it('allows customer pages to send requests to the check host, if one is configured, and to no other host', () => {
    const local = { ...DEFAULT_CLIENT_CONFIGURATION, cardWidget: { ...real.cardWidget, scriptUrl: '/w.js' } };
    const checked = contentSecurityPolicy({ ...local, checkUrl: 'https://check.example' }, ORIGIN);
    expect(checked).toContain("connect-src 'self' https://check.example;");
    expect(contentSecurityPolicy(local, ORIGIN)).toContain("connect-src 'self';");
  });

  it('allows no external host in the console', () => {
    const policy = contentSecurityPolicy(
      { ...real, checkUrl: 'https://check.example' },
      ORIGIN,
      undefined,
      'staff',
    );
    expect(policy).not.toContain('https:');
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain('; trusted-types application;');
  });

  it('never allows eval or unlisted inline scripts', () => {
    expect(contentSecurityPolicy(real, ORIGIN)).not.toMatch(/unsafe|nonce/);
  });
});

test('the app serves the site next to the API, with production headers', async () => {
  const server = await startTestServer({ website, settings: { mode: 'production' } });
  const page = await server.fetch('/profile');
  expect(page.headers.get('content-security-policy')).toContain("style-src 'self' 'sha256-");
  expect(page.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}$/);
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  const call = await server.fetch('/api/none');
  expect((await server.fetch('/sandbox/api/clock')).status).toBe(404);
  expect(call.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
});

test('a folder without a build is reported by name', async () => {
  await expect(
    openWebsite({ folder: `${folder}/none`, configuration: HOSTILE, publicUrl: ORIGIN }),
  ).rejects.toThrow(/npm run build/);
});

describe('a document with a maintenance notice', () => {
  const NOTICE = { text: 'Закончим <b>в 13:00</b>\n& "раньше"', endsAt: '2026-11-29T10:00:00.000Z' };
  const liveWith = (notice: Notice | null): LiveState => ({
    notice: () => notice,
    status: () => Promise.reject(new Error('not measured')),
  });
  const getWith = (notice: Notice | null, target: string, headers: Record<string, string> = {}) =>
    Promise.resolve(website(new Request(ORIGIN + target, { headers }), liveWith(notice)));

  it.each(['/', '/login', '/shop', '/adept', '/adept/audit', '/unknown'])(
    'contains the escaped text and the end (%s)',
    async (target) => {
      const html = await (await getWith(NOTICE, target)).text();
      expect(html).toContain(
        '<b>Технические работы</b><p>Закончим &lt;b&gt;в 13:00&lt;/b&gt;\n&amp; &quot;раньше&quot;</p>' +
          '<small>До 29\u00a0ноября\u00a02026 в\u00a013:00 по\u00a0Москве</small></div>',
      );
      expect(decodeNotice(/data-notice="([^"]+)"/.exec(html)?.[1] ?? '')).toEqual(NOTICE);
      expect(await (await getWith(null, target)).text()).toBe(await (await get(target)).text());
    },
  );

  it('differs in nothing else, and its policy is the same', async () => {
    const [plain, noticed] = await Promise.all([get('/'), getWith(NOTICE, '/')]);
    const policyOf = ({ headers }: Response) => headers.get('content-security-policy');
    expect(policyOf(noticed)).toBe(policyOf(plain));
    const html = await noticed.text();
    expect(html.replace(/ data-notice.*?<\/small>/s, '>')).toBe(await plain.text());
  });

  it('has its own ETag for each notice and encoding', async () => {
    const readEtag = async (notice: Notice | null, encoding: string) =>
      (await getWith(notice, '/', { 'Accept-Encoding': encoding })).headers.get('etag');
    const etags = [
      await readEtag(null, 'br'),
      await readEtag(NOTICE, 'br'),
      await readEtag(NOTICE, 'gzip'),
      await readEtag({ ...NOTICE, text: 'другой' }, 'br'),
    ];
    expect(new Set(etags).size).toBe(4);
    const [plain, noticed] = etags;
    const readStatus = async (notice: Notice | null, etag: string | null | undefined) =>
      (await getWith(notice, '/', { 'Accept-Encoding': 'br', 'If-None-Match': etag ?? '' })).status;
    expect(await readStatus(NOTICE, plain)).toBe(200);
    expect(await readStatus(NOTICE, noticed)).toBe(304);
    expect(await readStatus(null, noticed)).toBe(200);
  });

  it('is compressed', async () => {
    const br = await getWith(NOTICE, '/', { 'Accept-Encoding': 'br' });
    expect(brotliDecompressSync(await readBytes(br)).toString()).toContain('Технические работы');
    const gz = await getWith(NOTICE, '/', { 'Accept-Encoding': 'gzip' });
    expect(gunzipSync(await readBytes(gz)).toString()).toContain('Технические работы');
  });
});

describe('the page /status', () => {
  const WORKS: ServiceStatus = {
    ...{ at: '2026-11-29T10:00:00.000Z', signIn: 'works', payment: 'works', vpn: 'works' },
  };

  it('is rendered once for each measurement, with the states in its configuration', async () => {
    const renderPage = jest.spyOn(renderer, 'renderPage');
    let status = WORKS;
    const live: LiveState = { notice: () => null, status: () => Promise.resolve(status) };
    const page = async () => (await website(new Request(`${ORIGIN}/status`), live)).text();
    const pages = await Promise.all([page(), page(), page()]);
    expect(new Set(pages).size).toBe(1);
    expect(pages[0]).toContain('<title>page /status works</title>');
    expect(pages[0]).toContain(JSON.stringify(WORKS));
    expect(renderPage).toHaveBeenCalledTimes(1);
    status = { ...WORKS, signIn: 'slow' };
    expect(await page()).toContain('<title>page /status slow</title>');
    expect(renderPage).toHaveBeenCalledTimes(2);
    renderPage.mockRestore();
  });

  it('is rendered in the browser if there is no renderer, and contains no states elsewhere', async () => {
    const other = await openWebsite({ folder, configuration: HOSTILE, publicUrl: ORIGIN });
    const live: LiveState = { notice: () => null, status: () => Promise.resolve(WORKS) };
    const html = await (await other(new Request(`${ORIGIN}/status`), live)).text();
    expect(html).toContain('<div id="root"></div>');
    expect(await (await website(new Request(`${ORIGIN}/login`), live)).text()).not.toContain('"signIn"');
  });
});
