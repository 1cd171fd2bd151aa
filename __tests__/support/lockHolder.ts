/**
 * A process that locks a data folder and keeps the lock until the process is killed. Tests start the lock process with
 * `startChild`.
 */
import { lockDataDirectory } from '../../src/server/store/dataDirectoryLock';

try {
  await lockDataDirectory(process.argv[2] ?? '');
  process.stdout.write('locked\n');
  setInterval(() => undefined, 60_000);
} catch (error) {
  process.stdout.write(`rejected: ${error instanceof Error ? error.message : ''}\n`);
  process.exit(1);
}
