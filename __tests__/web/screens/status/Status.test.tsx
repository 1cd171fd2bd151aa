import '../../../../src/web/screens/status/Status';
import { screen, within } from '@testing-library/react';
import type { ServiceStatus } from '../../../../src/shared/serviceStatus';
import { fakePlatform } from '../../../support/fakePlatform';
import { renderApp } from '../../../support/renderApp';

const MEASURED: ServiceStatus = {
  ...{ at: '2026-11-29T10:05:00.000Z', signIn: 'works', payment: 'slow', vpn: 'down' },
};

const show = (status: ServiceStatus | undefined, connect: object | null = {}) =>
  renderApp('/status', {
    platform: fakePlatform({
      configuration: { ...(status && { status }), ...(connect && { connect }) },
    }),
  });

const rows = async () => {
  await screen.findByRole('heading', { level: 1, name: 'Состояние сервиса' });
  const names = screen.getAllByRole('term').map(({ textContent }) => textContent.replace(/\u00a0/g, ' '));
  const states = screen
    .getAllByRole('definition')
    .map(({ textContent }) => textContent.replace(/\u00a0/g, ' '));
  return names.map((name, index) => [name, states[index]]);
};

it('shows each service with its state, and the time of the measurement in Moscow', async () => {
  show(MEASURED);
  expect(await rows()).toEqual([
    ['Вход по почте', 'работает'],
    ['Оплата', 'работает с задержками'],
    ['Подключение VPN', 'сейчас недоступно'],
  ]);
  expect(screen.getByText(/^Проверено 29\sноября\s2026 в\s13:05 по\sМоскве\.$/)).toBeVisible();
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: 'Обновить' })).toHaveAttribute('href', '/status');
  expect(main.getByRole('link', { name: /Напиши/ })).toHaveAttribute('href', '/support');
});

it('says that nothing is known if the document contains no states', async () => {
  show(undefined);
  expect((await rows()).map(([, state]) => state)).toEqual(Array(3).fill('нет данных'));
  expect(screen.queryByText(/Проверено/)).toBeNull();
});

it('shows no VPN if the product connects no devices', async () => {
  show(MEASURED, null);
  expect((await rows()).map(([name]) => name)).toEqual(['Вход по почте', 'Оплата']);
});
