/** Tests the pages below /account from a customer's view: the overview, and the devices with their last connections. */
import {
  expect,
  expectAccessible,
  expectToFit,
  hold,
  signInByEmail,
  takeTrial,
  test,
} from './support/journey';

const HAPP = {
  'User-Agent': 'Happ/5.6.0/ios/273',
  Accept: '*/*',
  'x-hwid': 'E2EDEVICES012345',
  'x-device-os': 'iOS',
  'x-device-model': 'iPhone 15',
};

test('the customer finds the account from the profile, and sees when each device was used', async ({
  page,
  request,
  sandbox,
  email,
}) => {
  await signInByEmail(page, email);
  await takeTrial(page);
  await page.getByRole('link', { name: 'Аккаунт и данные' }).click();
  await page.waitForURL('**/account');
  await expect(page.getByRole('heading', { level: 1, name: 'Аккаунт' })).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);

  await test.step('without a device', async () => {
    await page.getByRole('link', { name: /^Устройства/ }).click();
    await page.waitForURL('**/account/devices');
    await expect(page.getByText(/Подключить устройство.*появится здесь/)).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
  });

  await test.step('with a device of each kind', async () => {
    const { accessToken } = await sandbox.session(email);
    const link = await request.post('/api/profile/connectLink', {
      headers: { Authorization: `Bearer ${accessToken}` },
      data: { system: 'ios' },
    });
    const { url } = (await link.json()) as { url: string };
    await request.get(url, { headers: HAPP });
    const { deviceId } = await sandbox.device(email, 'Samsung Galaxy S24 Ultra');
    await sandbox.post('connections', { email, deviceId, success: true });
    await page.reload();
    await expect(page.getByText('Happ на iPhone, ещё не подключалось')).toBeVisible();
    await expect(page.getByText(/^Android, сегодня\s\d\d:\d\d$/)).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
  });

  await test.step('detaches a device and stays', async () => {
    await hold(page, page.getByRole('button', { name: /iPhone 15/ }), () =>
      expect(page.getByText('Список устройств 1/3')).toBeVisible(),
    );
    await expect(page.getByText(/Happ на iPhone/)).toBeHidden();
    expect(new URL(page.url()).pathname).toBe('/account/devices');
  });
});
