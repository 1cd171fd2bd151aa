/** The letters of a subscription's life, read in the sandbox's mailbox. Moves everybody's clock. */
import { MONTH_RUB, TRIAL_HEADING, TRIAL_SUBJECT } from '../../support/offer';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  signInByLetter,
  takeTrial,
  test,
} from '../support/journey';
import type { Sandbox } from '../support/sandbox';

/** Oldest first. */
async function subjects(sandbox: Sandbox, email: string): Promise<string[]> {
  const letters = await sandbox.mail(email);
  return letters.map(({ subject }) => subject.replaceAll('\u00A0', ' ')).reverse();
}

test('trial, notice and first charge: a letter each, in order', async ({ page, sandbox, email }) => {
  await signInByLetter(page, email);
  await takeTrial(page);

  await sandbox.advance('PT1M');
  await expect.poll(() => subjects(sandbox, email)).toHaveLength(2);
  await sandbox.advance('P4D');
  await expect.poll(() => subjects(sandbox, email)).toHaveLength(3);
  await sandbox.advance('P4D');
  await expect.poll(() => subjects(sandbox, email)).toHaveLength(4);
  const [, trial, notice, paid] = await subjects(sandbox, email);
  expect(trial).toBe(TRIAL_SUBJECT);
  expect(notice).toMatch(new RegExp(String.raw`^\d+ \S+ \d{4} спишем ${MONTH_RUB} ₽ за «Просвет»$`));
  expect(paid).toBe(`Оплата ${MONTH_RUB} ₽ за «Просвет» получена`);

  // The letter is read in the mailbox, as HTML in a frame of its own and as text.
  await page.goto('/sandbox');
  await page
    .getByRole('link', { name: new RegExp(`Оплата ${MONTH_RUB}`) })
    .first()
    .click();
  const letter = page.locator('iframe').first().contentFrame();
  await expect(letter.getByRole('heading', { name: 'Оплата получена' })).toBeVisible();
  await page.getByText('Текстом').click();
  await expect(page.locator('pre').first()).toContainText('Оплата получена');
});

test('every letter can be looked at, light and dark', async ({ page }) => {
  await page.goto('/sandbox/letters');
  await expect(page.getByRole('heading', { name: TRIAL_HEADING })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const answer = await page.request.get('/sandbox/api/letters');
  const letters = (await answer.json()) as { name: string }[];
  expect(letters.length).toBeGreaterThanOrEqual(18);
  for (const { name } of letters) {
    for (const scheme of ['light', 'dark']) {
      await page.goto(`/sandbox/letters/examples/${name}?scheme=${scheme}`);
      await expectNoSidewaysScroll(page);
    }
  }
});
