/** Tests the notes about a customer, which staff list, write, pin and remove without leaving the customer screen. */
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { createStore } from '../../../../../src/web/app/store';
import { PlatformContext } from '../../../../../src/web/platform/PlatformContext';
import { NotesPanel } from '../../../../../src/web/screens/staff/user/NotesPanel';
import { StyleProvider } from '../../../../../src/web/theme/StyleProvider';
import { openToasts } from '../../../../../src/web/toasts/toasts';
import { takeConsole } from '../../../../support/consoleSpy';
import { fakePlatform } from '../../../../support/fakePlatform';
import { rejection, scriptedApi } from '../../../../support/scriptedApi';
import { takeToasts } from '../../../../support/toasts';

const NOTES = [
  { id: 2, text: 'prefers emails', isPinned: true, at: '2026-11-20T09:00:00.000Z', by: 'ann' },
  { id: 1, text: 'calls from abroad', isPinned: false, at: '2026-11-19T09:00:00.000Z', by: 'ivan' },
];

function open(notes: object | null = { notes: NOTES }, role = 'support') {
  takeToasts();
  takeConsole();
  const server = scriptedApi();
  server.on('panel/me', { username: 'ivan', role });
  if (notes !== null) server.on('panel/users/notes', notes);
  server.on('panel/users/addNote', { success: true });
  server.on('panel/users/changeNote', { success: true });
  const platform = fakePlatform({ fetch: server.fetch, stored: { accessToken: 'a', refreshToken: 'r' } });
  render(
    <Provider store={createStore(platform)}>
      <PlatformContext value={platform}>
        <StyleProvider>
          <MemoryRouter>
            <NotesPanel userId={7} />
          </MemoryRouter>
        </StyleProvider>
      </PlatformContext>
    </Provider>,
  );
  return { server, user: userEvent.setup() };
}

it('shows each note with author and time', async () => {
  open();
  const items = await screen.findAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^prefers emailsPinnedann, 20\.11\.26/),
    expect.stringMatching(/^calls from abroadivan, 19\.11\.26/),
  ]);
});

it('writes a note, which may be pinned, and reloads the notes', async () => {
  const { server, user } = open();
  expect(screen.queryByLabelText('New note')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Add note' }));
  expect(screen.getByLabelText('New note')).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  expect(screen.getByText('Enter a note')).toBeVisible();
  await user.type(screen.getByLabelText('New note'), 'was refunded');
  await user.click(screen.getByRole('checkbox', { name: 'Pin to top' }));
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(server.callsTo('panel/users/notes')).toHaveLength(2));
  expect(server.callsTo('panel/users/addNote').map(({ body }) => body)).toEqual([
    {
      ...{ userId: 7, text: 'was refunded', isPinned: true },
      requestKey: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    },
  ]);
  expect(screen.queryByLabelText('New note')).toBeNull();
  expect(screen.getByRole('button', { name: 'Add note' })).toHaveFocus();
});

it('pins, unpins and removes in place', async () => {
  const { server, user } = open();
  await user.click(await screen.findByRole('button', { name: 'Unpin: prefers emails' }));
  await user.click(await screen.findByRole('button', { name: 'Remove: calls from abroad' }));
  await waitFor(() =>
    expect(server.callsTo('panel/users/changeNote').map(({ body }) => body)).toEqual([
      { noteId: 2, change: 'unpin' },
      { noteId: 1, change: 'remove' },
    ]),
  );
});

it('removes one’s own note at once, and restores it from the toast', async () => {
  const { server, user } = open();
  await user.click(await screen.findByRole('button', { name: 'Remove: calls from abroad' }));
  await waitFor(() => expect(openToasts()).toHaveLength(1));
  const [removed] = takeToasts();
  expect(removed).toMatchObject({ text: 'Note removed', action: { label: 'Undo' } });
  act(() => removed!.action!.onPress());
  await waitFor(() =>
    expect(server.callsTo('panel/users/changeNote').map(({ body }) => body)).toEqual([
      { noteId: 1, change: 'remove' },
      { noteId: 1, change: 'restore' },
    ]),
  );
  await waitFor(() => expect(openToasts().map(({ text }) => text)).toEqual(['Note restored']));
});

it('takes a pin back from the toast', async () => {
  const { server, user } = open();
  takeToasts();
  await user.click(await screen.findByRole('button', { name: 'Unpin: prefers emails' }));
  await waitFor(() => expect(openToasts()).toHaveLength(1));
  const [unpinned] = takeToasts();
  expect(unpinned).toMatchObject({ text: 'Note unpinned', action: { label: 'Undo' } });
  act(() => unpinned!.action!.onPress());
  await waitFor(() => expect(takeToasts().map(({ text }) => text)).toEqual(['Note pinned again']));
  expect(server.callsTo('panel/users/changeNote').map(({ body }) => body)).toEqual([
    { noteId: 2, change: 'unpin' },
    { noteId: 2, change: 'pin' },
  ]);
});

it('offers support no removal of a colleague’s note', async () => {
  open();
  await screen.findByRole('button', { name: 'Remove: calls from abroad' });
  expect(screen.queryByRole('button', { name: 'Remove: prefers emails' })).toBeNull();
});

it('asks senior staff before a colleague’s note is removed', async () => {
  const { server, user } = open(undefined, 'senior');
  const press = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: 'Remove: prefers emails' }));
    const question = within(await screen.findByRole('dialog', { name: 'Remove ann’s note?' }));
    await user.click(question.getByRole('button', { name }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await press('Cancel');
  expect(server.callsTo('panel/users/changeNote')).toEqual([]);
  await press('Remove');
  await waitFor(() =>
    expect(server.callsTo('panel/users/changeNote').map(({ body }) => body)).toEqual([
      { noteId: 2, change: 'remove' },
    ]),
  );
});

it('is hidden if the server does not support notes, and shows a loading error in its own panel', async () => {
  const { server } = open(null);
  await waitFor(() => expect(server.callsTo('panel/users/notes')).toHaveLength(1));
  expect(screen.queryByRole('region', { name: 'Notes' })).toBeNull();
});

it('can be reloaded after a failure', async () => {
  const { server, user } = open();
  server.on('panel/users/notes', () => rejection(400));
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  server.on('panel/users/notes', { notes: NOTES });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('prefers emails')).toBeVisible();
});
