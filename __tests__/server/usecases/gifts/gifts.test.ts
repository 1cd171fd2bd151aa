/** Tests gifts from the recipient's point of view. */
import { GIFT_KEY_LENGTH } from '../../../../src/server/domain/giftKey';
import { accounts } from '../../../../src/server/store/schema/accounts';
import { gifts } from '../../../../src/server/store/schema/gifts';
import { LIMITS } from '../../../../src/server/throttle/limits';
import { emailIdentity, openAccount } from '../../../../src/server/usecases/accounts/accounts';
import {
  activateGift,
  createGift,
  GIFT_ANSWERED_AGAIN_MS,
} from '../../../../src/server/usecases/gifts/gifts';
import { startTestServer, type TestServer } from '../../../support/server';
import { signInByEmail } from '../../../support/signIn';

const EMAIL = 'vasilisa@example.com';
const OFFICE = { staffId: null, username: 'test', ip: '127.0.0.1', requestId: 'test' };

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});

const newKey = async (months = 3) => (await createGift(server.deps, OFFICE, { months })).activationKey;
const check = async (key: string) => (await server.call('checkGift', { body: { key } })).body;
const nothing = { success: false, months: null };

describe('checking', () => {
  it('returns the months of a gift that is not activated, however often it is requested [call-13]', async () => {
    const key = await newKey(14);
    expect(await check(key)).toEqual({ success: true, months: 14 });
    expect(await check(key)).toEqual({ success: true, months: 14 });
  });

  it('accepts the key in any notation', async () => {
    const key = await newKey();
    const typed = (key.toLowerCase().match(/.{1,5}/g) ?? []).join('-');
    expect(await check(` ${typed} `)).toMatchObject({ success: true });
  });

  it('gives the same response for used, unknown, short and absurd keys', async () => {
    const used = await newKey();
    const { accessToken } = await signInByEmail(server, EMAIL);
    await server.call('activateGift', { token: accessToken, body: { key: used } });
    for (const key of [
      used,
      'Z'.repeat(GIFT_KEY_LENGTH),
      '0123456789',
      '🎁'.repeat(40),
      "' or 1=1 --",
      '%'.repeat(30),
    ]) {
      expect(await check(key)).toEqual(nothing);
    }
  });

  it('stores keys as hashes only', async () => {
    const key = await newKey();
    expect(JSON.stringify(await server.db.select().from(gifts))).not.toContain(key);
  });
});

describe('creating', () => {
  const REQUEST = 'a-request-key-of-the-form';
  const make = (months: number, staff = OFFICE) =>
    createGift(server.deps, staff, { months, requestKey: REQUEST });

  it('creates one gift per request id, however often it is sent', async () => {
    const responses = await Promise.all([make(3), make(3), make(3)]);
    expect(new Set(responses.map(({ activationKey }) => activationKey)).size).toBe(1);
    expect(await server.db.select().from(gifts)).toHaveLength(1);
    expect(await check(responses[0].activationKey)).toEqual({ success: true, months: 3 });
  });

  it('creates another gift each time without a request id', async () => {
    expect(await newKey()).not.toBe(await newKey());
    expect(await server.db.select().from(gifts)).toHaveLength(2);
  });

  it('returns no key for changed parameters, a used gift and a late repetition', async () => {
    const { activationKey } = await make(3);
    await expect(make(4)).rejects.toMatchObject({ reason: 'CONFLICT' });
    server.clock.advance(GIFT_ANSWERED_AGAIN_MS);
    expect((await make(3)).activationKey).toBe(activationKey);
    server.clock.advance(1);
    await expect(make(3)).rejects.toMatchObject({ reason: 'CONFLICT' });
    server.clock.set('2026-11-21T09:00:00.000Z');
    const { accessToken } = await signInByEmail(server, EMAIL);
    await server.call('activateGift', { token: accessToken, body: { key: activationKey } });
    await expect(make(3)).rejects.toMatchObject({ reason: 'CONFLICT' });
  });
});

describe('activating', () => {
  it('gives the months to the session’s account [call-14, flow-20]', async () => {
    const key = await newKey(1);
    const { accessToken, uid } = await signInByEmail(server, EMAIL);
    const response = await server.call('activateGift', {
      token: accessToken,
      body: { uid, email: EMAIL, photoURL: null, providerId: 'email', key },
    });
    expect(response.body).toEqual({
      success: true,
      subExpirationDateTime: '2026-12-21T09:00:00.000Z',
      uid,
    });
    const profile = await server.call('getProfile', { token: accessToken, body: {} });
    expect(profile.body.userInfo).toMatchObject({ subscriptionStatus: 'GIFTED', subscriptionIsActive: true });
  });

  it('works once, and the second attempt changes nothing', async () => {
    const key = await newKey(1);
    const first = await signInByEmail(server, EMAIL);
    const second = await signInByEmail(server, 'koschei@example.com');
    await server.call('activateGift', { token: first.accessToken, body: { key } });
    // A repeated request of the same account returns the first response for a limited time only.
    server.clock.advance(GIFT_ANSWERED_AGAIN_MS + 1);
    for (const { accessToken } of [second, first]) {
      const again = await server.call('activateGift', { token: accessToken, body: { key } });
      expect(again.status).toBe(200);
      expect(again.body).toEqual({ success: false });
    }
    const profile = await server.call('getProfile', { token: second.accessToken, body: {} });
    expect(profile.body.userInfo).toMatchObject({ subscriptionStatus: 'NOT_ACTIVE' });
    const owner = await server.call('getProfile', { token: first.accessToken, body: {} });
    expect(owner.body.userInfo).toMatchObject({ expirationDate: '2026-12-21T09:00:00.000Z' });
  });

  it('signs a Google identity in, but only with a key that activates a gift [access-11]', async () => {
    const token = await server.google.idToken(EMAIL);
    const rejected = await server.call('activateGift', { token, body: { key: 'Z'.repeat(GIFT_KEY_LENGTH) } });
    expect(rejected.body).toEqual({ success: false });
    expect(await server.db.select().from(accounts)).toEqual([]);

    const response = await server.call('activateGift', {
      token,
      body: { email: EMAIL, key: await newKey(1) },
    });
    expect(response.body).toMatchObject({ success: true, subExpirationDateTime: '2026-12-21T09:00:00.000Z' });
    const profile = await server.call('getProfile', { token: response.body.accessToken ?? '', body: {} });
    expect(profile.body.userInfo).toMatchObject({ email: EMAIL, subscriptionIsActive: true });
  });

  it.each(['', '0123456789'])('returns success false for the key %p', async (key) => {
    const { accessToken } = await signInByEmail(server, EMAIL);
    const response = await server.call('activateGift', { token: accessToken, body: { key } });
    expect(response.body).toEqual({ success: false });
  });

  it('has exactly one winner among 200 concurrent callers', async () => {
    const key = await newKey(1);
    const people: number[] = [];
    for (let index = 0; index < 20; index += 1) {
      const account = await openAccount(server.db, server.deps, emailIdentity(`racer${index}@example.com`));
      people.push(account.id);
    }
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        activateGift(server.deps, { accountId: people[index % people.length]!, key }),
      ),
    );
    const winners = outcomes.flatMap((outcome, index) => (outcome === null ? [] : [index % people.length]));
    expect(new Set(winners).size).toBe(1);
    expect(winners).toHaveLength(200 / people.length);
    const { rows } = await server.db.execute<{ granted: number }>(
      `select count(*)::int as granted from ledger_events`,
    );
    expect(rows).toEqual([{ granted: 1 }]);
  });

  it('returns the first response again if it was lost, and gives the months once', async () => {
    const key = await newKey(1);
    const { accessToken, uid } = await signInByEmail(server, EMAIL);
    const first = await server.call('activateGift', { token: accessToken, body: { key } });
    server.clock.advance(GIFT_ANSWERED_AGAIN_MS);
    const again = await server.call('activateGift', { token: accessToken, body: { key } });
    expect(again.body).toEqual({ ...first.body, uid });
    const { rows } = await server.db.execute(
      "select count(*)::int as granted from ledger_events where kind = 'giftGranted'",
    );
    expect(rows).toEqual([{ granted: 1 }]);
  });

  it("with a Google identity can be repeated too, and another identity's repetition creates no account", async () => {
    const key = await newKey(1);
    const token = await server.google.idToken(EMAIL);
    const body = { email: EMAIL, key };
    await server.call('activateGift', { token, body });
    const again = await server.call('activateGift', { token, body });
    expect(again.body).toMatchObject({ success: true, subExpirationDateTime: '2026-12-21T09:00:00.000Z' });
    const other = await server.google.idToken('koschei@example.com');
    const rejected = await server.call('activateGift', {
      token: other,
      body: { ...body, email: 'koschei@example.com' },
    });
    expect(rejected.body).toEqual({ success: false });
    expect(await server.db.select().from(accounts)).toHaveLength(1);
  });

  it('appends two gifts one after the other', async () => {
    const { accessToken } = await signInByEmail(server, EMAIL);
    const keys = [await newKey(1), await newKey(2)];
    await Promise.all(keys.map((key) => server.call('activateGift', { token: accessToken, body: { key } })));
    const profile = await server.call('getProfile', { token: accessToken, body: {} });
    expect(profile.body.userInfo).toMatchObject({ expirationDate: '2027-02-21T09:00:00.000Z' });
  });
});

it('limits the number of unknown keys per network', async () => {
  const watched = await startTestServer({ settings: { mode: 'production' } });
  const look = () => watched.call('checkGift', { body: { key: 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6' } });
  const { tries, windowMs } = LIMITS.giftChecks;
  for (let looked = 0; looked < tries; looked += 1) expect((await look()).status).toBe(200);
  const rejected = await look();
  expect(rejected.status).toBe(429);
  expect(rejected.headers.get('retry-after')).toBe(String(windowMs / 1000));
  watched.clock.advance(windowMs);
  expect((await look()).status).toBe(200);
});

it('accepts the keys of gifts on a network whose checks are used up, and does not count them', async () => {
  server = await startTestServer({ settings: { mode: 'production' } });
  const key = await newKey(3);
  for (let looked = 0; looked < LIMITS.giftChecks.tries; looked += 1)
    await check('Z'.repeat(GIFT_KEY_LENGTH));
  for (let looked = 0; looked < 3; looked += 1)
    expect(await check(key)).toEqual({ success: true, months: 3 });
  const wrong = await server.call('checkGift', { body: { key: 'Z'.repeat(GIFT_KEY_LENGTH) } });
  expect(wrong.status).toBe(429);
});

it('limits the wrong keys of one account and of one Google identity, and still activates a gift', async () => {
  server = await startTestServer({ settings: { mode: 'production' } });
  const { accessToken } = await signInByEmail(server, EMAIL);
  const google = await server.google.idToken('ivan@example.com');
  const neighbor = await server.google.idToken('marya@example.com');
  const activate = (token: string, key: string) => server.call('activateGift', { token, body: { key } });
  const wrong = 'Z'.repeat(GIFT_KEY_LENGTH);
  for (const token of [accessToken, google]) {
    for (let tried = 0; tried < LIMITS.giftActivationsOfAccount.tries; tried += 1)
      expect((await activate(token, wrong)).status).toBe(200);
    expect((await activate(token, wrong)).status).toBe(429);
    expect((await activate(neighbor, wrong)).status).toBe(200);
    expect((await activate(token, await newKey())).body).toMatchObject({ success: true });
  }
});
