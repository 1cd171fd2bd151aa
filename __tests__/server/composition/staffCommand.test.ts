/** Tests `npm run staff`: its output, the embedded database of a data folder, and a locked data folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { runStaffCommand, STAFF_COMMAND_USAGE } from '../../../src/server/composition/staffCommand';
import { openEmbeddedDatabase } from '../../../src/server/store/openDatabase';
import { staffAccounts, staffAudit } from '../../../src/server/store/schema/staff';
import { passwordMatches } from '../../../src/server/usecases/staff/passwords';
import { startChild } from '../../support/childProcess';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'staff-command-'));
  await (await openEmbeddedDatabase({ folder: path.join(folder, 'pg') })).close();
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function staff(words: string, input = '') {
  const said: string[] = [];
  const complained: string[] = [];
  const code = await runStaffCommand({
    words: words === '' ? [] : words.split(' '),
    variables: { DATA_DIR: folder },
    input: Readable.from([input]),
    say: (line) => said.push(line),
    complain: (line) => complained.push(line),
  });
  return { code, said, complained };
}

async function inDatabase<Result>(
  read: (db: Awaited<ReturnType<typeof openEmbeddedDatabase>>['db']) => Promise<Result>,
): Promise<Result> {
  const database = await openEmbeddedDatabase({ folder: path.join(folder, 'pg') });
  try {
    return await read(database.db);
  } finally {
    await database.close();
  }
}

it('manages accounts, and shows a generated password once', async () => {
  const made = await staff('add Boss admin');
  expect(made).toMatchObject({ code: 0, complained: [] });
  const password = /^Password of boss, shown this once: (\S+)$/.exec(made.said[1] ?? '')?.[1] ?? '';
  expect(password).toHaveLength(23);
  expect(await staff('add ann support --password-stdin', 'a typed password\n')).toMatchObject({
    code: 0,
    said: ['ann is created as support.'],
  });
  expect(await staff('role ann senior')).toMatchObject({ code: 0 });
  expect(await staff('disable ann')).toMatchObject({ code: 0 });
  const { said } = await staff('list');
  expect(said.map((line) => line.split(/ {2,}/))).toEqual([
    ['USERNAME', 'ROLE', 'STATE', 'SECOND FACTOR', 'SESSIONS', 'LAST SIGN-IN'],
    ['ann', 'senior', 'disabled', 'off', '0', 'never'],
    ['boss', 'admin', 'enabled', 'off', '0', 'never'],
  ]);
  expect(await staff('enable ann')).toMatchObject({ code: 0 });
  expect(await staff('reset-totp ann')).toMatchObject({ code: 0 });
  expect(await staff('password ann --password-stdin', 'another typed password')).toMatchObject({ code: 0 });
  await inDatabase(async (db) => {
    const accounts = await db.select().from(staffAccounts).orderBy(staffAccounts.username);
    expect(await passwordMatches(accounts[0]?.passwordHash ?? null, 'another typed password')).toBe(true);
    expect(await passwordMatches(accounts[1]?.passwordHash ?? null, password)).toBe(true);
    const audit = await db.select().from(staffAudit).orderBy(staffAudit.id);
    expect(audit.map(({ action, username, staffId }) => [action, username, staffId])).toEqual(
      [
        'createStaff',
        'createStaff',
        'changeStaffRole',
        'disableStaff',
        'enableStaff',
        'resetStaffPassword',
      ].map((action) => [action, 'command', null]),
    );
    expect(JSON.stringify(audit)).not.toContain(password);
    expect(JSON.stringify(audit)).not.toContain('typed password');
  });
});

it('rejects what the console rejects, in one line', async () => {
  expect(await staff('disable boss')).toMatchObject({
    code: 1,
    complained: ['You can’t remove the last admin. Add another admin first.'],
  });
  expect(await staff('role boss support')).toMatchObject({ code: 1 });
  expect(await staff('add boss admin')).toMatchObject({ code: 1, complained: ['This username is taken.'] });
  expect(await staff('add zoe king')).toMatchObject({ code: 1 });
  expect(await staff('add zoe support --password-stdin', 'short\n')).toMatchObject({ code: 1 });
  expect(await staff('password nobody')).toMatchObject({
    code: 1,
    complained: ['There is no staff account nobody.'],
  });
});

it.each(['', 'sing', 'add', 'add zoe', 'add zoe support a-password-in-the-open', 'list --all'])(
  'shows the usage for «%s»',
  async (words) => {
    expect(await staff(words)).toEqual({ code: 2, said: [], complained: [STAFF_COMMAND_USAGE] });
  },
);

it('rejects a folder that a running server has locked, and names its process', async () => {
  const holder = startChild(path.resolve('__tests__/support/lockHolder.ts'), { args: [folder] });
  await holder.until('locked');
  const rejected = await staff('list');
  expect(rejected).toMatchObject({ code: 1, said: [] });
  expect(rejected.complained.join()).toContain(`in use by process ${String(holder.pid)}`);
  await holder.kill('SIGKILL');
  expect(await staff('list')).toMatchObject({ code: 0 });
});

it('creates no database if there is none', async () => {
  const complained: string[] = [];
  const code = await runStaffCommand({
    words: ['list'],
    variables: { DATA_DIR: path.join(folder, 'nowhere') },
    input: Readable.from([]),
    say: () => undefined,
    complain: (line) => complained.push(line),
  });
  expect(code).toBe(1);
  expect(complained.join()).toContain('There is no database in');
});
