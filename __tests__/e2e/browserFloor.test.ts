/**
 * Tests that the built site works in the oldest browsers of the floor: no script uses a function that one of them lacks, each
 * new CSS colour has a fallback, and Chromium without any newer function still leads a customer from the landing page to a device.
 * `npm run prove -- oldChromium` uses the oldest Chromium itself.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Feature, FEATURES, usesBeyondFloor } from '../support/browserCompatibility';
import { TRY_FREE } from '../support/offer';
import { agree, expect, payWithCard, signInByEmail, test } from './support/journey';

const BUILT = path.resolve('dist/web');

/** Features beyond the floor that a script uses only after checking that the browser has them. */
const LOOKED_FOR: Readonly<Record<string, string>> = {
  '.cancelIdleCallback': '`whenIdle` looks for `requestIdleCallback`',
  '.captureStackTrace': 'Firebase and the QR code library look for it',
  '.createPolicy': '`trustedTypes` may be undefined',
  '.replaceSync': 'notistackStyleSheet.ts looks for it',
  '.requestIdleCallback': '`whenIdle` looks for it',
  '.skipTransition': 'belongs to a view transition, which router.ts looks for',
  ClipboardItem: '`createClipboard` catches its absence',
  CompressionStream: 'hucre looks for it, and otherwise stores files of a workbook uncompressed',
  'Error.captureStackTrace': 'Firebase and the QR code library look for it',
};

test('no built script uses what a browser of the floor lacks', () => {
  const assets = readdirSync(path.join(BUILT, 'assets')).filter((name) => name.endsWith('.js'));
  const document = readFileSync(path.join(BUILT, 'index.html'), 'utf8');
  const found = usesBeyondFloor(
    new Map([
      ...assets.map((name) => [name, readFileSync(path.join(BUILT, 'assets', name), 'utf8')] as const),
      ...[...document.matchAll(/<script>([^]*?)<\/script>/g)].map(
        ([, script = ''], index) => [`inline ${String(index)}`, script] as const,
      ),
    ]),
  );
  expect(Object.fromEntries([...found].filter(([use]) => !(use in LOOKED_FOR)))).toEqual({});
  expect([...Object.keys(LOOKED_FOR)].filter((use) => !found.has(use))).toEqual([]);
});

test('each new CSS colour of a prerendered page follows a value that older browsers know', () => {
  const pages = readdirSync(BUILT, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.html'),
  );
  const bare = pages.flatMap((name) =>
    [...readFileSync(path.join(BUILT, name), 'utf8').matchAll(/\{([^{}]*)\}/g)].flatMap(([, block = '']) => {
      const declarations = block.split(';').map((each) => each.split(':', 2) as [string, string?]);
      return declarations.flatMap(([property, value = ''], index) =>
        /color-mix\(|oklch\(|light-dark\(/.test(value) && declarations[index - 1]?.[0] !== property
          ? [`${name}: ${property}:${value}`]
          : [],
      );
    }),
  );
  expect(bare).toEqual([]);
});

/** Removes every function, class and property that a browser of the floor may lack. Runs in the page. */
function removeNew(features: readonly Pick<Feature, 'owner' | 'member' | 'isStatic'>[]): void {
  for (const { owner, member, isStatic } of features) {
    if (member === null) {
      Reflect.deleteProperty(globalThis, owner);
      continue;
    }
    const held: unknown = Reflect.get(globalThis, owner);
    if (typeof held !== 'function' && typeof held !== 'object') continue;
    if (held === null) continue;
    if (isStatic !== false) Reflect.deleteProperty(held, member);
    if (isStatic === true) continue;
    const prototype: unknown = Reflect.get(held, 'prototype');
    if (typeof prototype === 'object' && prototype !== null) Reflect.deleteProperty(prototype, member);
  }
}

/** Chromium enforces Trusted Types, so it also needs their API. */
const ENFORCED = /^Trusted|^trustedTypes$/;

test('a browser without any newer function leads a customer from the landing page to a device', async ({
  page,
  context,
  email,
}) => {
  const newer = FEATURES.filter(
    ({ owner, member, isInFloor }) => !isInFloor && !ENFORCED.test(owner) && !ENFORCED.test(member ?? ''),
  );
  await context.addInitScript(removeNew, newer);
  await page.goto('/');
  expect(await page.evaluate(() => ['canParse' in URL, 'structuredClone' in globalThis])).toEqual([
    false,
    true,
  ]);
  await page.getByRole('link', { name: 'Войти в аккаунт' }).click();
  await page.waitForURL('**/login');
  await signInByEmail(page, email);
  await page.waitForURL('**/shop');
  await agree(page);
  await page.getByRole('button', { name: TRY_FREE }).click();
  await payWithCard(page);
  await page.waitForURL('**/profile');
  await expect(page.getByText('подписка активна')).toBeVisible();
  await page.goto('/connect');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/account/devices');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

for (const [path_, shows] of [
  ['/', 'the page and the notice'],
  ['/login', 'the notice alone'],
] as const) {
  test(`a browser below the floor shows ${shows} at ${path_}, with a link to the support`, async ({
    page,
  }) => {
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'structuredClone'));
    await page.goto(path_);
    await expect(page.getByText('Браузер слишком старый')).toBeVisible();
    await expect(page.locator('#root')).toBeVisible({ visible: path_ === '/' });
    await page.getByRole('link', { name: 'Написать в поддержку' }).click();
    await page.waitForURL('**/support');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}
