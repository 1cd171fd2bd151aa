/** Tests customer sessions, registration and sign-out. */
import { createSecret } from '../../../../src/server/secrets';
import { accountIdentities, accounts } from '../../../../src/server/store/schema/accounts';
import { customerSessions } from '../../../../src/server/store/schema/sessions';
import { emailIdentity, openAccount } from '../../../../src/server/usecases/accounts/accounts';
import {
  createCustomerSession,
  CUSTOMER_ABSOLUTE_MS,
  CUSTOMER_IDLE_MS,
  CUSTOMER_USE_RECORDED_EVERY_MS,
  findCustomerSession,
  findStaffSession,
} from '../../../../src/server/usecases/accounts/sessions';
import { startTestServer, type TestServer } from '../../../support/server';
import { requestEmail, signInByEmail, signInStaffAs } from '../../../support/signIn';

const EMAIL = 'vasilisa@example.com';
const DAY = 24 * 3_600_000;

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});

async function newSession(): Promise<string> {
  const account = await openAccount(server.db, server.deps, emailIdentity(EMAIL));
  return createCustomerSession(server.db, server.deps, account.id);
}

const isLive = async (token: string) => (await findCustomerSession(server.deps, token)) !== null;

describe('a customer session', () => {
  it('identifies its customer', async () => {
    const { uid, accessToken } = await signInByEmail(server, EMAIL);
    expect(await findCustomerSession(server.deps, accessToken)).toEqual({
      kind: 'customer',
      deviceId: null,
      accountId: 1,
      uid,
      email: EMAIL,
      phone: null,
      hasChangedEmail: false,
      sessionId: 1,
    });
  });

  it('expires after 30 idle days, not before', async () => {
    const justUsed = await newSession();
    server.clock.advance(CUSTOMER_IDLE_MS - 1);
    expect(await isLive(justUsed)).toBe(true);
    const idle = await newSession();
    server.clock.advance(CUSTOMER_IDLE_MS);
    expect(await isLive(idle)).toBe(false);
  });

  it('expires 90 days after its start, however it is used', async () => {
    const token = await newSession();
    for (let day = 0; day < 80; day += 20) {
      server.clock.advance(20 * DAY);
      expect(await isLive(token)).toBe(true);
    }
    server.clock.advance(CUSTOMER_ABSOLUTE_MS - 80 * DAY - 1);
    expect(await isLive(token)).toBe(true);
    server.clock.advance(1);
    expect(await isLive(token)).toBe(false);
  });

  it('records its use at most once an hour', async () => {
    const token = await newSession();
    const lastUse = async () => (await server.db.select().from(customerSessions))[0]?.lastUsedAt.getTime();
    const begun = await lastUse();
    server.clock.advance(CUSTOMER_USE_RECORDED_EVERY_MS - 1);
    await isLive(token);
    expect(await lastUse()).toBe(begun);
    server.clock.advance(1);
    await isLive(token);
    expect(await lastUse()).toBe(server.clock.now().getTime());
  });

  it('is stored as a hash only', async () => {
    const token = await newSession();
    const [stored] = await server.db.select().from(customerSessions);
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('ends at sign-out, but other sessions of the customer continue', async () => {
    const here = await signInByEmail(server, EMAIL);
    const elsewhere = await signInByEmail(server, EMAIL);
    const response = await server.call('logOut', { token: here.accessToken, body: {} });
    expect(response.body).toEqual({ success: true });
    expect((await server.call('getProfile', { token: here.accessToken, body: {} })).status).toBe(401);
    expect((await server.call('logOut', { token: here.accessToken, body: {} })).status).toBe(401);
    expect((await server.call('getProfile', { token: elsewhere.accessToken, body: {} })).status).toBe(200);
  });
});

describe('secrets of another purpose', () => {
  it('give access neither to a customer session nor to a staff session', async () => {
    const customer = await signInByEmail(server, EMAIL);
    const staff = await signInStaffAs(server, 'admin');
    const emailMessage = await requestEmail(server, 'koschei@example.com');
    const foreign = [
      staff.refreshToken,
      emailMessage.linkToken,
      emailMessage.mailToken,
      createSecret('restore'),
      '',
      'x',
    ];
    for (const token of [...foreign, staff.accessToken]) {
      expect(await findCustomerSession(server.deps, token)).toBeNull();
    }
    for (const token of [...foreign, customer.accessToken]) {
      expect(await findStaffSession(server.deps, token)).toBeNull();
    }
    for (const token of foreign.filter((text) => text !== '')) {
      expect((await server.call('getProfile', { token, body: {} })).status).toBe(401);
      expect((await server.call('searchUsers', { token, query: { emailPart: 'a' } })).status).toBe(401);
    }
  });

  it('are not accepted for one another if only the prefix is changed', async () => {
    const { accessToken } = await signInByEmail(server, EMAIL);
    expect(await findStaffSession(server.deps, `sa_${accessToken.slice(3)}`)).toBeNull();
  });
});

describe('registration', () => {
  it('by email returns the subscription of the session’s account [call-12]', async () => {
    const { accessToken, uid } = await signInByEmail(server, EMAIL);
    const response = await server.call('registerByEmail', {
      token: accessToken,
      body: { uid, email: EMAIL, photoURL: null, providerId: 'email' },
    });
    expect(response.body).toEqual({
      success: true,
      expirationDate: '1970-01-01T00:00:00.000Z',
      subscriptionIsActive: false,
      firstPaymentActivated: false,
      uid,
    });
  });

  it.each([
    ['email', { email: 'koschei@example.com' }],
    ['uid', { uid: 'somebody-else' }],
  ])("rejects a body whose %s differs from the token's", async (_what, body) => {
    const { accessToken } = await signInByEmail(server, EMAIL);
    expect((await server.call('registerByEmail', { token: accessToken, body })).status).toBe(403);
    const idToken = await server.google.idToken(EMAIL);
    expect((await server.call('registerByGoogle', { token: idToken, body })).status).toBe(403);
    expect(await server.db.select().from(accounts)).toHaveLength(1);
  });

  it('by Google creates an account with its picture and a session under our own uid [call-11]', async () => {
    const token = await server.google.idToken(EMAIL);
    const response = await server.call('registerByGoogle', {
      token,
      body: {
        uid: `google-${EMAIL}`,
        email: EMAIL,
        photoURL: 'javascript:alert(1)',
        providerId: 'google.com',
      },
    });
    expect(response.body).toMatchObject({ success: true, subscriptionIsActive: false });
    expect(response.body.uid).toMatch(/^[\w-]{28}$/);
    const profile = await server.call('getProfile', {
      token: response.body.accessToken ?? '',
      body: { uid: response.body.uid ?? '', email: EMAIL },
    });
    expect(profile.body.userInfo).toMatchObject({ email: EMAIL, subscriptionStatus: 'NOT_ACTIVE' });
    expect(await server.db.select().from(accounts)).toEqual([
      expect.objectContaining({
        providerId: 'google.com',
        photoUrl: 'https://lh3.googleusercontent.com/a/test',
      }),
    ]);
  });

  it('by Google and by email use the same account', async () => {
    const byEmail = await signInByEmail(server, EMAIL);
    const byGoogle = await server.call('registerByGoogle', {
      token: await server.google.idToken(EMAIL),
      body: {},
    });
    expect(byGoogle.body.uid).toBe(byEmail.uid);
    expect(await server.db.select().from(accounts)).toHaveLength(1);
    const identities = await server.db.select().from(accountIdentities);
    expect(identities.map(({ provider }) => provider).sort()).toEqual(['email', 'google.com']);
  });

  it('by Google ignores a picture URL that is not https', async () => {
    await server.call('registerByGoogle', {
      token: await server.google.idToken(EMAIL, { picture: 'data:text/html,x' }),
      body: {},
    });
    expect((await server.db.select().from(accounts))[0]?.photoUrl).toBeNull();
  });
});
