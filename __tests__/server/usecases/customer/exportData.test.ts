/** Tests that the data export contains everything about the customer, no secrets, and nothing about other customers. */
import { eq, getTableColumns, getTableName } from 'drizzle-orm';
import { createSecret } from '../../../../src/server/secrets';
import { DATA_MAP, findDataClass } from '../../../../src/server/store/dataMap';
import { staffAudit } from '../../../../src/server/store/schema/staff';
import { columnWords, TABLE_WORDS } from '../../../../src/server/texts/dataExportWords';
import { NOT_EXPORTED } from '../../../../src/server/usecases/accounts/customerExport';
import { createCustomerSession } from '../../../../src/server/usecases/accounts/sessions';
import { deliverDueOutbox } from '../../../../src/server/workers/delivery/deliverOutbox';
import { populateAccount, type PopulatedAccount } from '../../../support/populatedAccount';
import { startTestServer, type TestServer } from '../../../support/server';
import { signInByEmail, signInStaffAs } from '../../../support/signIn';

let server: TestServer;
let anna: PopulatedAccount;
let token: string;

beforeEach(async () => {
  server = await startTestServer();
  const at = server.clock.now();
  anna = await populateAccount(server.db, {
    canary: 'anna',
    at,
    changes: {
      account_events: {
        kind: 'device',
        details: { action: 'detached', deviceName: 'anna-details', username: 'staff-of-boris' },
      },
      staff_audit: {
        details: { comment: 'anna-comment', from: 'boris@canary.example', staff: 'staff-of-boris' },
      },
      customer_notes: { text: 'anna-note, writes for boris@canary.example' },
      confirmation_codes: { purpose: 'newEmail', email: 'anna@canary.example' },
    },
  });
  const boris = await populateAccount(server.db, { canary: 'boris', at });
  // A search that found both customers mentions Anna in an entry about Boris.
  await server.db.insert(staffAudit).values({
    ...{ at, staffId: null, username: 'staff-of-boris', action: 'searchUsers', accountId: boris.subject.id },
    details: { emailPart: 'anna@canary.example', found: 'boris-found' },
    ...{ ip: 'boris-ip', requestId: 'r' },
  });
  token = await createCustomerSession(server.db, server.deps, anna.subject.id);
});

async function requestCode(of = token): Promise<{ requestToken: string; code: string }> {
  const { body } = await server.call('sendExportCode', { token: of, body: {} });
  await deliverDueOutbox(server.deps);
  const text = server.mailbox.emailsTo('anna@canary.example').at(-1)?.text ?? '';
  return { requestToken: body.requestToken ?? '', code: /(?<!\d)\d{8}(?!\d)/.exec(text)?.[0] ?? '' };
}

async function exported(): Promise<{ html: string; json: string }> {
  const { body } = await server.call('exportData', { token, body: await requestCode() });
  if (!body.files) throw new Error('no files');
  return body.files;
}

/** Returns every personal and financial value that the database contains about Anna, without the exceptions of the export. */
function valuesOfAnna(): { column: string; value: unknown }[] {
  return DATA_MAP.flatMap((row) => {
    const table = getTableName(row.table);
    if (row.erasure === 'none') return [];
    return Object.keys(getTableColumns(row.table)).flatMap((column) => {
      const dataClass = findDataClass(row, column);
      if (dataClass !== 'personal' && dataClass !== 'financial') return [];
      if (NOT_EXPORTED[table]?.[column] !== undefined) return [];
      return [{ column: `${table}.${column}`, value: anna.rows.get(table)?.[column] }];
    });
  });
}

/** Returns all texts, numbers and times that a value contains. */
function listLeaves(value: unknown): unknown[] {
  if (value instanceof Date) return [value.toISOString()];
  if (Array.isArray(value)) return value.flatMap(listLeaves);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(listLeaves);
  return value === null || value === undefined ? [] : [value];
}

it('contains every personal and financial value of the account', async () => {
  const { html, json } = await exported();
  const leaves = new Set(listLeaves(JSON.parse(json)).map(String));
  const values = valuesOfAnna();
  expect(values.length).toBeGreaterThan(100);
  const hidden = ['outbox.payload', 'staff_audit.details', 'account_events.details', 'customer_notes.text'];
  const missing = values
    .filter(({ column }) => !hidden.includes(column))
    .filter(({ column, value }) => {
      // The server delivered the pending email before the export, so the row of this email no longer contains the
      // inserted values.
      if (column.startsWith('outbox.')) return false;
      return listLeaves(value).some((leaf) => !leaves.has(String(leaf)));
    })
    .map(({ column }) => column);
  expect(missing).toEqual([]);
  for (const text of ['anna-details', 'anna-comment', 'anna-note', 'anna@canary.example'])
    expect([html.includes(text), json.includes(text)]).toEqual([true, true]);
});

it('contains no data of another customer', async () => {
  const { html, json } = await exported();
  for (const file of [html, json]) {
    expect(file).not.toMatch(/boris/i);
    expect(file).not.toContain('staff-of-anna');
  }
  expect(html).toContain('(скрыто: относится к другому человеку)');
});

it('contains no secret and no text of an email', async () => {
  const { html, json } = await exported();
  for (const file of [html, json]) {
    for (const row of DATA_MAP) {
      if (row.erasure === 'none') continue;
      for (const column of Object.keys(row.columns)) {
        const value = anna.rows.get(getTableName(row.table))?.[column];
        if (findDataClass(row, column) === 'secret' && typeof value === 'string')
          expect(file).not.toContain(value);
      }
    }
    expect(file).not.toContain('Введи код на странице');
  }
});

it('is readable without scripts and external resources', async () => {
  const { html } = await exported();
  expect(html).toContain('<html lang="ru">');
  expect(html).not.toMatch(/<script|<img|<link|url\(|@import/i);
  expect(html).toContain('<h2>Платежи</h2>');
  expect(html).toContain('<dt>Почта</dt><dd>anna@canary.example</dd>');
});

it('has a Russian name for every table and every personal or financial column', () => {
  const nameless = DATA_MAP.flatMap((row) => {
    const table = getTableName(row.table);
    if (row.erasure === 'none' || row.kind === 'staff' || row.kind === 'operation') return [];
    return [
      ...(TABLE_WORDS[table] === undefined ? [table] : []),
      ...Object.keys(row.columns).flatMap((column) => {
        const dataClass = findDataClass(row, column);
        const needsName = dataClass === 'personal' || dataClass === 'financial';
        const isExcepted = NOT_EXPORTED[table]?.[column] !== undefined;
        return needsName && !isExcepted && columnWords(column) === null ? [`${table}.${column}`] : [];
      }),
    ];
  });
  expect(nameless).toEqual([]);
});

it('needs a fresh code of the account, once', async () => {
  const { requestToken, code } = await requestCode();
  const wrong = String((Number(code) + 1) % 10 ** 8).padStart(8, '0');
  const tried = await server.call('exportData', { token, body: { requestToken, code: wrong } });
  expect(tried.body).toMatchObject({ success: false, reason: 'wrong', triesLeft: 4 });
  const stranger = await populateAccount(server.db, { canary: 'clara', at: server.clock.now() });
  const ofStranger = await createCustomerSession(server.db, server.deps, stranger.subject.id);
  expect(
    (await server.call('exportData', { token: ofStranger, body: { requestToken, code } })).body,
  ).toMatchObject({
    success: false,
    reason: 'invalid',
  });
  const again = await requestCode();
  expect((await server.call('exportData', { token, body: again })).body.success).toBe(true);
  expect((await server.call('exportData', { token, body: again })).body).toMatchObject({
    success: false,
    reason: 'invalid',
  });
});

it('is available to admins only if the customer requests it by post, and is audited', async () => {
  const senior = await signInStaffAs(server, 'senior');
  const userId = anna.subject.id;
  const rejected = await server.call('exportCustomerData', { token: senior.accessToken, body: { userId } });
  expect(rejected.status).toBe(403);
  const admin = await signInStaffAs(server, 'admin');
  const { body } = await server.call('exportCustomerData', { token: admin.accessToken, body: { userId } });
  expect(body.html).toContain('anna@canary.example');
  expect(body.json).not.toMatch(/boris/i);
  const entries = await server.db
    .select()
    .from(staffAudit)
    .where(eq(staffAudit.action, 'exportCustomerData'));
  expect(entries).toMatchObject([{ accountId: userId, username: 'admin', details: {} }]);
  const unknown = await server.call('exportCustomerData', {
    token: admin.accessToken,
    body: { userId: 4711 },
  });
  expect(unknown.status).toBe(404);
});

it('takes no slot of an export for a request without a code, so that such requests delay nobody', async () => {
  server.deps.memory.exports = 2;
  const { accessToken } = await signInByEmail(server, 'stranger@example.com');
  const made = { requestToken: createSecret('confirmation'), code: '12345678' };
  const rejected = await server.call('exportData', { token: accessToken, body: made });
  expect([rejected.status, rejected.body.success]).toEqual([200, false]);
});
