/** Fills the staff console with realistic customers, gifts and colleagues, and visits all its screens. */
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { codeShown } from '../../support/authenticator';
import { throughTrial } from '../../support/offer';
import { FIRST_ADMIN } from './staff';

const CUSTOMER = 'vasilisa.premudraya@yandex.ru';
/** A colleague with the Support role. */
export const AGENT = { username: 'marina.k', password: 'quiet lantern over water' };
const GUARDED = { username: 'oleg.senior', password: 'seven grey pigeons dance' };

interface Found {
  content: { id: number; email: string; uid: string; subscription: { status: string } }[];
}

/** Ids of the customers and devices in the screenshots. */
export interface StaffWorld {
  activeId: number;
  refundedId: number;
  giftedId: number;
  deviceId: string;
  /** Returns the current time of the product's clock, which has been moved. */
  now(): Date;
}

/** Sends a request to the product at `base`, and resolves to the body of the response. Throws if it is rejected. */
export async function call<T>(base: string, path: string, body: object, token?: string): Promise<T> {
  const response = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${String(response.status)} ${await response.text()}`);
  return (await response.json()) as T;
}

/**
 * Opens the newest sign-in link on the sandbox's page. A newer email to the same address may contain no sign-in link.
 */
async function openEmail(page: Page, base: string, email: string): Promise<void> {
  const link = page.locator('a[href*="/open"]');
  await page.goto(`${base}/sandbox`);
  await page
    .locator('article, li, tr')
    .filter({ hasText: email })
    .filter({ has: link })
    .locator(link)
    .first()
    .click();
}

/** Pays the 1 ruble of the campaign, signs in by the email, and activates a gift as a second customer. */
async function liveAsCustomers(browser: Browser, base: string, giftKey: string): Promise<void> {
  const context = await browser.newContext({ baseURL: base, locale: 'ru-RU' });
  const page = await context.newPage();
  await page.goto('/pay');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/почт|email/i).fill(CUSTOMER);
  for (const card of ['4000 0566 5566 5556', '4242 4242 4242 4242']) {
    await dialog.getByLabel('Номер карты').fill(card);
    await dialog.getByLabel('Срок действия').fill('12/30');
    await dialog.getByLabel('CVV').fill('123');
    await dialog.getByRole('button', { name: /^Оплатить / }).click();
    if (card.startsWith('4000'))
      await page
        .getByText(/недостаточно|не хватает/i)
        .first()
        .waitFor();
  }
  await page.waitForURL('**/thanks');
  await openEmail(page, base, CUSTOMER);
  // The email of a campaign payment may be opened in any browser, but the user must then enter the address of the customer.
  await page.getByRole('textbox').fill(CUSTOMER);
  await page.getByRole('textbox').press('Enter');
  await page.waitForURL('**/connect');
  await context.close();

  const other = await browser.newContext({ baseURL: base, locale: 'ru-RU' });
  const giftPage = await other.newPage();
  await giftPage.goto(`/gift?key=${giftKey}`);
  await giftPage.getByPlaceholder('Введите email').fill('koschei@mail.ru');
  await giftPage.getByRole('button', { name: '→ Войти по email ссылке' }).click();
  await giftPage.waitForURL('**/wait');
  await openEmail(giftPage, base, 'koschei@mail.ru');
  await giftPage.waitForURL('**/profile');
  await other.close();
}

/** Fills the product with sample data. Moves the product's clock forward by eight days, to the first monthly charge. */
export async function makeStaffWorld(browser: Browser, base: string): Promise<StaffWorld> {
  const sandbox = <T>(name: string, body: object) => call<T>(base, `/sandbox/api/${name}`, body);
  const signIn = async () =>
    (await call<{ accessToken: string }>(base, '/api/auth/login', FIRST_ADMIN)).accessToken;
  let token = await signIn();
  const staff = <T>(path: string, body: object) => call<T>(base, `/api/${path}`, body, token);
  const find = async (part: string) =>
    (await staff<Found>(`panel/users/search?emailPart=${encodeURIComponent(part)}&size=100`, {})).content;
  const batch = (name: string, months: number, size: number) =>
    staff<{ batchId: number; keys: string[] }>('panel/gifts/createBatch', {
      requestKey: randomUUID(),
      name,
      months,
      size,
    });

  const gifts = await batch('Spring fair', 3, 8);
  await liveAsCustomers(browser, base, gifts.keys[0] ?? '');
  const device = await sandbox<{ deviceId: string }>('devices', {
    email: CUSTOMER,
    deviceName: 'Samsung Galaxy S24 Ultra',
    platform: 'android',
    firebaseToken: 'dGhpcyBpcyBhIHB1c2g-tokenOfVasilisa:APA91bE4',
  });
  await sandbox('devices', { email: CUSTOMER, deviceName: 'Ноутбук', platform: 'desktop' });
  const connect = (success: boolean) =>
    sandbox('connections', { email: CUSTOMER, deviceId: device.deviceId, success });
  await connect(true);
  await sandbox('clock', { advance: throughTrial(1) });
  await sandbox('seed', { customers: 400 });
  for (const success of [true, false, true, true]) await connect(success);

  token = await signIn();
  const [active] = await find(CUSTOMER);
  const everybody = await find('a');
  const [gifted] = await find('koschei');
  const paying = everybody.find(
    ({ subscription, email }) => subscription.status === 'ACTIVE' && email !== CUSTOMER,
  );
  if (active === undefined || gifted === undefined || paying === undefined)
    throw new Error('a customer of the screenshots was not found');
  await staff('panel/refund', {
    email: paying.email,
    uid: paying.uid,
    amount: 'all',
    reason: 'doesNotWork',
    comment: 'Chat 4812: no server answers on his network',
  });
  await staff('panel/users/resendSignInEmail', { userId: active.id });
  const pushTo = 'dGhpcyBpcyBhIHB1c2g-tokenOfVasilisa:APA91bE4';
  await staff(`firebase/data?token=${encodeURIComponent(pushTo)}`, { type: 'LOGIN', email: CUSTOMER });

  const list = await staff<{ content: { id: number; state: string }[] }>('panel/gifts/list?size=100', {});
  const unused = list.content.filter(({ state }) => state === 'new');
  for (const gift of unused.slice(0, 2)) await staff('panel/gifts/revoke', { giftId: gift.id });
  await batch('Бесплатный месяц для партнёра «Ромашка»', 1, 3);

  const create = (account: { username: string; password?: string }, role: string) =>
    staff<{ id: number }>('panel/team/create', { ...account, role });
  await create(AGENT, 'support');
  await create(GUARDED, 'senior');
  await create({ username: 'vera' }, 'admin');
  const leaver = await create({ username: 'night-shift' }, 'support');
  await staff('panel/team/disable', { staffId: leaver.id });
  const own = await call<{ accessToken: string }>(base, '/api/auth/login', GUARDED);
  const offer = await call<{ secret: string }>(
    base,
    '/api/panel/account/offerSecondFactor',
    { password: GUARDED.password },
    own.accessToken,
  );
  const clock = (await (await fetch(`${base}/sandbox/api/clock`)).json()) as { now: string };
  const aheadMs = new Date(clock.now).getTime() - Date.now();
  await call(
    base,
    '/api/panel/account/confirmSecondFactor',
    {
      // An authenticator app uses the real time, not the product's clock.
      code: codeShown(offer.secret, new Date()),
    },
    own.accessToken,
  );
  return {
    activeId: active.id,
    refundedId: paying.id,
    giftedId: gifted.id,
    deviceId: device.deviceId,
    now: () => new Date(Date.now() + aheadMs),
  };
}

async function signIn(page: Page, account: { username: string; password: string }): Promise<void> {
  await page.goto('/capitulum');
  await page.getByLabel('Username').fill(account.username);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Visits every screen of the console. Calls `shot` with each screen's name. */
export async function walkStaff(
  page: Page,
  shot: (name: string) => Promise<void>,
  world: StaffWorld,
): Promise<void> {
  const settled = async () => {
    await page.waitForLoadState('networkidle');
    await page.locator('.MuiSkeleton-root').first().waitFor({ state: 'detached' });
  };
  const open = async (path: string, name: string) => {
    await page.goto(path);
    await settled();
    await shot(name);
  };
  const user = (id: number) => `/crucify?id=${String(id)}`;

  await page.goto('/capitulum');
  await page.getByLabel('Username').waitFor();
  await shot('staff-sign-in');
  await signIn(page, { ...GUARDED, password: 'not it' });
  await page.getByRole('alert').first().waitFor();
  await shot('staff-sign-in-error');
  await signIn(page, GUARDED);
  await page.getByLabel('Code from your authenticator app').waitFor();
  await shot('staff-sign-in-code');
  await signIn(page, AGENT);
  await page.waitForURL('**/adept');
  await open(user(world.activeId), 'staff-user-support');
  await page.evaluate(() => localStorage.clear());

  await signIn(page, FIRST_ADMIN);
  await page.waitForURL('**/adept');
  await settled();
  await shot('staff-search-empty');
  await open('/adept#q=an', 'staff-search');
  await page.reload();
  await page.getByRole('table').first().waitFor();
  await settled();
  await shot('staff-search');
  await page.getByRole('searchbox').fill('zmey-gorynych');
  await page.getByText('nothing was found...').waitFor();
  await shot('staff-search-nothing');
  await page.getByRole('searchbox').fill(world.deviceId);
  await page.getByRole('table', { name: 'Exact match' }).waitFor();
  await shot('staff-search-exact');
  await page.getByLabel('Months').fill('3');
  await page.getByRole('button', { name: 'Create gift link' }).click();
  await page.getByRole('button', { name: 'Copy QR code' }).waitFor();
  await shot('staff-gift-link');

  await open(user(world.activeId), 'staff-user');
  await page.getByRole('button', { name: 'Refund' }).click();
  await page.getByRole('dialog').getByText('Summary').waitFor();
  await shot('staff-refund');
  await open(user(world.refundedId), 'staff-user-refunded');
  await open(user(world.giftedId), 'staff-user-gifted');
  await open(user(2_000_000_000), 'staff-user-unknown');
  await open(`/torride?user=${String(world.activeId)}&device=${world.deviceId}`, 'staff-device');
  await open(`/severance?userId=${String(world.activeId)}`, 'staff-logs');
  await open('/exorcio', 'staff-partners');
  await open('/adept/gifts', 'staff-gifts');
  await page.getByRole('button', { name: 'Batches', exact: true }).click();
  await settled();
  await shot('staff-gift-batches');
  await page.getByLabel('Name').fill('Autumn emails');
  await page.getByLabel('Months').fill('6');
  await page.getByLabel('Gifts', { exact: true }).first().fill('6');
  await page.getByRole('button', { name: 'Create batch' }).click();
  await page.getByRole('button', { name: 'Copy all' }).waitFor();
  await shot('staff-gift-batch-made');
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Print QR codes' }).click();
  await page.locator('html[data-printed]').waitFor();
  await page.emulateMedia({ media: 'print' });
  await shot('staff-gift-sheet');
  await page.emulateMedia({ media: null });

  await open('/adept/apps', 'staff-apps');
  await page.getByRole('button', { name: 'Edit Happ' }).click();
  await settled();
  await shot('staff-apps-edited');
  await open('/adept/team', 'staff-team');
  await page.getByRole('button', { name: AGENT.username }).click();
  await page.getByRole('dialog').waitFor();
  await settled();
  await shot('staff-team-member');
  await open('/adept/paymentIssues', 'staff-payment-issues');
  await open('/adept/analytics', 'staff-analytics');
  await open('/adept/emails', 'staff-emails');
  await open('/adept/audit', 'staff-audit');
  await open('/adept/account', 'staff-account');
  await open('/adept/notice', 'staff-notice');
}
