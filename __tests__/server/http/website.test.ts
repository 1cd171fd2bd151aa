/** The built site: files, documents, compression, revalidation and the content security policy. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { contentSecurityPolicy } from '../../../src/server/http/contentSecurityPolicy';
import { openWebsite, type Website } from '../../../src/server/http/website';
import type { ClientConfiguration } from '../../../src/shared/configuration';
import { clientConfiguration, DEFAULT_CLIENT_CONFIGURATION } from '../../../src/shared/configuration';
import { PATHS } from '../../../src/web/navigation/paths';
import { startTestServer } from '../../support/server';

const ORIGIN = 'https://shop.example';
const SCRIPT = `console.log("${'x'.repeat(2000)}")`;
const HTML = `<!doctype html><html><head><meta name="csp-nonce" content="%CSP_NONCE%"><style nonce="%CSP_NONCE%">a{}</style><!--configuration--></head><body><div id="root"></div></body></html>`;
const HOSTILE: ClientConfiguration = {
  ...DEFAULT_CLIENT_CONFIGURATION,
  brand: { ...DEFAULT_CLIENT_CONFIGURATION.brand, product: '</script><script>alert(1)</script><!--\u2028&' },
};

let folder: string;
let website: Website;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'site-'));
  await mkdir(path.join(folder, 'assets'));
  await mkdir(path.join(folder, '.vite'));
  await writeFile(path.join(folder, 'index.html'), HTML);
  await writeFile(path.join(folder, 'login.html'), HTML.replace('root', 'prerendered'));
  await writeFile(path.join(folder, 'favicon.svg'), '<svg/>');
  await writeFile(path.join(folder, '.vite', 'manifest.json'), '{}');
  await writeFile(path.join(folder, 'assets', 'app-abc123.js'), SCRIPT);
  await writeFile(path.join(folder, 'assets', 'app-abc123.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(path.join(folder, 'assets', 'app-abc123.js.gz'), gzipSync(SCRIPT));
  website = await openWebsite({ folder, configuration: HOSTILE, publicUrl: ORIGIN });
});

afterAll(() => rm(folder, { recursive: true }));

const get = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  website(new Request(ORIGIN + target, { headers, method }));

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe('a document', () => {
  it('answers at every path of the SPA and at paths that nobody knows', async () => {
    for (const target of [...Object.values(PATHS), '/nobody/knows', '/profile?email=a%40b.cd']) {
      const response = await get(target);
      expect([target, response.status, response.headers.get('content-type')]).toEqual([
        target,
        200,
        'text/html; charset=utf-8',
      ]);
    }
  });

  it('is the prerendered one where the build made one', async () => {
    expect(await (await get('/login')).text()).toContain('id="prerendered"');
    expect(await (await get('/shop')).text()).toContain('id="root"');
  });

  it('holds the configuration in a form that no markup breaks out of', async () => {
    const html = await (await get('/')).text();
    expect(html).not.toContain('alert(1)</script>');
    const block =
      /<script type="application\/json" id="configuration">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    expect(v.parse(clientConfiguration, JSON.parse(block))).toEqual(HOSTILE);
  });

  it('carries a fresh nonce that its policy names', async () => {
    const nonces = new Set<string>();
    for (let i = 0; i < 3; i += 1) {
      const response = await get('/');
      const nonce = /content="([^"]+)"/.exec(await response.text())?.[1] ?? '';
      expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
      expect(response.headers.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce}'`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  it('is revalidated, and a 304 leaves the stored policy alone', async () => {
    const first = await get('/');
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const second = await get('/', { 'If-None-Match': `"other", ${etag}` });
    expect(second.status).toBe(304);
    expect(second.headers.get('content-security-policy')).toBeNull();
    const other = await openWebsite({
      folder,
      configuration: DEFAULT_CLIENT_CONFIGURATION,
      publicUrl: ORIGIN,
    });
    const afterChange = await other(new Request(ORIGIN, { headers: { 'If-None-Match': etag } }));
    expect(afterChange.status).toBe(200);
  });

  it('comes compressed to those who accept it', async () => {
    const brotli = await get('/', { 'Accept-Encoding': 'gzip, br' });
    expect(brotli.headers.get('content-encoding')).toBe('br');
    expect(brotliDecompressSync(await bytesOf(brotli)).toString()).toContain('<!doctype html>');
    const gzipped = await get('/', { 'Accept-Encoding': 'gzip, br;q=0' });
    expect(gunzipSync(await bytesOf(gzipped)).toString()).toContain('<!doctype html>');
    expect((await get('/')).headers.get('content-encoding')).toBeNull();
  });

  it('keeps the opener of popups and refuses to be framed', async () => {
    const { headers } = await get('/');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('permissions-policy')).toContain('camera=()');
  });
});

describe('a file', () => {
  it('is immutable under its hashed name and comes with the compression of the build', async () => {
    const response = await get('/assets/app-abc123.js', { 'Accept-Encoding': 'br' });
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(brotliDecompressSync(await bytesOf(response)).toString()).toBe(SCRIPT);
    const plain = await get('/assets/app-abc123.js');
    expect(await plain.text()).toBe(SCRIPT);
  });

  it('is kept for a day and then revalidated when its name has no hash', async () => {
    const response = await get('/favicon.svg');
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    const again = await get('/favicon.svg', { 'If-None-Match': response.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  it('is a 404 when it is not there, and never the document', async () => {
    for (const target of [
      '/assets/old-chunk.js',
      '/assets/none',
      '/robots.txt',
      '/.vite/manifest.json',
      '/.env',
      '/..%2fpackage.json',
    ]) {
      expect([target, (await get(target)).status]).toEqual([target, 404]);
    }
  });

  it('answers HEAD without a body and refuses other methods', async () => {
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

  it('admits the card widget and Google only where they are used', () => {
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

  it('never admits inline scripts or eval', () => {
    expect(contentSecurityPolicy(real, ORIGIN)).not.toMatch(/unsafe/);
  });
});

test('the app serves the site beside the API, with the headers of production', async () => {
  const server = await startTestServer({ website, settings: { mode: 'production' } });
  const page = await server.fetch('/profile');
  expect(page.headers.get('content-security-policy')).toContain('nonce-');
  expect(page.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}$/);
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  const call = await server.fetch('/api/none');
  expect((await server.fetch('/sandbox/api/clock')).status).toBe(404);
  expect(call.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
});

test('a folder without a build is named', async () => {
  await expect(
    openWebsite({ folder: `${folder}/none`, configuration: HOSTILE, publicUrl: ORIGIN }),
  ).rejects.toThrow(/npm run build/);
});
