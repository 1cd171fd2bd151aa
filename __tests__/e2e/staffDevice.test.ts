/** Tests the device screen of the staff console: sending pushes and reading the connection log. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectToFit, takeExpectedComplaints, test } from './support/journey';
import type { Sandbox } from './support/sandbox';
import { findUserId, signInAsStaff } from './support/staff';

interface SeenPush {
  token: string;
  push: { type: string; [field: string]: unknown };
  outcome: string;
}

async function openDevice(sandbox: Sandbox, page: Page, email: string, firebaseToken: string | null) {
  await sandbox.session(email);
  const device = await sandbox.post<{ deviceId: string }>('devices', {
    email,
    deviceName: 'Samsung Galaxy S24 Ultra',
    platform: 'android',
    ...(firebaseToken === null ? {} : { firebaseToken }),
  });
  await signInAsStaff(page);
  const userId = await findUserId(page.request, email);
  return { ...device, userId };
}

const pushesTo = async (page: Page, token: string) => {
  const response = await page.request.get('/sandbox/api/pushes');
  return ((await response.json()) as SeenPush[]).filter((each) => each.token === token);
};

test(
  'staff send all four kinds of push and see the response of the push service [screen-86]',
  { tag: '@desktop' },
  async ({ page, sandbox, email }) => {
    const token = `token-of-${email}`;
    const { userId, deviceId } = await openDevice(sandbox, page, email, token);
    await page.goto(`/torride?user=${String(userId)}&device=${deviceId}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Samsung Galaxy S2...' })).toBeVisible();
    await expect(page.getByText('android', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);

    await page.getByRole('button', { name: 'Send LOGIN' }).click();
    await expect(
      page.getByText(/LOGIN accepted by the push service\. Message ID: sandbox-\d+/),
    ).toBeVisible();

    const link = page.getByRole('form', { name: 'LINK_MSG' });
    await link.getByLabel('Link').fill('http://evil.example/');
    await link.getByRole('button', { name: 'Send LINK_MSG' }).click();
    // The error states the rule, so the hint with the same rule is hidden.
    await expect(link.getByText(/^Must start with https/)).toHaveCount(0);
    const rule = await link.getByText(/^Link must start with https/).textContent();
    const [host] = /one of: ([^,\s]+)/.exec(rule ?? '')?.slice(1) ?? [];
    await link.getByLabel('Link').fill(`https://${host ?? ''}/news`);
    await link.getByLabel('Title').fill('News');
    await link.getByLabel('Description').fill('A new server');
    await link.getByRole('button', { name: 'Send LINK_MSG' }).click();
    await expect(page.getByText(/LINK_MSG accepted/)).toBeVisible();

    for (const type of ['LOGOUT', 'TURN_OFF']) {
      await page.getByRole('form', { name: type }).getByRole('button').click();
      const question = page.getByRole('dialog');
      await expectAccessible(page);
      await question.getByRole('button', { name: `Send ${type}` }).click();
      await expect(page.getByText(new RegExp(`${type} accepted`))).toBeVisible();
    }
    expect((await pushesTo(page, token)).map(({ push }) => push)).toEqual([
      { type: 'TURN_OFF' },
      { type: 'LOGOUT' },
      {
        type: 'LINK_MSG',
        link: `https://${host ?? ''}/news`,
        title: 'News',
        description: 'A new server',
      },
      { type: 'LOGIN', email },
    ]);
  },
);

test(
  'a token that the push service reports as unregistered is deleted, and a failure is shown [error-35]',
  { tag: '@desktop' },
  async ({ page, sandbox, email, complaints }) => {
    const { userId, deviceId } = await openDevice(sandbox, page, email, `unregistered-${email}`);
    await page.goto(`/torride?user=${String(userId)}&device=${deviceId}`);
    await page.getByRole('button', { name: 'Send LOGIN' }).click();
    await expect(page.getByText(/Ошибка: the app was uninstalled/)).toBeVisible();
    await expect(page.getByText('NO FCM TOKEN')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send LOGIN' })).toHaveCount(0);
    await expect(page).toHaveURL(/\/torride/);
    // The browser logs an error for the 502 response that reports the failed push.
    await takeExpectedComplaints(complaints, /status of 502/, /HTTP error! status: 502/);

    await page.getByRole('button', { name: 'Detach' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Detach' }).click();
    await expect(page.getByText('Detached Successfully')).toBeVisible();
    await page.waitForURL(/\/crucify/);
  },
);

test('staff read the connection log [screen-87]', { tag: '@desktop' }, async ({ page, sandbox, email }) => {
  const { userId, deviceId } = await openDevice(sandbox, page, email, null);
  await page.goto(`/severance?userId=${String(userId)}`);
  await expect(page.getByText('nothing was found...')).toBeVisible();
  for (let count = 0; count < 6; count += 1) {
    await sandbox.post('connections', { email, deviceId, success: count !== 5 });
  }
  await page.getByRole('button', { name: 'Refresh' }).click();
  const rows = page.getByRole('table').getByRole('row').filter({ hasText: 'android' });
  await expect(rows).toHaveCount(5);
  await expect(rows.first()).toContainText('No');
  await expect(rows.nth(1)).toContainText('Yes');
  await expectAccessible(page);
  await expectToFit(page);
});
