import '../../../../src/web/screens/deviceLink/DeviceLink';
import { act, screen } from '@testing-library/react';
import { DEFAULT_VPN_APPS } from '../../../../src/shared/defaultVpnApps';
import { offeredApps } from '../../../../src/shared/vpnAppList';
import { POLL_EVERY_MS } from '../../../../src/web/components/connect/useConnectLinkNews';
import { CONNECT_TEXTS } from '../../../../src/web/texts/connect';
import { takeConsole } from '../../../support/consoleSpy';
import { storedCustomer } from '../../../support/customer';
import { fakePlatform } from '../../../support/fakePlatform';
import { renderApp } from '../../../support/renderApp';
import { rejection, scriptedApi } from '../../../support/scriptedApi';
import { words } from '../../../support/words';

const texts = CONNECT_TEXTS.page;

function open(state: object | (() => Response), stored: Record<string, string> = {}, canConnect = true) {
  const server = scriptedApi();
  server.on('connectLink/state', state);
  server.on('connectLink/apps', { apps: offeredApps(DEFAULT_VPN_APPS) });
  const app = renderApp('/s/vl_token?utm=1', {
    platform: fakePlatform({
      fetch: server.fetch,
      system: 'android',
      stored,
      configuration: canConnect ? { connect: {} } : {},
    }),
  });
  return { ...app, server };
}

it('shows the steps for its own device without an account, and no QR code', async () => {
  const { server } = open({ state: 'unused' });
  expect(await screen.findByRole('link', { name: words('Добавить в Happ') })).toHaveAttribute(
    'href',
    `happ://add/${window.location.origin}/s/vl_token`,
  );
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
  expect(screen.queryByText(words(CONNECT_TEXTS.byCamera.show))).not.toBeInTheDocument();
  expect(server.calls.map(({ path, bearer }) => [path, bearer])).toEqual([
    ['connectLink/state', null],
    ['connectLink/apps', null],
  ]);
  expect(server.calls[0]?.body).toEqual({ token: 'vl_token' });
});

it('shows the steps with another domain if the domain of the page may be blocked', async () => {
  open({ state: 'unused', baseUrl: 'https://two.example' });
  expect(await screen.findByRole('link', { name: words('Добавить в Happ') })).toHaveAttribute(
    'href',
    'happ://add/https://two.example/s/vl_token',
  );
});

it('shows that the device is connected', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const { server } = open({ state: 'unused' });
  await screen.findByText(words(CONNECT_TEXTS.waiting));
  server.on('connectLink/state', { state: 'connected', deviceName: 'Pixel 9' });
  await act(() => jest.advanceTimersByTimeAsync(POLL_EVERY_MS + 100));
  jest.useRealTimers();
  expect(await screen.findByRole('heading', { name: words('Подключено: Pixel 9') })).toBeVisible();
});

it('shows the name of the device if the link is in use already, and shows the steps again on that device', async () => {
  const { user } = open({ state: 'connected', deviceName: 'Pixel 9' });
  await screen.findByRole('heading', { level: 1, name: words(texts.taken.title) });
  expect(screen.getByText(words(texts.taken.text('Pixel 9')))).toBeVisible();
  await user.click(screen.getByRole('button', { name: words(texts.taken.same) }));
  expect(await screen.findByRole('link', { name: words('Добавить в Happ') })).toBeInTheDocument();
});

it.each(['unknown', 'stale', 'detached'] as const)(
  'explains a link that is %s, and leads to a new one',
  async (state) => {
    const { user, address, platform } = open({ state });
    await screen.findByRole('heading', { level: 1, name: words(texts[state].title) });
    await user.click(screen.getByRole('link', { name: words(texts.takeNew) }));
    expect(address()).toBe('/login');
    expect(platform.sessionStorage.contents()).toMatchObject({ wayBack: '/connect' });
  },
);

it('leads a customer to /connect at once', async () => {
  const { user, address } = open({ state: 'stale' }, storedCustomer());
  await user.click(await screen.findByRole('link', { name: words(texts.takeNew) }));
  expect(address()).toBe('/connect');
});

it.each([
  ['accessEnded', texts.accessEnded.title, texts.accessEnded.renew, '/shop'],
  ['full', texts.full.title, texts.full.toProfile, '/profile'],
])('explains «%s» and offers the next step', async (state, title, way, path) => {
  open({ state });
  await screen.findByRole('heading', { level: 1, name: words(title) });
  expect(screen.getByRole('link', { name: words(way) })).toHaveAttribute('href', path);
});

it('offers another attempt if the state of the link cannot be fetched', async () => {
  takeConsole();
  const { server, user } = open(() => rejection(429));
  await user.click(await screen.findByRole('button', { name: words('Повторить') }));
  server.on('connectLink/state', { state: 'unused' });
  await user.click(await screen.findByRole('button', { name: words('Повторить') }));
  expect(await screen.findByRole('link', { name: words('Добавить в Happ') })).toBeInTheDocument();
});

it('does not exist if VPN delivery is off', async () => {
  open({ state: 'unused' }, {}, false);
  expect(await screen.findByText('Такой страницы нет')).toBeVisible();
});
