/**
 * Tests staff notes about a customer. Notes show author and time, pinned notes come first, and the audit log does not
 * contain the text.
 */
import { like } from 'drizzle-orm';
import { staffAudit } from '../../../../src/server/store/schema/staff';
import { emailIdentity, openAccount } from '../../../../src/server/usecases/accounts/accounts';
import { startTestServer, type TestServer } from '../../../support/server';
import { signInStaffAs } from '../../../support/signIn';

let server: TestServer;
let token: string;
let userId: number;

beforeEach(async () => {
  server = await startTestServer();
  token = (await signInStaffAs(server, 'support')).accessToken;
  userId = (await openAccount(server.db, server.deps, emailIdentity('vasilisa@example.com'))).id;
});

const add = (text: string, isPinned = false) =>
  server.call('addNote', { token, body: { userId, text, isPinned } });
const list = async () => (await server.call('listNotes', { token, body: { userId } })).body.notes;
const texts = async () => (await list()).map(({ text, isPinned }) => `${isPinned ? '* ' : ''}${text}`);
const change = (noteId: number, what: 'pin' | 'unpin' | 'remove' | 'restore', by = token) =>
  server.call('changeNote', { token: by, body: { noteId, change: what } });
/** Returns the timeline entries about staff actions, without the author, oldest first. */
const timeline = async () => {
  const { body } = await server.call('getTimeline', { token, body: { userId } });
  return body.entries
    .filter(({ kind }) => kind === 'staff')
    .map(({ action, details }) => ({ action, ...details }))
    .reverse();
};

it('are listed with pinned notes first, then newest first, with author and time', async () => {
  await add('calls from abroad');
  await add('prefers emails', true);
  await add('  was refunded in May  ');
  expect(await texts()).toEqual(['* prefers emails', 'was refunded in May', 'calls from abroad']);
  expect((await list())[0]).toMatchObject({ by: 'support', at: server.clock.now().toISOString() });
});

it('can be pinned, unpinned and removed', async () => {
  await add('one');
  await add('two');
  const [two, one] = await list();
  await change(one!.id, 'pin');
  expect(await texts()).toEqual(['* one', 'two']);
  await change(one!.id, 'unpin');
  await change(two!.id, 'remove');
  expect(await texts()).toEqual(['one']);
  expect(await change(two!.id, 'pin')).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
});

it('are audited, and the audit log contains no note text', async () => {
  await add('a secret of hers');
  await change((await list())[0]!.id, 'pin');
  const rows = await server.db
    .select()
    .from(staffAudit)
    .where(like(staffAudit.action, '%Note'))
    .orderBy(staffAudit.id);
  expect(rows.map(({ action, accountId }) => [action, accountId])).toEqual([
    ['addNote', userId],
    ['changeNote', userId],
  ]);
  expect(JSON.stringify(rows)).not.toContain('secret');
});

it.each(['', '   ', 'x'.repeat(2001)])('rejects the note %j', async (text) => {
  expect(await add(text)).toMatchObject({ status: 400, error: { code: 'INVALID_REQUEST' } });
});

it('do not exist for an unknown customer', async () => {
  const body = { userId: userId + 1, text: 'x' };
  expect((await server.call('addNote', { token, body })).status).toBe(404);
  expect((await server.call('listNotes', { token, body })).status).toBe(404);
});

it('are created once per request id', async () => {
  const body = { userId, text: 'once', requestKey: 'a-request-key-of-hers' };
  const responses = await Promise.all([1, 2, 3].map(() => server.call('addNote', { token, body })));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await texts()).toEqual(['once']);
  const rows = await server.db
    .select()
    .from(staffAudit)
    .where(like(staffAudit.action, 'addNote'))
    .orderBy(staffAudit.id);
  expect(rows).toHaveLength(1);
});

it('rejects a repeated request key with another text, pin or customer', async () => {
  const body = { userId, text: 'once', requestKey: 'a-request-key-of-hers' };
  await server.call('addNote', { token, body });
  const other = await openAccount(server.db, server.deps, emailIdentity('koschei@example.com'));
  for (const change of [{ text: 'twice' }, { userId: other.id }, { isPinned: true }]) {
    const response = await server.call('addNote', { token, body: { ...body, ...change } });
    expect([response.status, response.error.code]).toEqual([409, 'CONFLICT']);
  }
  expect(await texts()).toEqual(['once']);
});

it('rejects a repeated request key of another staff member', async () => {
  const body = { userId, text: 'once', requestKey: 'a-request-key-of-hers' };
  await server.call('addNote', { token, body });
  const { accessToken } = await signInStaffAs(server, 'senior');
  const response = await server.call('addNote', { token: accessToken, body });
  expect([response.status, response.error.code]).toEqual([409, 'CONFLICT']);
  expect((await list()).map(({ by }) => by)).toEqual(['support']);
});

it('can be restored after a removal, and the timeline shows both, with the removed text', async () => {
  await add('calls from abroad', true);
  const noteId = (await list())[0]!.id;
  await change(noteId, 'remove');
  expect(await texts()).toEqual([]);
  expect(await change(noteId, 'restore')).toMatchObject({ status: 200, body: { success: true } });
  expect(await texts()).toEqual(['* calls from abroad']);
  expect(await timeline()).toEqual([
    { action: 'addNote', noteId, username: 'support' },
    {
      ...{ action: 'changeNote', noteId, change: 'remove', username: 'support' },
      ...{ noteText: 'calls from abroad', noteBy: 'support' },
    },
    { action: 'changeNote', noteId, change: 'restore', username: 'support' },
  ]);
});

it('changes nothing and records nothing if a restoration is repeated', async () => {
  await add('calls from abroad');
  const noteId = (await list())[0]!.id;
  await change(noteId, 'remove');
  const responses = [await change(noteId, 'restore'), await change(noteId, 'restore')];
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  expect(await timeline()).toHaveLength(3);
});

it('rejects the removal of a colleague’s note by support, and records the attempt', async () => {
  await add('calls from abroad');
  const noteId = (await list())[0]!.id;
  const { accessToken: colleague } = await signInStaffAs(server, 'support', 'olga');
  expect(await change(noteId, 'remove', colleague)).toMatchObject({
    status: 403,
    error: { code: 'FORBIDDEN', message: 'Only the author, senior staff and admins can remove this note.' },
  });
  expect(await texts()).toEqual(['calls from abroad']);
  expect((await timeline()).at(-1)).toMatchObject({
    ...{ action: 'changeNoteRejected', noteId, change: 'remove', username: 'olga' },
    because: 'Only the author, senior staff and admins can remove this note.',
  });
  const { accessToken: senior } = await signInStaffAs(server, 'senior', 'ivan');
  expect((await change(noteId, 'remove', senior)).status).toBe(200);
  expect(await texts()).toEqual([]);
});

it('keeps the text of a removed note out of the audit log', async () => {
  await add('a secret of hers');
  await change((await list())[0]!.id, 'remove');
  const rows = await server.db.select().from(staffAudit).orderBy(staffAudit.id);
  expect(JSON.stringify(rows)).not.toContain('secret');
});
