/**
 * `npm run prove -- browsers` runs the journeys of a customer and of staff in Debian's WebKitGTK and Firefox at 390 and 1440 px,
 * light and dark. Build first. A browser that is missing counts as failed, and the reason is printed. `BROWSERS` names the
 * browsers (`webkit,firefox`). Pictures are saved in `test-results/browsers`.
 */
import fs from 'node:fs';
import path from 'node:path';
import { freePort } from '../../.ci/freePort.mjs';
import { BY_MOSCOW } from '../../src/shared/russianFormats';
import { REFUND_TEXTS } from '../../src/web/texts/staff/refund';
import { TRY_FREE } from '../support/offer';
import { type BuiltProduct, startBuiltProduct } from './support/builtProduct';
import { type DrivenBrowser, openFirefox, openWebKit, type Point } from './support/drivenBrowser';
import { FIRST_ADMIN } from './support/staff';
import { DESKTOP_WIDTH, PHONE_WIDTH } from './support/widths';

const OPENERS = { webkit: openWebKit, firefox: openFirefox } as const;
const ASKED = (process.env['BROWSERS'] ?? 'webkit,firefox').split(',');
const PICTURES = path.resolve('test-results/browsers');
/** Time in ms within which a step must take effect. */
const WITHIN_MS = 60_000;

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Collects the errors of the page. Runs in the page. */
const COLLECT_FAULTS = `
  if (window.faults !== undefined) return;
  window.faults = [];
  addEventListener('error', ({ message }) => faults.push(message));
  addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => faults.push(violatedDirective + ' ' + blockedURI));
  const report = console.error;
  console.error = (...parts) => { faults.push(parts.map(String).join(' ')); report(...parts); };
`;

/**
 * Returns the middle of the first visible element with the selector and the text, or null if there is none or it still moves.
 * Runs in the page.
 */
const FIND = `
  const [selector, text] = arguments;
  const roots = [document];
  for (const root of roots)
    for (const each of root.querySelectorAll('*')) if (each.shadowRoot) roots.push(each.shadowRoot);
  const named = (each) => [each.innerText, each.value, each.placeholder, each.getAttribute('aria-label'),
    ...[...(each.labels ?? [])].map((label) => label.innerText)].some((name) => name?.includes(text));
  const open = roots.flatMap((root) => [...root.querySelectorAll('[role=dialog], dialog[open]')]).at(-1);
  const all = roots.flatMap((root) => [...root.querySelectorAll(selector)]).filter(named);
  const shown = all.filter((each) => each.getClientRects().length > 0 && !each.disabled);
  const found = shown.find((each) => open?.contains(each)) ?? shown[0];
  if (found === undefined) return null;
  found.scrollIntoView({ block: 'center', behavior: 'instant' });
  const box = found.getBoundingClientRect();
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const before = window.lastFound;
  window.lastFound = { found, ...middle };
  // During a view transition each press hits the document instead of the element.
  const isCovered = document.elementFromPoint(middle.x, middle.y) === document.documentElement;
  return !isCovered && before?.found === found && before.x === middle.x && before.y === middle.y ? middle : null;
`;

/** Returns whether the page or one of its fields shows a text. Runs in the page. */
const SHOWS = `
  const fields = [...document.querySelectorAll('input, textarea')];
  return [document.body.innerText, ...fields.map(({ value }) => value)].some((text) => text.includes(arguments[0]));
`;

/** Returns whether a field has the focus. Runs in the page. */
const HAS_FOCUSED_FIELD = `
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused?.matches('input, textarea') ?? false;
`;

/** Time in ms after which a new screen has moved the focus to its heading. */
const FOCUS_MS = 300;

const BUTTON = 'button, [role=button]';
const FIELD = 'input, textarea';

/** Leads one user through the pages of one browser. */
class Walk {
  constructor(
    private readonly browser: DrivenBrowser,
    private readonly base: string,
    private readonly name: string,
  ) {}

  async open(address: string): Promise<void> {
    await this.browser.open(`${this.base}${address}`);
    await this.browser.evaluate(COLLECT_FAULTS);
  }

  private async until<Found>(what: string, look: () => Promise<Found | null | false>): Promise<Found> {
    const end = Date.now() + WITHIN_MS;
    for (;;) {
      const found = await look();
      if (found !== null && found !== false) return found;
      if (Date.now() > end) {
        await this.picture('failed');
        throw new Error(`${this.name}: ${what} did not appear`);
      }
      await pause(100);
    }
  }

  private find(selector: string, text: string): Promise<Point> {
    return this.until(`«${text}»`, () => this.browser.evaluate<Point | null>(FIND, selector, text));
  }

  async sees(text: string): Promise<void> {
    await this.until(`the text «${text}»`, () => this.browser.evaluate<boolean>(SHOWS, text));
  }

  async arrives(address: string): Promise<void> {
    await this.until(`the page ${address}`, () =>
      this.browser.evaluate<boolean>('return location.pathname === arguments[0]', address),
    );
  }

  async press(text: string, selector = BUTTON): Promise<void> {
    await this.browser.press(await this.find(selector, text));
  }

  async fill(label: string, text: string): Promise<void> {
    await this.until(`the focus of «${label}»`, async () => {
      await this.browser.press(await this.find(FIELD, label));
      await pause(FOCUS_MS);
      return this.browser.evaluate<boolean>(HAS_FOCUSED_FIELD);
    });
    await this.browser.type(text);
  }

  /** Saves a picture and expects that the page fits and has raised no error. */
  async picture(screen: string): Promise<void> {
    await this.browser.picture(path.join(PICTURES, `${this.name}-${screen}.png`));
  }

  async settle(screen: string): Promise<void> {
    await this.picture(screen);
    const faults = await this.browser.evaluate<string[]>('return window.faults ?? []');
    const overflow = await this.browser.evaluate<number>(
      'return document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    if (faults.length > 0 || overflow > 0)
      throw new Error(`${this.name} ${screen}: ${String(overflow)} px too wide, ${faults.join('; ')}`);
  }
}

async function newestEmail(product: BuiltProduct, email: string): Promise<{ text: string }> {
  const end = Date.now() + WITHIN_MS;
  for (;;) {
    const [found] = await product.get<{ text: string }[]>(
      `/sandbox/api/mail?to=${encodeURIComponent(email)}`,
    );
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`no email to ${email}`);
    await pause(200);
  }
}

async function pay(walk: Walk): Promise<void> {
  await walk.fill('Номер карты', '4242424242424242');
  await walk.fill('Срок действия', '1230');
  await walk.fill('CVV', '123');
  await walk.press('Оплатить ');
}

async function customer(walk: Walk, product: BuiltProduct, email: string): Promise<void> {
  await walk.open('/');
  await walk.settle('landing');
  await walk.press('Войти в аккаунт', 'a');
  await walk.arrives('/login');
  await walk.fill('Введите email', email);
  await walk.settle('login');
  await walk.press('Войти по email ссылке');
  await walk.arrives('/wait');
  const code = /\b\d{8}\b/.exec((await newestEmail(product, email)).text)?.[0] ?? '';
  await walk.fill('код', code);
  await walk.arrives('/shop');
  // Consent is given to complete terms only, and their date arrives with the customer's state.
  await walk.sees(BY_MOSCOW);
  await walk.press('Соглашаюсь на эти списания', 'input[type=checkbox]');
  await walk.settle('shop');
  await walk.press(TRY_FREE);
  await pay(walk);
  await walk.arrives('/profile');
  await walk.sees('подписка активна');
  await walk.settle('profile');
  for (const address of ['/connect', '/account/devices', '/account', '/subscription']) {
    await walk.open(address);
    await walk.arrives(address);
    await pause(1500);
    await walk.settle(address.slice(1).replaceAll('/', '-'));
  }
  await walk.open('/profile');
  await walk.sees('подписка активна');
  await walk.press('сменить пользователя', 'a, button');
  await walk.arrives('/login');
}

async function staff(walk: Walk, email: string): Promise<void> {
  await walk.open('/capitulum');
  await walk.fill('Username', FIRST_ADMIN.username);
  await walk.fill('Password', FIRST_ADMIN.password);
  await walk.press('Sign in');
  await walk.arrives('/adept');
  await walk.sees('Gift link');
  await walk.settle('adept');
  await walk.press('Create');
  await walk.sees('/gift?');
  await walk.settle('gift-link');
  await walk.fill('Search by email', email);
  await walk.press(email, 'a, td');
  await walk.arrives('/crucify');
  await walk.press('Refund');
  await walk.sees('Access ends');
  await walk.settle('refund');
  await walk.press(REFUND_TEXTS.submitTrial);
  await walk.sees(REFUND_TEXTS.success);
  await walk.settle('refunded');
}

/** Resolves to the number of failed walks in one browser. */
async function runIn(name: keyof typeof OPENERS, product: BuiltProduct): Promise<number> {
  const browser = await OPENERS[name]().catch((error: unknown) => String(error));
  if (typeof browser === 'string') {
    print(`${name}: not done: ${browser}`);
    return 1;
  }
  print(browser.name);
  let failed = 0;
  try {
    for (const width of [PHONE_WIDTH, DESKTOP_WIDTH]) {
      for (const scheme of ['light', 'dark']) {
        const label = `${name}-${String(width)}-${scheme}`;
        const walk = new Walk(browser, product.base, label);
        // The console shortens long addresses.
        const email = `${name.slice(0, 1)}${String(width)}${scheme}@example.com`;
        await browser.resize(width, 900);
        try {
          await walk.open('/offer');
          const shown = await browser.evaluate<number>('return innerWidth');
          if (shown !== width) throw new Error(`the window is ${String(shown)} px wide`);
          await browser.evaluate("localStorage.setItem('mui-mode', arguments[0])", scheme);
          await customer(walk, product, email);
          await staff(walk, email);
          print(`  ${label}: passed`);
        } catch (error) {
          failed += 1;
          print(`  ${label}: failed: ${error instanceof Error ? error.message : String(error)}`);
        }
        await browser.evaluate('localStorage.clear(); sessionStorage.clear()').catch(() => undefined);
      }
    }
  } finally {
    await browser.close();
  }
  return failed;
}

fs.mkdirSync(PICTURES, { recursive: true });
const product = await startBuiltProduct(await freePort());
let failures = 0;
try {
  for (const name of Object.keys(OPENERS) as (keyof typeof OPENERS)[]) {
    if (ASKED.includes(name)) failures += await runIn(name, product);
  }
} finally {
  product.stop();
}
process.exitCode = failures === 0 ? 0 : 1;
