/**
 * Stores the erasure journal in a file, with one line per deleted account. Each line contains the account id and the
 * time of the deletion.
 */
import { constants } from 'node:fs';
import { access, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { connectionFault } from '../logging/connectionFault';
import { type ErasureEntry, type ErasureJournal, JournalUnusable } from '../ports/erasureJournal';

const LINE = /^([1-9]\d{0,9}) (\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)$/;

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return '';
    throw new JournalUnusable('The erasure journal cannot be read.', { cause: error });
  }
}

/**
 * Returns the error code of the system if this process could not read and append to the erasure journal in this file, or
 * null. Creates and changes nothing, so a missing file is usable if its folder is writable.
 */
export async function journalFault(file: string): Promise<string | null> {
  try {
    const handle = await open(file, 'r+').catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    if (handle === null) await access(path.dirname(file), constants.W_OK | constants.X_OK);
    else await handle.close();
    return null;
  } catch (error) {
    return connectionFault(error);
  }
}

/** Writes the directory entry of a new file to disk. */
async function syncFolder(file: string): Promise<void> {
  const folder = await open(path.dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Returns the erasure journal in this file. The file is created with the first entry. Several processes may append to
 * the same file, because each line is one write in append mode.
 */
export function fileErasureJournal(file: string): ErasureJournal {
  return {
    async append({ accountId, erasedAt }) {
      try {
        const text = await readText(file);
        // A crash may have left an incomplete line, so the new entry must start on a new line.
        const separator = text === '' || text.endsWith('\n') ? '' : '\n';
        const handle = await open(file, 'a', 0o600);
        try {
          await handle.appendFile(`${separator}${accountId} ${erasedAt.toISOString()}\n`);
          await handle.sync();
        } finally {
          await handle.close();
        }
        if (text === '') await syncFolder(file);
      } catch (error) {
        if (error instanceof JournalUnusable) throw error;
        throw new JournalUnusable('The erasure journal cannot be written.', { cause: error });
      }
    },
    async read() {
      const lines = (await readText(file)).split('\n');
      const last = lines.pop() ?? '';
      return lines.concat(LINE.test(last) ? [last] : []).flatMap((line): ErasureEntry[] => {
        if (line === '') return [];
        const [, accountId, erasedAt] = LINE.exec(line) ?? [];
        // An interrupted write leaves an incomplete line, which is ignored.
        if (accountId === undefined || erasedAt === undefined) {
          if (/^[1-9]\d{0,9}(?: [\dT:.-]*)?$/.test(line)) return [];
          throw new JournalUnusable('The erasure journal contains a line that is not an entry.');
        }
        return [{ accountId: Number(accountId), erasedAt: new Date(erasedAt) }];
      });
    },
  };
}
