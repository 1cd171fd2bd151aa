/** Tests the screen /adept/notice with the real server. */
import '../../../../../src/web/screens/staff/notice/StaffNotice';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { takeConsole } from '../../../../support/consoleSpy';
import { fakePlatform } from '../../../../support/fakePlatform';
import { renderApp } from '../../../../support/renderApp';
import { startTestServer, type TestServer } from '../../../../support/server';
import { signInStaffAs } from '../../../../support/signIn';

const TEXT = 'Обновляем сервис.\nVPN работает.';

let server: TestServer;
let token: string;

async function open(role: 'admin' | 'senior' = 'admin') {
  takeConsole();
  const { accessToken, refreshToken } = await signInStaffAs(server, role);
  token = accessToken;
  const platform = fakePlatform({ fetch: server.fetch, stored: { accessToken, refreshToken } });
  // The clock of the device shows the time of the server.
  platform.now = () => server.clock.now().getTime();
  return { ...renderApp('/adept/notice', { platform }), platform };
}

beforeEach(async () => {
  server = await startTestServer();
});

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function fill(text: string, day: string, time: string) {
  await screen.findByLabelText(/^Text for customers/);
  type(/^Text for customers/, text);
  type('Shown until (date)', day);
  type('Time', time);
}

const current = () => within(screen.getByRole('region', { name: 'Current notice' }));
const stored = async () => (await server.call('getNotice', { token })).body;

it('previews, publishes, changes and ends the notice', async () => {
  const { user } = await open();
  expect(await screen.findByText('No notice is shown.')).toBeVisible();
  await fill(TEXT, '2026-11-21', '15:30');
  const preview = within(screen.getByRole('figure'));
  expect(preview.getByText('Технические работы')).toBeVisible();
  expect(preview.getByText(/^До 21\sноября\s2026 в\s15:30 по\sМоскве$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await current().findByText(/Обновляем сервис/)).toBeVisible();
  expect(await stored()).toEqual({
    version: 1,
    notice: { text: TEXT, endsAt: '2026-11-21T12:30:00.000Z' },
  });
  type(/^Text for customers/, 'Закончим раньше.');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await current().findByText('Закончим раньше.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'End now' }));
  expect(await screen.findByText('No notice is shown.')).toBeVisible();
  // The admin's own changes are no conflict.
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await current().findByText('Закончим раньше.')).toBeVisible();
  expect((await stored()).version).toBe(4);
});

it('shows the change of another admin instead of overwriting it', async () => {
  const { user } = await open();
  await fill(TEXT, '2026-11-21', '15:30');
  const endsAt = '2026-11-21T13:00:00.000Z';
  await server.call('setNotice', { token, body: { text: 'Другой администратор.', endsAt, version: 0 } });
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText(/Another admin changed the notice/)).toBeVisible();
  expect(await current().findByText('Другой администратор.')).toBeVisible();
  expect((await stored()).notice?.text).toBe('Другой администратор.');
  expect(screen.getByLabelText(/^Text for customers/)).toHaveValue(TEXT);
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(async () => expect((await stored()).notice?.text).toBe(TEXT));
});

it.each([
  ['', '2026-11-21', '15:30', /Enter a text/],
  [TEXT, '2026-11-21', '11:59', /Enter a time in the next 14 days/],
  [TEXT, '2026-12-05', '12:01', /Enter a time in the next 14 days/],
  [TEXT, '', '', /Enter a time in the next 14 days/],
])(
  'rejects an empty text or an end outside the next 14 days (%s %s %s)',
  async (text, day, time, problem) => {
    const { user } = await open();
    await fill(text, day, time);
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    expect(await screen.findByText(problem)).toBeVisible();
    expect((await stored()).version).toBe(0);
  },
);

it('keeps what was typed as a draft until it is published', async () => {
  const { platform, user } = await open();
  await fill('Черновик', '2026-11-21', '15:30');
  expect(platform.sessionStorage.get('staffDrafts')).toContain('Черновик');
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await current().findByText('Черновик')).toBeVisible();
  expect(platform.sessionStorage.get('staffDrafts')).toBeNull();
});

it('is for admins only', async () => {
  await open('senior');
  expect(await screen.findByText('You need the Admin role to manage the notice.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
});
