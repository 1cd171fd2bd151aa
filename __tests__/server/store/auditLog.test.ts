/** Tests the query plans of the audit log filters on a large table. No filter may scan the whole log. */
import { sql } from 'drizzle-orm';
import { type AuditFilter, auditLogQuery, readAuditLog } from '../../../src/server/store/auditLog';
import type { Database } from '../../../src/server/store/database';
import { DATA_MAP } from '../../../src/server/store/dataMap';
import { staffAudit } from '../../../src/server/store/schema/staff';
import { openTestDatabase } from '../../support/database';

const ENTRIES = 40_000;

let db: Database;

beforeAll(async () => {
  db = await openTestDatabase();
  await db.execute(sql`
    insert into accounts (uid, email, provider_id, created_at)
    select 'uid-' || n, 'customer' || n || '@example.com', 'email', now() from generate_series(1, 2000) as n`);
  await db.execute(sql`
    insert into staff_audit (at, username, action, account_id, details, ip, request_id)
    select timestamptz '2026-01-01' + (n / 3) * interval '2 minutes',
           case when n <= 20 then 'former' else 'staff' || n % 20 end,
           case when n < 9000 and n % 1000 = 1 then 'refund'
                else (array['searchUsers', 'viewUser', 'resendSignInEmail'])[1 + n % 3] end,
           1 + n % 2000, '{}', case when n = 77 then '10.9.9.9' else '10.0.0.' || n % 20 end, 'request-' || n
      from generate_series(1, ${ENTRIES}::int) as n`);
  await db.execute(sql`analyze`);
});

const day = { from: new Date('2026-01-03T00:00:00.000Z'), to: new Date('2026-01-04T00:00:00.000Z') };

it.each<[string, AuditFilter, RegExp]>([
  ['none', {}, /staff_audit_at/],
  ['who, common', { username: 'staff3' }, /staff_audit_(username|at)/],
  ['who, long gone', { username: 'former' }, /staff_audit_username/],
  ['who, nobody', { username: 'nobody' }, /staff_audit_username/],
  ['what, rare and old', { action: 'refund' }, /staff_audit_action/],
  ['what, never done', { action: 'revokeGift' }, /staff_audit_action/],
  ['whom', { accountId: 7 }, /staff_audit_account/],
  ['when', day, /staff_audit_at/],
  ['from where', { ip: '10.9.9.9' }, /staff_audit_ip/],
  ['which request', { requestId: 'request-5' }, /staff_audit_request/],
  ['who and what', { username: 'staff1', action: 'refund' }, /staff_audit_(username|action)/],
  ['what and when', { action: 'viewUser', ...day }, /staff_audit_(action|at)/],
])(
  'the filter «%s» walks along an index, on the first page and on the next',
  async (_name, filter, index) => {
    for (const after of [null, { at: new Date('2026-01-03T12:00:00.000Z'), id: 6000 }]) {
      const { rows } = await db.execute<Record<string, string>>(
        sql`explain ${auditLogQuery(db, filter, after, 26).getSQL()}`,
      );
      const plan = rows.flatMap((row) => Object.values(row)).join('\n');
      expect(plan).toMatch(index);
      expect(plan).not.toContain('Seq Scan on staff_audit');
    }
  },
);

it('returns each of the entries with the same timestamp once, page by page', async () => {
  const filter = { from: new Date('2026-01-02T00:00:00.000Z'), to: new Date('2026-01-02T01:00:00.000Z') };
  const whole = await readAuditLog(db, filter, { before: null, limit: 1000 });
  expect(whole).toHaveLength(90);
  const paged: number[] = [];
  let before: number | null = null;
  do {
    const page = await readAuditLog(db, filter, { before, limit: 7 });
    paged.push(...page.map(({ id }) => id));
    before = page.at(-1)?.id ?? null;
  } while (before !== null);
  expect(paged).toEqual(whole.map(({ id }) => id));
});

test('the entries that mention a customer are found by indexes', async () => {
  await db.execute(sql`
    insert into staff_audit (at, username, action, details, ip, request_id)
    select now(), 'staff1', 'searchUsers', ${JSON.stringify({ found: [{ accountId: 7 }] })}::jsonb
           || jsonb_build_object('emailPart', 'customer' || n), '10.0.0.1', 'search-' || n
      from generate_series(1, 2000) as n`);
  await db.execute(sql`analyze staff_audit`);
  const ofAudit = DATA_MAP.find(({ table }) => table === staffAudit);
  if (ofAudit === undefined || ofAudit.erasure === 'none') throw new Error('the audit log is not erased');
  const subject = { id: 1999, uid: 'uid-1999', emails: ['customer1999@example.com', 'former@example.com'] };
  const found = await db.execute<{ request_id: string }>(
    sql`select request_id from staff_audit where ${ofAudit.buildCondition(subject)} and account_id is null order by id`,
  );
  expect(found.rows.map((row) => row.request_id)).toEqual([1, 19, 199, 1999].map((n) => `search-${n}`));
  const plan = await db.transaction(async (tx) => {
    // On a log of this size a scan costs little, so the planner is asked for the plan on a much larger log.
    await tx.execute(sql`set local enable_seqscan = off`);
    return JSON.stringify(
      (await tx.execute(sql`explain select 1 from staff_audit where ${ofAudit.buildCondition(subject)}`))
        .rows,
    );
  });
  expect(plan).toMatch(
    /staff_audit_account.*staff_audit_mentions.*staff_audit_found.*staff_audit_email_part/,
  );
  expect(plan).not.toContain('Seq Scan');
});
