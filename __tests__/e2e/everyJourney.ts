/**
 * `npm run check:journeys` runs all journeys over a bad network. Build first. The journeys are buying, the profile,
 * detaching, cancelling, a gift, and staff who search and refund, at 390 and 1440 px. The script is not part of `npm
 * test`. An argument selects one of the networks `slow`, `cut` and `lost`.
 *
 * The network `slow` has 400 kbit/s. The network `cut` fails before each step of a journey and is restored a little
 * later. The network `lost` fails after a change has reached the server, but before the response arrives.
 *
 * The screen must never be empty, typed text must stay, and nothing may be paid or refunded twice. Screenshots of the
 * intermediate states are saved in `test-results/journeys`.
 */
import fs from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { TRY_FREE } from '../support/offer';
import { startBuiltProduct } from './support/builtProduct';
import { chromiumLaunch } from './support/chromium';
import { FIRST_ADMIN } from './support/staff';

const NETWORKS = ['slow', 'cut', 'lost'] as const;
type NetworkName = (typeof NETWORKS)[number];

const WIDTHS = [390, 1440] as const;
const PICTURES = path.resolve('test-results/journeys');
/** A network of 400 kbit/s with a latency of 250 ms. */
const SLOW = { offline: false, latency: 250, downloadThroughput: 50_000, uploadThroughput: 50_000 };
/** Duration of a network outage, in ms. */
const AWAY_MS = 1500;
/** Time for which the script holds a hold button, in ms. The time exceeds the hold time of every button. */
const HOLD_MS = 3000;
/** Time after an outage in which a step must continue by itself, in ms. Afterwards the step is repeated. */
const BY_ITSELF_MS = 6000;
/** Time for which a screen may be blank between two frames, in ms. */
const BLANK_MS = 250;

interface Step {
  name: string;
  act: () => Promise<void>;
  /** Resolves when the step of the journey has taken effect. */
  arrives: () => Promise<unknown>;
  /** API path of the request that the step sends. The network `lost` loses the response to this request. */
  changes?: string;
}

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const faults: string[] = [];
function complain(where: string, fault: string): void {
  faults.push(`${where}: ${fault}`);
  print(`  ${where}: ${fault}`);
}

/**
 * A script that runs in the page and measures the longest time without visible content since the first paint. The script
 * is a string, because the TypeScript loader would rewrite a function.
 */
const WATCH_FOR_BLANKS = `
  window.longestBlank = 0;
  let blankSince = null;
  setInterval(() => {
    const isPainted = performance.getEntriesByName('first-contentful-paint').length > 0;
    const signs = Array.from(document.querySelectorAll('[role="status"]:not(:empty), [role="progressbar"], [aria-busy="true"], svg, img'));
    const stands = document.body?.innerText.trim() !== '' || signs.some((sign) => sign.getClientRects().length > 0);
    if (!isPainted || stands) {
      blankSince = null;
      return;
    }
    blankSince ??= performance.now();
    window.longestBlank = Math.max(window.longestBlank, performance.now() - blankSince);
  }, 50);
`;

/** Reports a problem unless the page shows a screen of the product with visible text. */
async function expectScreen(page: Page, where: string): Promise<void> {
  if (!page.url().startsWith('http')) complain(where, `the browser's own page: ${page.url()}`);
  const words = await page.locator('body').innerText();
  if (words.trim() === '') complain(where, 'the screen is empty');
  const blank = Number(await page.evaluate('window.longestBlank ?? 0'));
  if (blank > BLANK_MS) complain(where, `blank for ${String(Math.round(blank))} ms`);
}

const settled = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/** Performs the steps of one user's journey over one network. */
class Walk {
  constructor(
    private readonly page: Page,
    private readonly network: NetworkName,
    private readonly name: string,
  ) {}

  async go(step: Step): Promise<void> {
    const where = `${this.name}, ${step.name}`;
    print(`  ${step.name}`);
    try {
      if (this.network === 'slow') await this.slowly(step);
      else if (this.network === 'cut') await this.cut(step, where);
      else await this.lost(step, where);
      await expectScreen(this.page, where);
    } catch (error) {
      await this.picture(`${step.name}-failed`);
      throw new Error(`${where}: ${error instanceof Error ? error.message : 'failed'}`, { cause: error });
    }
  }

  private async slowly(step: Step): Promise<void> {
    const arrival = step.act().then(step.arrives);
    await pause(AWAY_MS);
    await this.picture(step.name);
    await arrival;
  }

  private async cut(step: Step, where: string): Promise<void> {
    const context = this.page.context();
    await context.setOffline(true);
    await settled(step.act());
    await pause(AWAY_MS);
    await this.picture(step.name);
    await expectScreen(this.page, where);
    await context.setOffline(false);
    await this.arriveOrRepeat(step);
  }

  private async lost(step: Step, where: string): Promise<void> {
    const { changes } = step;
    const context = this.page.context();
    if (changes === undefined) {
      await step.act();
      await step.arrives();
      return;
    }
    const responses = { lost: 0 };
    await this.page.route(`**${changes}`, async (route) => {
      if (responses.lost > 0) return route.continue();
      responses.lost += 1;
      await route.fetch();
      await context.setOffline(true);
      return route.abort('internetdisconnected');
    });
    await settled(step.act());
    await pause(AWAY_MS);
    if (responses.lost === 0) complain(where, `${changes} was not called`);
    await this.picture(step.name);
    await expectScreen(this.page, where);
    await context.setOffline(false);
    await this.page.unroute(`**${changes}`);
    await this.arriveOrRepeat(step);
  }

  /** Waits a little for the step to take effect. If the step has no effect, repeats the step as a user does. */
  private async arriveOrRepeat(step: Step): Promise<void> {
    const arrival = settled(step.arrives());
    const isThere = await Promise.race([arrival, pause(BY_ITSELF_MS).then(() => false)]);
    if (isThere) return;
    await settled(step.act());
    await step.arrives();
  }

  private async picture(name: string): Promise<void> {
    await this.page.screenshot({
      path: path.join(PICTURES, `${this.name}-${name.replace(/\W+/g, '-')}.png`),
    });
  }
}

async function hold(page: Page, button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  await button.hover();
  await page.mouse.down();
  await pause(HOLD_MS);
  await page.mouse.up();
}

async function open(browser: Browser, base: string, width: number, network: NetworkName): Promise<Page> {
  const context = await browser.newContext({
    baseURL: base,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width, height: width < 600 ? 844 : 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  await page.addInitScript(WATCH_FOR_BLANKS);
  page.on('pageerror', (error) => complain(`${network}, ${String(width)} px`, error.message));
  if (network === 'slow') {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', SLOW);
  }
  return page;
}

const product = await startBuiltProduct(Number(process.env['JOURNEYS_PORT'] ?? 8798));

interface SandboxPayment {
  operation: 'payment' | 'refund';
  amountKopecks: number;
}

const readPayments = (email: string) =>
  product.get<SandboxPayment[]>(`/sandbox/api/payments?email=${encodeURIComponent(email)}`);

async function countOperations(email: string): Promise<string> {
  const operations = (await readPayments(email)).map(({ operation }) => operation);
  const count = (kind: string) => operations.filter((each) => each === kind).length;
  return `${String(count('payment'))} payments, ${String(count('refund'))} refunds`;
}

async function newestLink(email: string): Promise<string> {
  for (;;) {
    const emails = await product.get<{ links: string[] }[]>(
      `/sandbox/api/mail?to=${encodeURIComponent(email)}`,
    );
    const link = emails.flatMap(({ links }) => links).find((each) => each.includes('/open'));
    if (link !== undefined) return link;
    await pause(100);
  }
}

async function walkCustomer(page: Page, walk: Walk, email: string): Promise<void> {
  const device = (deviceName: string, platform: string) =>
    product.post('/sandbox/api/devices', { email, deviceName, platform });
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const address = page.getByPlaceholder('Введите email');

  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto('/login');
  await address.waitFor();
  await walk.go({
    name: 'requests an email',
    changes: '/api/emailVerification/send',
    act: async () => {
      // After a failed email, the screen asks the user to reload the page.
      const reload = page.getByText('Перезагрузить страницу');
      if (await reload.isVisible()) await reload.click();
      await address.fill(email, { timeout: 5000 });
      await button('→ Войти по email ссылке').click({ timeout: 5000 });
    },
    arrives: () => page.waitForURL('**/wait'),
  });
  await page.goto(await newestLink(email));
  await page.waitForURL('**/shop');
  await button(TRY_FREE).waitFor();

  const dialog = page.getByRole('dialog');
  await walk.go({
    name: 'opens the card dialog',
    act: async () => {
      await page.getByRole('checkbox', { name: /Соглашаюсь на эти списания/ }).check({ timeout: 5000 });
      await button(TRY_FREE).click({ timeout: 5000 });
    },
    arrives: () => dialog.getByLabel('Номер карты').waitFor(),
  });
  await walk.go({
    name: 'pays',
    act: async () => {
      // A customer who has already paid sees no dialog.
      await dialog.getByLabel('Номер карты').fill('4242 4242 4242 4242', { timeout: 5000 });
      await dialog.getByLabel('Срок действия').fill('12/30');
      await dialog.getByLabel('CVV').fill('123');
      await dialog.getByRole('button', { name: /^Оплатить / }).click({ timeout: 5000 });
    },
    arrives: async () => {
      await page.waitForURL('**/profile');
      await page.getByText('подписка активна').waitFor();
    },
  });
  const told = await countOperations(email);
  if (!told.startsWith('1 payments')) complain(email, `after one purchase: ${told}`);

  await device('Samsung Galaxy S24 Ultra', 'android');
  await device('Ноутбук', 'desktop');
  await page.reload();
  await page.getByText('Список устройств 2/3').waitFor();
  await walk.go({
    name: 'detaches a device',
    changes: '/api/profile/detachDevice',
    act: () => hold(page, button(/Ноутбук/)),
    arrives: () => page.getByText('Список устройств 1/3').waitFor(),
  });
  await walk.go({
    name: 'opens the subscription',
    act: () => hold(page, button('Управлять подпиской')),
    arrives: async () => {
      await page.waitForURL('**/subscription');
      await button(/отменить/i).waitFor();
    },
  });
  await walk.go({
    name: 'cancels',
    changes: '/api/subscriptions/cancel',
    act: () => hold(page, button(/отменить/i)),
    arrives: async () => {
      await page.waitForURL('**/profile');
      await page.getByText('подписка отменена', { exact: true }).waitFor();
    },
  });

  const { accessToken } = await product.post<{ accessToken: string }>('/api/auth/login', FIRST_ADMIN);
  const { activationKey } = await product.post<{ activationKey: string }>(
    '/api/panel/createGift',
    { months: 3 },
    accessToken,
  );
  await page.goto(`/gift?key=${activationKey}`);
  await button('Активировать подарок').waitFor();
  await walk.go({
    name: 'activates a gift',
    changes: '/api/activateGift',
    act: async () => {
      // A failed activation of a gift leads to the landing page, which shows the pending gift.
      const waiting = page.getByRole('link', { name: 'Активировать подарок' });
      if (await waiting.isVisible()) await waiting.click();
      await button('Активировать подарок').click({ timeout: 5000 });
    },
    arrives: async () => {
      await page.waitForURL('**/profile');
      await page
        .getByText(/подарочная подписка|подписка отменена/)
        .first()
        .waitFor();
    },
  });
}

async function walkStaff(page: Page, walk: Walk, email: string): Promise<void> {
  await page.goto('/capitulum');
  await page.getByLabel('Username').waitFor();
  await walk.go({
    name: 'signs in',
    changes: '/api/auth/login',
    act: async () => {
      await page.getByLabel('Username').fill(FIRST_ADMIN.username, { timeout: 5000 });
      await page.getByLabel('Password').fill(FIRST_ADMIN.password);
      await page.getByRole('button', { name: 'Sign in' }).click({ timeout: 5000 });
    },
    arrives: async () => {
      await page.waitForURL('**/adept');
      await page.getByRole('searchbox', { name: 'Search customers' }).waitFor();
    },
  });
  const found = page.getByRole('table', { name: 'Customers found' }).getByRole('link').first();
  await walk.go({
    name: 'searches',
    act: () => page.getByRole('searchbox', { name: 'Search customers' }).fill(email, { timeout: 5000 }),
    arrives: () => found.waitFor(),
  });
  const refund = page.getByRole('button', { name: 'Refund', exact: true });
  await walk.go({
    name: 'opens the customer',
    act: () => found.click({ timeout: 5000 }),
    arrives: () => refund.waitFor(),
  });
  const dialog = page.getByRole('dialog', { name: 'Refund' });
  await walk.go({
    name: 'opens the refund dialog',
    act: () => refund.click({ timeout: 5000 }),
    arrives: () => dialog.getByLabel('Internal note (optional)').waitFor(),
  });
  await walk.go({
    name: 'refunds',
    changes: '/api/panel/refund',
    act: async () => {
      const comment = dialog.getByLabel('Internal note (optional)');
      // The text that the first attempt typed is still in the field.
      if ((await comment.inputValue({ timeout: 5000 })) === '') await comment.fill('over a bad network');
      await dialog.getByRole('button', { name: /^(Refund \d|Try again)/ }).click({ timeout: 5000 });
    },
    arrives: () => dialog.waitFor({ state: 'hidden' }),
  });
  // The server sends the refund to the card provider after a short delay.
  for (let tries = 0; tries < 100 && !(await countOperations(email)).endsWith('1 refunds'); tries += 1)
    await pause(100);
  const told = await countOperations(email);
  if (told !== '1 payments, 1 refunds') complain(email, `after one refund: ${told}`);
}

/** A customer who has paid the 1 ruble of the campaign, which is not refunded automatically. */
async function payCampaign(browser: Browser, email: string): Promise<void> {
  const page = await open(browser, product.base, 390, 'lost');
  await page.goto('/pay');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/почт|email/i).fill(email);
  await dialog.getByLabel('Номер карты').fill('4242 4242 4242 4242');
  await dialog.getByLabel('Срок действия').fill('12/30');
  await dialog.getByLabel('CVV').fill('123');
  await dialog.getByRole('button', { name: /^Оплатить / }).click();
  await page.waitForURL('**/thanks');
  await page.context().close();
}

const only = process.argv[2];
fs.rmSync(PICTURES, { recursive: true, force: true });
fs.mkdirSync(PICTURES, { recursive: true });
let walks = 0;
try {
  const browser = await chromium.launch(await chromiumLaunch());
  for (const network of NETWORKS.filter((name) => only === undefined || only === name)) {
    for (const width of WIDTHS) {
      for (const [who, walkAs] of [
        ['customer', walkCustomer],
        ['staff', walkStaff],
      ] as const) {
        const name = `${network}-${String(width)}-${who}`;
        const email = `${name}@example.com`;
        print(name);
        if (who === 'staff') await payCampaign(browser, email);
        const page = await open(browser, product.base, width, network);
        await walkAs(page, new Walk(page, network, name), email).catch((error: unknown) =>
          complain(name, error instanceof Error ? error.message : 'failed'),
        );
        walks += 1;
        await page.context().close();
      }
    }
  }
  await browser.close();
} finally {
  product.stop();
}
print(`${String(walks)} journeys: ${String(faults.length)} faults`);
if (faults.length > 0) {
  print(faults.join('\n'));
  process.exitCode = 1;
}
