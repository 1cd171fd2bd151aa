/**
 * Tests deletions within seven days of a change of address. A thief who changed the address must not be able to delete the
 * account before its owner takes the address back.
 */
import { findAccountById } from '../../../../src/server/store/accounts';
import { nextDeletionDueAt } from '../../../../src/server/store/emailChanges';
import { findErasure } from '../../../../src/server/store/erasures';
import { readState } from '../../../../src/server/usecases/billing/ledger/change';
import { grantGiftMonths } from '../../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { deliverDueOutbox } from '../../../../src/server/workers/delivery/deliverOutbox';
import { dropStale } from '../../../../src/server/workers/jobs/dropStale';
import { runDueJobs } from '../../../../src/server/workers/jobs/startJobs';
import { agreeTo } from '../../../support/consent';
import { payOrder } from '../../../support/payments';
import { startTestServer, type TestServer } from '../../../support/server';
import { type SignedInCustomer, signInByEmail } from '../../../support/signIn';

const OLD = 'vasilisa@example.com';
const NEW = 'koschei@example.com';
const DAY = 86_400_000;
const UNTIL = '2026-11-28T09:00:00.000Z';

let server: TestServer;
let customer: SignedInCustomer;

beforeEach(async () => {
  server = await startTestServer();
  customer = await signInByEmail(server, OLD);
});

afterEach(() => deliverDueOutbox(server.deps));

async function codeTo(email: string): Promise<string> {
  await deliverDueOutbox(server.deps);
  const text = server.mailbox.emailsTo(email).findLast((each) => each.text.includes('Код:'))?.text ?? '';
  return /(?<!\d)\d{8}(?!\d)/.exec(text.slice(text.indexOf('Код:')))?.[0] ?? '';
}

async function changeAddress(): Promise<void> {
  const token = customer.accessToken;
  const sent = await server.call('sendCodeToPresentEmail', { token, body: {} });
  const requestToken = sent.body.requestToken ?? '';
  const code = await codeTo(OLD);
  await server.call('confirmPresentEmail', { token, body: { requestToken, code } });
  const ofNew = await server.call('sendCodeToNewEmail', { token, body: { requestToken, newEmail: NEW } });
  const body = { requestToken, newRequestToken: ofNew.body.requestToken ?? '', code: await codeTo(NEW) };
  expect((await server.call('changeEmail', { token, body })).body.success).toBe(true);
}

async function requestCode(email = NEW, token = customer.accessToken) {
  const { body } = await server.call('sendDeletionCode', { token, body: {} });
  return { requestToken: body.requestToken ?? '', code: await codeTo(email) };
}

async function confirm(waivesDays = false, call: 'confirmDeletion' | 'deleteAppAccount' = 'confirmDeletion') {
  const body = { ...(await requestCode()), waivesDays };
  return (await server.call(call, { token: customer.accessToken, body })).body;
}

const preview = async () =>
  (await server.call('previewDeletion', { token: customer.accessToken, body: {} })).body;

async function takeBack() {
  await deliverDueOutbox(server.deps);
  const text = server.mailbox.emailsTo(OLD).findLast((each) => each.text.includes('restoreEmail#'))?.text;
  const restoreToken = /restoreEmail#(\S+)/.exec(text ?? '')?.[1] ?? '';
  const sent = await server.call('sendCodeToFormerEmail', { body: { restoreToken } });
  const typed = { restoreToken, requestToken: sent.body.requestToken ?? '', code: await codeTo(OLD) };
  return (await server.call('restoreFormerEmail', { body: typed })).body;
}

const subjectsTo = async (email: string): Promise<string[]> => {
  await deliverDueOutbox(server.deps);
  return server.mailbox.emailsTo(email).map(({ subject }) => subject);
};

const isErased = async () => (await findAccountById(server.db, 1))?.erasedAt !== null;

async function giveMonth(giftId: number): Promise<void> {
  await server.db.transaction((tx) =>
    grantGiftMonths(tx, server.deps, { accountId: 1, months: 1, giftId, at: server.clock.now() }),
  );
}

describe('within seven days of a change of address', () => {
  beforeEach(changeAddress);

  it.each(['confirmDeletion', 'deleteAppAccount'] as const)(
    '%s waits until the seven days are over, and notifies both mailboxes at once',
    async (call) => {
      expect(await preview()).toMatchObject({ waitsUntil: UNTIL, isRequested: false });
      expect(await confirm(false, call)).toEqual({ success: true, carriedOutAt: UNTIL });
      expect(await preview()).toMatchObject({ waitsUntil: UNTIL, isRequested: true });
      expect(await subjectsTo(NEW)).toContain('Аккаунт «Просвет» будет удалён');
      expect(await subjectsTo(OLD)).toContain('Аккаунт «Просвет» хотят удалить');
      await runDueJobs(server.deps);
      expect(await isErased()).toBe(false);

      server.clock.advance(7 * DAY - 1);
      await runDueJobs(server.deps);
      expect(await isErased()).toBe(false);
      server.clock.advance(1);
      await runDueJobs(server.deps);
      expect(await isErased()).toBe(true);
      const requestedBy = call === 'confirmDeletion' ? 'customer' : 'application';
      expect(await findErasure(server.db, 1)).toMatchObject({ requestedBy, waivedDays: false });
    },
  );

  it('is carried out even if the server was stopped for weeks', async () => {
    await confirm();
    expect(await nextDeletionDueAt(server.db)).toEqual(new Date(UNTIL));
    server.clock.advance(60 * DAY);
    await dropStale(server.deps);
    await runDueJobs(server.deps);
    expect(await isErased()).toBe(true);
  });

  it('is withdrawn when the former mailbox takes the address back, which says so to both mailboxes', async () => {
    await confirm();
    expect(await takeBack()).toMatchObject({ success: true, email: OLD });
    await deliverDueOutbox(server.deps);
    for (const email of [OLD, NEW])
      expect(server.mailbox.emailsTo(email).at(-1)?.text).toContain('Удаление аккаунта');
    server.clock.advance(8 * DAY);
    await runDueJobs(server.deps);
    expect(await isErased()).toBe(false);
  });

  it('is possible at once with the code of the former mailbox, after it has taken the address back', async () => {
    await takeBack();
    customer = await signInByEmail(server, OLD);
    const body = { ...(await requestCode(OLD)), waivesDays: false };
    const { body: response } = await server.call('confirmDeletion', { token: customer.accessToken, body });
    expect(response).toEqual({ success: true });
    expect(await isErased()).toBe(true);
  });

  it('can be withdrawn by the customer, and requested again', async () => {
    const withdraw = async () =>
      (await server.call('withdrawDeletion', { token: customer.accessToken, body: {} })).body;
    expect(await withdraw()).toEqual({ success: false });
    await confirm();
    expect(await withdraw()).toEqual({ success: true });
    for (const email of [OLD, NEW])
      expect(await subjectsTo(email)).toContain('Удаление аккаунта «Просвет» отменено');
    expect(await withdraw()).toEqual({ success: false });
    server.clock.advance(60_000);
    expect(await confirm()).toMatchObject({ carriedOutAt: UNTIL });
    server.clock.advance(7 * DAY);
    await runDueJobs(server.deps);
    expect(await isErased()).toBe(true);
  });

  it('notifies once, however often the deletion is requested', async () => {
    await confirm();
    server.clock.advance(60_000);
    await confirm();
    expect((await subjectsTo(OLD)).filter((subject) => subject.includes('хотят удалить'))).toHaveLength(1);
  });

  it('is withdrawn if days of access were added that the customer did not waive', async () => {
    await confirm();
    await giveMonth(1);
    server.clock.advance(7 * DAY);
    await runDueJobs(server.deps);
    expect(await isErased()).toBe(false);
    expect(await subjectsTo(NEW)).toContain('Удаление аккаунта «Просвет» отменено');
  });

  it('is carried out with days that the customer waived', async () => {
    await giveMonth(1);
    expect(await confirm(false)).toEqual({ success: false, reason: 'waiverNeeded' });
    expect(await confirm(true)).toMatchObject({ carriedOutAt: UNTIL });
    server.clock.advance(7 * DAY);
    await runDueJobs(server.deps);
    expect(await findErasure(server.db, 1)).toMatchObject({ waivedDays: true });
  });
});

test('ends the renewal at once, so that no charge is made before the deletion', async () => {
  const { body } = await server.call('getShop', { token: customer.accessToken });
  await agreeTo(server.db, body.order!.id);
  await payOrder(server, body.order!);
  await changeAddress();
  expect(await confirm(true)).toMatchObject({ success: true, carriedOutAt: UNTIL });
  expect((await preview()).nextChargeAt ?? null).toBeNull();
  expect((await readState(server.db, 1)).state.agreement?.ended).toMatchObject({ by: 'customer' });
});

test('codes to the mailbox of a thief confirm nothing after the address was taken back', async () => {
  const application = await signInByEmail(server, OLD);
  await server.call('attachApp', {
    token: application.accessToken,
    body: { deviceId: 'device-0001', deviceName: 'Phone', platform: 'ios' },
  });
  await changeAddress();
  const token = application.accessToken;
  const deletion = await requestCode(NEW, token);
  const exported = await server.call('sendExportCode', { token, body: {} });
  const ofExport = { requestToken: exported.body.requestToken ?? '', code: await codeTo(NEW) };
  await takeBack();
  const confirmed = await server.call('deleteAppAccount', {
    token,
    body: { ...deletion, waivesDays: false },
  });
  expect(confirmed.body).toEqual({ success: false, reason: 'invalid' });
  expect((await server.call('exportData', { token, body: ofExport })).body).toMatchObject({ success: false });
  expect(await isErased()).toBe(false);
});
