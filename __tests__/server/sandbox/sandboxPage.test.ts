import { findTestCard, type TestCard } from '../../../src/server/sandbox/fakeCardProvider/testCards';
import { testCardRows } from '../../../src/server/sandbox/page/testCardRows';
import { CARD_BEHAVIOURS } from '../../../src/server/sandbox/texts/cards';
import { CONTRACT } from '../../../src/shared/contract/contract';
import { openSandboxTestDatabase } from '../../support/database';
import { type SandboxServer, startSandboxServer } from '../../support/sandboxServer';

let server: SandboxServer;

beforeEach(async () => {
  server = await startSandboxServer(await openSandboxTestDatabase());
});

async function page(path: string): Promise<string> {
  const { status, body } = await server.get(path);
  expect(status).toBe(200);
  return body as string;
}

const LINK = 'http://localhost:8080/open#t=secret';

async function mail(subject: string, html: string): Promise<void> {
  await server.deps.mailer.send({ to: 'anna@mail.example', subject, text: `Войти: ${LINK}`, html }, subject);
}

test.each(['/sandbox', '/sandbox/', '/sandbox?email=7', '/sandbox?email=x', '/sandbox/docs'])(
  '%s is served with safe headers',
  async (path) => {
    const { status, headers, body } = await server.get(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/html; charset=utf-8/i);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatch(/^<!doctype html><html lang="ru">/);
    expect(body).not.toMatch(/<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)/);
  },
);

test('lists the newest email first and renders its link as a link', async () => {
  await mail('Старое', '<p>Старое</p>');
  await mail('Вход', `<a href="${LINK}">Войти</a>`);
  const html = await page('/sandbox');
  expect(html.indexOf('Вход')).toBeLessThan(html.indexOf('Старое'));
  expect(html).toMatch(new RegExp(`<a class="button primary" href="${LINK}"[^>]*>Войти</a>`));
  expect(html.indexOf(LINK)).toBeLessThan(html.indexOf('id="payments"'));
});

test('a link without text is shown without its secret', async () => {
  await mail('Вход', '<p>без ссылки</p>');
  expect(await page('/sandbox')).toContain('>localhost:8080/open</a>');
});

test('an email is shown in a separate frame that runs no scripts', async () => {
  await mail('Опасное', '<html><head><title>x</title></head><script>alert(1)</script></html>');
  expect(await page('/sandbox?email=1')).toMatch(
    /<iframe src="\/sandbox\/emails\/1"[^>]*sandbox="allow-top-navigation-by-user-activation allow-popups"/,
  );
  const { headers, body } = await server.get('/sandbox/emails/1');
  expect(body).toContain('<head><base target="_top">');
  expect(headers.get('content-security-policy')).toMatch(/^sandbox .*default-src 'none'/);
  expect(headers.get('content-security-policy')).not.toContain('allow-scripts');
});

test('the content of an email never becomes markup of the page', async () => {
  await mail('<img src=x onerror=alert(1)>', `<a href="${LINK}"><b>&lt;script&gt;</b></a>`);
  const html = await page('/sandbox?email=1');
  expect(html).not.toContain('<img src=x');
  expect(html).not.toContain('<script>');
});

test('an unknown email returns 404', async () => {
  for (const id of ['1', '0', 'x', '99999999999']) {
    expect((await server.get(`/sandbox/emails/${id}`)).status).toBe(404);
  }
});

test('an old email can still be opened', async () => {
  for (let count = 1; count <= 25; count += 1) await mail(`Письмо ${count}`, '<p></p>');
  expect(await page('/sandbox')).not.toContain('?email=2#');
  expect(await page('/sandbox?email=2')).toContain('id="email-2"');
});

test.each(['mail', 'payments', 'pushes', 'now'])(
  'the part %s is up to date and is not sent again if unchanged',
  async (name) => {
    const first = await server.fetch(`/sandbox/parts/${name}`);
    const version = first.headers.get('etag') ?? '';
    expect(first.status).toBe(200);
    expect(await page('/sandbox')).toContain(`data-version="${version.replaceAll('"', '&quot;')}"`);
    const again = await server.fetch(`/sandbox/parts/${name}`, { headers: { 'If-None-Match': version } });
    expect(again.status).toBe(304);
  },
);

test('a new email changes the mail part', async () => {
  const before = await server.fetch('/sandbox/parts/mail');
  await mail('Вход', `<a href="${LINK}">Войти</a>`);
  const after = await server.fetch('/sandbox/parts/mail', {
    headers: { 'If-None-Match': before.headers.get('etag') ?? '' },
  });
  expect(after.status).toBe(200);
  expect(await after.text()).toContain(LINK);
});

test.each([
  ['sandbox.css', 'text/css'],
  ['sandbox.js', 'text/javascript'],
  ['mark.svg', 'image/svg+xml'],
])('the asset %s has its content type', async (name, type) => {
  const { status, headers } = await server.get(`/sandbox/assets/${name}`);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain(type);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('offers the fifteen published test cards, each with its effect', () => {
  const rows = testCardRows();
  expect(rows.flatMap(({ numbers }) => numbers)).toHaveLength(15);
  const funds = 5051;
  const expected: Record<string, TestCard> = {
    [CARD_BEHAVIOURS.secure]: { threeDs: true, firstOutcome: 0, laterOutcome: 0 },
    [CARD_BEHAVIOURS.plain]: { threeDs: false, firstOutcome: 0, laterOutcome: 0 },
    [CARD_BEHAVIOURS.onlyFirst]: { threeDs: false, firstOutcome: 0, laterOutcome: funds },
    [CARD_BEHAVIOURS.secureDeclined]: { threeDs: true, firstOutcome: funds, laterOutcome: funds },
    [CARD_BEHAVIOURS.declined]: { threeDs: false, firstOutcome: funds, laterOutcome: funds },
  };
  for (const { numbers, behaviour } of rows) {
    for (const number of numbers) {
      expect(findTestCard(number.replaceAll(' ', ''))).toEqual(expected[behaviour]);
    }
  }
});

test('the API document lists each endpoint', async () => {
  const html = await page('/sandbox/docs');
  for (const { path } of Object.values(CONTRACT)) expect(html).toContain(`<code>/api/${path}</code>`);
});
