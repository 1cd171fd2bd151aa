/** Tests the erasure journal in a file: the journal is append-only, and readable after an interrupted write. */
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileErasureJournal } from '../../../src/server/adapters/fileErasureJournal';
import { JournalUnusable } from '../../../src/server/ports/erasureJournal';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'prosvet-journal-'));
  file = path.join(folder, 'erasures');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const entry = (accountId: number) => ({ accountId, erasedAt: new Date('2026-11-25T03:00:00.000Z') });

it('is empty at first, and appends one line with id and time per entry', async () => {
  const journal = fileErasureJournal(file);
  expect(await journal.read()).toEqual([]);
  await journal.append(entry(7));
  await journal.append(entry(8));
  expect(await readFile(file, 'utf8')).toBe('7 2026-11-25T03:00:00.000Z\n8 2026-11-25T03:00:00.000Z\n');
  expect(await fileErasureJournal(file).read()).toEqual([entry(7), entry(8)]);
});

it('skips the beginning of a line that a crash left, and keeps the next entry', async () => {
  const journal = fileErasureJournal(file);
  await journal.append(entry(7));
  await appendFile(file, '8 2026-11-2');
  expect(await journal.read()).toEqual([entry(7)]);
  await journal.append(entry(9));
  expect(await journal.read()).toEqual([entry(7), entry(9)]);
});

it('is unusable if the file has other content or cannot be written', async () => {
  await writeFile(file, 'root:x:0:0\n');
  await expect(fileErasureJournal(file).read()).rejects.toThrow(JournalUnusable);
  await expect(fileErasureJournal(path.join(folder, 'missing', 'file')).append(entry(1))).rejects.toThrow(
    JournalUnusable,
  );
});
