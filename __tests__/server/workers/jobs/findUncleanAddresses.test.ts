/** Tests the list of accounts whose stored address has invisible characters, and how staff move such a subscription. */
import { eq } from 'drizzle-orm';
import { findAccountByEmail } from '../../../../src/server/store/accounts';
import { accounts } from '../../../../src/server/store/schema/accounts';
import { uncleanAddresses } from '../../../../src/server/store/schema/uncleanAddresses';
import { emailIdentity, openAccount } from '../../../../src/server/usecases/accounts/accounts';
import { activateGift, createGift } from '../../../../src/server/usecases/gifts/gifts';
import { deliverDueOutbox } from '../../../../src/server/workers/delivery/deliverOutbox';
import { findUncleanAddresses } from '../../../../src/server/workers/jobs/findUncleanAddresses';
import { startTestServer, type TestServer } from '../../../support/server';
import { signInByEmail, signInStaffAs } from '../../../support/signIn';

const CLEAN = 'anna@example.com';
const RAW = '\u200ban\u00adna@example.com';
const OFFICE = { staffId: null, username: 'test', ip: '127.0.0.1', requestId: 'test' };

let server: TestServer;
let token: string;
let proof: string;

beforeEach(async () => {
  server = await startTestServer();
  token = (await signInStaffAs(server, 'senior')).accessToken;
});

afterEach(() => deliverDueOutbox(server.deps));

const open = async (email: string) => (await openAccount(server.db, server.deps, emailIdentity(email))).id;

/** Gives an account three months of access. */
async function subscribe(accountId: number): Promise<void> {
  const { activationKey: key } = await createGift(server.deps, OFFICE, { months: 3 });
  proof = key.slice(-4);
  expect(await activateGift(server.deps, { accountId, key })).not.toBeNull();
}

/** Runs the job and returns the customers whom the console lists. */
async function listed() {
  await findUncleanAddresses(server.deps);
  const { body } = await server.call('readStaffHome', { token, body: {} });
  return body.attention.find(({ kind }) => kind === 'uncleanAddresses');
}

const readLookalikes = async (id: number) =>
  (await server.call('getUserById', { token, query: { id: String(id) } })).body.lookalikes;

const move = (userId: number) =>
  server.call('moveSubscription', { token, body: { userId, from: CLEAN, to: CLEAN, proof, comment: '' } });

it('lists only accounts whose address has invisible characters, and changes no account', async () => {
  await open('boris@example.com');
  await open('анна@пример.рф');
  const id = await open(RAW);
  expect(await listed()).toMatchObject({ count: 1, oldest: [{ userId: id }] });
  expect((await findAccountByEmail(server.db, RAW))?.id).toBe(id);
});

it('keeps the time of the first find, and forgets an account whose address was changed', async () => {
  const id = await open(RAW);
  const first = await listed();
  server.clock.advance(60_000);
  expect((await listed())?.oldestAt).toBe(first?.oldestAt);
  await server.db.update(accounts).set({ email: CLEAN }).where(eq(accounts.id, id));
  expect(await listed()).toBeUndefined();
  expect(await server.db.$count(uncleanAddresses)).toBe(0);
});

it('continues after the last account of the previous run', async () => {
  await open(RAW);
  const last = await findUncleanAddresses(server.deps);
  const id = await open(`b\u2060${RAW}`);
  expect(await findUncleanAddresses(server.deps, last)).toBe(id);
  expect(await server.db.$count(uncleanAddresses)).toBe(2);
});

it('moves the subscription to the visible address if no account has it', async () => {
  const id = await open(RAW);
  await subscribe(id);
  expect(await readLookalikes(id)).toEqual({ visibleEmail: CLEAN, accounts: [] });
  expect((await move(id)).status).toBe(200);
  expect((await findAccountByEmail(server.db, CLEAN))?.id).toBe(id);
  expect(await listed()).toBeUndefined();
  const { accessToken } = await signInByEmail(server, CLEAN);
  const profile = await server.call('getProfile', { token: accessToken, body: {} });
  expect(profile.body.userInfo?.subscriptionStatus).toBe('GIFTED');
});

it('moves the subscription if the customer opened an empty account with the visible address', async () => {
  const id = await open(RAW);
  await subscribe(id);
  await open(CLEAN);
  expect((await move(id)).status).toBe(200);
  expect((await findAccountByEmail(server.db, CLEAN))?.id).toBe(id);
});

it('merges no histories, and shows both accounts on both pages', async () => {
  const id = await open(RAW);
  await subscribe(id);
  const other = await open(CLEAN);
  await subscribe(other);
  expect(await listed()).toMatchObject({ count: 1, oldest: [{ userId: id }] });
  expect(await readLookalikes(id)).toMatchObject({
    accounts: [{ id: other, email: CLEAN, status: 'GIFTED' }],
  });
  expect(await readLookalikes(other)).toMatchObject({ accounts: [{ id, email: RAW, status: 'GIFTED' }] });
  await subscribe(id);
  expect((await move(id)).status).toBe(409);
  expect((await findAccountByEmail(server.db, RAW))?.id).toBe(id);
});

it('shows the customer in the shop that the subscription is at another account, until staff have moved it', async () => {
  const id = await open(RAW);
  const { accessToken } = await signInByEmail(server, CLEAN);
  const shop = async (customer: string) =>
    (await server.call('getShop', { token: customer, body: {} })).body.isElsewhere;
  await listed();
  expect(await shop(accessToken)).toBeUndefined();
  await subscribe(id);
  expect(await shop(accessToken)).toBe(true);
  const other = await signInByEmail(server, 'boris@example.com');
  expect(await shop(other.accessToken)).toBeUndefined();
  expect((await move(id)).status).toBe(200);
  await listed();
  const again = await signInByEmail(server, CLEAN);
  expect(await shop(again.accessToken)).toBeUndefined();
});

it('says nothing about an account whose address is unique', async () => {
  expect(await readLookalikes(await open(CLEAN))).toBeUndefined();
});

it('is not shown to staff who may not recover accounts', async () => {
  await open(RAW);
  expect(await listed()).toBeDefined();
  const { accessToken } = await signInStaffAs(server, 'support');
  const { body } = await server.call('readStaffHome', { token: accessToken, body: {} });
  expect(body.attention.map(({ kind }) => kind)).not.toContain('uncleanAddresses');
});
