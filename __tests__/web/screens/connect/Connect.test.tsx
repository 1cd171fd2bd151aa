import '../../../../src/web/screens/connect/Connect';
import { act, screen, waitFor, within } from '@testing-library/react';
import { DEFAULT_VPN_APPS } from '../../../../src/shared/defaultVpnApps';
import { OFFER_TERMS } from '../../../../src/shared/offerTerms';
import { offeredApps } from '../../../../src/shared/vpnAppList';
import type { ConnectSystem } from '../../../../src/shared/vpnApps';
import { POLL_EVERY_MS } from '../../../../src/web/components/connect/useConnectLinkNews';
import { CONNECT_TEXTS } from '../../../../src/web/texts/connect';
import { takeConsole } from '../../../support/consoleSpy';
import { profileResponse, storedCustomer } from '../../../support/customer';
import { fakePlatform } from '../../../support/fakePlatform';
import { holdFor } from '../../../support/pointer';
import { renderApp } from '../../../support/renderApp';
import { json, lostNetwork, rejection, scriptedApi } from '../../../support/scriptedApi';
import { words } from '../../../support/words';

const URL_OF_LINK = 'https://spare.example/s/vl_first';
const HAPP = DEFAULT_VPN_APPS[0]!;

interface Opening {
  system?: ConnectSystem;
  available?: number;
  state?: object;
  connect?: object | null;
  apps?: object;
  link?: typeof lostNetwork;
  /** Additional fields of the response that contains the device link. */
  answered?: object;
}

function open(opening: Opening = {}) {
  const { system = 'ios', available = 2, state = { state: 'unused' }, connect = {} } = opening;
  const server = scriptedApi();
  server.on('profile', profileResponse(OFFER_TERMS.maxDevices - available));
  const response = { success: true, url: URL_OF_LINK, availableDevices: available, ...opening.answered };
  server.on('profile/connectLink', opening.link ?? response);
  server.on('connectLink/state', state);
  server.on('connectLink/apps', opening.apps ?? { apps: offeredApps(DEFAULT_VPN_APPS) });
  const app = renderApp('/connect', {
    platform: fakePlatform({
      fetch: server.fetch,
      system,
      stored: storedCustomer(),
      configuration: connect === null ? {} : { connect },
    }),
  });
  return { ...app, server };
}

const link = (name: RegExp) => screen.findByRole('link', { name });

it('detects the operating system and shows three steps to a working VPN', async () => {
  const { server, platform, user } = open({ system: 'ios' });
  expect(await link(words('App Store в России'))).toHaveAttribute('href', HAPP.stores.ios?.[0]?.url);
  expect(screen.getByRole('link', { name: words('App Store других стран') })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: words('Добавить в Happ') })).toHaveAttribute(
    'href',
    `happ://add/${URL_OF_LINK}`,
  );
  expect(screen.getByRole('heading', { name: words('Включи VPN') })).toBeInTheDocument();
  expect(screen.getByText(/Занято 1 из 3/)).toBeVisible();
  expect(screen.getByRole('radio', { name: words('iPhone и iPad') })).toBeChecked();
  expect(server.callsTo('profile/connectLink')).toEqual([
    expect.objectContaining({ body: expect.objectContaining({ system: 'ios' }) as object }),
  ]);
  await user.click(screen.getByRole('button', { name: words('Скопировать ссылку') }));
  expect(platform.copied).toEqual([URL_OF_LINK]);
});

it('offers other applications, and the configured list of applications if there is one', async () => {
  const { user } = open({ system: 'android' });
  await user.click(await screen.findByRole('button', { name: words('Выбрать другое приложение') }));
  await user.click(screen.getByRole('radio', { name: words('v2RayTun') }));
  expect(await link(words('Добавить в v2RayTun'))).toHaveAttribute(
    'href',
    `v2raytun://import/${URL_OF_LINK}`,
  );
});

it('shows the configured applications, and hides operating systems without an application', async () => {
  const store = { kind: 'download', url: 'https://apps.example/other' } as const;
  const { user } = open({
    system: 'windows',
    apps: {
      apps: [
        {
          ...{ id: 'other', name: 'Other', opens: 'other://add?url={encodedUrl}' },
          stores: { windows: [store], tv: [store] },
        },
      ],
    },
  });
  expect(await link(words('Добавить в Other'))).toHaveAttribute(
    'href',
    `other://add?url=${encodeURIComponent(URL_OF_LINK)}`,
  );
  expect(screen.getAllByRole('radio')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: words('Выбрать другое приложение') })).not.toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: words('Android TV') }));
  expect(await screen.findByText(words(CONNECT_TEXTS.add.tv))).toBeVisible();
});

it('offers the copy button only for an app without a deep link, and the Base64 value for one that needs it', async () => {
  const ios = [{ kind: 'appStore', url: 'https://apps.example/a' }];
  const { user, platform } = open({
    apps: {
      apps: [
        { id: 'plain', name: 'Plain', stores: { ios } },
        { id: 'coded', name: 'Coded', opens: 'sub://{base64Url}', stores: { ios } },
      ],
    },
  });
  expect(await screen.findByText(words(CONNECT_TEXTS.add.byHand('Plain')))).toBeVisible();
  expect(screen.queryByRole('link', { name: /Добавить в/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: words('Скопировать ссылку') }));
  expect(platform.copied).toEqual([URL_OF_LINK]);
  await user.click(screen.getByRole('button', { name: words('Выбрать другое приложение') }));
  await user.click(screen.getByRole('radio', { name: 'Coded' }));
  expect(await link(words('Добавить в Coded'))).toHaveAttribute('href', `sub://${btoa(URL_OF_LINK)}`);
});

it('shows no other list if the list of apps cannot be loaded, but the link can be copied', async () => {
  takeConsole();
  const { user, platform, server } = open({ apps: lostNetwork });
  expect(await screen.findByText(words(CONNECT_TEXTS.appsFailed.title))).toBeVisible();
  expect(screen.queryByText(/Happ/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: words('Скопировать ссылку') }));
  expect(platform.copied).toEqual([URL_OF_LINK]);
  server.on('connectLink/apps', { apps: offeredApps(DEFAULT_VPN_APPS) });
  await user.click(screen.getByRole('button', { name: words('Повторить') }));
  expect(await link(words('Добавить в Happ'))).toBeVisible();
});

it('shows a changed list when the customer returns to the open page, and keeps the old one if the request fails', async () => {
  takeConsole();
  const { server } = open({ system: 'ios' });
  expect(await link(words('Добавить в Happ'))).toBeVisible();
  server.on('connectLink/apps', { apps: offeredApps(DEFAULT_VPN_APPS).slice(1) });
  act(() => void window.dispatchEvent(new Event('focus')));
  expect(await link(words('Добавить в INCY'))).toBeVisible();
  server.on('connectLink/apps', lostNetwork);
  act(() => void window.dispatchEvent(new Event('focus')));
  await waitFor(() => expect(server.callsTo('connectLink/apps')).toHaveLength(3));
  expect(screen.getByRole('link', { name: words('Добавить в INCY') })).toBeVisible();
});

it('offers the link as text if there is no app at all', async () => {
  open({ apps: { apps: [] } });
  expect(await screen.findByText(words('Открой ссылку на iPhone или iPad'))).toBeVisible();
  expect(screen.getByRole('button', { name: words('Скопировать ссылку') })).toBeVisible();
});

it("shows a phone's QR code on a computer, and the link for another computer", async () => {
  const { platform, user } = open({ system: 'windows' });
  await user.click(await screen.findByRole('radio', { name: words('iPhone и iPad') }));
  expect(await screen.findByRole('img', { name: words('QR-код ссылки для телефона') })).toBeVisible();
  expect(platform.renderedQrCodes).toContain(URL_OF_LINK);
  expect(screen.queryByRole('link', { name: /Добавить в/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: words('Mac') }));
  expect(await screen.findByText(words('Открой ссылку на Mac'))).toBeVisible();
  await user.click(screen.getByRole('radio', { name: words('Android TV') }));
  expect(await screen.findByText(words(CONNECT_TEXTS.add.sendToTv.code('Happ')))).toBeVisible();
  expect(screen.getByRole('link', { name: words('Открыть tv.happ.su') })).toHaveAttribute(
    'href',
    HAPP.sendsToTv,
  );
  expect(screen.getByRole('button', { name: words('Скопировать ссылку') })).toBeVisible();
});

it('sends a link from a phone to the television that shows the page, and names Android TV', async () => {
  const { platform } = open({ system: 'tv' });
  expect(await screen.findByText(words(CONNECT_TEXTS.add.sendToTv.code('Happ')))).toBeVisible();
  expect(screen.getByText(words(CONNECT_TEXTS.install.tv))).toBeVisible();
  expect(screen.getByText(words(CONNECT_TEXTS.add.sendToTv.fromPhone.site('tv.happ.su')))).toBeVisible();
  expect(platform.renderedQrCodes).toContain(URL_OF_LINK);
  // The screen must offer no app link and no link to copy, because a television can neither open nor paste them.
  expect(screen.queryByRole('link', { name: /Добавить в/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: words('Скопировать ссылку') })).not.toBeInTheDocument();
});

it('has a QR code for another phone of the same kind', async () => {
  const { user } = open({ system: 'android' });
  await user.click(await screen.findByRole('button', { name: words(CONNECT_TEXTS.byCamera.show) }));
  expect(await screen.findByRole('img', { name: words(CONNECT_TEXTS.byCamera.qrLabel) })).toBeVisible();
  await user.click(screen.getByRole('button', { name: words(CONNECT_TEXTS.byCamera.hide) }));
  expect(await link(words('Добавить в Happ'))).toBeInTheDocument();
});

describe('as time passes', () => {
  beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
  afterEach(() => jest.useRealTimers());

  it('reports that the device is connected, refetches the profile, and offers a link for another device', async () => {
    const { server, user, address } = open({ available: 2 });
    await screen.findByText(words(CONNECT_TEXTS.waiting));
    expect(server.callsTo('connectLink/state')).toEqual([
      expect.objectContaining({ body: { token: 'vl_first' }, bearer: null }),
    ]);
    server.on('connectLink/state', { state: 'preparing', deviceName: 'iPhone 15' });
    await act(() => jest.advanceTimersByTimeAsync(POLL_EVERY_MS + 100));
    expect(await screen.findByText(words(CONNECT_TEXTS.preparing('iPhone 15')))).toBeVisible();
    server.on('connectLink/state', { state: 'preparing', deviceName: 'iPhone 15', isRejected: true });
    await act(() => jest.advanceTimersByTimeAsync(POLL_EVERY_MS + 100));
    expect(await screen.findByText(words(CONNECT_TEXTS.rejected('iPhone 15')))).toBeVisible();
    expect(screen.queryByText(words(CONNECT_TEXTS.preparing('iPhone 15')))).not.toBeInTheDocument();
    server.on('connectLink/state', { state: 'connected', deviceName: 'iPhone 15' });
    await act(() => jest.advanceTimersByTimeAsync(POLL_EVERY_MS + 100));
    expect(await screen.findByRole('heading', { name: words('Подключено: iPhone 15') })).toBeVisible();
    expect(screen.queryByText(words(CONNECT_TEXTS.waiting))).not.toBeInTheDocument();

    const asked = server.callsTo('connectLink/state').length;
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(server.callsTo('connectLink/state')).toHaveLength(asked);

    server.on('profile/connectLink', {
      success: true,
      url: 'https://spare.example/s/vl_second',
      availableDevices: 1,
    });
    server.on('connectLink/state', { state: 'unused' });
    await user.click(screen.getByRole('button', { name: words(CONNECT_TEXTS.connected.another) }));
    expect(await link(words('Добавить в Happ'))).toHaveAttribute(
      'href',
      'happ://add/https://spare.example/s/vl_second',
    );
    expect(address()).toBe('/connect');
  });

  it('polls less often after two minutes', async () => {
    const { server } = open();
    await screen.findByText(words(CONNECT_TEXTS.waiting));
    await act(() => jest.advanceTimersByTimeAsync(120_000));
    const early = server.callsTo('connectLink/state').length;
    expect(early).toBeGreaterThan(20);
    await act(() => jest.advanceTimersByTimeAsync(120_000));
    expect(server.callsTo('connectLink/state').length - early).toBeLessThanOrEqual(5);
  });
});

it('shows the devices when no slot is left, and the steps once one is free', async () => {
  const { server, address } = open({ available: 0, state: { state: 'full' } });
  const laptop = await screen.findByRole('button', { name: /Ноутбук/ });
  expect(screen.getByText(words(CONNECT_TEXTS.full.title))).toBeVisible();
  server.on('profile/detachDevice', () => {
    server.on('profile/connectLink', { success: true, url: URL_OF_LINK, availableDevices: 1 });
    return json({ success: true, userInfo: { subscriptionIsActive: true } });
  });
  holdFor(laptop, 2000);
  expect(await link(words('Добавить в Happ'))).toBeInTheDocument();
  expect(address()).toBe('/connect');
});

describe('after the subscription has ended, while the browser remembers it as active', () => {
  const ENDED = { subscriptionIsActive: false, subscriptionStatus: 'EXPIRED' };

  it.each<[string, Opening]>([
    ['the link', { answered: { reason: 'accessEnded' } }],
    ['the state of the link', { state: { state: 'accessEnded' } }],
  ])('shows the notice and leads to the shop, as %s reports it', async (_what, opening) => {
    const { server, user, address } = open(opening);
    expect(
      await screen.findByRole('heading', { name: words(CONNECT_TEXTS.accessEnded.title) }),
    ).toBeVisible();
    expect(screen.queryByText(words(CONNECT_TEXTS.waiting))).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /Добавить в/ })).not.toBeInTheDocument();
    server.on('profile', profileResponse(1, ENDED));
    await user.click(await link(words(CONNECT_TEXTS.accessEnded.renew)));
    await waitFor(() => expect(address()).toBe('/shop'));
  });

  it('does not wait for an application', async () => {
    const { server } = open({ answered: { reason: 'accessEnded' } });
    await screen.findByRole('heading', { name: words(CONNECT_TEXTS.accessEnded.title) });
    expect(server.callsTo('connectLink/state')).toEqual([]);
  });
});

it('shows an error if the link cannot be fetched, and fetches it again on request', async () => {
  takeConsole();
  const { server, user } = open({ link: () => rejection(409) });
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('Получить ссылку не удалось');
  server.on('profile/connectLink', { success: true, url: URL_OF_LINK, availableDevices: 2 });
  await user.click(within(notice).getByRole('button', { name: words('Повторить') }));
  expect(await link(words('Добавить в Happ'))).toBeInTheDocument();
});

it('fetches the link by itself when the network is back', async () => {
  takeConsole();
  const { server } = open({ link: lostNetwork });
  await screen.findByText('Получить ссылку не удалось');
  server.on('profile/connectLink', { success: true, url: URL_OF_LINK, availableDevices: 2 });
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await link(words('Добавить в Happ'))).toBeInTheDocument();
});

it.each([
  ['a visitor', {}, '/login'],
  ['somebody without access', storedCustomer({ subscriptionIsActive: 'false' }), '/shop'],
])('redirects %s', async (_who, stored, path) => {
  const { address } = renderApp('/connect', {
    platform: fakePlatform({ stored, configuration: { connect: {} } }),
  });
  await waitFor(() => expect(address()).toBe(path));
});

it('does not exist if VPN delivery is off', async () => {
  open({ connect: null });
  expect(await screen.findByText('Такой страницы нет')).toBeVisible();
});
