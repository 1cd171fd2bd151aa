/** Tests customer tags, and the customer search by status, tag and date. */
import { like } from 'drizzle-orm';
import { staffAudit } from '../../../../src/server/store/schema/staff';
import { emailIdentity, openAccount } from '../../../../src/server/usecases/accounts/accounts';
import { grantGiftMonths } from '../../../../src/server/usecases/billing/subscriptions/grantGiftMonths';
import { TAGS_AT_MOST } from '../../../../src/shared/contract/customerTags';
import { startTestServer, type TestServer } from '../../../support/server';
import { signInStaffAs } from '../../../support/signIn';

let server: TestServer;
let token: string;
let ids: number[];

const EMAILS = ['anna@example.com', 'boris@example.com', 'vera@example.org'];
const DAY = 86_400_000;

beforeEach(async () => {
  server = await startTestServer({ start: '2026-11-18T20:30:00.000Z' });
  ids = [];
  for (const email of EMAILS) {
    ids.push((await openAccount(server.db, server.deps, emailIdentity(email))).id);
    server.clock.advance(DAY);
  }
  token = (await signInStaffAs(server, 'support')).accessToken;
});

const changeTag = (userId: number, tag: string, change: 'add' | 'remove' | 'restore' = 'add') =>
  server.call('changeTag', { token, body: { userId, tag, change } });
const found = async (filters: object, emailPart = '') => {
  const { body } = await server.call('searchUsers', {
    token,
    query: { emailPart, sortBy: 'id', sortDirection: 'ASC', ...filters },
  });
  return body.content.map(({ email }) => email);
};
const [anna = '', boris = '', vera = ''] = EMAILS;

describe('tags', () => {
  it('are added and removed once each, in lower case', async () => {
    await changeTag(ids[0]!, '  VIP ');
    await changeTag(ids[0]!, 'vip');
    await changeTag(ids[0]!, 'Бета тест');
    const { body } = await server.call('getUserById', { token, query: { id: ids[0]! } });
    expect(body.tags).toEqual(['vip', 'бета тест']);
    await changeTag(ids[0]!, 'vip', 'remove');
    await changeTag(ids[0]!, 'vip', 'restore');
    await changeTag(ids[0]!, 'vip', 'restore');
    const rows = await server.db
      .select()
      .from(staffAudit)
      .where(like(staffAudit.action, 'changeTag'))
      .orderBy(staffAudit.id);
    expect(rows.map(({ details }) => [details['tag'], details['tagChange']])).toEqual([
      ['vip', 'add'],
      ['бета тест', 'add'],
      ['vip', 'remove'],
      ['vip', 'restore'],
    ]);
  });

  it('are listed with their number of customers', async () => {
    await changeTag(ids[0]!, 'beta');
    await changeTag(ids[1]!, 'vip');
    await changeTag(ids[2]!, 'vip');
    expect((await server.call('listTags', { token, body: {} })).body.tags).toEqual([
      { tag: 'vip', customers: 2 },
      { tag: 'beta', customers: 1 },
    ]);
  });

  it('are limited, and require an existing customer', async () => {
    for (let index = 0; index < TAGS_AT_MOST; index += 1) await changeTag(ids[0]!, `tag ${String(index)}`);
    expect(await changeTag(ids[0]!, 'one more')).toMatchObject({ status: 409, error: { fields: ['tag'] } });
    expect((await changeTag(999, 'vip')).status).toBe(404);
  });

  it.each(['', '   ', '-dash', '<b>', 'x'.repeat(33)])('rejects the tag %j', async (tag) => {
    expect((await changeTag(ids[0]!, tag)).status).toBe(400);
  });
});

describe('the search', () => {
  it('filters by tag, combined with a part of the email', async () => {
    await changeTag(ids[0]!, 'vip');
    await changeTag(ids[2]!, 'vip');
    expect(await found({ tag: 'VIP' })).toEqual([anna, vera]);
    expect(await found({ tag: 'vip' }, 'example.org')).toEqual([vera]);
    expect(await found({ tag: 'nobody has it' })).toEqual([]);
  });

  it('filters by status; a customer without history is NOT_ACTIVE', async () => {
    const at = server.clock.now();
    await server.db.transaction((tx) =>
      grantGiftMonths(tx, server.deps, { accountId: ids[1]!, months: 1, giftId: 1, at }),
    );
    expect(await found({ status: 'GIFTED' })).toEqual([boris]);
    expect(await found({ status: 'NOT_ACTIVE' })).toEqual([anna, vera]);
  });

  it('filters by registration day in Moscow, including both ends', async () => {
    // The test registers customers around midnight in Moscow.
    expect(await found({ registeredFrom: '2026-11-19', registeredTo: '2026-11-19' })).toEqual([boris]);
    expect(await found({ registeredTo: '2026-11-18' })).toEqual([anna]);
    expect(await found({ registeredFrom: '2026-11-20' })).toEqual([vera]);
    expect(await found({ registeredFrom: '2026-11-19', tag: 'vip' })).toEqual([]);
  });

  it.each([{ status: 'SOMETHING' }, { registeredFrom: '2026-02-30' }, { tag: '%' }])(
    'rejects %j',
    async (filters) => {
      const query = { emailPart: '', ...filters } as { emailPart: string };
      expect((await server.call('searchUsers', { token, query })).status).toBe(400);
    },
  );

  it('records the search filters in the audit log', async () => {
    await found({ tag: 'vip', status: 'ACTIVE', registeredFrom: '2026-11-19' });
    const [row] = await server.db.select().from(staffAudit).where(like(staffAudit.action, 'searchUsers'));
    expect(row?.details).toMatchObject({ tag: 'vip', status: 'ACTIVE', registeredFrom: '2026-11-19' });
  });
});
