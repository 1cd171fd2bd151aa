/** Visits all screens of a customer, one by one. */
import type { Page } from 'playwright-core';
import { MONTH_RUB, TRY_FREE } from '../../support/offer';
import type { BuiltProduct } from './builtProduct';
import { FIRST_ADMIN } from './staff';

/**
 * Visits the screens of the main path, from the landing page to a cancelled subscription. Calls `shot` with each screen's
 * name.
 */
export async function walkCustomer(
  page: Page,
  shot: (name: string) => Promise<void>,
  { product, email }: { product: BuiltProduct; email: string },
): Promise<void> {
  const device = (deviceName: string, platform: string) =>
    product.post('/sandbox/api/devices', { email, deviceName, platform });
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await shot('landing');
  await page.goto('/login');
  await page.getByPlaceholder('Введите email').fill('not an address');
  await page.getByPlaceholder('Введите email').press('Enter');
  await shot('login-error');
  await page.getByPlaceholder('Введите email').fill(email);
  await shot('login');
  await page.getByPlaceholder('Введите email').press('Enter');
  await page.waitForURL('**/wait');
  await shot('wait');
  await page.goto('/sandbox');
  await page.getByText(email).first().waitFor();
  await shot('sandbox');
  await page
    .locator('article, li, tr')
    .filter({ hasText: email })
    .first()
    .getByRole('link', { name: /войти/i })
    .first()
    .click();
  await page.waitForURL('**/shop');
  await page.getByRole('button', { name: TRY_FREE }).waitFor();
  await shot('shop');
  await page.getByRole('checkbox', { name: /Соглашаюсь на эти списания/ }).check();
  await page.getByRole('button', { name: TRY_FREE }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Номер карты').fill('4000 0566 5566 5556');
  await dialog.getByLabel('Срок действия').fill('12/30');
  await dialog.getByLabel('CVV').fill('123');
  await shot('card');
  await dialog.getByRole('button', { name: /^Оплатить / }).click();
  await page
    .getByText(/недостаточно|не хватает/i)
    .first()
    .waitFor();
  await shot('card-declined');
  await dialog.getByLabel('Номер карты').fill('4242 4242 4242 4242');
  await dialog.getByRole('button', { name: /^Оплатить / }).click();
  await page.waitForURL('**/profile');
  await page.getByText('подписка активна').waitFor();
  await shot('profile-empty');
  await device('Samsung Galaxy S24 Ultra', 'android');
  await device('Ноутбук', 'desktop');
  await page.reload();
  await page.getByText('Список устройств 2/3').waitFor();
  await shot('profile');
  await page.goto('/subscription');
  await page.getByText(String(MONTH_RUB)).first().waitFor();
  await shot('subscription');
  await page.getByRole('button', { name: /отменить/i }).hover();
  await page.mouse.down();
  await page.waitForURL('**/profile');
  await page.mouse.up();
  await shot('profile-canceled');
  await page.goto('/subscription');
  await page.getByText('Подписка отменена').first().waitFor();
  await shot('subscription-canceled');
  await page.goto('/no-such-page');
  await shot('not-found');
}

type Shot = (name: string) => Promise<void>;

/** Visits the public pages, with valid and invalid links in their URLs. */
async function walkStranger(page: Page, shot: Shot, giftKey: string): Promise<void> {
  const open = async (path: string, name: string) => {
    await page.goto(path);
    await page
      .getByRole('heading')
      .or(page.getByRole('textbox'))
      .or(page.getByRole('dialog'))
      .first()
      .waitFor();
    await shot(name);
  };
  for (const path of [
    'info',
    'offer',
    'privacy',
    'support',
    'status',
    'check',
    'yt',
    'tt',
    'wait',
    'mobileShop',
    'desktopGAuth',
  ])
    await open(`/${path}`, path);
  await open('/account/restoreEmail', 'account-restore-email-without-a-link');
  await open('/account/deleted', 'account-deleted');
  await open('/open#t=garbage', 'open-garbage');
  await open('/confirm?token=garbage', 'confirm-garbage');
  await open('/giftConfirm?token=garbage&key=x', 'gift-confirm-garbage');
  await open(`/gift?key=${giftKey}`, 'gift');
  await open('/gift?key=A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6', 'gift-unknown');
  await open('/s/garbage', 'device-link-unknown');
  await open('/switchAccount', 'switch-account-without-a-link');
  await open('/thanks', 'thanks');
  await open('/pay', 'pay');
}

/** Opens a sign-in email in a browser that did not request the email. */
async function walkForeignEmail(page: Page, shot: Shot, { product, email }: Customer): Promise<void> {
  await product.post('/api/emailVerification/send', { email, platform: 'web' });
  const link = await newestLink(product, email);
  await page.goto(link);
  await page.getByRole('textbox').waitFor();
  await shot('open-elsewhere');
  await page.getByRole('textbox').fill('somebody.else@example.com');
  await page.getByRole('textbox').press('Enter');
  await page.getByText('Эта ссылка отправлена на другой адрес', { exact: false }).waitFor();
  await shot('open-elsewhere-wrong-address');
}

interface Customer {
  product: BuiltProduct;
  email: string;
}

async function newestLink(product: BuiltProduct, email: string): Promise<string> {
  for (;;) {
    const emails = await product.get<{ links: string[] }[]>(
      `/sandbox/api/mail?to=${encodeURIComponent(email)}`,
    );
    const [link] = emails[0]?.links ?? [];
    if (link !== undefined) return link;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Visits the screens of a subscriber outside the main path: the connection instructions, the mobile app's screens, and a
 * full device list.
 */
async function walkSubscriber(page: Page, shot: Shot, { product, email }: Customer): Promise<void> {
  const open = async (path: string, name: string) => {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await shot(name);
  };
  await open('/connect', 'connect');
  for (const system of ['Android', 'Windows', 'Linux']) {
    await page.getByRole('radio', { name: system, exact: true }).check();
    await page.waitForLoadState('networkidle');
    await shot(`connect-${system}`);
  }
  await open('/account', 'account');
  await open('/account/card', 'account-card');
  await open('/account/data', 'account-data');
  await open('/account/devices', 'account-devices');
  await open('/account/delete', 'account-delete');
  await open('/account/delete/confirm', 'account-delete-confirm');
  await open('/account/sessions', 'account-sessions');
  await open('/account/email', 'account-email');
  await open('/mobileProfile', 'mobile-profile');
  await open('/mobileDetach', 'mobile-detach');
  await product.post('/sandbox/api/devices', { email, deviceName: 'Планшет', platform: 'android' });
  await open('/profile', 'profile-full');
  await open('/connect', 'connect-full');
  await open('/mobileDetach', 'mobile-detach-full');
}

/** Visits screens whose requests fail or get no response. */
async function walkFaults(page: Page, shot: Shot, giftKey: string): Promise<void> {
  const paths = ['/profile', '/subscription', '/connect', '/mobileDetach', `/gift?key=${giftKey}`];
  const faults = {
    away: {
      status: 503,
      headers: { 'Retry-After': '5' },
      body: '{"error":{"code":"UNAVAILABLE","message":"Технические работы"}}',
    },
    broken: { status: 500, body: '{"error":{"code":"INTERNAL","message":"Что-то сломалось"}}' },
  };
  for (const [fault, response] of Object.entries(faults)) {
    await page.route('**/api/**', (route) => route.fulfill({ contentType: 'application/json', ...response }));
    for (const path of paths) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await page.getByRole('button').or(page.getByRole('link')).first().waitFor();
      await shot(`${fault}-${path.split('?')[0]?.slice(1) ?? ''}`);
    }
    await page.unroute('**/api/**');
  }
  await page.route('**/api/**', () => undefined);
  for (const path of paths) {
    await page.goto(path);
    await page.locator('main, #root').first().waitFor();
    await shot(`waiting-${path.split('?')[0]?.slice(1) ?? ''}`);
  }
  await page.unroute('**/api/**');
  // A request that is pending when the network is cut would be reported as lost.
  await page.reload();
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await shot('offline');
  await page.context().setOffline(false);
}

/** Visits all screens and states of customers, from an invalid link to a subscriber without a network. */
export async function walkEverything(page: Page, shot: Shot, customer: Customer): Promise<void> {
  const { product, email } = customer;
  const { accessToken } = await product.post<{ accessToken: string }>('/api/auth/login', FIRST_ADMIN);
  const { activationKey } = await product.post<{ activationKey: string }>(
    '/api/panel/createGift',
    { months: 3 },
    accessToken,
  );
  await walkStranger(page, shot, activationKey);
  await walkForeignEmail(page, shot, { product, email: `other-${email}` });
  await page.goto('/');
  await page.evaluate(() => localStorage.clear());
  let hasCanceled = false;
  await walkCustomer(
    page,
    async (name) => {
      await shot(name);
      if (name === 'subscription' && !hasCanceled) {
        hasCanceled = true;
        await walkSubscriber(page, shot, customer);
        await walkFaults(page, shot, activationKey);
        await page.goto('/subscription');
        await page.getByText(String(MONTH_RUB)).first().waitFor();
      }
    },
    customer,
  );
}
