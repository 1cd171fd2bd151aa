/** Tests `/adept/account`, `/adept/team` and `/adept/audit`, and the second factor at `/capitulum`. */
import '../../../../../src/web/screens/staff/audit/Audit';
import '../../../../../src/web/screens/staff/gifts/Gifts';
import '../../../../../src/web/screens/staff/account/StaffAccount';
import '../../../../../src/web/screens/staff/home/StaffHome';
import '../../../../../src/web/screens/staff/signIn/StaffSignIn';
import '../../../../../src/web/screens/staff/user/StaffUser';
import '../../../../../src/web/screens/staff/team/Team';
import { screen, waitFor, within } from '@testing-library/react';
import { takeConsole } from '../../../../support/consoleSpy';
import { fakePlatform } from '../../../../support/fakePlatform';
import { renderApp } from '../../../../support/renderApp';
import { json, rejection, scriptedApi } from '../../../../support/scriptedApi';

const TOKENS = { accessToken: 'a-1', refreshToken: 'r-1' };
const PROVISIONING = { secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', link: 'otpauth://totp/x?secret=GEZD' };
const AT = '2026-11-21T09:00:00.000Z';
const SESSION = {
  id: 's-1',
  ip: '10.0.0.1',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/150.0',
  createdAt: AT,
  lastUsedAt: AT,
  expiresAt: AT,
  isCurrent: false,
};
/** Removes the space that jsdom inserts where an email address may break after its «@». */
const CUSTOMER = /^vasilisa@\s?example\.com$/;
const MEMBER = {
  id: 1,
  username: 'admin',
  role: 'admin',
  createdAt: AT,
  createdBy: null,
  disabledAt: null,
  hasSecondFactor: false,
  lastSignInAt: AT,
  sessions: 1,
  isOwn: true,
};
const ANN = { ...MEMBER, id: 2, username: 'ann', role: 'support', hasSecondFactor: true, isOwn: false };

function open(path: string, stored: Record<string, string> = TOKENS) {
  takeConsole();
  const server = scriptedApi();
  server.on('panel/me', { username: 'admin', role: 'admin' });
  server.on('panel/account/get', {
    username: 'admin',
    role: 'admin',
    hasSecondFactor: false,
    secondFactorRequired: false,
    sessions: [SESSION, { ...SESSION, id: 's-2', isCurrent: true }],
  });
  server.on('panel/team/list', { content: [MEMBER, ANN] });
  server.on('panel/team/sessions', { content: [SESSION] });
  server.on('panel/audit/search', {
    content: [
      {
        id: 9,
        at: AT,
        username: 'ann',
        action: 'viewUser',
        accountId: 7,
        email: 'vasilisa@example.com',
        details: {},
        ip: '10.0.0.1',
        requestId: 'q-1',
      },
    ],
    next: 9,
  });
  const platform = fakePlatform({ fetch: server.fetch, stored });
  return { ...renderApp(path, { platform }), server };
}

it.each(['/adept/gifts', '/adept/team', '/adept/audit', '/adept/account'])(
  'leads back from %s to the search',
  async (path) => {
    const { user, server, address } = open(path);
    server.on('panel/gifts/list', { content: [], last: true });
    await user.click(await screen.findByRole('button', { name: 'Back' }));
    expect(await screen.findByRole('searchbox')).toBeVisible();
    expect(address()).toBe('/adept');
  },
);

it.each(['/adept', '/adept/gifts', '/adept/team', '/adept/audit', '/adept/account'])(
  '%s names the time zone of its dates once',
  async (path) => {
    open(path);
    expect(await screen.findAllByText(/Moscow time/)).toHaveLength(1);
  },
);

it('hides the create button without the right to create accounts', async () => {
  const { server } = open('/adept/team');
  server.on('panel/me', { username: 'ann', role: 'support' });
  server.on('panel/team/list', () => rejection(403, 'FORBIDDEN'));
  expect(await screen.findByText('You need the Admin role to view the team.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'New account' })).toBeNull();
});

describe('/capitulum', () => {
  async function signIn() {
    const app = open('/capitulum', {});
    await app.user.type(await screen.findByLabelText('Username'), 'ann');
    await app.user.type(screen.getByLabelText('Password'), 'a password');
    return app;
  }

  it('asks for a code after the right password, and signs in with its sixth digit', async () => {
    const { user, server, address } = await signIn();
    server.on('auth/login', ({ body }) =>
      'code' in (body as object) ? json(TOKENS) : rejection(401, 'TOTP_REQUIRED'),
    );
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    const code = await screen.findByLabelText('Code from your authenticator app');
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    expect(screen.queryByText('error via sing in, check your data')).not.toBeInTheDocument();
    await user.type(code, '123456');
    await waitFor(() => expect(address()).toBe('/adept'));
    expect(server.callsTo('auth/login').at(-1)?.body).toEqual({
      username: 'ann',
      password: 'a password',
      code: '123456',
    });
  });

  it('shows that the code is wrong, and asks again', async () => {
    const { user, server } = await signIn();
    server.on('auth/login', ({ body }) =>
      rejection(401, 'code' in (body as object) ? 'TOTP_REJECTED' : 'TOTP_REQUIRED'),
    );
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await user.type(await screen.findByLabelText('Code from your authenticator app'), '123456');
    expect(await screen.findByText(/Incorrect or already used code/)).toBeVisible();
    expect(screen.getByText('error via sing in, check your data')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Use another account' }));
    expect(await screen.findByLabelText('Username')).toHaveValue('');
  });

  it('has a second factor set up where it is required', async () => {
    const { user, server, address } = await signIn();
    server.on('auth/login', ({ body }) =>
      'code' in (body as object) ? json(TOKENS) : rejection(401, 'TOTP_SETUP_REQUIRED'),
    );
    server.on('auth/secondFactor', PROVISIONING);
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('Set up two-factor authentication')).toBeVisible();
    expect(screen.getByText('GEZD', { selector: 'code span:first-child' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open the app on this device' })).toHaveAttribute(
      'href',
      PROVISIONING.link,
    );
    await user.type(screen.getByLabelText('Enter the code from the app'), '123456');
    await waitFor(() => expect(address()).toBe('/adept'));
  });
});

describe('/adept/account', () => {
  it('lists the sessions, and ends a session other than the current session', async () => {
    const { user, server } = open('/adept/account');
    server.on('panel/account/revokeSession', { success: true });
    const ends = await screen.findAllByRole('button', { name: 'Revoke' });
    expect(ends).toHaveLength(1);
    await user.click(ends[0]!);
    await waitFor(() =>
      expect(server.callsTo('panel/account/revokeSession')[0]?.body).toEqual({ sessionId: 's-1' }),
    );
  });

  it('enables a second factor with the password and a first code', async () => {
    const { user, server } = open('/adept/account');
    server.on('panel/account/offerSecondFactor', () => rejection(422, 'PASSWORD_REJECTED'));
    await user.click(await screen.findByRole('button', { name: 'Enable' }));
    await user.type(await screen.findByLabelText('Current password'), 'wrong{Enter}');
    expect(await screen.findByText('rejected with 422')).toBeVisible();
    server.on('panel/account/offerSecondFactor', PROVISIONING);
    server.on('panel/account/confirmSecondFactor', { success: true });
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await user.type(await screen.findByLabelText('Enter the code from the app'), '123 456');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(server.callsTo('panel/account/confirmSecondFactor')).toMatchObject([{ body: { code: '123456' } }]);
  });

  it('does not send a weak new password', async () => {
    const { user, server } = open('/adept/account');
    await user.click(await screen.findByRole('button', { name: 'Change password' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Current password'), 'a password');
    await user.type(within(dialog).getByLabelText('New password'), 'short{Enter}');
    expect(await within(dialog).findByText(/Use at least 12 characters/)).toBeVisible();
    expect(server.callsTo('panel/account/changePassword')).toEqual([]);
  });
});

describe('/adept/team', () => {
  it('creates an account and shows its generated password once', async () => {
    const { user, server } = open('/adept/team');
    server.on('panel/team/create', { id: 3, username: 'zoe', password: 'abcde-fghjk-mnpqr-stuvw' });
    await user.click(await screen.findByRole('button', { name: 'New account' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Username'), ' Zoe ');
    await user.selectOptions(within(dialog).getByLabelText('Role'), 'Senior');
    await user.click(within(dialog).getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('abcde-fghjk-mnpqr-stuvw')).toBeVisible();
    expect(server.callsTo('panel/team/create')[0]?.body).toEqual({
      username: 'zoe',
      role: 'senior',
      password: null,
    });
  });

  it('opens one account by its URL, asks before disabling, and shows the reason of a rejection', async () => {
    const { user, server } = open('/adept/team?id=2');
    server.on('panel/team/disable', () => rejection(409, 'CONFLICT'));
    await user.click(await screen.findByRole('button', { name: 'Disable' }));
    expect(await screen.findByText(/will be signed out everywhere/)).toBeVisible();
    expect(server.callsTo('panel/team/disable')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Disable' }));
    expect(await screen.findByText('rejected with 409')).toBeVisible();
    expect(server.callsTo('panel/team/disable')[0]?.body).toEqual({ staffId: 2 });
  });

  it("offers only a link to the account page for the caller's own account", async () => {
    open('/adept/team?id=1');
    expect(await screen.findByRole('link', { name: 'Go to Account' })).toHaveAttribute(
      'href',
      '/adept/account',
    );
    expect(screen.queryByRole('button', { name: 'Disable' })).not.toBeInTheDocument();
  });

  it('informs staff who are not admins', async () => {
    const { server } = open('/adept/team');
    server.on('panel/team/list', () => rejection(403, 'FORBIDDEN'));
    expect(await screen.findByText('You need the Admin role to view the team.')).toBeVisible();
  });
});

describe('/adept/audit', () => {
  it('requests the filters in the URL, and puts filters and pages into the URL', async () => {
    const { user, server, address } = open('/adept/audit?who=ann&customer=7&until=2026-11-21');
    expect(await screen.findByText('Viewed customer', { selector: 'td span' })).toBeVisible();
    expect(screen.getByRole('link', { name: CUSTOMER })).toHaveAttribute('href', '/crucify?id=7');
    expect(server.callsTo('panel/audit/search')[0]?.body).toMatchObject({
      username: 'ann',
      accountId: 7,
      to: '2026-11-21T21:00:00.000Z',
      before: null,
    });
    await user.click(screen.getByRole('button', { name: 'Older' }));
    await waitFor(() => expect(address()).toContain('before=9'));
    await user.selectOptions(screen.getByLabelText('Action'), 'Refunded');
    await waitFor(() => expect(address()).toContain('action=refund'));
    expect(address()).not.toContain('before');
    await user.clear(screen.getByLabelText('Actor'));
    await user.type(screen.getByLabelText('Actor'), 'zoe{Enter}');
    await waitFor(() => expect(address()).toContain('who=zoe'));
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(address()).toBe('/adept/audit'));
  });

  it('keeps its filters after navigating back from a customer', async () => {
    const { user, server, address } = open('/adept/audit?who=ann');
    server.on('panel/users/getUserById', () => rejection(404));
    await user.click(await screen.findByRole('link', { name: CUSTOMER }));
    expect(await screen.findByText('Customer not found')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(address()).toBe('/adept/audit?who=ann'));
  });

  it('saves all pages as one CSV file', async () => {
    const { user, server, platform } = open('/adept/audit');
    const saved: { name: string; text: Promise<string> }[] = [];
    platform.files.save = (name, content) => saved.push({ name, text: new Response(content).text() });
    const entry = { at: AT, username: '=cmd', action: 'refund', details: {}, ip: '-', requestId: 'q' };
    server.on('panel/audit/export', (_call, count) =>
      json({ content: [{ ...entry, id: 3 - count }], next: count === 1 ? 2 : null }),
    );
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(
      server.callsTo('panel/audit/export').map(({ body }) => (body as { before: unknown }).before),
    ).toEqual([null, 2]);
    const lines = ((await saved[0]?.text) ?? '').trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(`;21.11.2026 09:00:00;"'=cmd";`);
  });
});

describe('/adept/audit', () => {
  it.each(['customer=seven', 'since=yesterday', 'action=dance'])(
    'says that it does not understand the filter %s, and asks for nothing',
    async (filter) => {
      const { server } = open(`/adept/audit?${filter}`);
      expect(await screen.findByText('Fix the invalid filter above to see results.')).toBeInTheDocument();
      expect(screen.getAllByText('Invalid value').length).toBeGreaterThan(0);
      expect(await screen.findByRole('button', { name: 'Export CSV' })).toBeDisabled();
      expect(server.callsTo('panel/audit/search')).toEqual([]);
    },
  );

  it('has a column of amounts, as numbers in the file', async () => {
    const { server, user, platform } = open('/adept/audit');
    const refund = {
      id: 8,
      at: AT,
      username: 'ann',
      action: 'refund',
      details: {
        transactionId: '9',
        amountKopecks: 15_050,
        paidKopecks: 44_900,
        reason: 'other',
        comment: '',
      },
      ip: '10.0.0.1',
      requestId: 'q-2',
    };
    server.on('panel/audit/search', { content: [refund] });
    server.on('panel/audit/export', { content: [refund] });
    expect(await screen.findByRole('cell', { name: /^150\.50/ })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(platform.savedFiles).toHaveLength(1));
    expect(await platform.savedFiles[0]?.content.text()).toContain(';150,5;');
  });

  it('offers neither filters nor a file to staff who may not read the log', async () => {
    const { server } = open('/adept/audit');
    server.on('panel/me', { username: 'ann', role: 'support' });
    server.on('panel/audit/search', () => rejection(403));
    expect(await screen.findByText('You need the Admin role to view the audit log.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
    expect(screen.queryByRole('search')).toBeNull();
  });
});
