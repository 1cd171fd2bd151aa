/** Tests `/capitulum`, the sign-in screen of the console. */
import '../../../../../src/web/screens/staff/signIn/StaffSignIn';
import { screen, waitFor } from '@testing-library/react';
import { selectIsStaff } from '../../../../../src/web/identity/selectors';
import { waitingTime } from '../../../../../src/web/texts/staff/signIn';
import { takeConsole } from '../../../../support/consoleSpy';
import { fakePlatform, type FakePlatformOptions } from '../../../../support/fakePlatform';
import { renderApp } from '../../../../support/renderApp';
import { json, lostNetwork, rejection, scriptedApi } from '../../../../support/scriptedApi';
import { takeToasts } from '../../../../support/toasts';

const ERROR = 'error via sing in, check your data';
const TOKENS = { accessToken: 'a-1', refreshToken: 'r-1' };

async function openSignIn(options: FakePlatformOptions = {}) {
  const server = scriptedApi();
  server.on('auth/login', TOKENS);
  const platform = fakePlatform({ fetch: server.fetch, ...options });
  const app = renderApp('/capitulum', { platform });
  const username = await screen.findByLabelText('Username');
  return {
    ...app,
    server,
    username,
    password: screen.getByLabelText('Password'),
    submit: screen.getByRole('button', { name: 'Sign in' }),
  };
}

it('signs in by the button and goes to /adept [flow-44, flow-45, number-23, screen-77]', async () => {
  const { user, username, password, submit, server, platform, address } = await openSignIn();
  await user.type(username, 'ann');
  await user.type(password, 'a password of ann');
  await user.click(submit);
  await waitFor(() => expect(address()).toBe('/adept'));
  expect(server.callsTo('auth/login')).toMatchObject([
    { body: { username: 'ann', password: 'a password of ann' }, bearer: null },
  ]);
  await waitFor(() => expect(platform.storage.contents()).toMatchObject(TOKENS));
});

it('submits on Enter [screen-78]', async () => {
  const { user, username, password, address } = await openSignIn();
  await user.type(username, 'ann');
  await user.type(password, 'a password of ann{Enter}');
  await waitFor(() => expect(address()).toBe('/adept'));
});

it('lets a password manager find its fields [screen-77]', async () => {
  const { username, password } = await openSignIn();
  expect(username).toHaveAttribute('autocomplete', 'username');
  expect(username).toHaveAttribute('name', 'username');
  expect(username).toHaveFocus();
  expect(password).toHaveAttribute('autocomplete', 'current-password');
  expect(password).toHaveAttribute('type', 'password');
});

it('shows the specified message if the sign-in fails, and hides the message at the next attempt [error-45, input-15]', async () => {
  takeConsole();
  const { user, username, password, submit, server, address } = await openSignIn();
  let result: (response: Response) => void = () => undefined;
  server.on('auth/login', () => rejection(401, 'SIGN_IN_REJECTED'));
  await user.type(username, 'ann');
  await user.type(password, 'wrong');
  await user.click(submit);
  expect(await screen.findByText(ERROR)).toBeVisible();
  expect(address()).toBe('/capitulum');
  server.on('auth/login', () => new Promise<Response>((resolve) => (result = resolve)));
  await user.click(submit);
  await waitFor(() => expect(screen.queryByText(ERROR)).not.toBeInTheDocument());
  result(json(TOKENS));
  await waitFor(() => expect(address()).toBe('/adept'));
});

it.each([
  ['14 minutes', '840', 'Try again in 14 minutes.'],
  ['half a minute', '30', 'Try again in 30 seconds.'],
  ['no time', null, 'Too many attempts. Try again later.'],
])('tells how long to wait after too many tries: %s', async (_name, retryAfter, words) => {
  takeConsole();
  const { user, username, password, submit, server } = await openSignIn();
  server.on(
    'auth/login',
    () =>
      new Response(JSON.stringify({ error: { code: 'TOO_MANY_REQUESTS', message: 'no' } }), {
        status: 429,
        headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
      }),
  );
  await user.type(username, 'ann');
  await user.type(password, 'wrong');
  await user.click(submit);
  expect(await screen.findByText(ERROR)).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent(words);
});

it.each([
  ['a lost network', lostNetwork],
  ['a 500', () => rejection(500)],
])('tells that the server did not answer after %s', async (_name, script) => {
  takeConsole();
  const { user, username, password, submit, server } = await openSignIn();
  server.on('auth/login', script);
  await user.type(username, 'ann');
  await user.type(password, 'a password');
  await user.click(submit);
  expect(await screen.findByText(/Can’t reach the server/)).toBeVisible();
});

it('reports maintenance in English only', async () => {
  takeConsole();
  const { user, username, password, submit, server } = await openSignIn();
  server.on('auth/login', () => rejection(503, 'UNAVAILABLE'));
  await user.type(username, 'ann');
  await user.type(password, 'a password');
  await user.click(submit);
  expect(await screen.findByText(/Can’t reach the server/)).toBeVisible();
  expect(takeToasts()).toEqual([]);
});

it('asks for missing input and sends nothing', async () => {
  const { user, username, password, submit, server } = await openSignIn();
  await user.click(submit);
  expect(username).toHaveFocus();
  expect(username).toHaveAccessibleDescription('Enter your username.');
  expect(password).toHaveAccessibleDescription('Enter your password.');
  await user.type(username, 'ann');
  await user.click(submit);
  expect(password).toHaveFocus();
  expect(server.calls).toEqual([]);
});

it('sends one request, however often the button is pressed', async () => {
  const { user, username, password, submit, server, address } = await openSignIn();
  const result = server.hold('auth/login');
  await user.type(username, 'ann');
  await user.type(password, 'a password');
  await user.dblClick(submit);
  await waitFor(() => expect(submit).toHaveAttribute('aria-busy', 'true'));
  await user.type(password, '{Enter}');
  result(TOKENS);
  await waitFor(() => expect(address()).toBe('/adept'));
  expect(server.callsTo('auth/login')).toHaveLength(1);
});

it('warns of Caps Lock while the password is typed', async () => {
  const { user, password } = await openSignIn();
  await user.type(password, 'a');
  expect(screen.queryByText('Caps Lock is on.')).not.toBeInTheDocument();
  await user.keyboard('{CapsLock}b');
  expect(await screen.findByText('Caps Lock is on.')).toBeVisible();
  await user.keyboard('{CapsLock}c');
  await waitFor(() => expect(screen.queryByText('Caps Lock is on.')).not.toBeInTheDocument());
});

it('offers another attempt to staff whose session could not be renewed but may still be valid', async () => {
  const { address } = renderApp('/capitulum', { platform: fakePlatform({ stored: TOKENS }) });
  const again = await screen.findByRole('link', { name: 'Try again' });
  expect(again).toHaveAttribute('href', '/refresh');
  expect(address()).toBe('/capitulum');
});

it('never reports an unreachable server after a sign-in, while the console is still loading', async () => {
  const { user, username, password, submit, store } = await openSignIn();
  await user.type(username, 'ann');
  await user.type(password, 'a password of ann');
  let hasReported = false;
  const observer = new MutationObserver(() => {
    hasReported ||= screen.queryByText('Can’t reach the server') !== null;
  });
  observer.observe(document.body, { childList: true, subtree: true });
  await user.click(submit);
  await waitFor(() => expect(selectIsStaff(store.getState())).toBe(true));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign in' })).not.toBeInTheDocument());
  observer.disconnect();
  expect(hasReported).toBe(false);
});

it.each([
  [0.2, '1 second'],
  [90, '90 seconds'],
  [91, '2 minutes'],
  [900, '15 minutes'],
])('says %s s as %s', (seconds, words) => {
  expect(waitingTime(seconds)).toBe(words);
});

it('remembers the console page that was requested before the sign-in', async () => {
  const platform = fakePlatform();
  const { address } = renderApp('/crucify?id=7', { platform });
  await waitFor(() => expect(address()).toBe('/capitulum'));
  expect(platform.sessionStorage.contents()).toEqual({ staffPlace: '/crucify?id=7' });
});
