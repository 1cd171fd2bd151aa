/** Tests that at most one process uses a data folder, even if other processes crash. */
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DataDirectoryInUse, lockDataDirectory } from '../../../src/server/store/dataDirectoryLock';
import { type RunningChild, startChild } from '../../support/childProcess';

const HOLDER = path.resolve('__tests__/support/lockHolder.ts');
let folder: string;
let children: RunningChild[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'lock-'));
  children = [];
});

afterEach(async () => {
  for (const child of children) await child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

function hold(): RunningChild {
  const child = startChild(HOLDER, { args: [folder] });
  children.push(child);
  return child;
}

test('a second process is rejected with the pid of the first', async () => {
  const first = hold();
  await first.until('locked');
  const error = await lockDataDirectory(folder).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DataDirectoryInUse);
  expect((error as DataDirectoryInUse).pid).toBe(String(first.pid));
  expect((error as DataDirectoryInUse).message).toContain(String(first.pid));
});

test('a killed process leaves the folder unlocked', async () => {
  const first = hold();
  await first.until('locked');
  await first.kill('SIGKILL');
  const lock = await lockDataDirectory(folder);
  expect((await readFile(path.join(folder, 'server.pid'), 'utf8')).trim()).toBe(String(process.pid));
  await lock.release();
});

test('a released folder can be locked again and contains no lock file', async () => {
  await (await lockDataDirectory(folder)).release();
  expect(await readdir(folder)).toEqual([]);
  await (await lockDataDirectory(folder)).release();
});

test('exactly one of two processes that race for a folder with a stale lock wins', async () => {
  const dead = hold();
  await dead.until('locked');
  await dead.kill('SIGKILL');
  const racers = [hold(), hold(), hold(), hold()];
  await Promise.all(
    racers.map((racer) => Promise.race([racer.until('locked').catch(() => undefined), racer.exited])),
  );
  const winners = racers.filter((racer) => racer.output().includes('locked'));
  expect(winners).toHaveLength(1);
  for (const loser of racers.filter((racer) => racer !== winners[0])) {
    expect(loser.output()).toContain(`process ${winners[0]!.pid}`);
  }
});

test('exactly one of many concurrent processes wins, with or without stale locks', async () => {
  for (let round = 0; round < 20; round += 1) {
    await writeFile(path.join(folder, 'lock-0badf00d.sock'), 'left over');
    const racers = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDirectory(folder)));
    const locks = racers.flatMap((racer) => (racer.status === 'fulfilled' ? [racer.value] : []));
    expect(locks).toHaveLength(1);
    for (const racer of racers) {
      if (racer.status === 'rejected') expect(racer.reason).toMatchObject({ pid: String(process.pid) });
    }
    await locks[0]?.release();
  }
});

test('a regular file at the socket path does not count as a lock', async () => {
  await writeFile(path.join(folder, 'lock-0badf00d.sock'), 'left over');
  await (await lockDataDirectory(folder)).release();
});

test('a folder whose path is too long for a socket can still be locked', async () => {
  const deep = path.join(folder, 'a'.repeat(120));
  const lock = await lockDataDirectory(deep);
  await expect(lockDataDirectory(deep)).rejects.toMatchObject({ pid: String(process.pid) });
  await lock.release();
});

test.each([
  ['a file is in its place', async (place: string) => writeFile(place, 'a file')],
  [
    'this user may not write there',
    async (place: string) => {
      await mkdir(place, { mode: 0o500 });
    },
  ],
])('an unusable folder is reported in a sentence: %s', async (why, make) => {
  const place = path.join(folder, 'data');
  await make(place);
  await chmod(folder, 0o755);
  // The user root can write everywhere, so the test switches to an unprivileged user.
  const isSuperuser = process.geteuid?.() === 0;
  if (isSuperuser) process.seteuid?.(65_534);
  try {
    await expect(lockDataDirectory(place)).rejects.toMatchObject({
      name: 'DataDirectoryUnusable',
      message: `The data folder ${place} cannot be used: ${why}. Fix that, or set DATA_DIR.`,
    });
  } finally {
    if (isSuperuser) process.seteuid?.(0);
  }
});
