/** Tests that staff see which colleagues have the same customer open, on all server instances. */
import { buildApp } from '../../../../src/server/http/app';
import { staffAudit } from '../../../../src/server/store/schema/staff';
import { staffPresence } from '../../../../src/server/store/schema/staffPresence';
import { grantGiftMonths } from '../../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { PRESENCE_MS } from '../../../../src/server/usecases/console/staffPresence';
import { CONTRACT } from '../../../../src/shared/contract/contract';
import { PRESENCE_EVERY_MS } from '../../../../src/shared/contract/staffPresence';
import { instanceWith, startTestServer, TEST_ORIGIN, type TestServer } from '../../../support/server';
import { signInByEmail, signInStaffAs } from '../../../support/signIn';

let server: TestServer;
let ann: string;
let bob: string;

beforeEach(async () => {
  server = await startTestServer();
  await signInByEmail(server, 'vasilisa@example.com');
  ann = (await signInStaffAs(server, 'support', 'ann')).accessToken;
  bob = (await signInStaffAs(server, 'senior', 'bob')).accessToken;
});

const report = async (token: string, isLeaving = false) =>
  (await server.call('reportPresence', { token, body: { userId: 1, isLeaving } })).body;

it('names the colleagues who have the customer open, without the caller', async () => {
  expect((await report(ann)).others).toEqual([]);
  expect((await report(bob)).others).toEqual(['ann']);
  expect((await report(ann)).others).toEqual(['bob']);
  await report(bob, true);
  expect((await report(ann)).others).toEqual([]);
});

it('forgets a colleague whose console stopped reporting', async () => {
  await report(bob);
  server.clock.advance(PRESENCE_EVERY_MS * 2);
  expect((await report(ann)).others).toEqual(['bob']);
  server.clock.advance(PRESENCE_MS - PRESENCE_EVERY_MS * 2);
  expect((await report(ann)).others).toEqual([]);
});

it('is shared by two server instances', async () => {
  await report(bob);
  const other = buildApp(instanceWith(server.deps, {}));
  const response = await other.fetch(
    new Request(new URL(`/api/${CONTRACT.reportPresence.path}`, TEST_ORIGIN), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${ann}` },
      body: JSON.stringify({ userId: 1 }),
    }),
  );
  expect(await response.json()).toMatchObject({ others: ['bob'] });
});

it('returns another version after each change of the customer, and not after reading', async () => {
  const { version } = await report(ann);
  await server.call('getUserById', { token: bob, query: { id: 1 } });
  expect((await report(ann)).version).toBe(version);
  await server.call('changeTag', { token: bob, body: { userId: 1, tag: 'vip', change: 'add' } });
  const tagged = (await report(ann)).version;
  expect(tagged).not.toBe(version);
  await server.db.transaction((tx) =>
    grantGiftMonths(tx, server.deps, { accountId: 1, months: 1, giftId: 1, at: server.clock.now() }),
  );
  expect((await report(ann)).version).not.toBe(tagged);
});

it('rejects an unknown customer, and writes nothing to the audit log', async () => {
  const before = await server.db.$count(staffAudit);
  await report(ann);
  const answer = await server.call('reportPresence', { token: ann, body: { userId: 4711 } });
  expect(answer.status).toBe(404);
  expect(await server.db.$count(staffAudit)).toBe(before);
  expect(await server.db.$count(staffPresence)).toBe(1);
});
