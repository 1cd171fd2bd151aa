/** Tests every endpoint with every kind of caller. The expected result is derived from the endpoint's audience. */
import { createSecret } from '../../../src/server/secrets';
import { emailIdentity, openAccount } from '../../../src/server/usecases/accounts/accounts';
import { createCustomerSession } from '../../../src/server/usecases/accounts/sessions';
import type { Audience } from '../../../src/shared/contract/call';
import { CALLER_KINDS, type CallerKind } from '../../../src/shared/contract/callers';
import { CALL_NAMES, type CallName, CONTRACT } from '../../../src/shared/contract/contract';
import type { ErrorBody } from '../../../src/shared/contract/errors';
import { hasRight, STAFF_ROLES, type StaffRole } from '../../../src/shared/staffRoles';
import { buildSample } from '../../support/contractSamples';
import { startTestServer, type TestServer } from '../../support/server';
import { requestEmail, signInStaffAs } from '../../support/signIn';

const EMAIL = 'vasilisa@example.com';
const OTHER_EMAIL = 'ivan@example.com';

const EVERYBODY = ['support', 'senior', 'admin'] as const;
const SENIORS = ['senior', 'admin'] as const;
const LET_THROUGH: Readonly<Partial<Record<Audience, readonly CallerKind[]>>> = {
  customer: ['customer'],
  google: ['google'],
  customerOrGoogle: ['customer', 'google'],
  'customerOrStaff:helpCustomers': ['customer', ...EVERYBODY],
  'staff:ownAccount': EVERYBODY,
  'staff:readCustomers': EVERYBODY,
  'staff:helpCustomers': EVERYBODY,
  'staff:readGifts': EVERYBODY,
  'staff:makeGifts': SENIORS,
  'staff:refund': SENIORS,
  'staff:recoverAccounts': SENIORS,
  'staff:pushMany': SENIORS,
  'staff:manageTeam': ['admin'],
  'staff:readAudit': ['admin'],
  'staff:eraseCustomers': ['admin'],
  'staff:manageLinkDomains': ['admin'],
  'staff:exportCustomerData': ['admin'],
  'staff:readAnalytics': ['admin'],
  'staff:manageApps': ['admin'],
  'staff:manageNotice': ['admin'],
};

const PUBLIC_CALLS = CALL_NAMES.filter((name) => CONTRACT[name].audience === 'public');
const GUARDED_CALLS = CALL_NAMES.filter((name) => CONTRACT[name].audience !== 'public');
const CUSTOMER_CALLS = GUARDED_CALLS.filter((name) => listCallers(name).includes('customer'));

let server: TestServer;
let staffTokens: Map<StaffRole, string>;
let foreignTokens: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer();
  staffTokens = new Map();
  for (const role of STAFF_ROLES) staffTokens.set(role, (await signInStaffAs(server, role)).accessToken);
  const { refreshToken } = await signInStaffAs(server, 'support', 'ann');
  const emailMessage = await requestEmail(server, EMAIL);
  const other = await requestEmail(server, OTHER_EMAIL);
  const redeemed = await server.call('redeemEmailLink', {
    body: { linkToken: other.linkToken, mailToken: other.mailToken },
  });
  foreignTokens = {
    staffRefresh: refreshToken,
    mailToken: emailMessage.mailToken,
    linkToken: emailMessage.linkToken,
    restoreToken: redeemed.body.token ?? '',
    code: emailMessage.code,
  };
});

function listCallers(name: CallName): readonly CallerKind[] {
  const { audience } = CONTRACT[name];
  return LET_THROUGH[audience] ?? [];
}

async function customerToken(email: string): Promise<string> {
  const account = await openAccount(server.db, server.deps, emailIdentity(email));
  return createCustomerSession(server.db, server.deps, account.id);
}

function createToken(kind: CallerKind): Promise<string> {
  switch (kind) {
    case 'customer':
      return customerToken(EMAIL);
    case 'google':
      return server.google.idToken(EMAIL);
    default:
      return Promise.resolve(staffTokens.get(kind) ?? '');
  }
}

/** Returns the status of a response, and its error code if the response contains one. */
async function outcome(
  name: CallName,
  authorization: string | null,
  body: object = buildSample(name).body,
): Promise<{ status: number; code: string | undefined }> {
  const search = new URLSearchParams(buildSample(name).query).toString();
  const response = await server.fetch(`/api/${CONTRACT[name].path}?${search}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(authorization === null ? {} : { Authorization: authorization }),
    },
    body: JSON.stringify(body),
  });
  const result = (await response.json()) as Partial<ErrorBody>;
  return { status: response.status, code: result.error?.code };
}

const isTurnedAway = ({ code }: { code: string | undefined }) =>
  ['NO_TOKEN', 'INVALID_TOKEN', 'FORBIDDEN'].includes(code ?? '');

describe.each(GUARDED_CALLS)('%s', (name) => {
  it('rejects callers without a token', async () => {
    expect(await outcome(name, null)).toEqual({ status: 401, code: 'NO_TOKEN' });
    expect(await outcome(name, 'Bearer ')).toEqual({ status: 401, code: 'NO_TOKEN' });
  });

  it('rejects invalid tokens', async () => {
    const unknown = {
      garbage: 'garbage',
      'of the right shape': createSecret('customerAccess'),
      'of the right staff shape': createSecret('staffAccess'),
      'a signed token of nobody': 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl',
      'an unsigned token': 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.',
      'absurdly long': 'a'.repeat(9000),
    };
    for (const [kind, token] of Object.entries(unknown)) {
      expect([kind, await outcome(name, `Bearer ${token}`)]).toEqual([
        kind,
        { status: 401, code: 'INVALID_TOKEN' },
      ]);
    }
    expect(await outcome(name, 'Basic dXNlcjpwYXNz')).toEqual({ status: 401, code: 'INVALID_TOKEN' });
  });

  it('rejects tokens of another purpose [access-20]', async () => {
    for (const [purpose, token] of Object.entries(foreignTokens)) {
      expect(token).not.toBe('');
      expect([purpose, await outcome(name, `Bearer ${token}`)]).toEqual([
        purpose,
        { status: 401, code: 'INVALID_TOKEN' },
      ]);
    }
  });

  it('allows exactly its audience [access-13, access-21, access-22, access-25]', async () => {
    const letThrough: CallerKind[] = [];
    for (const kind of CALLER_KINDS) {
      const { status, code } = await outcome(name, `Bearer ${await createToken(kind)}`);
      if (code === 'FORBIDDEN') expect(status).toBe(403);
      else letThrough.push(kind);
      expect(code).not.toBe('INVALID_TOKEN');
    }
    expect(letThrough).toEqual(listCallers(name));
  });

  it('checks the token before the body', async () => {
    const response = await server.fetch(`/api/${CONTRACT[name].path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{broken',
    });
    expect(response.status).toBe(401);
  });
});

describe.each(PUBLIC_CALLS)('%s', (name) => {
  it('is public and ignores a token', async () => {
    for (const authorization of [null, 'Bearer garbage', `Bearer ${staffTokens.get('admin') ?? ''}`]) {
      expect(isTurnedAway(await outcome(name, authorization, {}))).toBe(false);
    }
  });
});

/** Customer endpoints whose body may name an account. */
const NAMING_CALLS = CUSTOMER_CALLS.filter((name) => 'uid' in buildSample(name).body);

describe.each(NAMING_CALLS)('%s made by a customer', (name) => {
  it('is rejected if the body names another account [access-8, access-14]', async () => {
    const stranger = await openAccount(server.db, server.deps, emailIdentity(OTHER_EMAIL));
    for (const naming of [{ uid: stranger.uid }, { email: OTHER_EMAIL }, { uid: 'x' }, { email: 'x' }]) {
      const body = { ...buildSample(name).body, ...naming };
      expect([naming, await outcome(name, `Bearer ${await customerToken(EMAIL)}`, body)]).toEqual([
        naming,
        { status: 403, code: 'FORBIDDEN' },
      ]);
    }
  });

  it("is allowed if the body names no account or the caller's account [access-8]", async () => {
    const { uid } = await openAccount(server.db, server.deps, emailIdentity(EMAIL));
    const namings = [
      {},
      { uid: 'unknown', email: 'unknown' },
      { uid: '', email: '' },
      { uid: null, email: null },
      { uid, email: ` ${EMAIL.toUpperCase()} ` },
    ];
    for (const naming of namings) {
      const body = { ...buildSample(name).body, ...naming };
      const { code } = await outcome(name, `Bearer ${await customerToken(EMAIL)}`, body);
      expect([naming, isTurnedAway({ code })]).toEqual([naming, false]);
    }
  });
});

test('a caller with a Google identity must not name another email', async () => {
  const token = `Bearer ${await server.google.idToken(EMAIL)}`;
  const { body } = buildSample('registerByGoogle');
  expect(await outcome('registerByGoogle', token, { ...body, email: OTHER_EMAIL })).toMatchObject({
    status: 403,
  });
  expect(await outcome('registerByGoogle', token, { ...body, uid: `google-${OTHER_EMAIL}` })).toMatchObject({
    status: 403,
  });
  expect(
    await outcome('registerByGoogle', token, { ...body, uid: `google-${EMAIL}`, email: EMAIL }),
  ).toMatchObject({
    status: 200,
  });
});

test('staff may name any account [access-24]', async () => {
  await openAccount(server.db, server.deps, emailIdentity(OTHER_EMAIL));
  const body = { ...buildSample('detachDevice').body, email: OTHER_EMAIL };
  expect(await outcome('detachDevice', `Bearer ${staffTokens.get('support') ?? ''}`, body)).toMatchObject({
    status: 200,
  });
});

describe.each(STAFF_ROLES)('a note, for %s', (role) => {
  /** Creates a note written by `author` and returns its id. */
  async function noteBy(author: string): Promise<number> {
    const { id: userId } = await openAccount(server.db, server.deps, emailIdentity(EMAIL));
    await server.call('addNote', { token: author, body: { userId, text: 'calls from abroad' } });
    const { body } = await server.call('listNotes', { token: author, body: { userId } });
    return body.notes[0]!.id;
  }
  const change = async (token: string, noteId: number, what: 'remove' | 'restore') =>
    (await server.call('changeNote', { token, body: { noteId, change: what } })).status;

  it('written by the caller may be removed and restored', async () => {
    const token = staffTokens.get(role)!;
    const noteId = await noteBy(token);
    expect([await change(token, noteId, 'remove'), await change(token, noteId, 'restore')]).toEqual([
      200, 200,
    ]);
  });

  it('of a colleague may be removed with the right, and restored once its author removed it', async () => {
    const { accessToken: author } = await signInStaffAs(server, 'support', 'author');
    const token = staffTokens.get(role)!;
    const expected = hasRight(role, 'moderateNotes') ? 200 : 403;
    expect(await change(token, await noteBy(author), 'remove')).toBe(expected);
    const removed = await noteBy(author);
    await change(author, removed, 'remove');
    expect(await change(token, removed, 'restore')).toBe(expected);
  });
});

test('the author of a note cannot restore it if a senior removed it', async () => {
  const { accessToken: author } = await signInStaffAs(server, 'support', 'author');
  const { id: userId } = await openAccount(server.db, server.deps, emailIdentity(EMAIL));
  await server.call('addNote', { token: author, body: { userId, text: 'rude words' } });
  const { body } = await server.call('listNotes', { token: author, body: { userId } });
  const noteId = body.notes[0]!.id;
  await server.call('changeNote', { token: staffTokens.get('senior')!, body: { noteId, change: 'remove' } });
  expect(
    (await server.call('changeNote', { token: author, body: { noteId, change: 'restore' } })).status,
  ).toBe(403);
});

test('error messages use the language of their reader', async () => {
  const message = async (name: CallName, token?: string) =>
    (await server.call(name, token === undefined ? {} : { token })).error.message;
  expect(await message('getProfile')).toMatch(/[а-я]/i);
  expect(await message('searchUsers')).toMatch(/^[^а-яё]+$/i);
  expect(await message('detachDevice', staffTokens.get('support') ?? '')).toMatch(/^[^а-яё]+$/i);
});
