/**
 * `npm run check:screens` checks every screen and state of the product at each width and at 200 % zoom. At one of the
 * widths the script checks both color schemes. The console is also checked at 1024 and 1920 px. Build first. A screen must
 * have no axe violation, no violation of the content security policy, no console error and no horizontal scrolling, and
 * the console must break no word and misalign no fields. The script is not part of `npm test`, whose
 * browser tests check the screens that they visit. The argument `customer` or `staff` selects the screens of customers or
 * of staff. With a folder in `SCREENS_FOLDER`, the script saves pictures of the console in both color schemes.
 */
import path from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { COLOR_SCHEME_ATTRIBUTE } from '../../src/web/theme/colorScheme';
import { atRest, axeViolations, sidewaysOverflow } from './support/accessibility';
import { startBuiltProduct } from './support/builtProduct';
import { chromiumLaunch } from './support/chromium';
import { brokenWords, misalignedFields } from './support/consoleLayout';
import { walkEverything } from './support/customerScreens';
import { walkStaffDialogs } from './support/staffDialogs';
import { makeStaffWorld, walkStaff } from './support/staffScreens';

const part = process.argv[2];
const folder = process.env['SCREENS_FOLDER'];
const SIZES = [
  { name: '320 px', width: 320, height: 640 },
  { name: '390 px', width: 390, height: 844 },
  { name: '1024 px', width: 1024, height: 768, isOfConsole: true },
  { name: '1440 px', width: 1440, height: 900 },
  { name: '1920 px', width: 1920, height: 1080, isOfConsole: true },
  // A page that is zoomed to 200 % has half of the window's width.
  { name: '1440 px at 200 %', width: 720, height: 450 },
  { name: '320 px with text at 200 %', width: 320, height: 640, textPercent: 200 },
] as const;
const START = SIZES[1];
/** Paths of pages for printing, which are not checked because users read them on paper. */
const ON_PAPER = new Set(['staff-gift-sheet']);
/** Console errors of requests that the script makes fail on purpose, or that are rejected without a session. */
const EXPECTED = /Failed to load resource|HTTP error! status|Profile fetch failed/;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const faults = new Map<string, string[]>();
let states = 0;
let looks = 0;
let current = 'the start';

function complain(fault: string): void {
  const where = faults.get(fault) ?? [];
  if (where.length === 0) print(`  ${current}: ${fault}`);
  if (!where.includes(current)) faults.set(fault, [...where, current]);
}

function watch(page: Page): void {
  page.on('console', (message) => {
    const text = message.text();
    const isFault =
      message.type() === 'error' || /Content Security Policy|TrustedHTML|TrustedScript/i.test(text);
    if (isFault && !EXPECTED.test(text)) complain(`console: ${text}`);
  });
  page.on('pageerror', (error) => complain(`error: ${error.message}`));
}

/**
 * Returns the accessibility violations that persist. Violations right after a change of the color scheme are ignored,
 * because the new scheme is rendered some frames later.
 */
async function violationsAtRest(page: Page): Promise<string[]> {
  const found = await axeViolations(page);
  if (found.length === 0) return found;
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return axeViolations(page);
}

const isPictured = (name: string, size: (typeof SIZES)[number]): boolean =>
  folder !== undefined && name.startsWith('staff-') && size.width >= START.width && !size.name.includes('%');

async function picture(page: Page, name: string): Promise<void> {
  if (folder === undefined) return;
  const isWhole = page.viewportSize()?.width === START.width && !(await page.getByRole('dialog').isVisible());
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: isWhole });
}

async function look(page: Page, name: string): Promise<void> {
  if (ON_PAPER.has(name)) return;
  states += 1;
  print(name);
  const isOfConsole = name.startsWith('staff-');
  for (const size of SIZES) {
    if ('isOfConsole' in size && !isOfConsole) continue;
    await page.setViewportSize(size);
    await page.evaluate(
      (percent) => {
        document.documentElement.style.fontSize = `${String(percent)}%`;
      },
      'textPercent' in size ? size.textPercent : 100,
    );
    // Contrast does not depend on the width, so both color schemes are checked at one width only.
    const bothSchemes = size === START || isPictured(name, size);
    for (const colorScheme of bothSchemes ? (['light', 'dark'] as const) : (['light'] as const)) {
      current = `${name}, ${size.name}, ${colorScheme}`;
      await page.emulateMedia({ colorScheme });
      // A prerendered page reads the color scheme only when it loads, until the application starts.
      await page.evaluate(([attribute, scheme]) => document.documentElement.setAttribute(attribute, scheme), [
        COLOR_SCHEME_ATTRIBUTE,
        colorScheme,
      ] as const);
      // Below the header, which stays on top while the page scrolls, a target would count as too small.
      await page.evaluate(() => window.scrollTo(0, 0));
      await atRest(page);
      looks += 1;
      if (isPictured(name, size)) await picture(page, `${name}-${String(size.width)}-${colorScheme}`);
      for (const violation of await violationsAtRest(page)) complain(`axe: ${violation.slice(0, 400)}`);
      const overflow = await sidewaysOverflow(page);
      if (overflow > 0) complain(`scrolls horizontally at ${size.name}`);
      if (!isOfConsole || size.width < START.width || 'textPercent' in size) continue;
      for (const word of await brokenWords(page)) complain(`breaks the word «${word}» at ${size.name}`);
      for (const field of await misalignedFields(page)) complain(`misaligns «${field}» at ${size.name}`);
    }
  }
  await page.setViewportSize(START);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
}

const product = await startBuiltProduct(Number(process.env['SCREENS_PORT'] ?? 8797));
try {
  const browser = await chromium.launch(await chromiumLaunch());
  const open = async () => {
    const context = await browser.newContext({
      baseURL: product.base,
      locale: 'ru-RU',
      timezoneId: 'Europe/Moscow',
      viewport: START,
      // Animations are disabled, because axe would check elements in the middle of an animation.
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    watch(page);
    return page;
  };
  if (part !== 'staff') {
    const page = await open();
    await walkEverything(page, (name) => look(page, name), { product, email: 'vasilisa@yandex.ru' });
    await page.context().close();
  }
  if (part !== 'customer') {
    const world = await makeStaffWorld(browser, product.base);
    const page = await open();
    await page.clock.setFixedTime(world.now());
    await walkStaff(page, (name) => look(page, name), world);
    await walkStaffDialogs(page, (name) => look(page, name), world);
    await page.context().close();
  }
  await browser.close();
} finally {
  product.stop();
}
for (const [fault, where] of faults) if (where.length > 1) print(`${fault}\n    ${where.join('\n    ')}`);
print(
  `${String(states)} screens and states, ${String(looks)} checks: ${String(faults.size)} different faults`,
);
if (faults.size > 0) process.exitCode = 1;
