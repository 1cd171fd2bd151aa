/** Tests the pages that the server prerenders at startup, without a browser. */
import { DEFAULT_BRAND } from '../../../src/shared/brand';
import { type ClientConfiguration, DEFAULT_CLIENT_CONFIGURATION } from '../../../src/shared/configuration';
import { isStaffPath } from '../../../src/shared/linkedPaths';
import { prerenderedPaths, renderPage } from '../../../src/web/prerender/renderPage';
import { OPEN_EMAIL_TEXTS } from '../../../src/web/texts/openEmail';
import { takeConsole } from '../../support/consoleSpy';

const CONFIGURATION: ClientConfiguration = {
  ...DEFAULT_CLIENT_CONFIGURATION,
  brand: { ...DEFAULT_BRAND, product: 'Луч & <b>Со</b>', supportEmail: 'people@ray.example' },
  google: { enabled: true, apiKey: 'k', authDomain: 'a.example', projectId: 'p' },
};

it.each(prerenderedPaths)(
  '%s is complete: title, heading, links, and every CSS rule that it needs',
  async (path) => {
    const { title, body, styles } = await renderPage(path, CONFIGURATION);
    expect(title).toMatch(/Луч &amp; &lt;b&gt;Со&lt;\/b&gt;/);
    expect(body).toMatch(/<h1[ >]/);
    expect(body).toContain(isStaffPath(path) ? 'lang="en"' : 'href="/offer"');
    expect(body).not.toContain('<b>Со</b>');
    // The content security policy forbids inline styles and scripts in the body. The CSS rules of the page are in the
    // head.
    expect(/<style|<script|.{30} (?:style|on\w+)="/.exec(body)?.[0]).toBeUndefined();
    const css = styles.map((style) => style.css).join('');
    const used = new Set([...body.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) => names!.split(' ')));
    const unnamed = [...used].filter((name) => /^p-\w+$/.test(name) && !css.includes(`.${name}`));
    expect(unnamed).toEqual([]);
    expect(used.size).toBeGreaterThan(10);
  },
);

it('contain no personal data: repeated renders are equal, and the email field is empty', async () => {
  const [first, second] = await Promise.all([
    renderPage('/login', CONFIGURATION),
    renderPage('/login', CONFIGURATION),
  ]);
  expect(second).toEqual(first);
  expect(first.body).toContain('name="email"');
  expect(first.body).toContain('value=""');
});

it('send no requests, even if the page is a skeleton of personal data', async () => {
  const lines = takeConsole();
  jest.useFakeTimers({ advanceTimers: true });
  try {
    for (const path of prerenderedPaths) await renderPage(path, CONFIGURATION);
    // The test waits, because a failed request would be retried before its failure is logged.
    await jest.advanceTimersByTimeAsync(10_000);
  } finally {
    jest.useRealTimers();
  }
  expect(lines).toEqual([]);
});

it('follow the configuration', async () => {
  const { google } = DEFAULT_CLIENT_CONFIGURATION;
  expect((await renderPage('/login', CONFIGURATION)).body).toContain('Войти через Google');
  expect((await renderPage('/login', { ...CONFIGURATION, google })).body).not.toContain('Google');
  expect((await renderPage('/support', CONFIGURATION)).body).toContain('mailto:people@ray.example');
});

it('use the dark colour scheme without a script', async () => {
  const { stylesWithoutScript } = await renderPage('/', CONFIGURATION);
  expect(stylesWithoutScript).toMatch(/prefers-color-scheme:dark\)\{:root\{color-scheme:dark;--p-/);
});

it('/open shows that the link is being checked, whatever the link is', async () => {
  const { body, isSkeleton } = await renderPage('/open', CONFIGURATION);
  expect(isSkeleton).toBe(true);
  expect(body).toContain(OPEN_EMAIL_TEXTS.opening);
  expect(body).not.toContain(OPEN_EMAIL_TEXTS.invalid.title);
});

it('/pay shows the general offer, and no form that is loaded later', async () => {
  for (const dialect of ['start', 'token'] as const) {
    const cardWidget = { ...DEFAULT_CLIENT_CONFIGURATION.cardWidget, dialect };
    const { body } = await renderPage('/pay', { ...CONFIGURATION, cardWidget });
    expect(body).toContain('Безлимитные гигабайты');
    expect(body).not.toContain('<!--$!-->');
  }
});

it.each(['/profile', '/subscription', '/connect', '/account/devices', '/account/card'])(
  '%s is a skeleton with the fixed parts of the screen, for signed-in customers only',
  async (path) => {
    const page = await renderPage(path, { ...CONFIGURATION, connect: {} });
    expect(page).toMatchObject({ isSkeleton: true, needs: ['email'] });
    expect(page.body).toContain('role="progressbar"');
    expect(page.body).not.toMatch(/подписка активна|\d\d\.\d\d\.\d\d/);
  },
);

it('exist only for the paths of the route table', async () => {
  await expect(renderPage('/profile/none', CONFIGURATION)).rejects.toThrow('/profile/none');
});

it.each(['/shop', '/mobileShop', '/pay'])(
  '%s contains no date, because it may be read on a later day',
  async (path) => {
    const { body } = await renderPage(path, CONFIGURATION);
    expect(body).toContain('каждый месяц</span><span');
    expect(body.replace(/каждый месяц<\/span><span[^>]*>[^<]*<\/span>/, '')).not.toMatch(
      /\d[ \u00a0](?:январ|феврал|март|апрел|ма[йя]|июн|июл|август|сентябр|октябр|ноябр|декабр)/,
    );
  },
);
