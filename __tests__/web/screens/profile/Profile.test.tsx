import '../../../../src/web/screens/profile/Profile';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ClientConfiguration } from '../../../../src/shared/configuration';
import { formatMoneyTime } from '../../../../src/web/texts/dates';
import { takeConsole } from '../../../support/consoleSpy';
import { DEVICES, EMAIL, profileResponse, storedCustomer } from '../../../support/customer';
import { fakePlatform } from '../../../support/fakePlatform';
import { MONTH_RUB } from '../../../support/offer';
import { holdFor } from '../../../support/pointer';
import { renderApp } from '../../../support/renderApp';
import { json, lostNetwork, scriptedApi } from '../../../support/scriptedApi';
import { words } from '../../../support/words';

const CHARGED_AT = formatMoneyTime('2026-11-28T12:05:00.000Z')!.replaceAll('\u00a0', ' ');

function openProfile(
  result: object = profileResponse(2),
  stored = storedCustomer(),
  configuration: Partial<ClientConfiguration> = {},
) {
  const server = scriptedApi();
  server.on('profile', result);
  server.on('session/logout', { success: true });
  const app = renderApp('/profile', {
    platform: fakePlatform({ fetch: server.fetch, stored, configuration }),
  });
  return { ...app, server };
}

const device = (name: RegExp) => screen.findByRole('button', { name, hidden: true });
const manage = () => screen.findByRole('button', { name: 'Управлять подпиской', hidden: true });

it('shows a skeleton until the profile is loaded [screen-60]', async () => {
  let result: (response: Response) => void = () => undefined;
  const server = scriptedApi();
  server.on('profile', () => new Promise<Response>((resolve) => (result = resolve)));
  renderApp('/profile', { platform: fakePlatform({ fetch: server.fetch, stored: storedCustomer() }) });
  expect(await screen.findByRole('progressbar', { name: 'Загружаем личный кабинет' })).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('Загружаем личный кабинет');
  expect(screen.queryByText('Скачать приложение')).not.toBeInTheDocument();
  result(json(profileResponse(1)));
  expect(await screen.findByText('Список устройств 1/3')).toBeVisible();
  expect(screen.queryByText('Загружаем личный кабинет')).not.toBeInTheDocument();
});

it('asks for a card while the card provider is gone, and leads to the change of card', async () => {
  openProfile(profileResponse(1, { needsCard: true }));
  const notice = await screen.findByRole('alert');
  expect(within(notice).getByRole('heading', { name: 'Введи карту ещё раз' })).toBeVisible();
  expect(notice).toHaveTextContent('Доступ пока работает.');
  expect(within(notice).getByRole('link', { name: 'Ввести карту' })).toHaveAttribute('href', '/account/card');
});

it.each([false, null, undefined])('asks for no card if the server responds with %s', async (needsCard) => {
  openProfile(profileResponse(1, { needsCard }));
  expect(await screen.findByText('Список устройств 1/3')).toBeVisible();
  expect(screen.queryByText('Введи карту ещё раз')).not.toBeInTheDocument();
});

describe('the user block', () => {
  it('shows the address, the status and what happens next [screen-61]', async () => {
    openProfile(profileResponse(0, { cardMask: '•••• 4242' }));
    expect(await screen.findByText('подписка активна')).toBeVisible();
    expect(screen.getByTitle(EMAIL)).toHaveTextContent(EMAIL);
    expect(screen.getByText('Следующее списание').nextSibling).toHaveTextContent(`${MONTH_RUB} ₽`);
    expect(screen.getByText('Дата списания').nextSibling).toHaveTextContent(CHARGED_AT);
    expect(screen.getByText('Карта').nextSibling).toHaveTextContent('•••• 4242');
  });

  it.each([
    ['ACTIVE', 'подписка активна'],
    ['CANCELED', 'подписка отменена'],
    ['GIFTED', 'подарочная подписка'],
    ['EXPIRED', 'подписка закончилась'],
    ['NOT_ACTIVE', 'нет подписки'],
    ['FROZEN', 'статус неизвестен'],
  ])('reads %s as «%s» [flow-30, screen-62]', async (subscriptionStatus, text) => {
    openProfile(profileResponse(0, { subscriptionStatus }));
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('shows no status if the profile was never loaded and cannot be loaded', async () => {
    takeConsole();
    const { server } = openProfile({ success: false }, storedCustomer());
    expect(await screen.findByText(/Подписка и устройства на месте/)).toBeVisible();
    expect(screen.queryByText('статус неизвестен')).not.toBeInTheDocument();
    expect(server.callsTo('profile')).not.toHaveLength(0);
  });

  it.each(['CANCELED', 'GIFTED'])(
    'shows until when the access lasts if the status is %s',
    async (subscriptionStatus) => {
      openProfile(profileResponse(0, { subscriptionStatus }));
      expect(await screen.findByText('Доступ до')).toBeVisible();
      expect(screen.getByText(CHARGED_AT)).toBeVisible();
      expect(screen.queryByText('Следующее списание')).not.toBeInTheDocument();
    },
  );

  it('shows the photo, and the default one when it does not load [screen-64]', async () => {
    const photoURL = 'https://photos.example/vasilisa.jpg';
    const { container } = openProfile(profileResponse(0), storedCustomer({ photoURL }));
    await manage();
    const photo = container.querySelector('header img')!;
    expect(photo).toHaveAttribute('src', photoURL);
    fireEvent.error(photo);
    expect(photo).toHaveAttribute('src', '/avatar.svg');
  });

  it('does not request a photo from the query of a link while no user is signed in', async () => {
    const photoURL = 'https://photos.example/vasilisa.jpg';
    const stored = {
      uid: 'uid-1',
      email: EMAIL,
      providerId: 'email',
      photoURL,
      subscriptionIsActive: 'true',
    };
    const { container } = openProfile(profileResponse(0), stored);
    await manage();
    expect(container.querySelector('header img')).toHaveAttribute('src', '/avatar.svg');
    expect(container.innerHTML).not.toContain('photos.example');
  });

  it('has the default photo when there is none [screen-64]', async () => {
    const { container } = openProfile();
    await manage();
    expect(container.querySelector('header img')).toHaveAttribute('src', '/avatar.svg');
  });

  it('signs out by «сменить пользователя» [flow-32, flow-33, screen-63]', async () => {
    const { user, address, platform } = openProfile();
    await user.click(await screen.findByRole('button', { name: 'сменить пользователя' }));
    await waitFor(() => expect(address()).toBe('/login'));
    expect(platform.storage.contents()).not.toHaveProperty('email');
    expect(platform.shellMessages).toEqual([
      { call: 'LogOut', message: { success: true, reason: 'no_reason' } },
    ]);
  });
});

it('offers all five downloads [screen-65]', async () => {
  const { platform } = openProfile();
  const { brand } = platform.configuration;
  expect(await screen.findByRole('heading', { name: 'Скачать приложение' })).toBeVisible();
  for (const [name, href] of [
    ['Android', brand.androidStoreUrl],
    ['или .apk', brand.androidApkUrl],
    ['iOS', brand.iosStoreUrl],
    ['для macOS', brand.macosStoreUrl],
    ['Windows', brand.windowsInstallerUrl],
  ] as const) {
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', href);
  }
});

describe('the devices', () => {
  it.each([1, 2, 3])(
    '%d of them are listed with the count and the hint [number-5, screen-66, screen-67]',
    async (count) => {
      openProfile(profileResponse(count));
      const list = await screen.findByRole('region', { name: `Список устройств ${String(count)}/3` });
      expect(within(list).getByText('удерживай, чтобы открепить')).toBeVisible();
      expect(within(list).getAllByRole('listitem')).toHaveLength(count);
    },
  );

  it('are hidden if there are none [screen-66]', async () => {
    openProfile(profileResponse(0));
    expect(await screen.findByText(/Установи приложение/)).toBeVisible();
    expect(screen.queryByText(/Список устройств/)).not.toBeInTheDocument();
  });

  it('show the name cut to 17 characters and the id to 10 [input-8, input-9]', async () => {
    openProfile(profileResponse(3));
    expect(await device(/Открепить Samsung Galaxy S2\.\.\./)).toHaveTextContent('3f9ac21b70');
    expect(screen.queryByText(/3f9ac21b70d/)).not.toBeInTheDocument();
    const nameless = within(await device(/Устройство без имени/));
    expect(nameless.getByText('cc')).toBeVisible();
    expect(nameless.getByText('не активно')).toBeVisible();
  });

  it('are counted by the available slots that the server returns [screen-66]', async () => {
    openProfile({ ...profileResponse(1), availableDevices: 0 });
    expect(await screen.findByText('Список устройств 3/3')).toBeVisible();
  });

  it('are detached by holding for 2 s and not for less [flow-34, flow-41, screen-68]', async () => {
    const { server, address } = openProfile();
    let left = 2;
    server.on('profile', () => json(profileResponse(left)));
    server.on('profile/detachDevice', () => {
      left = 1;
      return json({
        success: true,
        devices: DEVICES.slice(0, 1),
        availableDevices: 2,
        userInfo: { subscriptionIsActive: true },
      });
    });
    const laptop = await device(/Ноутбук/);
    holdFor(laptop, 1999);
    expect(server.callsTo('profile/detachDevice')).toHaveLength(0);
    holdFor(laptop, 2000);
    expect(await screen.findByText('Список устройств 1/3')).toBeVisible();
    expect(screen.queryByText('Ноутбук')).not.toBeInTheDocument();
    expect(server.callsTo('profile/detachDevice')).toEqual([
      expect.objectContaining({ body: { uid: 'uid-1', email: EMAIL, deviceId: 'b04e77d15cfa01' } }),
    ]);
    expect(address()).toBe('/profile');
  });

  it('are detached by assistive technology after a confirmation', async () => {
    const { server, user } = openProfile();
    server.on('profile/detachDevice', { success: true, userInfo: { subscriptionIsActive: true } });
    fireEvent.click(await device(/Samsung/), { detail: 0 });
    const dialog = await screen.findByRole('dialog', { name: 'Открепить «Samsung Galaxy S24 Ultra»?' });
    expect(server.callsTo('profile/detachDevice')).toHaveLength(0);
    await user.click(within(dialog).getByRole('button', { name: 'Открепить' }));
    await waitFor(() => expect(server.callsTo('profile/detachDevice')).toHaveLength(1));
  });

  it('ignore another hold while they are being detached', async () => {
    const { server } = openProfile();
    server.on('profile/detachDevice', () => new Promise<Response>(() => undefined));
    const laptop = await device(/Ноутбук/);
    holdFor(laptop, 2000);
    expect(laptop).toHaveAttribute('aria-busy', 'true');
    await waitFor(() => expect(server.callsTo('profile/detachDevice')).toHaveLength(1));
    holdFor(laptop, 4000);
    await server.fetch('/api/after');
    expect(server.callsTo('profile/detachDevice')).toHaveLength(1);
  });

  it('lead to / when the server rejects [flow-36]', async () => {
    const { server, address } = openProfile();
    server.on('profile/detachDevice', { success: false });
    holdFor(await device(/Ноутбук/), 2000);
    await waitFor(() => expect(address()).toBe('/'));
  });

  it('lead to /shop when the subscription is over [flow-35]', async () => {
    const { server, address } = openProfile();
    server.on('profile/detachDevice', { success: true, userInfo: { subscriptionIsActive: false } });
    holdFor(await device(/Ноутбук/), 2000);
    await waitFor(() => expect(address()).toBe('/shop'));
  });
});

describe('«Подключить устройство»', () => {
  const connect = { connect: {} };

  it('links to /connect with a prominent button while there is no device', async () => {
    openProfile(profileResponse(0), storedCustomer(), connect);
    const way = await screen.findByRole('link', { name: 'Подключить устройство' });
    expect(way).toHaveAttribute('href', '/connect');
    expect(way).toHaveClass('MuiButton-contained');
    expect(screen.getByText(words('Нажми «Подключить устройство»: оно появится здесь.'))).toBeVisible();
  });

  it('is less prominent if there are devices', async () => {
    openProfile(profileResponse(2), storedCustomer(), connect);
    expect(await screen.findByRole('link', { name: 'Подключить устройство' })).toHaveClass(
      'MuiButton-outlined',
    );
  });

  it('does not exist if VPN delivery is off', async () => {
    openProfile(profileResponse(0));
    expect(await screen.findByText(/^Установи приложение и войди/)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Подключить устройство' })).not.toBeInTheDocument();
    expect(screen.queryByText(/готовое приложение/)).not.toBeInTheDocument();
  });
});

describe('«Управлять подпиской»', () => {
  it('leads to /subscription after 2 s [flow-41, screen-69, screen-70]', async () => {
    const { address } = openProfile();
    const button = await manage();
    expect(button).toHaveAccessibleDescription('* удерживай кнопку чтобы выполнить');
    expect(screen.getByText('* удерживай кнопку чтобы выполнить')).toBeVisible();
    holdFor(button, 1999);
    expect(address()).toBe('/profile');
    holdFor(button, 2000);
    await waitFor(() => expect(address()).toBe('/subscription'));
  });

  it('does nothing on a click [screen-69]', async () => {
    const { address, user } = openProfile();
    await user.click(await manage());
    expect(address()).toBe('/profile');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('a profile that cannot be fetched', () => {
  beforeEach(() => void takeConsole());

  it('keeps the known data, and offers a retry and the support', async () => {
    const { server, platform, user } = openProfile(
      lostNetwork,
      storedCustomer({ subscriptionStatus: 'ACTIVE' }),
    );
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('Не получилось обновить данные');
    expect(within(notice).getByRole('link', { name: 'Поддержка' })).toHaveAttribute(
      'href',
      platform.configuration.brand.supportBotUrl,
    );
    expect(screen.getByText('подписка активна')).toBeVisible();
    server.on('profile', profileResponse(1));
    await user.click(within(notice).getByRole('button', { name: 'Повторить' }));
    expect(await screen.findByText('Список устройств 1/3')).toBeVisible();
  });

  it('shows an error if the server returns success false', async () => {
    openProfile({ success: false, message: 'no' });
    expect(await screen.findByRole('alert')).toHaveTextContent('Не получилось обновить данные');
  });
});

it('goes to /shop when the profile says that the subscription is over [flow-28]', async () => {
  const { address } = openProfile(
    profileResponse(1, { subscriptionIsActive: false, subscriptionStatus: 'EXPIRED' }),
  );
  await waitFor(() => expect(address()).toBe('/shop'));
});
