/** Tests the gift link form of `/adept`. */
import { screen, waitFor } from '@testing-library/react';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { createStore } from '../../../../../src/web/app/store';
import { ToastHost } from '../../../../../src/web/components/toasts/ToastHost';
import { PlatformContext } from '../../../../../src/web/platform/PlatformContext';
import { GiftLinkForm } from '../../../../../src/web/screens/staff/home/GiftLinkForm';
import { StyleProvider } from '../../../../../src/web/theme/StyleProvider';
import { takeConsole } from '../../../../support/consoleSpy';
import { fakePlatform } from '../../../../support/fakePlatform';
import { json, rejection, scriptedApi } from '../../../../support/scriptedApi';

const KEY = '0123456789ABCDEFGHJKMNPQRS';
const LINK = `https://prosvet.example/gift?key=${KEY}`;

function openForm() {
  const server = scriptedApi();
  server.on('panel/createGift', { activationKey: KEY, months: 1 });
  const platform = fakePlatform({
    fetch: server.fetch,
    stored: { accessToken: 'a-1', refreshToken: 'r-1' },
    configuration: { publicUrl: 'https://prosvet.example' },
  });
  const router = createMemoryRouter(
    [
      { path: '/adept', element: <GiftLinkForm /> },
      { path: '*', element: null },
    ],
    { initialEntries: ['/adept'] },
  );
  render(
    <PlatformContext value={platform}>
      <Provider store={createStore(platform)}>
        <StyleProvider>
          <RouterProvider router={router} />
          <ToastHost />
        </StyleProvider>
      </Provider>
    </PlatformContext>,
  );
  return {
    server,
    platform,
    router,
    user: userEvent.setup(),
    months: screen.getByLabelText<HTMLInputElement>('Months'),
    create: screen.getByRole('button', { name: 'Create gift link' }),
  };
}

it('accepts digits only, and an empty field becomes 0 [input-13, input-14, input-23]', async () => {
  const { user, months } = openForm();
  await user.clear(months);
  expect(months).toHaveValue('0');
  await user.type(months, '1x8 мес');
  expect(months).toHaveValue('18');
  expect(screen.getByText(/^1\syear 6\smonths$/)).toBeVisible();
});

it.each([
  ['0', 'Must be at least 1 month.'],
  ['12001', 'Must be at most 12000 months.'],
  ['999999', 'Must be at most 12000 months.'],
])('rejects %s months in words and asks the server for nothing [call-34]', async (typed, words) => {
  const { user, months, create, server } = openForm();
  await user.clear(months);
  await user.type(months, typed);
  await user.click(create);
  expect(await screen.findByText(words)).toBeVisible();
  expect(months).toBeInvalid();
  expect(server.callsTo('panel/createGift')).toEqual([]);
  await user.clear(months);
  await user.type(months, '12000');
  expect(screen.queryByText(words)).toBeNull();
  await user.click(create);
  expect(await screen.findByText('Link copied to clipboard')).toBeVisible();
  expect(server.callsTo('panel/createGift')).toMatchObject([{ body: { months: 12_000 } }]);
});

it('shows the gift link with the key, copies the link and renders its QR code [error-36, number-22, screen-81]', async () => {
  const { user, create, platform } = openForm();
  await user.click(create);
  expect(await screen.findByLabelText('Link')).toHaveValue(LINK);
  expect(await screen.findByText('Link copied to clipboard')).toBeVisible();
  expect(platform.copied).toEqual([LINK]);
  const picture = screen.getByRole('img', { name: 'QR code of the gift link' });
  expect(picture).toHaveAttribute('width', '512');
  expect(platform.renderedQrCodes).toEqual([LINK]);
  await user.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(platform.copied).toEqual([LINK, LINK]);
});

it('copies and downloads the QR code as an image [error-37]', async () => {
  const { user, create, platform } = openForm();
  await user.click(create);
  await user.click(await screen.findByRole('button', { name: 'Copy QR code' }));
  expect(await screen.findByText('QR code copied to clipboard')).toBeVisible();
  expect(platform.copiedQrCodes).toEqual([LINK]);
  await user.click(screen.getByRole('button', { name: 'Download QR code' }));
  await waitFor(() =>
    expect(platform.savedFiles.map(({ name }) => name)).toEqual(['gift-1-months-PQRS.png']),
  );
});

it('shows an error if the browser cannot copy images [error-38]', async () => {
  const { user, create, platform } = openForm();
  platform.rejectImages();
  await user.click(create);
  await user.click(await screen.findByRole('button', { name: 'Copy QR code' }));
  expect(await screen.findByText('Failed to copy QR code')).toBeVisible();
});

it('shows the reason of a rejection, and stays on the page [flow-52]', async () => {
  takeConsole();
  const { user, create, server, router } = openForm();
  server.on('panel/createGift', () => rejection(403, 'FORBIDDEN'));
  await user.click(create);
  expect(await screen.findByText('rejected with 403')).toBeVisible();
  expect(router.state.location.pathname).toBe('/adept');
});

it('goes to /refresh when the request fails [flow-49]', async () => {
  takeConsole();
  const { user, create, server, router } = openForm();
  server.on('panel/createGift', () => rejection(500));
  await user.click(create);
  await waitFor(() => expect(router.state.location.pathname).toBe('/refresh'));
});

it('repeats a failed attempt with the same request id if the server supports request ids, and uses a new id afterwards', async () => {
  takeConsole();
  const { user, server, create } = openForm();
  server.on('panel/me', { username: 'ann', role: 'senior' });
  await waitFor(() => expect(server.callsTo('panel/me').length).toBeGreaterThan(0));
  server.on('panel/createGift', (_call, count) =>
    count === 1
      ? json({ error: { code: 'TOO_MANY_REQUESTS', message: 'Later.' } }, 429)
      : json({ activationKey: KEY }),
  );
  for (const tries of [1, 2, 3]) {
    await user.click(create);
    await waitFor(() => expect(server.callsTo('panel/createGift')).toHaveLength(tries));
    await waitFor(() => expect(create).toBeEnabled());
  }
  const [first, second, third] = server
    .callsTo('panel/createGift')
    .map(({ body }) => (body as { requestKey?: string }).requestKey);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});
