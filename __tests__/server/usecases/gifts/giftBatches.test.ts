/** Tests gift batches that staff create, the list of gifts, and the revocation of gifts. */
import { giftBatches, gifts } from '../../../../src/server/store/schema/gifts';
import { staffAudit } from '../../../../src/server/store/schema/staff';
import { emailIdentity, openAccount } from '../../../../src/server/usecases/accounts/accounts';
import { KEYS_ANSWERED_AGAIN_MS, revokeGift } from '../../../../src/server/usecases/gifts/giftBatches';
import { activateGift, createGift } from '../../../../src/server/usecases/gifts/gifts';
import { GIFT_BATCH_SIZE_MAX, GIFT_MONTHS_MAX } from '../../../../src/shared/constants';
import { startTestServer, type TestServer } from '../../../support/server';
import { requestEmail, signInByEmail, signInStaffAs, STAFF_PASSWORD } from '../../../support/signIn';

const REQUEST = '5f0c6a4e-9f53-4a3e-8d0e-0d2d1e6c7b11';
const OTHER_REQUEST = 'a3a2d6c8-31f0-4b57-9d6e-7a6a5d2f9c01';
const OFFICE = { staffId: 1, username: 'senior', ip: '127.0.0.1', requestId: 'test' };

let server: TestServer;
let token: string;

beforeEach(async () => {
  server = await startTestServer();
  token = (await signInStaffAs(server, 'senior')).accessToken;
});

const batch = { requestKey: REQUEST, name: 'Spring', months: 3, size: 5 };
const createBatch = (over: Partial<typeof batch> = {}, as = token) =>
  server.call('createGiftBatch', { token: as, body: { ...batch, ...over } });
const listGifts = async (query: Parameters<typeof server.call<'listGifts'>>[1] = {}) =>
  (await server.call('listGifts', { token, ...query })).body;
const listBatches = async () => (await server.call('listGiftBatches', { token, query: {} })).body.content;
const check = async (key: string) => (await server.call('checkGift', { body: { key } })).body;
const worthless = { success: false, months: null };
const readAudit = async (...actions: string[]) =>
  (await server.db.select().from(staffAudit).orderBy(staffAudit.id))
    .filter(({ action }) => actions.includes(action))
    .map(({ action, username, details }) => ({ action, username, details }));

/**
 * Signs the staff member in again, because the access token expires before the request to create a batch can no longer be
 * repeated.
 */
async function signInAgain(): Promise<void> {
  const body = { username: 'senior', password: STAFF_PASSWORD };
  token = (await server.call('staffLogin', { body })).body.accessToken;
}

function wait(ms: number): Promise<void> {
  server.clock.advance(ms);
  return Promise.resolve();
}

async function activate(key: string, email = 'vasilisa@example.com') {
  const customer = await signInByEmail(server, email);
  return server.call('activateGift', { token: customer.accessToken, body: { key } });
}

describe('a batch', () => {
  it('contains the requested number of different keys with 130 bits, each with its months', async () => {
    const { body } = await createBatch();
    expect(body.keys).toHaveLength(5);
    expect(new Set(body.keys).size).toBe(5);
    for (const key of body.keys) {
      expect(key).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
      expect(await check(key)).toEqual({ success: true, months: 3 });
    }
  });

  it('stores no key, only hashes and endings', async () => {
    const { body } = await createBatch();
    const stored = JSON.stringify([
      await server.db.select().from(gifts),
      await server.db.select().from(giftBatches),
      await server.db.select().from(staffAudit),
      server.logs,
    ]);
    for (const key of body.keys) expect(stored).not.toContain(key);
    expect(stored).not.toContain(REQUEST);
  });

  it('is limited to 500 gifts', async () => {
    const { body } = await createBatch({ size: GIFT_BATCH_SIZE_MAX });
    expect(new Set(body.keys).size).toBe(500);
    expect(await listBatches()).toEqual([
      expect.objectContaining({ name: 'Spring', size: 500, unused: 500, activated: 0, revoked: 0 }),
    ]);
  });

  it.each([
    { size: 0 },
    { size: GIFT_BATCH_SIZE_MAX + 1 },
    { size: 1.5 },
    { months: 0 },
    { months: -1 },
    { months: GIFT_MONTHS_MAX + 1 },
    { name: '' },
    { name: '   ' },
    { name: 'x'.repeat(81) },
    { name: 'two\nlines' },
    { name: 'two\u2028lines' },
    { name: 'read \u202ebackwards' },
    { name: 'set \u2066apart' },
    { requestKey: '' },
    { requestKey: 'spring' },
  ])('is rejected as %j and creates nothing', async (over) => {
    expect((await createBatch(over)).status).toBe(400);
    expect(await server.db.select().from(gifts)).toEqual([]);
  });

  it('is rejected for support, who may list gifts', async () => {
    const support = (await signInStaffAs(server, 'support')).accessToken;
    expect((await createBatch({}, support)).status).toBe(403);
    expect((await server.call('listGifts', { token: support, query: {} })).status).toBe(200);
    expect((await server.call('listGiftBatches', { token: support, query: {} })).status).toBe(200);
    expect((await server.call('revokeGift', { token: support, body: { giftId: 1 } })).status).toBe(403);
    expect((await server.call('revokeGiftBatch', { token: support, body: { batchId: 1 } })).status).toBe(403);
  });

  it('is audited with its content', async () => {
    await createBatch();
    expect(await readAudit('createGiftBatch')).toEqual([
      {
        action: 'createGiftBatch',
        username: 'senior',
        details: { batchId: 1, name: 'Spring', months: 3, size: 5 },
      },
    ]);
  });
});

describe('a batch whose response was lost', () => {
  it('is created once, and its repetition returns the same keys', async () => {
    const first = await createBatch();
    server.clock.advance(KEYS_ANSWERED_AGAIN_MS);
    await signInAgain();
    const again = await createBatch();
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(await listBatches()).toHaveLength(1);
    expect(await readAudit('createGiftBatch', 'repeatGiftBatch')).toMatchObject([
      { action: 'createGiftBatch' },
      { action: 'repeatGiftBatch', details: { batchId: 1 } },
    ]);
  });

  it('is created once by ten concurrent repetitions', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => createBatch()));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await server.db.select().from(gifts)).toHaveLength(5);
  });

  it.each([
    ['after a quarter of an hour', () => wait(KEYS_ANSWERED_AGAIN_MS + 1), {}],
    ['once a key is revoked', () => server.call('revokeGiftBatch', { token, body: { batchId: 1 } }), {}],
    ['for another number of months', () => Promise.resolve(), { months: 4 }],
    ['for another number of gifts', () => Promise.resolve(), { size: 6 }],
    ['for another name', () => Promise.resolve(), { name: 'Autumn' }],
  ])('is not returned again %s, and stays in the list', async (_when, happen, over) => {
    await createBatch();
    await happen();
    await signInAgain();
    const again = await createBatch(over);
    expect(again.status).toBe(409);
    expect(again.error.code).toBe('CONFLICT');
    expect(await listBatches()).toHaveLength(1);
  });

  it('is not returned to other staff who repeat its request', async () => {
    const { body } = await createBatch();
    const other = await createBatch({}, (await signInStaffAs(server, 'admin')).accessToken);
    expect(other.body.batchId).not.toBe(body.batchId);
    expect(other.body.keys.filter((key) => body.keys.includes(key))).toEqual([]);
  });
});

describe('the list', () => {
  it('shows who created, activated and revoked each gift, and when', async () => {
    const { body } = await createBatch({ size: 3 });
    server.clock.advance(60_000);
    await activate(body.keys[0]!);
    await server.call('revokeGift', { token, body: { giftId: 2 } });
    const { content, last } = await listGifts();
    expect(last).toBe(true);
    const ending = body.keys[2]!.slice(-4);
    expect((await listGifts({ query: { keyEnding: ending.toLowerCase() } })).content).toEqual([content[0]]);
    expect((await listGifts({ query: { keyEnding: ending.slice(-1) } })).content).toContainEqual(content[0]);
    const made = {
      months: 3,
      batch: { id: 1, name: 'Spring' },
      createdAt: '2026-11-21T09:00:00.000Z',
      createdBy: 'senior',
    };
    const nobody = { activatedAt: null, activatedBy: null, revokedAt: null, revokedBy: null };
    expect(content).toEqual([
      { id: 3, keyEnding: body.keys[2]!.slice(-4), state: 'new', ...made, ...nobody },
      {
        ...{ id: 2, keyEnding: body.keys[1]!.slice(-4), state: 'revoked', ...made, ...nobody },
        revokedAt: '2026-11-21T09:01:00.000Z',
        revokedBy: 'senior',
      },
      {
        ...{ id: 1, keyEnding: body.keys[0]!.slice(-4), state: 'activated', ...made, ...nobody },
        activatedAt: '2026-11-21T09:01:00.000Z',
        activatedBy: { id: 1, email: 'vasilisa@example.com' },
      },
    ]);
    expect(await listBatches()).toEqual([
      {
        ...{ id: 1, name: 'Spring', months: 3, size: 3, unused: 1, activated: 1, revoked: 1 },
        createdAt: '2026-11-21T09:00:00.000Z',
        createdBy: 'senior',
      },
    ]);
  });

  it('is filtered by state and batch, paged and sorted', async () => {
    await createBatch({ size: 3 });
    await createBatch({ requestKey: OTHER_REQUEST, name: 'Autumn', months: 1, size: 2 });
    await createGift(server.deps, OFFICE, { months: 12 });
    await server.call('revokeGift', { token, body: { giftId: 4 } });
    const ids = async (query: NonNullable<Parameters<typeof listGifts>[0]>['query']) =>
      (await listGifts({ query: query ?? {} })).content.map(({ id }) => id);
    expect(await ids({})).toEqual([6, 5, 4, 3, 2, 1]);
    expect(await ids({ state: 'revoked' })).toEqual([4]);
    expect(await ids({ state: 'activated' })).toEqual([]);
    expect(await ids({ state: 'new', batchId: 2 })).toEqual([5]);
    expect(await ids({ batchId: 4711 })).toEqual([]);
    expect(await ids({ sortBy: 'months', sortDirection: 'ASC' })).toEqual([4, 5, 1, 2, 3, 6]);
    expect(await ids({ size: 4 })).toEqual([6, 5, 4, 3]);
    expect(await ids({ size: 4, page: 1 })).toEqual([2, 1]);
    const first = await listGifts({ query: { size: 4 } });
    expect(first).toMatchObject({ number: 0, size: 4, last: false, isTotalCapped: false });
    const { content: everyGift } = await listGifts({ query: { size: 100 } });
    expect(first.total).toBe(everyGift.length);
    expect(await listGifts({ query: { size: 4, page: 1 } })).toMatchObject({ number: 1, last: true });
    expect(await listGifts({ query: { size: 4, page: 10_000 } })).toMatchObject({ content: [], last: true });
  });

  it('sorts by activation in both directions, with gifts that are not activated at the end', async () => {
    const { body } = await createBatch({ size: 3 });
    await activate(body.keys[2]!);
    server.clock.advance(60_000);
    await activate(body.keys[0]!, 'koschei@example.com');
    const ids = async (sortDirection: 'ASC' | 'DESC') =>
      (await listGifts({ query: { sortBy: 'activatedAt', sortDirection } })).content.map(({ id }) => id);
    expect(await ids('DESC')).toEqual([1, 3, 2]);
    expect(await ids('ASC')).toEqual([3, 1, 2]);
  });

  it.each([
    { state: 'lost' },
    { batchId: '0' },
    { page: '-1' },
    { size: '101' },
    { sortBy: 'keyHash' },
    { sortDirection: 'sideways' },
  ])('rejects %j with 400', async (query) => {
    const response = await server.fetch(`/api/panel/gifts/list?${new URLSearchParams(query).toString()}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(400);
  });
});

describe('revoking', () => {
  it('makes a key look nonexistent to its holder: at the check, in the email and at the activation', async () => {
    const { body } = await createBatch({ size: 1 });
    const key = body.keys[0]!;
    const customer = await signInByEmail(server, 'vasilisa@example.com');
    const { linkToken, mailToken } = await requestEmail(server, 'koschei@example.com', key);
    expect((await server.call('revokeGift', { token, body: { giftId: 1 } })).body).toEqual({ success: true });

    expect(await check(key)).toEqual(worthless);
    expect(await check('Z'.repeat(26))).toEqual(worthless);
    const result = await server.call('activateGift', { token: customer.accessToken, body: { key } });
    expect([result.status, result.body]).toEqual([200, { success: false }]);
    const google = await server.google.idToken('ivan@example.com');
    const stranger = await server.call('activateGift', { token: google, body: { key } });
    expect([stranger.status, stranger.body]).toEqual([200, { success: false }]);
    // The sign-in email that was sent before the revocation still signs in, but the gift in the email is rejected.
    const redeemed = await server.call('redeemEmailLink', { body: { linkToken, mailToken } });
    const restored = await server.call('restoreEmailLink', { body: { token: redeemed.body.token ?? '' } });
    const late = await server.call('activateGift', {
      token: restored.body.accessToken ?? '',
      body: { key },
    });
    expect(late.body).toEqual({ success: false });
    const profile = await server.call('getProfile', { token: customer.accessToken, body: {} });
    expect(profile.body.userInfo).toMatchObject({ subscriptionStatus: 'NOT_ACTIVE' });
  });

  it('is rejected for a missing, activated or revoked gift, and changes nothing then', async () => {
    const { body } = await createBatch({ size: 2 });
    await activate(body.keys[0]!);
    await server.call('revokeGift', { token, body: { giftId: 2 } });
    server.clock.advance(60_000);
    const before = await server.db.select().from(gifts).orderBy(gifts.id);
    const rejections = await Promise.all(
      [1, 2, 4711].map((giftId) => server.call('revokeGift', { token, body: { giftId } })),
    );
    expect(rejections.map(({ status, error }) => [status, error.message])).toEqual([
      [409, 'This gift has already been activated.'],
      [409, 'This gift has already been revoked.'],
      [404, 'Gift not found.'],
    ]);
    expect(await server.db.select().from(gifts).orderBy(gifts.id)).toEqual(before);
    expect(await readAudit('revokeGift')).toEqual([
      { action: 'revokeGift', username: 'senior', details: { giftId: 2 } },
    ]);
    expect((await readAudit('giftChangeRejected')).map(({ details }) => details)).toEqual(
      expect.arrayContaining([
        { wanted: 'revokeGift', giftId: 1, because: 'This gift has already been activated.' },
        { wanted: 'revokeGift', giftId: 2, because: 'This gift has already been revoked.' },
        { wanted: 'revokeGift', giftId: 4711, because: 'Gift not found.' },
      ]),
    );
  });

  it('revokes the unused gifts of a whole batch and no other batch', async () => {
    const { body } = await createBatch({ size: 3 });
    const other = await createBatch({ requestKey: OTHER_REQUEST, size: 1 });
    await activate(body.keys[0]!);
    const result = await server.call('revokeGiftBatch', { token, body: { batchId: 1 } });
    expect(result.body).toEqual({ success: true, revoked: 2 });
    expect(await Promise.all(body.keys.map(check))).toEqual([worthless, worthless, worthless]);
    expect(await check(other.body.keys[0]!)).toEqual({ success: true, months: 3 });
    const again = await server.call('revokeGiftBatch', { token, body: { batchId: 1 } });
    expect(again.body).toEqual({ success: true, revoked: 0 });
    expect((await server.call('revokeGiftBatch', { token, body: { batchId: 4711 } })).status).toBe(404);
    expect(await readAudit('revokeGiftBatch')).toMatchObject([
      { details: { batchId: 1, revoked: 2 } },
      { details: { batchId: 1, revoked: 0 } },
    ]);
    const profile = await signInByEmail(server, 'vasilisa@example.com');
    expect(
      (await server.call('getProfile', { token: profile.accessToken, body: {} })).body.userInfo,
    ).toMatchObject({ subscriptionStatus: 'GIFTED' });
  });

  it('and concurrent activation have exactly one winner for each gift', async () => {
    const { body } = await createBatch({ size: 40 });
    const account = await openAccount(server.db, server.deps, emailIdentity('racer@example.com'));
    const outcomes = await Promise.all(
      body.keys.map(async (key, index) => {
        const activation = () => activateGift(server.deps, { accountId: account.id, key });
        const revocation = () =>
          revokeGift(server.deps, OFFICE, index + 1).then(
            () => true,
            () => false,
          );
        const [activated, revoked] =
          index % 2 === 0
            ? await Promise.all([activation(), revocation()])
            : await Promise.all([revocation(), activation()]).then(([first, second]) => [second, first]);
        return [activated !== null, revoked];
      }),
    );
    for (const [activated, revoked] of outcomes) expect(activated).toBe(!revoked);
    const rows = await server.db.select().from(gifts).orderBy(gifts.id);
    expect(rows.map(({ activatedAt, revokedAt }) => [activatedAt !== null, revokedAt !== null])).toEqual(
      outcomes,
    );
    const { rows: granted } = await server.db.execute<{ granted: number }>(
      `select count(*)::int as granted from ledger_events`,
    );
    expect(granted).toEqual([{ granted: outcomes.filter(([activated]) => activated).length }]);
    expect(await readAudit('revokeGift')).toHaveLength(outcomes.filter(([, revoked]) => revoked).length);
  });
});
