/**
 * The `test` function of the browser tests. A console error, an uncaught error or a violation of the content security
 * policy on the page fails the test. The module also provides the sandbox, the accessibility check and common steps.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { PENDING } from '../../../src/web/components/display/pending';
import { TRY_FREE } from '../../support/offer';
import { axeViolations, sidewaysOverflow } from './accessibility';
import { test as base } from './pageTranslator';
import { Sandbox } from './sandbox';
import { DESKTOP_WIDTH, PHONE_WIDTH } from './widths';

interface Fixtures {
  sandbox: Sandbox;
  /** An email address that no other test uses. */
  email: string;
  /** Unexpected console messages and errors of the page. The test fails if this list is not empty at the end. */
  complaints: string[];
}

export const test = base.extend<Fixtures>({
  sandbox: async ({ request }, use) => use(new Sandbox(request)),
  email: async ({}, use, info) =>
    use(`reader-${info.testId.slice(-8)}-${String(info.workerIndex)}@example.com`),
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      const watch = (page: Page) => {
        page.on('console', (message) => {
          if (message.type() === 'error' || /Content Security Policy/i.test(message.text())) {
            complaints.push(`${page.url()}: ${message.text()}`);
          }
        });
        page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
      };
      context.on('page', watch);
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/**
 * Waits for each of the expected messages and removes the messages from the complaints. All other complaints fail the
 * test.
 */
export async function takeExpectedComplaints(complaints: string[], ...expected: RegExp[]): Promise<void> {
  for (const line of expected) {
    await expect.poll(() => complaints.some((each) => line.test(each)), String(line)).toBe(true);
  }
  const others = complaints.filter((each) => !expected.some((line) => line.test(each)));
  complaints.splice(0, complaints.length, ...others);
}

/**
 * Expects no axe violation of WCAG 2.2 AA on the page in its current state, after all content is loaded, animations have
 * ended and rows have been reloaded. Axe would report tables without cells if hidden content appeared during the run.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // A page that is not prerendered is blank until the application has started.
  await expect(page.locator('main').first()).toBeAttached();
  await expect(page.locator(`[${PENDING}]`)).toHaveCount(0);
  await expect(page.locator('[data-dimmed]')).toHaveCount(0);
  expect(await axeViolations(page)).toEqual([]);
}

/** Expects that the page does not scroll horizontally at its current width. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0);
}

/**
 * Expects that the page does not scroll horizontally on a phone or on a desktop. A test that runs at only one width thus
 * checks each state at both widths.
 */
export async function expectToFit(page: Page): Promise<void> {
  const own = page.viewportSize();
  if (own === null) throw new Error('the page has no viewport size');
  for (const width of [PHONE_WIDTH, DESKTOP_WIDTH]) {
    await page.setViewportSize({ ...own, width });
    await expectNoSidewaysScroll(page);
  }
  await page.setViewportSize(own);
}

/** Starts the application on a page that defers it until the first input, and waits for the start. */
export async function startApplication(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await expect(page.locator('html[data-starts]')).toHaveCount(0);
}

/** Holds a button with the mouse until `done` resolves. */
export async function hold(page: Page, button: Locator, done: () => Promise<void>): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  await button.hover();
  await page.mouse.down();
  try {
    await done();
  } finally {
    await page.mouse.up();
  }
}

/** Requests a sign-in email on /login and waits for /wait. */
export async function requestEmail(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByPlaceholder('Введите email').fill(email);
  await page.getByRole('button', { name: '→ Войти по email ссылке' }).click();
  await page.waitForURL('**/wait');
}

/** Signs in as a user does: types the address, opens the email in the sandbox and follows its link. */
export async function signInByEmail(page: Page, email: string): Promise<void> {
  await requestEmail(page, email);
  await openNewestEmail(page, email);
}

/** Opens the sandbox mailbox and follows the link of the newest sign-in email to the address. */
export async function openNewestEmail(page: Page, email: string): Promise<void> {
  await page.goto('/sandbox');
  const link = page.getByRole('link', { name: /войти/i });
  const signInEmail = page
    .locator('article, li, tr')
    .filter({ hasText: email })
    .filter({ has: link })
    .first();
  await signInEmail.getByRole('link', { name: /войти/i }).first().click();
}

/** Checks the consent to the charges on /shop. */
export async function agree(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /Соглашаюсь на эти списания/ }).check();
}

/** Pays in the sandbox card dialog. */
export async function payWithCard(
  page: Page,
  card = '4242 4242 4242 4242',
  expires = '12/30',
): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Номер карты').fill(card);
  await dialog.getByLabel('Срок действия').fill(expires);
  await dialog.getByLabel('CVV').fill('123');
  await dialog.getByRole('button', { name: /^Оплатить / }).click();
}

/** Goes from /shop to the profile by agreeing to the terms and paying the 1 ruble of the free trial. */
export async function takeTrial(page: Page, card?: string): Promise<void> {
  await page.waitForURL('**/shop');
  await agree(page);
  await page.getByRole('button', { name: TRY_FREE }).click();
  await payWithCard(page, card);
  await page.waitForURL('**/profile');
}
