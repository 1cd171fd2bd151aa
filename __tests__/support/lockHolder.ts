/** A process that takes a data folder and keeps it until it is killed. Run by `startChild`. */
import { lockDataDirectory } from '../../src/server/store/dataDirectoryLock';

try {
  await lockDataDirectory(process.argv[2] ?? '');
  process.stdout.write('locked\n');
  setInterval(() => undefined, 60_000);
} catch (error) {
  process.stdout.write(`rejected: ${error instanceof Error ? error.message : ''}\n`);
  process.exit(1);
}
