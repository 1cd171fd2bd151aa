import '../../../../src/web/screens/account/AccountDevicesPage';
import { screen, waitFor, within } from '@testing-library/react';
import { formatRecent } from '../../../../src/web/texts/recentTime';
import { takeConsole } from '../../../support/consoleSpy';
import { DEVICES, profileResponse, storedCustomer } from '../../../support/customer';
import { fakePlatform } from '../../../support/fakePlatform';
import { holdFor } from '../../../support/pointer';
import { renderApp } from '../../../support/renderApp';
import { json, scriptedApi } from '../../../support/scriptedApi';

const PHONE = DEVICES[0]!;
const LAPTOP = DEVICES[1]!;

function openDevices(use: object | (() => Response), count = 2) {
  const server = scriptedApi();
  server.on('profile', profileResponse(count));
  server.on('account/devices', use);
  const platform = fakePlatform({ fetch: server.fetch, stored: storedCustomer() });
  return { ...renderApp('/account/devices', { platform }), server, platform };
}

const buildUse = (deviceId: string, changes: object = {}) => ({
  deviceId,
  system: null,
  app: null,
  lastConnectedAt: null,
  ...changes,
});

const rows = async () => {
  const region = await screen.findByRole('region', { name: /Список устройств/ });
  return within(region)
    .getAllByRole('listitem')
    .map((row) => row.textContent.replaceAll('\u00a0', ' '));
};

it('shows the system, the app and the last connection of each device', async () => {
  const lastConnectedAt = new Date(2026, 0, 2, 14, 20).toISOString();
  const { platform } = openDevices({
    success: true,
    devices: [
      buildUse(LAPTOP.deviceId, { system: 'windows', app: 'Hiddify' }),
      buildUse(PHONE.deviceId, { system: 'android', app: 'Happ', lastConnectedAt }),
    ],
  });
  const [phone, laptop] = await rows();
  const last = formatRecent(lastConnectedAt, platform.now())!.replaceAll('\u00a0', ' ');
  expect(phone).toContain(`Happ на Android, ${last}`);
  expect(laptop).toContain('Hiddify на Windows, ещё не подключалось');
  expect(screen.getByText('удерживай, чтобы открепить')).toBeVisible();
});

it('omits the system, the app or the connection if it is unknown', async () => {
  const lastConnectedAt = new Date(2026, 0, 2, 14, 20).toISOString();
  openDevices(
    {
      success: true,
      devices: [
        buildUse(PHONE.deviceId, { system: 'fridge', lastConnectedAt }),
        buildUse(LAPTOP.deviceId, { system: 'desktop' }),
        buildUse('another', { app: 'Happ' }),
      ],
    },
    3,
  );
  const [phone, laptop, nameless] = await rows();
  expect(phone).toMatch(/3f9ac21b70\s?подключалось /);
  expect(laptop).toContain('Компьютер, ещё не подключалось');
  expect(nameless).toMatch(/ccещё не подключалось|cc ещё не подключалось/);
});

it('shows the devices even if the server does not support this endpoint', async () => {
  takeConsole();
  openDevices(() => json({ error: { code: 'NOT_FOUND', message: 'нет' } }, 404));
  expect(await screen.findByText('Время последнего подключения сейчас недоступно.')).toBeVisible();
  expect(await rows()).toHaveLength(2);
  expect(screen.queryByText(/ещё не подключалось/)).not.toBeInTheDocument();
});

it('fetches the devices again after a device was detached, and stays on the page', async () => {
  const { server, address } = openDevices({ success: true, devices: [buildUse(PHONE.deviceId)] });
  const phone = await screen.findByRole('button', { name: /Samsung/ });
  server.on('profile/detachDevice', { success: true, userInfo: { subscriptionIsActive: true } });
  server.on('profile', profileResponse(1));
  holdFor(phone, 2000);
  expect(await screen.findByText('Список устройств 1/3')).toBeVisible();
  await waitFor(() => expect(server.callsTo('account/devices')).toHaveLength(2));
  expect(address()).toBe('/account/devices');
});

it('explains how to connect the first device if there is no device', async () => {
  openDevices({ success: true, devices: [] }, 0);
  expect(await screen.findByText(/устройство появится здесь/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Вернуться в аккаунт' })).toHaveAttribute('href', '/account');
});
