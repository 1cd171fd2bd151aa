/** Secrets that sandbox mode generates at the first start and stores in the data folder with file mode 0600. */
import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { FIRST_ADMIN_USERNAME } from '../configuration/staffAccess';
import { dataDirectoryError } from '../store/dataDirectoryLock';

export interface StaffSignIn {
  username: string;
  password: string;
}

const staffSignIn = v.object({
  username: v.pipe(v.string(), v.nonEmpty()),
  password: v.pipe(v.string(), v.nonEmpty()),
});

const SECRET_BYTES = 48;
const PASSWORD_BYTES = 15;

/** Writes a file atomically. If the process is killed during the write, the old file remains. */
async function keep(file: string, text: string): Promise<void> {
  const draft = `${file}.draft`;
  try {
    await writeFile(draft, text, { mode: 0o600 });
    await rename(draft, file);
  } catch (error) {
    throw dataDirectoryError(path.dirname(file), error);
  }
}

async function readStored(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw dataDirectoryError(path.dirname(file), error);
  }
}

/** Returns the session secret of a data folder. The first call generates and stores the session secret. */
export async function storedSessionSecret(dataDirectory: string): Promise<string> {
  const file = path.join(dataDirectory, 'session-secret');
  const stored = (await readStored(file))?.trim();
  if (stored !== undefined && stored !== '') return stored;
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  await keep(file, `${secret}\n`);
  return secret;
}

function parseSignIn(text: string): StaffSignIn | null {
  try {
    const parsed = v.safeParse(staffSignIn, JSON.parse(text));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

/**
 * Returns the credentials of the first administrator: the configured credentials, else the stored credentials, else new
 * credentials with a generated password. Configured credentials are not stored.
 */
export async function storedStaffSignIn(
  dataDirectory: string,
  set: { username: string | undefined; password: string | undefined },
): Promise<StaffSignIn> {
  if (set.password !== undefined)
    return { username: set.username ?? FIRST_ADMIN_USERNAME, password: set.password };
  const file = path.join(dataDirectory, 'staff-sign-in.json');
  const text = await readStored(file);
  const stored = text === null ? null : parseSignIn(text);
  if (stored !== null && (set.username === undefined || set.username === stored.username)) return stored;
  const made = {
    username: set.username ?? FIRST_ADMIN_USERNAME,
    password: randomBytes(PASSWORD_BYTES).toString('base64url'),
  };
  await keep(file, `${JSON.stringify(made, null, 2)}\n`);
  return made;
}
