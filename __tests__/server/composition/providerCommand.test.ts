/** Tests `npm run provider`, which marks a card provider as gone: its output and its effect on an embedded database. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PROVIDER_COMMAND_USAGE, runProviderCommand } from '../../../src/server/composition/providerCommand';
import { openEmbeddedDatabase } from '../../../src/server/store/openDatabase';
import { goneProviders } from '../../../src/server/store/schema/goneProviders';
import { staffAudit } from '../../../src/server/store/schema/staff';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'provider-command-'));
  await (await openEmbeddedDatabase({ folder: path.join(folder, 'pg') })).close();
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function provider(words: string, variables: Record<string, string> = {}) {
  const said: string[] = [];
  const complained: string[] = [];
  const code = await runProviderCommand({
    words: words === '' ? [] : words.split(' '),
    variables: { DATA_DIR: folder, ...variables },
    say: (line) => said.push(line),
    complain: (line) => complained.push(line),
  });
  return { code, said, complained };
}

it('marks a card provider as gone once, shows the customers, and takes the mark back once', async () => {
  expect(await provider('status')).toEqual({
    code: 0,
    said: ['No card provider is marked as gone.'],
    complained: [],
  });
  const marked = await provider('gone yookassa', { GONE_PROVIDER_GRACE_DAYS: '21' });
  expect(marked).toMatchObject({ code: 0, complained: [] });
  expect(marked.said).toEqual([
    expect.stringMatching(/^yooKassa is marked as gone. No subscription ends before /),
    expect.stringContaining('`status` shows how many'),
  ]);
  expect((await provider('status')).said.map((line) => line.split(/ {2,}/))).toEqual([
    ['PROVIDER', 'GONE SINCE', 'GRACE UNTIL', 'AFFECTED', 'MOVED', 'WAITING'],
    ['yooKassa', expect.any(String), expect.any(String), '0', '0', '0'],
  ]);
  expect((await provider('gone yooKassa')).said[0]).toBe(
    'yooKassa is already marked as gone. Nothing was changed.',
  );
  expect((await provider('back yooKassa')).said[0]).toMatch(/^yooKassa is no longer marked as gone/);
  expect((await provider('back yooKassa')).said[0]).toBe(
    'yooKassa is not marked as gone. Nothing was changed.',
  );
  const database = await openEmbeddedDatabase({ folder: path.join(folder, 'pg') });
  try {
    const [mark, ...others] = await database.db.select().from(goneProviders);
    expect(others).toEqual([]);
    expect((mark?.graceUntil.getTime() ?? 0) - (mark?.markedAt.getTime() ?? 0)).toBe(21 * 86_400_000);
    const audit = await database.db.select().from(staffAudit).orderBy(staffAudit.id);
    expect(audit.map(({ action, username }) => [action, username])).toEqual([
      ['providerGone', 'command'],
      ['providerBack', 'command'],
    ]);
  } finally {
    await database.close();
  }
});

it.each([
  ['gone paypal', 'A card provider is one of cloudPayments, yooKassa.'],
  ['back paypal', 'A card provider is one of cloudPayments, yooKassa.'],
])('rejects %s', async (words, reason) => {
  expect(await provider(words)).toMatchObject({ code: 1, complained: [reason] });
});

it('rejects a number of days that is out of range', async () => {
  const { code, complained } = await provider('gone cloudPayments', { GONE_PROVIDER_GRACE_DAYS: '0' });
  expect(code).toBe(1);
  expect(complained.join(' ')).toContain('GONE_PROVIDER_GRACE_DAYS must be a whole number from 1 to 90');
});

it.each(['', 'gone', 'back', 'status yooKassa', 'gone yooKassa cloudPayments', 'away yooKassa'])(
  'shows the usage for «%s»',
  async (words) => {
    expect(await provider(words)).toEqual({ code: 2, said: [], complained: [PROVIDER_COMMAND_USAGE] });
  },
);
