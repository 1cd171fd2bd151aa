/** Tests the maintenance notice on documents and open pages, and the page /status, in a browser. */
import type { APIRequestContext, Browser } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, startApplication, test } from '../support/journey';
import { expectNothingMoved, rendered, watchFromTheStart } from '../support/layoutShift';
import { translatePages } from '../support/pageTranslator';
import { FIRST_ADMIN, signInAsStaff } from '../support/staff';

const TEXT = 'Обновляем сервис до 13:00.\nVPN работает как обычно.';
const HOUR = 3_600_000;

async function asAdmin<ResponseBody>(request: APIRequestContext, path: string, data: object) {
  const signIn = await request.post('/api/auth/login', { data: FIRST_ADMIN });
  const { accessToken } = (await signIn.json()) as { accessToken: string };
  const headers = { Authorization: `Bearer ${accessToken}` };
  const response = await request.post(`/api/panel/notice/${path}`, { data, headers });
  return (await response.json()) as ResponseBody;
}

/** Returns the time of the server, whose clock other tests have moved. */
async function serverTime(request: APIRequestContext): Promise<number> {
  const { now } = (await (await request.get('/sandbox/api/clock')).json()) as { now: string };
  return Date.parse(now);
}

async function change(request: APIRequestContext, path: 'set' | 'end'): Promise<void> {
  const { version } = await asAdmin<{ version: number }>(request, 'get', {});
  const endsAt = new Date((await serverTime(request)) + HOUR).toISOString();
  await asAdmin(request, path, path === 'set' ? { version, text: TEXT, endsAt } : { version });
}

async function newPageWithoutScript(browser: Browser, baseURL: string | undefined) {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  return context.newPage();
}

test.afterEach(async ({ request }) => change(request, 'end'));

test('every document contains the notice, also without a script', async ({ browser, baseURL, request }) => {
  await change(request, 'set');
  const page = await newPageWithoutScript(browser, baseURL);
  for (const path of ['/', '/support', '/login', '/status', '/capitulum', '/unknown']) {
    await page.goto(path);
    const notice = page.locator('#notice');
    await expect(notice).toContainText('VPN работает как обычно.');
    await expect(notice).toBeInViewport();
  }
  await change(request, 'end');
  await page.goto('/support');
  await expect(page.locator('#notice')).toBeEmpty();
  await page.context().close();
});

for (const isTranslated of [false, true])
  test(`an open page ${isTranslated ? 'that the browser translates ' : ''}shows and removes the notice`, async ({
    page,
    context,
    email,
    request,
  }) => {
    if (isTranslated) await translatePages(context);
    else await watchFromTheStart(context);
    await page.goto('/login');
    await startApplication(page);
    const notice = page.locator('#notice');
    await expect(notice).toBeEmpty();
    await change(request, 'set');
    await page.getByPlaceholder('Введите email').fill(email);
    await page.getByRole('button', { name: '→ Войти по email ссылке' }).click();
    await page.waitForURL('**/wait');
    await expect(notice).toContainText('Обновляем сервис до 13:00.');
    await rendered(page);
    if (!isTranslated) await expectNothingMoved(page);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await change(request, 'end');
    await page.getByLabel('Или введи код из письма').fill('00000000');
    await expect(notice).toBeEmpty();
  });

test('the notice of a document disappears at its end', async ({ page, request }) => {
  await change(request, 'set');
  await page.clock.install({ time: await serverTime(request) });
  await page.goto('/login');
  await startApplication(page);
  await expect(page.locator('#notice')).toContainText('VPN работает');
  await page.clock.fastForward(HOUR + 60_000);
  await expect(page.locator('#notice')).toBeEmpty();
});

test('an admin publishes a notice, and the console shows it', async ({ page, request }) => {
  await signInAsStaff(page);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('link', { name: 'Maintenance notice' }).click();
  await page.getByLabel(/^Text for customers/).fill(TEXT);
  const soon = new Date((await serverTime(request)) + 27 * HOUR).toISOString();
  await page.getByLabel('Shown until (date)').fill(soon.slice(0, 10));
  await page.getByLabel('Time').fill('12:00');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.locator('#notice')).toContainText('VPN работает');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'End now' }).click();
  await expect(page.locator('#notice')).toBeEmpty();
});

test('the page /status shows the states without a script, and keeps them with it', async ({
  browser,
  baseURL,
  page,
}) => {
  const plain = await newPageWithoutScript(browser, baseURL);
  await plain.goto('/status');
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Состояние сервиса');
  const states = await plain.getByRole('definition').allTextContents();
  expect(states).toHaveLength(3);
  await plain.context().close();
  await page.goto('/status');
  await startApplication(page);
  expect(await page.getByRole('definition').allTextContents()).toEqual(states);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Обновить' }).click();
  await expect(page.getByRole('definition')).toHaveCount(3);
});
