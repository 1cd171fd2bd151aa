/** Tests customer tags, which staff add and remove without leaving the customer screen. */
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { createStore } from '../../../../../src/web/app/store';
import { PlatformContext } from '../../../../../src/web/platform/PlatformContext';
import { TagsPanel } from '../../../../../src/web/screens/staff/user/TagsPanel';
import { StyleProvider } from '../../../../../src/web/theme/StyleProvider';
import { openToasts } from '../../../../../src/web/toasts/toasts';
import { takeConsole } from '../../../../support/consoleSpy';
import { fakePlatform } from '../../../../support/fakePlatform';
import { json, lostNetwork, scriptedApi } from '../../../../support/scriptedApi';
import { takeToasts } from '../../../../support/toasts';

function open(tags?: string[]) {
  const server = scriptedApi();
  server.on('panel/users/changeTag', { success: true });
  const platform = fakePlatform({ fetch: server.fetch, stored: { accessToken: 'a', refreshToken: 'r' } });
  const { unmount } = render(
    <Provider store={createStore(platform)}>
      <PlatformContext value={platform}>
        <StyleProvider>
          <MemoryRouter>
            <TagsPanel user={{ id: 7, devices: [], tags }} />
          </MemoryRouter>
        </StyleProvider>
      </PlatformContext>
    </Provider>,
  );
  return { server, unmount, user: userEvent.setup() };
}

it('adds a tag in its normalised form, and removes a tag', async () => {
  const { server, user } = open(['beta', 'vip']);
  await user.click(screen.getByRole('button', { name: 'Add tag' }));
  await user.type(screen.getByLabelText('New tag'), '<b>');
  await user.click(screen.getByRole('button', { name: 'Add tag' }));
  expect(screen.getByText('Up to 32 letters, numbers, spaces or hyphens')).toBeVisible();
  await user.clear(screen.getByLabelText('New tag'));
  await user.type(screen.getByLabelText('New tag'), ' Long  Standing');
  await user.click(screen.getByRole('button', { name: 'Add tag' }));
  await waitFor(() => expect(screen.queryByLabelText('New tag')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Remove tag vip' }));
  await waitFor(() =>
    expect(server.callsTo('panel/users/changeTag').map(({ body }) => body)).toEqual([
      { userId: 7, tag: 'long standing', change: 'add' },
      { userId: 7, tag: 'vip', change: 'remove' },
    ]),
  );
});

it('adds a removed tag again from the toast', async () => {
  const { server, user } = open(['vip']);
  takeToasts();
  await user.click(screen.getByRole('button', { name: 'Remove tag vip' }));
  await waitFor(() => expect(openToasts()).toHaveLength(1));
  const [removed] = takeToasts();
  expect(removed).toMatchObject({ text: 'Tag “vip” removed', action: { label: 'Undo' } });
  act(() => removed!.action!.onPress());
  await waitFor(() =>
    expect(server.callsTo('panel/users/changeTag').map(({ body }) => body)).toEqual([
      { userId: 7, tag: 'vip', change: 'remove' },
      { userId: 7, tag: 'vip', change: 'restore' },
    ]),
  );
  await waitFor(() => expect(takeToasts().map(({ text }) => text)).toEqual(['Tag “vip” restored']));
});

it('restores two tags although the first response is late', async () => {
  const { server, user } = open(['beta', 'vip']);
  takeToasts();
  for (const tag of ['vip', 'beta']) {
    await user.click(screen.getByRole('button', { name: `Remove tag ${tag}` }));
    await waitFor(() => expect(openToasts().some(({ text }) => text.includes(tag))).toBe(true));
  }
  let answer: () => void = () => undefined;
  server.on('panel/users/changeTag', ({ body }) => {
    const done = json({ success: true });
    const isVip = JSON.stringify(body).includes('vip');
    return isVip ? new Promise((resolve) => (answer = () => resolve(done))) : done;
  });
  for (const { action } of takeToasts()) act(() => action!.onPress());
  await waitFor(() =>
    expect(
      server
        .callsTo('panel/users/changeTag')
        .slice(2)
        .map(({ body }) => body),
    ).toEqual([
      { userId: 7, tag: 'vip', change: 'restore' },
      { userId: 7, tag: 'beta', change: 'restore' },
    ]),
  );
  await waitFor(() => expect(takeToasts().map(({ text }) => text)).toEqual(['Tag “beta” restored']));
  answer();
  await waitFor(() => expect(takeToasts().map(({ text }) => text)).toEqual(['Tag “vip” restored']));
});

it('restores a tag also after the screen was left, and again if the response was lost', async () => {
  takeConsole();
  const { server, user, unmount } = open(['vip']);
  takeToasts();
  await user.click(screen.getByRole('button', { name: 'Remove tag vip' }));
  await waitFor(() => expect(openToasts()).toHaveLength(1));
  const [removed] = takeToasts();
  unmount();
  server.on('panel/users/changeTag', lostNetwork);
  act(() => removed!.action!.onPress());
  await waitFor(() => expect(openToasts().some(({ action }) => action?.label === 'Try again')).toBe(true));
  const again = takeToasts().find(({ action }) => action !== undefined);
  server.on('panel/users/changeTag', { success: true });
  act(() => again!.action!.onPress());
  await waitFor(() => expect(openToasts().map(({ text }) => text)).toEqual(['Tag “vip” restored']));
  takeToasts();
});

it('is hidden if the server does not support tags', () => {
  open();
  expect(screen.queryByRole('region', { name: 'Tags' })).toBeNull();
});
