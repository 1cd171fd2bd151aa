/** Tests `/torride`, the device screen of the console. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { api } from '../../../../../src/web/api/api';
import { formatDateTime } from '../../../../../src/web/texts/dates';
import { takeConsole } from '../../../../support/consoleSpy';
import { fakePlatform } from '../../../../support/fakePlatform';
import { renderApp } from '../../../../support/renderApp';
import { json, rejection, scriptedApi } from '../../../../support/scriptedApi';

const EMAIL = 'vasilisa@example.com';
const TOKENS = { accessToken: 'a-1', refreshToken: 'r-1' };
const DEVICE = {
  id: 4,
  deviceName: 'Samsung Galaxy S24 Ultra',
  deviceId: '0123456789abcdef',
  isActive: true,
  platform: 'android',
  firstActivation: '2026-11-21T09:00:00.000Z',
  firebaseToken: 'the-push-token',
};

function openDevice(device: object = {}, headers: Record<string, string> = {}, settings: object = {}) {
  const server = scriptedApi();
  server.on('panel/me', { username: 'ann', role: 'support' });
  const customer = {
    ...{ id: 7, email: EMAIL, uid: 'u-1', subscription: { status: 'ACTIVE' } },
    devices: [{ ...DEVICE, ...device }],
  };
  server.on('panel/users/getUserById', () => Response.json(customer, { headers }));
  server.on('panel/users/timeline', { entries: [], next: null });
  const platform = fakePlatform({
    fetch: server.fetch,
    stored: TOKENS,
    configuration: { pushLinkHosts: ['prosvet.example'], ...settings },
  });
  return { server, tab: platform.sessionStorage, ...renderApp('/torride?user=7&device=4', { platform }) };
}

const press = async (user: ReturnType<typeof openDevice>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }));

const confirm = async (user: ReturnType<typeof openDevice>['user'], name: string) => {
  await press(user, name);
  const question = within(await screen.findByRole('dialog'));
  await user.click(question.getByRole('button', { name }));
};

it('cuts a name over 20 characters to 17 and an id to 10 [input-16, input-17, screen-86]', async () => {
  openDevice();
  expect(await screen.findByRole('heading', { level: 1, name: 'Samsung Galaxy S2...' })).toBeInTheDocument();
  expect(screen.getByText('0123456789')).toBeInTheDocument();
  expect(screen.getByText('android')).toBeInTheDocument();
  expect(screen.getByText(formatDateTime(DEVICE.firstActivation) ?? '')).toBeInTheDocument();
});

it.each([
  ['NO FCM TOKEN', { firebaseToken: null }], // [error-43]
  ['NO FCM TOKEN', { firebaseToken: '' }],
  ['NOT ACTIVE DEVICE', { isActive: false }], // [error-44]
  ['never', { firstActivation: '1970-01-01T00:00:00.000Z' }], // [input-21]
])('shows %s for a device with %j', async (words, device) => {
  openDevice(device);
  expect(await screen.findByText(words)).toBeInTheDocument();
});

it('offers no push without a token [error-43]', async () => {
  openDevice({ firebaseToken: null });
  await screen.findByText('NO FCM TOKEN');
  expect(screen.queryByRole('button', { name: /^Send / })).not.toBeInTheDocument();
});

it('offers no push while push notifications are switched off', async () => {
  openDevice({}, {}, { pushNotifications: false });
  expect(await screen.findByText('Push notifications are switched off.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Send / })).not.toBeInTheDocument();
});

it('sends each of the four pushes to the token of the device [call-38]', async () => {
  const { server, user } = openDevice();
  server.on('firebase/data', {});
  await press(user, 'Send LOGIN');
  expect(await screen.findByText('LOGIN accepted by the push service')).toBeInTheDocument();
  for (const type of ['LOGOUT', 'TURN_OFF']) {
    await confirm(user, `Send ${type}`);
    expect(await screen.findByText(`${type} accepted by the push service`)).toBeInTheDocument();
  }
  const form = within(screen.getByRole('form', { name: 'LINK_MSG' }));
  await user.type(form.getByLabelText('Link'), 'https://prosvet.example/news');
  await user.type(form.getByLabelText('Title'), 'News');
  await user.type(form.getByLabelText('Description'), 'A new server');
  await press(user, 'Send LINK_MSG');
  expect(await screen.findByText('LINK_MSG accepted by the push service')).toBeInTheDocument();
  const pushes = server.callsTo('firebase/data');
  expect(pushes.map(({ query }) => query)).toEqual(Array(4).fill({ token: 'the-push-token' }));
  expect(pushes.map(({ body }) => body)).toEqual([
    { type: 'LOGIN', email: EMAIL },
    { type: 'LOGOUT' },
    { type: 'TURN_OFF' },
    {
      type: 'LINK_MSG',
      link: 'https://prosvet.example/news',
      title: 'News',
      description: 'A new server',
    },
  ]);
});

it('shows «Ошибка: » and the message if a push fails [error-35]', async () => {
  takeConsole();
  const { server, user, address } = openDevice();
  server.on('firebase/data', () => json({ error: { code: 'PUSH_FAILED', message: 'QUOTA_EXCEEDED' } }, 502));
  await press(user, 'Send LOGIN');
  expect(await screen.findByText('Ошибка: QUOTA_EXCEEDED')).toBeInTheDocument();
  expect(await screen.findByText('LOGIN not sent: QUOTA_EXCEEDED')).toBeInTheDocument();
  expect(address()).toBe('/torride?user=7&device=4');
});

it('restores the message of a failed push in its form until it is sent', async () => {
  const { server, user, tab } = openDevice();
  server.on('auth/refreshToken', { accessToken: 'a-2', refreshToken: 'r-2' });
  server.on('firebase/data', () => rejection(500));
  await user.type(await screen.findByLabelText('Link'), 'https://prosvet.example/news');
  await user.type(screen.getByLabelText('Title'), 'News');
  await press(user, 'Send LINK_MSG');
  await waitFor(() => expect(server.callsTo('auth/refreshToken')).toHaveLength(1));
  expect(tab.get('staffDrafts')).not.toBeNull();
  expect(await screen.findByLabelText('Link')).toHaveValue('https://prosvet.example/news');
  expect(screen.getByLabelText('Title')).toHaveValue('News');
  server.on('firebase/data', { success: true, message: 'm-1' });
  await press(user, 'Send LINK_MSG');
  await screen.findByText(/accepted by the push service/);
  expect(tab.get('staffDrafts')).toBeNull();
});

it('goes to /refresh if a push fails, and shows «Ошибка: » with the known reason [flow-51]', async () => {
  takeConsole();
  const { server, user, address } = openDevice();
  server.on('firebase/data', () => rejection(500));
  server.on('auth/refreshToken', () => rejection(401));
  await press(user, 'Send LOGIN');
  expect(await screen.findByText('Ошибка: rejected with 500')).toBeInTheDocument();
  await waitFor(() => expect(address()).toBe('/capitulum'));
  expect(server.callsTo('auth/refreshToken')).toHaveLength(1);
  expect(server.callsTo('firebase/data')).toHaveLength(1);
});

it.each([
  ['says yes', () => json({ success: true }), 'Detached Successfully', '/crucify?id=7'], // [error-33]
  ['says no', () => json({ success: false }), 'data detached failed', '/torride?user=7&device=4'], // [error-34]
  ['refuses', () => rejection(409), 'data detached failed', '/torride?user=7&device=4'],
])('detaching tells when the server %s [call-37]', async (_what, script, words, place) => {
  takeConsole();
  const { server, user, address } = openDevice();
  server.on('profile/detachDevice', script);
  await confirm(user, 'Detach');
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(server.callsTo('profile/detachDevice')).toMatchObject([
    { bearer: 'a-1', body: { uid: 'u-1', email: EMAIL, deviceId: '0123456789abcdef' } },
  ]);
  await waitFor(() => expect(address()).toBe(place));
});

it('detaches nothing from a stale dialog, says what changed, and offers the present state', async () => {
  const { server, user } = openDevice();
  server.on('profile/detachDevice', { success: true });
  await press(user, 'Detach');
  const dialog = within(await screen.findByRole('dialog'));
  const customer = { id: 7, email: EMAIL, uid: 'u-1', subscription: { status: 'ACTIVE' } };
  server.on('panel/users/getUserById', {
    ...customer,
    subscription: { status: 'CANCELED' },
    devices: [DEVICE],
  });
  await user.click(dialog.getByRole('button', { name: 'Detach' }));
  expect(await dialog.findByText('Status: Active → Canceled')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Detach' })).toBeDisabled();
  await user.click(dialog.getByRole('button', { name: 'Show current state' }));

  server.on('panel/users/getUserById', { ...customer, subscription: { status: 'CANCELED' }, devices: [] });
  await user.click(dialog.getByRole('button', { name: 'Detach' }));
  expect(await dialog.findByText('Device “Samsung Galaxy S2...” detached')).toBeVisible();
  expect(server.callsTo('profile/detachDevice')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Show current state' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByRole('alert')).toHaveTextContent('Device not found');
});

it('detaches nothing if a read that began before the change of a colleague is still running', async () => {
  const { server, user, store } = openDevice();
  server.on('profile/detachDevice', { success: true });
  await press(user, 'Detach');
  const dialog = within(await screen.findByRole('dialog'));
  const customer = { id: 7, email: EMAIL, uid: 'u-1', devices: [DEVICE] };
  const before = server.callsTo('panel/users/getUserById').length;
  const release = server.hold('panel/users/getUserById');
  act(() => void store.dispatch(api.util.invalidateTags(['User'])));
  await waitFor(() => expect(server.callsTo('panel/users/getUserById')).toHaveLength(before + 1));
  server.on('panel/users/getUserById', { ...customer, subscription: { status: 'CANCELED' } });
  await user.click(dialog.getByRole('button', { name: 'Detach' }));
  release({ ...customer, subscription: { status: 'ACTIVE' } });
  expect(await dialog.findByText('Status: Active → Canceled')).toBeVisible();
  expect(server.callsTo('profile/detachDevice')).toEqual([]);
});

describe('the VPN credential', () => {
  const DELIVERY = {
    until: '2030-12-21T09:00:00.000Z',
    openedAt: '2026-11-21T10:00:00.000Z',
    lastSeenAt: '2026-11-22T11:00:00.000Z',
    app: 'Happ',
    isBlocked: false,
    waiting: null,
  };

  const findEvents = async (delivery: object) => {
    openDevice({ delivery: { ...DELIVERY, ...delivery } });
    return within(await screen.findByRole('region', { name: 'VPN access' }));
  };

  it('is shown with its dates and its application', async () => {
    const details = await findEvents({});
    expect(details.getByText('Active')).toBeInTheDocument();
    for (const date of [DELIVERY.until, DELIVERY.openedAt, DELIVERY.lastSeenAt]) {
      expect(details.getByText(formatDateTime(date) ?? '')).toBeInTheDocument();
    }
    expect(details.getByText('Happ')).toBeInTheDocument();
    expect(details.queryByText('Reason')).not.toBeInTheDocument();
  });

  it.each([
    ['Blocked in Remnawave', { isBlocked: true }],
    ['Expired with subscription', { until: '2020-01-01T00:00:00.000Z' }],
    ['No key', { until: null }],
    ['Native app or none', { app: null }],
    ['Not attempted yet', { waiting: { problem: null, nextTryAt: null } }],
    ['Pending sync', { waiting: { problem: 'VpnUnavailable: HTTP 502', nextTryAt: null } }],
    [
      'Rejected by Remnawave',
      {
        waiting: {
          problem: 'VpnRejected: HTTP 400',
          rejectedAt: '2026-11-22T11:00:00.000Z',
          nextTryAt: null,
        },
      },
    ],
  ])('says %s', async (words, delivery) => {
    expect((await findEvents(delivery)).getAllByText(words)).not.toHaveLength(0);
  });

  it("expires by the server's clock", async () => {
    const soon = new Date(Date.now() + 86_400_000).toISOString();
    openDevice({ delivery: { ...DELIVERY, until: soon } }, { 'X-Server-Time': '2031-01-01T00:00:00.000Z' });
    expect(await screen.findByText('Expired with subscription')).toBeInTheDocument();
  });

  it('of a third-party application cannot receive pushes', async () => {
    openDevice({ firebaseToken: null, delivery: DELIVERY });
    expect(await screen.findByText('Happ is a third-party app and can’t receive pushes.')).toBeVisible();
    expect(screen.queryByText(/the app sends one/)).toBeNull();
  });

  it('shows a pending change, its reason and its next attempt', async () => {
    const nextTryAt = '2026-11-22T12:00:00.000Z';
    const details = await findEvents({ waiting: { problem: 'VpnUnavailable: HTTP 502', nextTryAt } });
    expect(details.getByText('Pending sync')).toBeInTheDocument();
    expect(details.getByText('VPN unavailable: HTTP 502')).toBeInTheDocument();
    expect(details.getByText(formatDateTime(nextTryAt) ?? '')).toBeInTheDocument();
  });

  it('does not exist if VPN delivery is off', async () => {
    openDevice();
    await screen.findByText('Details');
    expect(screen.queryByText('VPN access')).not.toBeInTheDocument();
  });
});
