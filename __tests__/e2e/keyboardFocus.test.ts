/** Tests that every control shows the keyboard focus, in both colour schemes (WCAG 2.4.7). */
import type { Page } from '@playwright/test';
import { TRY_FREE } from '../support/offer';
import { expect, signInByEmail, startApplication, takeTrial, test } from './support/journey';
import { signInAsStaff } from './support/staff';

/** Maximum number of Tab presses per page. No page has so many Tab stops. */
const STOPS_MAX = 80;

/** Maximum number of consecutive Tab stops without a new control. A date field is one control with several Tab stops. */
const MISSED_MAX = 8;

/**
 * Marks the focused element as visited and reports it. Returns null if the element was visited before. `isShown` is true if
 * the focus adds an outline or a border of at least 2 px to the element, its container or its sibling.
 */
async function readStop() {
  const control = document.activeElement;
  if (!(control instanceof HTMLElement) || control === document.body) return null;
  if (control.dataset['visited'] !== undefined) return null;
  control.dataset['visited'] = '';
  const box = control.closest('.MuiOutlinedInput-root')?.querySelector('fieldset');
  const candidates = [control, control.nextElementSibling, box, control.parentElement].filter(
    (each) => each instanceof Element,
  );
  const looks = () =>
    candidates.map((each) => {
      const { outlineStyle, outlineWidth, outlineColor, borderTopColor, borderTopWidth, boxShadow } =
        getComputedStyle(each);
      const outline =
        outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && !/, 0\)$/.test(outlineColor)
          ? `${outlineStyle} ${outlineWidth} ${outlineColor}`
          : '';
      return `${outline}|${parseFloat(borderTopWidth) >= 2 ? borderTopColor : ''}|${boxShadow}`;
    });
  // A CSS class that depends on the focus is applied after the focus event, and even the shortest transition ends one
  // frame later.
  const frame = async () => {
    for (let count = 0; count < 3; count += 1) await new Promise(requestAnimationFrame);
  };
  await frame();
  const focused = looks();
  control.blur();
  await frame();
  const plain = looks();
  control.focus({ preventScroll: true });
  const name = control.getAttribute('aria-label') ?? control.textContent;
  return {
    what: `${control.tagName.toLowerCase()} ${control.className} ${name.slice(0, 40)}`,
    isShown: focused.some((look, index) => look !== plain[index]),
  };
}

/**
 * Moves the focus through the page by Tab. Returns the number of controls and the controls that do not show the focus.
 */
async function walkByTab(page: Page) {
  const hidden: string[] = [];
  let stops = 0;
  let missed = 0;
  await page.evaluate(() => {
    for (const each of document.querySelectorAll('[data-visited]')) each.removeAttribute('data-visited');
  });
  while (stops < STOPS_MAX && missed < MISSED_MAX) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(readStop);
    if (stop === null) missed += 1;
    else {
      stops += 1;
      missed = 0;
      if (!stop.isShown) hidden.push(stop.what);
    }
  }
  return { stops, hidden };
}

async function expectVisibleFocus(page: Page): Promise<void> {
  // CSS transitions are disabled, because the focus style would be measured before a transition ends.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // The application may replace elements when it starts, so the test starts the application before it moves the focus.
  await startApplication(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { stops, hidden } = await walkByTab(page);
    expect(hidden, `${page.url()} ${colorScheme}`).toEqual([]);
    expect(stops, page.url()).toBeGreaterThan(2);
  }
}

test('public pages show the focus of links, buttons and fields', async ({ page }) => {
  for (const path of ['/', '/info', '/offer', '/privacy', '/account/delete', '/support', '/login']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectVisibleFocus(page);
  }
});

test('a customer sees the focus of the consent, choices, hold buttons and their dialog', async ({
  page,
  email,
  sandbox,
}) => {
  await signInByEmail(page, email);
  await page.getByRole('button', { name: TRY_FREE }).waitFor();
  await expectVisibleFocus(page);
  await takeTrial(page);
  await sandbox.device(email, 'Ноутбук', 'desktop');
  for (const [path, name] of [
    ['/connect', 'Скопировать ссылку'],
    ['/profile', 'Управлять подпиской'],
    ['/subscription', 'Отменить подписку'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('button', { name }).waitFor();
    await expectVisibleFocus(page);
  }
  // Assistive technology clicks a hold button without holding it.
  await page.getByRole('button', { name: 'Отменить подписку' }).dispatchEvent('click');
  await page.getByRole('dialog').waitFor();
  const { stops, hidden } = await walkByTab(page);
  expect(hidden).toEqual([]);
  expect(stops).toBeGreaterThan(1);
});

test('the staff console shows the focus', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/capitulum');
  await page.getByLabel('Username').waitFor();
  await expectVisibleFocus(page);
  await signInAsStaff(page);
  for (const path of ['/adept', '/adept/gifts', '/adept/account']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await expectVisibleFocus(page);
  }
});
