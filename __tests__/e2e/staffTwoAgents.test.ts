/**
 * Tests that two agents who have the same customer open see each other, that a dialog which became stale sends nothing, and
 * that a removal can be undone.
 */
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { expect, expectAccessible, expectToFit, test } from './support/journey';
import { findUserId, newColleague, payingCustomer, signInAsStaff } from './support/staff';

/** Opens the customer page in another browser as a new colleague. */
async function openAsColleague(browser: Browser, page: Page, path: string) {
  const { username, password } = await newColleague(
    page.request,
    `eve-${randomUUID().slice(0, 8)}`,
    'senior',
  );
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await context.newPage();
  await signInAsStaff(other, { username, password });
  await other.goto(path);
  return { username, other };
}

test(
  'two agents see each other, and a stale dialog says what changed and offers the present state',
  { tag: '@desktop' },
  async ({ page, browser, request, sandbox, email }) => {
    const path = await payingCustomer(request, sandbox, email);
    await signInAsStaff(page);
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Cancel renewal' })).toBeVisible();
    await expect(page.getByText(/^Also open:/)).toHaveCount(0);
    const { username, other } = await openAsColleague(browser, page, path);

    await test.step('each agent sees that the other has the customer open', async () => {
      await expect(other.getByText('Also open: admin')).toBeVisible();
      await expectAccessible(other);
      await expectToFit(other);
      // The console reports every 20 s, and at once after «Refresh».
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(page.getByText(`Also open: ${username}`)).toBeVisible();
    });

    const dialog = page.getByRole('dialog', { name: 'Cancel renewal' });
    await test.step('the dialog of one agent is stale when the other has canceled the renewal', async () => {
      await page.getByRole('heading', { level: 1 }).click();
      await page.keyboard.press('c');
      await dialog.getByLabel('Internal note (optional)').fill('asked in the chat');
      await other.getByRole('button', { name: 'Cancel renewal' }).click();
      await other.getByRole('dialog').getByRole('button', { name: 'Cancel renewal' }).click();
      await expect(other.getByRole('dialog')).toBeHidden();
      await dialog.getByRole('button', { name: 'Cancel renewal' }).click();
      await expect(dialog.getByText('Status: Active → Canceled')).toBeVisible();
      await expect(dialog.getByRole('button', { name: 'Cancel renewal' })).toBeDisabled();
      await expectAccessible(page);
      await expectToFit(page);
    });

    await test.step('the present state is shown, and the renewal was canceled once', async () => {
      await dialog.getByRole('button', { name: 'Show current state' }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('region', { name: 'Overview' })).toContainText('Renewal canceled');
      const timeline = page.getByRole('region', { name: 'Timeline' });
      await expect(timeline.getByText(/canceled the renewal/)).toHaveCount(1);
    });

    await test.step('an agent who leaves is no longer shown', async () => {
      await other.getByRole('button', { name: 'Back' }).click();
      await other.waitForURL('**/adept');
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(page.getByText(/^Also open:/)).toHaveCount(0);
    });
    await other.context().close();
  },
);

test(
  'own notes, tags and pins can be restored for 8 seconds, and the timeline says so',
  { tag: '@bothWidths' },
  async ({ page, request, sandbox, email }) => {
    await sandbox.session(email);
    await signInAsStaff(page);
    await page.goto(`/crucify?id=${String(await findUserId(request, email))}`);
    const notes = page.getByRole('region', { name: 'Notes' });
    const tags = page.getByRole('region', { name: 'Tags' });
    const timeline = page.getByRole('region', { name: 'Timeline' });
    const undo = async (text: string) => {
      const toast = page.getByRole('region', { name: /^Notifications/ });
      await expect(toast.getByText(text)).toBeVisible();
      await expectAccessible(page);
      await toast.getByRole('button', { name: 'Undo' }).click();
    };

    await test.step('a removed note', async () => {
      await notes.getByRole('button', { name: 'Add note' }).click();
      await notes.getByLabel('New note').fill('prefers emails');
      await page.keyboard.press('Enter');
      await notes.getByRole('button', { name: 'Remove: prefers emails' }).click();
      await expect(notes.getByText('No notes yet')).toBeVisible();
      await undo('Note removed');
      await expect(notes.getByText('prefers emails')).toBeVisible();
      await expect(timeline.getByText('admin restored a note')).toBeVisible();
      await expect(timeline.getByText('admin removed a note')).toBeVisible();
    });

    await test.step('a pin', async () => {
      await notes.getByRole('button', { name: 'Pin: prefers emails' }).click();
      await undo('Note pinned');
      await expect(notes.getByRole('button', { name: 'Pin: prefers emails' })).toBeVisible();
      await expect(timeline.getByText('admin unpinned a note')).toBeVisible();
    });

    await test.step('a removed tag', async () => {
      await tags.getByRole('button', { name: 'Add tag' }).click();
      await tags.getByLabel('New tag').fill('vip');
      await page.keyboard.press('Enter');
      await tags.getByRole('button', { name: 'Remove tag vip' }).click();
      await expect(tags.getByText('No tags yet')).toBeVisible();
      await undo('Tag “vip” removed');
      await expect(tags.getByText('vip', { exact: true })).toBeVisible();
      await expect(timeline.getByText('admin restored the tag “vip”')).toBeVisible();
      await expectToFit(page);
    });
  },
);
