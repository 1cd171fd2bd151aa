/** Tests the deletion of an account by the customer, by a native application and by staff. */
import { findAccountById } from '../../../../src/server/store/accounts';
import { findErasure } from '../../../../src/server/store/erasures';
import { grantGiftMonths } from '../../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { runDueJobs } from '../../../../src/server/workers/jobs/startJobs';
import { agreeTo } from '../../../support/consent';
import { payOrder } from '../../../support/payments';
import { startTestServer, type TestServer } from '../../../support/server';
import { type SignedInCustomer, signInByEmail, signInStaffAs } from '../../../support/signIn';

const EMAIL = 'vasilisa@example.com';

let server: TestServer;
let customer: SignedInCustomer;

beforeEach(async () => {
  server = await startTestServer();
  customer = await signInByEmail(server, EMAIL);
});

async function requestCode(token = customer.accessToken) {
  const { body } = await server.call('sendDeletionCode', { token, body: {} });
  await runDueJobs(server.deps);
  const text = server.mailbox.emailsTo(EMAIL).at(-1)?.text ?? '';
  return { requestToken: body.requestToken ?? '', code: /(?<!\d)\d{8}(?!\d)/.exec(text)?.[0] ?? '' };
}

const confirm = (confirmation: { requestToken: string; code: string; waivesDays?: boolean }) =>
  server.call('confirmDeletion', { token: customer.accessToken, body: confirmation });

async function giveMonth(): Promise<void> {
  await server.db.transaction((tx) =>
    grantGiftMonths(tx, server.deps, { accountId: 1, months: 1, giftId: 1, at: server.clock.now() }),
  );
}

test('deletes an account without remaining days by the code alone', async () => {
  const preview = await server.call('previewDeletion', { token: customer.accessToken, body: {} });
  expect(preview.body).toEqual({
    success: true,
    paidDays: 0,
    giftDays: 0,
    nextChargeAt: null,
    pendingRefunds: 0,
  });
  const confirmation = await requestCode();
  expect((await confirm({ ...confirmation, code: '00000000' })).body).toMatchObject({ reason: 'wrong' });
  expect((await confirm(confirmation)).body).toEqual({ success: true });
  expect((await confirm(confirmation)).status).toBe(401);
  expect(await findErasure(server.db, 1)).toMatchObject({ requestedBy: 'customer', waivedDays: false });
});

test('reports the remaining days that would be lost, and asks for a waiver without using up the code', async () => {
  const { body } = await server.call('getShop', { token: customer.accessToken });
  await agreeTo(server.db, body.order!.id);
  await payOrder(server, body.order!);
  await giveMonth();
  const preview = await server.call('previewDeletion', { token: customer.accessToken, body: {} });
  expect(preview.body.paidDays).toBeGreaterThan(0);
  expect(preview.body.giftDays).toBeGreaterThan(27);
  expect(typeof preview.body.nextChargeAt).toBe('string');
  const confirmation = await requestCode();
  expect((await confirm(confirmation)).body).toEqual({ success: false, reason: 'waiverNeeded' });
  expect((await confirm({ ...confirmation, waivesDays: true })).body).toEqual({ success: true });
  expect(await findErasure(server.db, 1)).toMatchObject({ waivedDays: true });
});

test('rejects the code of another account', async () => {
  const confirmation = await requestCode();
  const other = await signInByEmail(server, 'other@example.com');
  const { body } = await server.call('confirmDeletion', { token: other.accessToken, body: confirmation });
  expect(body).toEqual({ success: false, reason: 'invalid' });
  expect((await findAccountById(server.db, 1))?.erasedAt).toBeNull();
});

test('a native application deletes the account with the same confirmation', async () => {
  const confirmation = await requestCode();
  const { body } = await server.call('deleteAppAccount', { token: customer.accessToken, body: confirmation });
  expect(body).toEqual({ success: true });
  expect(await findErasure(server.db, 1)).toMatchObject({ requestedBy: 'application' });
});

test('an admin deletes an account by its typed address, which no audit entry contains', async () => {
  const token = (await signInStaffAs(server, 'admin')).accessToken;
  const erase = (email: string, by = token) =>
    server.call('eraseCustomer', { token: by, body: { userId: 1, email, reason: 'customerRequest' } });
  const senior = (await signInStaffAs(server, 'senior')).accessToken;
  expect((await erase(EMAIL, senior)).status).toBe(403);
  expect((await erase('wrong@example.com')).error).toMatchObject({
    code: 'INVALID_REQUEST',
    fields: ['email'],
  });
  expect((await erase(EMAIL)).status).toBe(200);
  expect((await erase(EMAIL)).status).toBe(200);
  const { body } = await server.call('getUserById', { token, query: { id: '1' } });
  expect(body).toMatchObject({ email: null, deletedAt: server.clock.now().toISOString(), devices: [] });
  const found = await server.call('searchUsers', { token, query: { emailPart: EMAIL } });
  expect(found.body.content).toEqual([]);
  const { body: timeline } = await server.call('getTimeline', { token, body: { userId: 1 } });
  expect(JSON.stringify(timeline)).toContain('eraseCustomer');
  const { body: audit } = await server.call('searchAudit', { token, body: {} });
  expect(audit.content.filter(({ action }) => action === 'eraseCustomer')).toHaveLength(1);
  expect(JSON.stringify(audit.content.filter(({ accountId }) => accountId === 1))).not.toContain(EMAIL);
  const note = await server.call('addNote', { token, body: { userId: 1, text: 'late', isPinned: false } });
  expect(note.error).toMatchObject({ code: 'CONFLICT', message: 'This account was deleted.' });
});
