/** Runs a server process: starts the server, waits for a signal and stops the server gracefully. */
import { ConfigurationRejected } from '../configuration/environment';
import { PortInUse } from '../http/listen';
import { JournalUnusable } from '../ports/erasureJournal';
import { DataDirectoryInUse, DataDirectoryUnusable } from '../store/dataDirectoryLock';
import { VersionTooOld } from '../store/migrate';
import { DataDirectoryDamaged } from '../store/openDatabase';
import { SessionSettingsLost } from '../store/sessionSettings';
import { announce, announceFailure } from './announce';

export interface RunningServer {
  stop(): Promise<void>;
}

/** Returns the plain message of an error that the operator can fix. Returns the stack trace of every other error. */
function plainReason(error: unknown): string {
  const isPlain =
    error instanceof ConfigurationRejected ||
    error instanceof PortInUse ||
    error instanceof DataDirectoryDamaged ||
    error instanceof DataDirectoryInUse ||
    error instanceof DataDirectoryUnusable ||
    error instanceof JournalUnusable ||
    error instanceof SessionSettingsLost ||
    error instanceof VersionTooOld;
  if (isPlain) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function signal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, resolve);
  });
}

/** Runs the server until SIGTERM or SIGINT. Exits with code 1 if the start fails. */
export async function runServer(start: () => Promise<RunningServer>): Promise<void> {
  const stopped = signal();
  try {
    const server = await start();
    const name = await stopped;
    announce(`${name}: stopping…`);
    await server.stop();
    announce('Stopped.');
    process.exit(0);
  } catch (error) {
    announceFailure(plainReason(error));
    process.exit(1);
  }
}
