/**
 * Tests the staff console without a network, with the real server. The console keeps the screen and typed text, and
 * continues when the network is restored.
 */
import { act, screen, waitFor, within } from '@testing-library/react';
import { emailIdentity, openAccount } from '../../src/server/usecases/accounts/accounts';
import { takeConsole } from '../support/consoleSpy';
import { fakePlatform } from '../support/fakePlatform';
import { renderApp } from '../support/renderApp';
import { startTestServer, type TestServer } from '../support/server';
import { signInStaffAs } from '../support/signIn';

const EMAIL = 'vasilisa@example.com';

let server: TestServer;
let userId: number;

beforeEach(async () => {
  takeConsole();
  server = await startTestServer();
  userId = (await openAccount(server.db, server.deps, emailIdentity(EMAIL))).id;
});

/**
 * Network failure of a request: before the request reaches the server, or after the server has processed the request.
 * Null means that the network does not fail.
 */
type Fault = 'cut' | 'loseResponse' | 'expireSession' | null;

async function openCustomer() {
  const { accessToken, refreshToken } = await signInStaffAs(server, 'senior', 'ann');
  const platform = fakePlatform({ stored: { accessToken, refreshToken } });
  let chooseFault: (path: string) => Fault = () => null;
  const calls: string[] = [];
  platform.fetch = async (input, init) => {
    const path = new URL(input instanceof Request ? input.url : input.toString(), 'http://localhost')
      .pathname;
    calls.push(path);
    const fault = chooseFault(path);
    if (fault === 'cut') throw new TypeError('no network');
    if (fault === 'expireSession')
      return Response.json({ error: { code: 'INVALID_TOKEN', message: 'expired' } }, { status: 401 });
    const response = await server.fetch(input, init);
    if (fault === 'loseResponse') throw new TypeError('no network');
    return response;
  };
  const app = renderApp(`/crucify?id=${String(userId)}`, { platform });
  // The button is hidden until the server has returned the permissions of the staff member's role.
  await screen.findByRole('button', { name: 'Add note' });
  return {
    ...app,
    calls,
    setFaults: (next: (path: string) => Fault) => {
      chooseFault = next;
    },
    /**
     * Simulates the loss of the network, of which the browser notifies the application. Call `goOnline` to restore the
     * network.
     */
    goOffline: () => {
      chooseFault = () => 'cut';
      act(() => platform.setOnline(false));
    },
    goOnline: () => {
      chooseFault = () => null;
      act(() => {
        platform.setOnline(true);
        window.dispatchEvent(new Event('online'));
      });
    },
    here: `/crucify?id=${String(userId)}`,
  };
}

const notes = async () => {
  const { accessToken } = await signInStaffAs(server, 'support', 'reader');
  const { body } = await server.call('listNotes', { token: accessToken, body: { userId } });
  return body.notes.map(({ text }) => text);
};

it('keeps the screen and the note, shows that it is offline, and saves the note when the network is restored', async () => {
  const { user, address, here, goOffline, goOnline, platform } = await openCustomer();
  goOffline();
  expect(await screen.findByText(/^You’re offline\.$/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await user.type(screen.getByLabelText('New note'), 'calls from abroad');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  expect(await screen.findByText(/You’re offline, so we couldn’t save the note/)).toBeInTheDocument();
  expect(address()).toBe(here);
  expect(screen.getByLabelText('New note')).toHaveValue('calls from abroad');
  expect(platform.storage.get('refreshToken')).not.toBeNull();
  goOnline();
  await waitFor(() => expect(screen.queryByText(/^You’re offline\.$/)).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(screen.queryByLabelText('New note')).toBeNull());
  expect(await notes()).toEqual(['calls from abroad']);
});

it('repeats a change that has a request id without asking, and the server makes it once', async () => {
  const { user, setFaults, address, here } = await openCustomer();
  setFaults((path) => (path.endsWith('addNote') ? 'loseResponse' : null));
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await user.type(screen.getByLabelText('New note'), 'calls from abroad');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  expect(await screen.findByText(/We couldn’t confirm the request to save the note/)).toBeInTheDocument();
  expect(address()).toBe(here);
  setFaults(() => null);
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(screen.queryByLabelText('New note')).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await notes()).toEqual(['calls from abroad']);
});

it('asks before it repeats a change that has no request id', async () => {
  const { user, setFaults, calls } = await openCustomer();
  const sent = () => calls.filter((path) => path.endsWith('resendSignInEmail')).length;
  setFaults((path) => (path.endsWith('resendSignInEmail') ? 'loseResponse' : null));
  const resend = async () => user.click(await screen.findByRole('button', { name: 'Resend sign-in email' }));
  await resend();
  await waitFor(() => expect(sent()).toBe(1));
  setFaults(() => null);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Resend sign-in email' })).toBeEnabled());
  await resend();
  let question = within(await screen.findByRole('dialog', { name: 'Send again?' }));
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent()).toBe(1);
  await resend();
  question = within(await screen.findByRole('dialog', { name: 'Send again?' }));
  await user.click(question.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(sent()).toBe(2));
});

it('asks also after a reload, which restores the typed text', async () => {
  const { user, setFaults, calls, platform, here, unmount } = await openCustomer();
  const sent = () => calls.filter((path) => path.endsWith('changeTag')).length;
  setFaults((path) => (path.endsWith('changeTag') ? 'loseResponse' : null));
  // The tags are hidden until the notes above them are loaded.
  await user.click(await screen.findByRole('button', { name: 'Add tag' }));
  await user.type(screen.getByLabelText('New tag'), 'vip');
  await user.click(screen.getByRole('button', { name: 'Add tag' }));
  expect(await screen.findByText(/We couldn’t confirm the request to update tags/)).toBeInTheDocument();
  setFaults(() => null);
  unmount();
  renderApp(here, { platform });
  // The button is hidden until the server has returned the permissions of the staff member's role.
  const add = await screen.findByRole('button', { name: 'Add tag' });
  expect(screen.getByLabelText('New tag')).toHaveValue('vip');
  await user.click(add);
  const question = within(await screen.findByRole('dialog', { name: 'Send again?' }));
  expect(sent()).toBe(1);
  await user.click(question.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(sent()).toBe(2));
  await waitFor(() => expect(screen.queryByLabelText('New tag')).toBeNull());
});

it('keeps the session and the text when the refresh gets no response, and shows that it is offline', async () => {
  const { user, setFaults, address, here, platform } = await openCustomer();
  setFaults((path) =>
    path.endsWith('auth/refreshToken') ? 'cut' : path.endsWith('addNote') ? 'expireSession' : null,
  );
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await user.type(screen.getByLabelText('New note'), 'calls from abroad');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  expect(await screen.findByText(/You’re still signed in/)).toBeInTheDocument();
  await waitFor(() => expect(address()).toBe(here));
  expect(await screen.findByLabelText('New note')).toHaveValue('calls from abroad');
  expect(platform.storage.get('refreshToken')).not.toBeNull();
  setFaults(() => null);
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(screen.queryByLabelText('New note')).toBeNull());
  expect(await notes()).toEqual(['calls from abroad']);
});

it('leads to /refresh after an error response and to /capitulum after a rejected refresh', async () => {
  const { user, setFaults, address } = await openCustomer();
  setFaults((path) =>
    path.endsWith('auth/refreshToken') || path.endsWith('addNote') ? 'expireSession' : null,
  );
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await user.type(screen.getByLabelText('New note'), 'calls from abroad');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(address()).toBe('/capitulum'));
});

it('reloads after an outage what failed to load, and keeps showing data whose reload failed', async () => {
  const { goOffline, goOnline, calls } = await openCustomer();
  await screen.findByRole('button', { name: EMAIL });
  goOffline();
  act(() => {
    window.dispatchEvent(new Event('visibilitychange'));
  });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add note' })).toBeInTheDocument());
  const before = calls.length;
  goOnline();
  await waitFor(() => {
    const repeated = calls.slice(before).map((path) => path.replace('/api/', ''));
    for (const path of [
      'panel/users/getUserById',
      'panel/users/notes',
      'panel/users/timeline',
      'panel/users/payments',
    ])
      expect(repeated).toContain(path);
  });
  expect(screen.getByRole('button', { name: EMAIL })).toBeInTheDocument();
});
