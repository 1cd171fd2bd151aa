/** Tests the sandbox's fake Google: the requests of the SDK, and the verification of its tokens by the product. */
import { Script } from 'node:vm';
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { CHOOSER } from '../../../src/server/sandbox/texts/accountChooser';
import type { Database } from '../../../src/server/store/database';
import { openSandboxTestDatabase } from '../../support/database';
import { type SandboxServer, startSandboxServer } from '../../support/sandboxServer';
import { TEST_ORIGIN } from '../../support/server';
import { TEST_START } from '../../support/settableClock';

const EMAIL = 'vasilisa@gmail.example';
const PROJECT = 'prosvet-sandbox';
const TOOLKIT = '/identitytoolkit.googleapis.com/v1/accounts:';
const TOKEN = '/securetoken.googleapis.com/v1/token';
const KEY = '?key=sandbox-api-key';
const START_S = Date.parse(TEST_START) / 1000;

interface Session {
  idToken: string;
  refreshToken: string;
  localId: string;
}

let db: Database;
let server: SandboxServer;

beforeEach(async () => {
  db = await openSandboxTestDatabase();
  server = await startSandboxServer(db);
});

afterEach(async () => {
  await server.settled();
  expect(server.errors).toEqual([]);
});

async function chooseAccount(email = EMAIL): Promise<string> {
  const { status, body } = await server.post('/sandbox/google/choose', { email });
  expect(status).toBe(200);
  return (body as { code: string }).code;
}

const requestUri = (code: string) =>
  `${TEST_ORIGIN}/emulator/auth/handler?providerId=google.com&code=${code}`;

const signInWith = async (code: string) =>
  server.post(`${TOOLKIT}signInWithIdp${KEY}`, {
    requestUri: requestUri(code),
    sessionId: 'sandbox',
    postBody: null,
    returnSecureToken: true,
  });

async function signIn(email = EMAIL): Promise<Session> {
  const { status, body } = await signInWith(await chooseAccount(email));
  expect(status).toBe(200);
  return body as Session;
}

async function refresh(refreshToken: string, query = KEY) {
  const response = await server.fetch(`${TOKEN}${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function register(bearer: string) {
  const response = await server.fetch('/api/v2/register', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${bearer}` },
    body: '{}',
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('signing in', () => {
  test('returns an ID token with which the product opens an account', async () => {
    const session = await signIn();
    expect(decodeJwt(session.idToken)).toEqual({
      iss: `https://securetoken.google.com/${PROJECT}`,
      aud: PROJECT,
      sub: session.localId,
      user_id: session.localId,
      iat: START_S,
      exp: START_S + 3600,
      auth_time: START_S,
      name: 'Василиса Светлова',
      email: EMAIL,
      email_verified: true,
      firebase: {
        identities: { 'google.com': [session.localId], email: [EMAIL] },
        sign_in_provider: 'google.com',
      },
    });
    const registered = await register(session.idToken);
    expect(registered.status).toBe(200);
    expect(registered.body).toMatchObject({
      success: true,
      accessToken: expect.stringMatching(/^ca_/) as string,
    });
  });

  test('maps the same person to the same account, and another person to another account', async () => {
    const registerUid = async (email: string) => (await register((await signIn(email)).idToken)).body['uid'];
    const first = await registerUid(EMAIL);
    expect(await registerUid(' Vasilisa@Gmail.example ')).toBe(first);
    expect(await registerUid('ivan@gmail.example')).not.toBe(first);
  });

  test('responds to the lookups that the SDK sends afterwards', async () => {
    const { idToken, localId } = await signIn();
    const { body } = await server.post(`${TOOLKIT}lookup${KEY}`, { idToken });
    expect(body).toMatchObject({ users: [{ localId, email: EMAIL, emailVerified: true }] });
  });

  test.each([
    ['a code that is none', 'nonsense'],
    ['no code', ''],
  ])('rejects %s', async (_name, code) => {
    const { status, body } = await signInWith(code);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: { message: expect.stringMatching(/^INVALID_IDP_RESPONSE/) as string },
    });
  });

  test('rejects a code that is five minutes old, and a token of another purpose', async () => {
    const code = await chooseAccount();
    const { idToken, refreshToken } = await signIn();
    for (const other of [idToken, refreshToken]) expect((await signInWith(other)).status).toBe(400);
    server.machineClock.advance(301_000);
    expect((await signInWith(code)).status).toBe(400);
  });

  test.each(['', '?key=another'])('rejects the key «%s»', async (query) => {
    const { status, body } = await server.post(`${TOOLKIT}signInWithIdp${query}`, {});
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { message: 'API key not valid. Please pass a valid API key.' } });
  });

  test('rejects unknown requests', async () => {
    expect((await server.post(`${TOOLKIT}signUp${KEY}`, {})).body).toMatchObject({
      error: { message: 'OPERATION_NOT_ALLOWED' },
    });
  });

  test('chooses no account for a page of another origin, nor for an invalid email', async () => {
    const foreign = await server.fetch('/sandbox/google/choose', {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'cross-site' },
      body: JSON.stringify({ email: EMAIL }),
    });
    expect(foreign.status).toBe(403);
    expect((await server.post('/sandbox/google/choose', { email: 'nobody' })).status).toBe(400);
  });
});

describe('refreshing', () => {
  test('returns a new ID token of the same sign-in', async () => {
    const { refreshToken, idToken } = await signIn();
    server.machineClock.advance(3_700_000);
    expect((await register(idToken)).status).toBe(401);
    const { status, body } = await refresh(refreshToken);
    expect(status).toBe(200);
    const fresh = String(body['id_token']);
    expect(decodeJwt(fresh)).toMatchObject({ auth_time: START_S, iat: START_S + 3700 });
    expect((await register(fresh)).status).toBe(200);
  });

  test.each(['nonsense', ''])('rejects «%s»', async (token) => {
    expect(await refresh(token)).toMatchObject({
      status: 400,
      body: { error: { message: 'INVALID_REFRESH_TOKEN' } },
    });
  });

  test('rejects an ID token instead of a refresh token', async () => {
    expect((await refresh((await signIn()).idToken)).status).toBe(400);
  });
});

test('a disabled account can neither sign in nor refresh until it is enabled', async () => {
  const { refreshToken, idToken } = await signIn();
  const code = await chooseAccount();
  await server.post('/sandbox/api/googleAccounts', { email: EMAIL, disabled: true });
  const disabled = { status: 400, body: { error: { message: 'USER_DISABLED' } } };
  expect(await signInWith(code)).toMatchObject(disabled);
  expect(await refresh(refreshToken)).toMatchObject(disabled);
  expect(await server.post(`${TOOLKIT}lookup${KEY}`, { idToken })).toMatchObject(disabled);
  await server.post('/sandbox/api/googleAccounts', { email: EMAIL, disabled: false });
  expect((await signInWith(code)).status).toBe(200);
});

test('the chooser lists some of the accounts that signed in, and always the initial accounts', async () => {
  for (let index = 0; index < 9; index += 1) {
    const email = `reader-${String(index)}@gmail.example`;
    await server.post('/sandbox/api/googleAccounts', { email, disabled: false });
  }
  const { body } = await server.get('/sandbox/api/googleAccounts');
  const emails = (body as { email: string }[]).map(({ email }) => email);
  expect(emails).toHaveLength(8);
  expect(emails.slice(6)).toEqual(CHOOSER.suggestions.map(({ email }) => email));
});

describe('the product rejects', () => {
  const claims = {
    iss: `https://securetoken.google.com/${PROJECT}`,
    aud: PROJECT,
    sub: 'x',
    iat: START_S,
    exp: START_S + 3600,
    auth_time: START_S,
    email: EMAIL,
    email_verified: true,
    firebase: { sign_in_provider: 'google.com' },
  };

  test('a token that is not signed', async () => {
    expect((await register(new UnsecuredJWT(claims).encode())).status).toBe(401);
  });

  test('a token signed with the published key as a secret', async () => {
    const { body } = await server.get('/sandbox/google/keys.json');
    const [key] = (body as { keys: { n: string }[] }).keys;
    const token = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'sandbox' });
    expect((await register(await token.sign(new TextEncoder().encode(key?.n)))).status).toBe(401);
  });

  test('a token of another project', async () => {
    const { refreshToken } = await signIn();
    // The token is signed with the right key, but its audience is another project.
    expect(decodeJwt(refreshToken).aud).not.toBe(PROJECT);
    expect((await register(refreshToken)).status).toBe(401);
    expect((await register(await chooseAccount())).status).toBe(401);
  });

  test('a token that has expired', async () => {
    const { idToken } = await signIn();
    server.machineClock.advance(3_631_000);
    expect((await register(idToken)).status).toBe(401);
  });
});

test('the signing key survives a restart of the process', async () => {
  const { idToken } = await signIn();
  const before = (await server.get('/sandbox/google/keys.json')).body;
  const restarted = await startSandboxServer(db, server.machineClock);
  expect((await restarted.get('/sandbox/google/keys.json')).body).toEqual(before);
  expect(JSON.stringify(before)).not.toMatch(/"(?:d|p|q|dp|dq|qi)"/);
  const response = await restarted.fetch('/api/v2/register', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${idToken}` },
    body: '{}',
  });
  expect(response.status).toBe(200);
});

describe('the pages', () => {
  const handler = '/emulator/auth/handler?eventId=1&authType=signInViaPopup&providerId=google.com';

  test('list the accounts, the most recent first', async () => {
    await signIn('third@gmail.example');
    const { body, headers } = await server.get(handler);
    expect(String(body).indexOf('third@gmail.example')).toBeLessThan(String(body).indexOf(EMAIL));
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    // The popup and its opener must remain connected, because the SDK checks whether the popup was closed.
    expect(headers.get('cross-origin-opener-policy')).toBeNull();
  });

  test('escape the display name of a person', async () => {
    await signIn('"><script>alert(1)</script>@gmail.example').catch(() => undefined);
    expect((await server.get(handler)).body).not.toContain('<script>alert');
  });

  test('show a message if the chooser is opened directly', async () => {
    const { body } = await server.get('/emulator/auth/handler');
    expect(body).toContain('Это окно открывает кнопка');
    expect(body).not.toContain('chooser.js');
  });

  test('allow only our own pages to frame the hidden frame', async () => {
    const { headers, body } = await server.get('/emulator/auth/iframe?apiKey=sandbox-api-key');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect(body).toContain('/sandbox/google/api.js');
  });

  test.each(['api.js', 'frame.js', 'chooser.js'])(
    'serve %s as a script without syntax errors',
    async (name) => {
      const { body, headers } = await server.get(`/sandbox/google/${name}`);
      expect(headers.get('content-type')).toContain('javascript');
      expect(() => new Script(String(body))).not.toThrow();
    },
  );
});
