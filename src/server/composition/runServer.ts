/** The life of a server process: start, wait for a signal, stop in order. */
import { ConfigurationRejected } from '../configuration/environment';
import { PortInUse } from '../http/listen';
import { DataDirectoryInUse, DataDirectoryUnusable } from '../store/dataDirectoryLock';
import { DataDirectoryDamaged } from '../store/openDatabase';
import { announce, announceFailure } from './announce';

export interface RunningServer {
  stop(): Promise<void>;
}

/** What the person who starts the server can mend; everything else is shown with its stack. */
function plainReason(error: unknown): string {
  const isPlain =
    error instanceof ConfigurationRejected ||
    error instanceof PortInUse ||
    error instanceof DataDirectoryDamaged ||
    error instanceof DataDirectoryInUse ||
    error instanceof DataDirectoryUnusable;
  if (isPlain) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function signal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, resolve);
  });
}

/** Runs until SIGTERM or SIGINT. A start that fails ends the process with code 1. */
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
