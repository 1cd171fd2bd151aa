/** Tests the emails of a subscription in the sandbox's mailbox. The tests move the clock of the whole sandbox. */
import { MONTH_RUB, TRIAL_HEADING, TRIAL_SUBJECT } from '../../support/offer';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  signInByEmail,
  takeTrial,
  test,
} from '../support/journey';
import type { Sandbox } from '../support/sandbox';

/** Returns the subjects of a customer's emails, oldest first. */
async function subjects(sandbox: Sandbox, email: string): Promise<string[]> {
  const emails = await sandbox.mail(email);
  return emails.map(({ subject }) => subject.replaceAll('\u00A0', ' ')).reverse();
}

test('sends one email each for the trial, the advance notice and the first charge, in this order', async ({
  page,
  sandbox,
  email,
}) => {
  await signInByEmail(page, email);
  await takeTrial(page);

  await sandbox.advance('PT1M');
  await expect.poll(() => subjects(sandbox, email)).toHaveLength(2);
  await sandbox.advance('P4D');
  await expect.poll(() => subjects(sandbox, email)).toHaveLength(3);
  await sandbox.advance('P4D');
  await expect.poll(() => subjects(sandbox, email)).toHaveLength(4);
  const [, trial, notice, paid] = await subjects(sandbox, email);
  expect(trial).toBe(TRIAL_SUBJECT);
  expect(notice).toMatch(new RegExp(String.raw`^\d+ \S+ \d{4} спишем ${MONTH_RUB} руб. за «Просвет»$`));
  expect(paid).toBe(`Оплата ${MONTH_RUB} руб. за «Просвет» получена`);

  // The sandbox's mailbox shows an email as HTML in an iframe and as text.
  await page.goto('/sandbox');
  await page
    .getByRole('link', { name: new RegExp(`Оплата ${MONTH_RUB}`) })
    .first()
    .click();
  const emailMessage = page.locator('iframe').first().contentFrame();
  await expect(emailMessage.getByRole('heading', { name: 'Оплата получена' })).toBeVisible();
  await page.getByText('Текстом').click();
  await expect(page.locator('pre').first()).toContainText('Оплата получена');
});

test('shows every email in the sandbox, in light and dark mode', async ({ page }) => {
  await page.goto('/sandbox/emails');
  await expect(page.getByRole('heading', { name: TRIAL_HEADING })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const response = await page.request.get('/sandbox/api/emails');
  const emails = (await response.json()) as { name: string }[];
  expect(emails.length).toBeGreaterThanOrEqual(18);
  // The narrowest phones that email clients support.
  await page.setViewportSize({ width: 320, height: 640 });
  for (const { name } of emails) {
    for (const scheme of ['light', 'dark']) {
      await page.goto(`/sandbox/emails/examples/${name}?scheme=${scheme}`);
      await expectNoSidewaysScroll(page);
    }
  }
});
