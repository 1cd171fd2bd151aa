/** The staff side of the journeys. */
import type { Page } from '@playwright/test';

/** The first admin, as the configuration of the browser tests makes it. */
export const FIRST_ADMIN = { username: 'admin', password: 'correct horse battery staple' };

/** Signs in on /capitulum as a person does, and waits for /adept. */
export async function signInAsStaff(page: Page, staff = FIRST_ADMIN): Promise<void> {
  await page.goto('/capitulum');
  await page.getByLabel('Username').fill(staff.username);
  await page.getByLabel('Password').fill(staff.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/adept');
}
