/**
 * Tests that an agent loses the network while writing a note: the console stays, shows that it is offline, and saves the
 * note afterwards.
 */
import { expect } from '@playwright/test';
import { expectAccessible, expectToFit } from './support/journey';
import { test as base } from './support/pageTranslator';
import { Sandbox } from './support/sandbox';
import { findUserId, signInAsStaff } from './support/staff';

// The browser logs a console error for every failed request, so this test does not use the `test` function of the journeys.
const test = base.extend<{ sandbox: Sandbox; email: string }>({
  sandbox: async ({ request }, use) => use(new Sandbox(request)),
  email: async ({}, use, info) => use(`agent-${info.testId.slice(-8)}-${info.project.name}@example.com`),
});

test(
  'a note typed offline is kept, and is saved when the network is restored',
  { tag: '@desktop' },
  async ({ page, request, sandbox, email }) => {
    await sandbox.session(email);
    const id = String(await findUserId(request, email));
    await signInAsStaff(page);
    await page.goto(`/crucify?id=${id}`);
    const note = page.getByLabel('New note');
    await page.getByRole('button', { name: 'Add note' }).click();
    await note.waitFor();

    await page.context().setOffline(true);
    await expect(page.getByText('You’re offline.', { exact: true })).toBeVisible();
    await note.fill('calls from abroad');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(page.getByText(/You’re offline, so we couldn’t save the note/)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/crucify\\?id=${id}$`));
    await expect(note).toHaveValue('calls from abroad');
    await expectAccessible(page);
    await expectToFit(page);

    const reread = page.waitForResponse((response) => response.url().includes('panel/users/getUserById'));
    await page.context().setOffline(false);
    await reread;
    await expect(page.getByText('You’re offline.', { exact: true })).toBeHidden();
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'calls from abroad' }).first()).toBeVisible();
    await expect(note).toBeHidden();
  },
);
