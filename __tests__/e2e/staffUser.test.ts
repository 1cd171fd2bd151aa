/**
 * Tests how a support agent handles one customer: search, timeline, filter, detaching a device, and resending the sign-in
 * email.
 */
import { expect, expectAccessible, expectToFit, takeExpectedComplaints, test } from './support/journey';
import { findUserId, payingCustomer, signInAsStaff } from './support/staff';

test(
  'an agent reads the timeline, detaches a device and sends an email that works in another browser',
  { tag: '@desktop' },
  async ({ page, browser, request, sandbox, email }) => {
    await sandbox.session(email);
    const { deviceId } = await sandbox.device(email, 'Samsung Galaxy S24 Ultra');
    await sandbox.post('connections', { email, deviceId, success: false });
    const id = String(await findUserId(request, email));

    await signInAsStaff(page);
    await page.goto(`/crucify?id=${id}`);
    const timeline = page.getByRole('region', { name: 'Timeline' });

    await test.step('reads the account details and the timeline [screen-85]', async () => {
      await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible();
      await expect(timeline.getByText('Couldn’t connect from “Samsung Galaxy S2...”')).toBeVisible();
      await expect(timeline.getByText('Attached “Samsung Galaxy S2...”')).toBeVisible();
      await expect(page.getByText('NOT ACTIVE DEVICE')).toHaveCount(2);
      await expect(page.getByRole('button', { name: 'Refund' })).toHaveCount(0);
      await expectAccessible(page);
      await expectToFit(page);
    });

    await test.step('filters by kind, and the URL keeps the filter', async () => {
      await timeline.getByRole('button', { name: 'Connections' }).click();
      await expect(timeline.getByText('Attached “Samsung Galaxy S2...”')).toBeHidden();
      await page.reload();
      await expect(timeline.getByRole('button', { name: 'Connections' })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      await expect(timeline.getByText('Couldn’t connect from “Samsung Galaxy S2...”')).toBeVisible();
      await timeline.getByRole('button', { name: 'All' }).click();
      await expect(timeline.getByText('Attached “Samsung Galaxy S2...”')).toBeVisible();
    });

    await test.step('detaches the device [error-33]', async () => {
      await page.getByRole('button', { name: 'Detach Samsung Galaxy S2...' }).click();
      const dialog = page.getByRole('dialog');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Detach' }).click();
      await expect(page.getByText('Detached Successfully')).toBeVisible();
      await expect(page.getByText('NOT ACTIVE DEVICE')).toHaveCount(3);
      await expect(timeline.getByText('Detached “Samsung Galaxy S2...”')).toBeVisible();
    });

    await test.step('resends the sign-in email', async () => {
      await page.getByRole('button', { name: 'Resend sign-in email' }).click();
      await expect(page.getByText('Sign-in email sent')).toBeVisible();
      const delivered = timeline.getByText('Sign-in email, delivered to the mail server');
      // The timeline is loaded only on request, so the test refreshes the timeline until it contains the delivered email.
      await expect(async () => {
        await page.getByRole('button', { name: 'Refresh' }).click();
        await expect(delivered).toBeVisible({ timeout: 1000 });
      }).toPass();
    });

    await test.step('the customer opens the email in a browser that did not request it', async () => {
      const emailMessage = await sandbox.newestEmail(email);
      const link = emailMessage.links.find((each) => each.includes('/open#'));
      const context = await browser.newContext();
      const other = await context.newPage();
      await other.goto(link ?? '');
      await other.getByRole('textbox').fill(email);
      await other.getByRole('textbox').press('Enter');
      await other.waitForURL('**/shop');
      await context.close();
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(timeline.getByText('Signed in with the emailed link')).toBeVisible();
    });
  },
);

test(
  'the first view of a customer shows the headline, the actions and the timeline',
  { tag: '@bothWidths' },
  async ({ page, request, sandbox, email }) => {
    await sandbox.session(email);
    const { deviceId } = await sandbox.device(email, 'Samsung Galaxy S24 Ultra');
    await sandbox.post('connections', { email, deviceId, success: true });
    await signInAsStaff(page);
    await page.goto(`/crucify?id=${String(await findUserId(request, email))}`);
    const overview = page.getByRole('region', { name: 'Overview' });
    await expect(overview.getByText('No subscription yet.')).toBeInViewport();
    await expect(overview).toContainText('One of 3 devices attached, last seen today');
    await expect(page.getByRole('button', { name: 'Resend sign-in email' })).toBeInViewport();
    await expect(page.getByText('Connected from “Samsung Galaxy S2...”')).toBeInViewport();
    await expectAccessible(page);
    await expectToFit(page);
  },
);

test(
  'the first view of a paying customer contains the beginning of the timeline',
  { tag: '@bothWidths' },
  async ({ page, request, sandbox, email }) => {
    const path = await payingCustomer(request, sandbox, email);
    await signInAsStaff(page);
    await page.goto(path);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await expect(timeline.getByRole('listitem').first()).toBeInViewport({ ratio: 1 });
  },
);

test(
  'an unknown customer id shows an error and a link back',
  { tag: '@desktop' },
  async ({ page, complaints }) => {
    await signInAsStaff(page);
    await page.goto('/crucify?id=2000000000');
    await expect(page.getByRole('alert')).toContainText('Customer not found');
    await expectAccessible(page);
    await takeExpectedComplaints(
      complaints,
      /status of 404/,
      /status: 404 \{path: panel\/users\/getUserById/,
      /status: 404 \{path: panel\/users\/payments/,
    );
    await page.getByRole('link', { name: 'Back to search' }).click();
    await page.waitForURL('**/adept');
  },
);
