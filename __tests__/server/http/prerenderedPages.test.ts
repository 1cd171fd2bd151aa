/** Pages drawn where there is no browser, as the server draws them at its start. */
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
  '%s is whole: title, heading, links, and every rule that it needs',
  async (path) => {
    const { title, body, styles } = await renderPage(path, CONFIGURATION);
    expect(title).toMatch(/Луч &amp; &lt;b&gt;Со&lt;\/b&gt;/);
    expect(body).toMatch(/<h1[ >]/);
    expect(body).toContain(isStaffPath(path) ? 'lang="en"' : 'href="/offer"');
    expect(body).not.toContain('<b>Со</b>');
    // The policy admits neither: rules stand in the head, and nothing of the page runs.
    expect(/<style|<script|.{30} (?:style|on\w+)="/.exec(body)?.[0]).toBeUndefined();
    const css = styles.map((style) => style.css).join('');
    const used = new Set([...body.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) => names!.split(' ')));
    const unnamed = [...used].filter((name) => /^p-\w+$/.test(name) && !css.includes(`.${name}`));
    expect(unnamed).toEqual([]);
    expect(used.size).toBeGreaterThan(10);
  },
);

it('are of nobody: the same whoever asks, and without an address of anybody', async () => {
  const [first, second] = await Promise.all([
    renderPage('/login', CONFIGURATION),
    renderPage('/login', CONFIGURATION),
  ]);
  expect(second).toEqual(first);
  expect(first.body).toContain('name="email"');
  expect(first.body).toContain('value=""');
});

it('ask nobody anything, be they a stand-in for what each person is asked for', async () => {
  const lines = takeConsole();
  jest.useFakeTimers({ advanceTimers: true });
  try {
    for (const path of ['/profile', '/subscription'] as const) await renderPage(path, CONFIGURATION);
    // A call that nobody answers is tried again before it is told.
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

it('switch to the dark scheme without a script', async () => {
  const { stylesWithoutScript } = await renderPage('/', CONFIGURATION);
  expect(stylesWithoutScript).toMatch(/prefers-color-scheme:dark\)\{:root\{color-scheme:dark;--p-/);
});

it('/open shows that the link is being checked, whatever it is', async () => {
  const { body, isSkeleton } = await renderPage('/open', CONFIGURATION);
  expect(isSkeleton).toBe(true);
  expect(body).toContain(OPEN_EMAIL_TEXTS.opening);
  expect(body).not.toContain(OPEN_EMAIL_TEXTS.invalid.title);
});

it('exist for the paths of the table only', async () => {
  await expect(renderPage('/profile/none', CONFIGURATION)).rejects.toThrow('/profile/none');
});

it.each(['/shop', '/mobileShop'])(
  '%s promises no day of its own: it may be read on another one',
  async (path) => {
    const { body } = await renderPage(path, CONFIGURATION);
    expect(body).toContain('каждый месяц<span');
    expect(body.replace(/каждый месяц<span[^>]*>[^<]*<\/span>/, '')).not.toMatch(
      /\d[ \u00a0](?:январ|феврал|март|апрел|ма[йя]|июн|июл|август|сентябр|октябр|ноябр|декабр)/,
    );
  },
);
