/**
 * Parts of the commands with which an operator changes the database from a shell: `npm run staff` and `npm run provider`.
 * The commands use the database of `DATABASE_URL`, or the embedded database in `DATA_DIR`.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  ConfigurationRejected,
  EnvironmentReader,
  type EnvironmentVariables,
} from '../configuration/environment';
import type { StaffOrigin } from '../domain/caller';
import { Rejection } from '../domain/rejection';
import type { Database } from '../store/database';
import { DataDirectoryInUse, DataDirectoryUnusable, lockDataDirectory } from '../store/dataDirectoryLock';
import { openEmbeddedDatabase, openPostgres } from '../store/openDatabase';

/** Actor in the audit log entries of a command, instead of a staff member. */
export const COMMAND: StaffOrigin = {
  staffId: null,
  username: 'command',
  ip: 'command',
  requestId: 'command',
};

export interface OperatorCommand {
  /** Command-line arguments. */
  words: readonly string[];
  variables: EnvironmentVariables;
  say: (line: string) => void;
  complain: (line: string) => void;
}

/** Thrown for an error that the operator who runs the command can fix. */
export class CommandRejected extends Error {
  override readonly name = 'CommandRejected';
}

/**
 * Opens the database, runs `work`, and closes the database. Resolves to the exit code: 0 on success, or 1 if `work` fails,
 * with the reason printed.
 */
export async function runOnDatabase(
  { variables, complain }: OperatorCommand,
  work: (db: Database) => Promise<void>,
): Promise<0 | 1> {
  try {
    const database = await openDatabase(variables);
    try {
      await work(database.db);
      return 0;
    } finally {
      await database.close();
    }
  } catch (error) {
    complain(describeReason(error));
    return 1;
  }
}

/** Prints rows in columns that are as wide as their longest cell. */
export function printTable(say: (line: string) => void, rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_title, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of rows) {
    say(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}

function describeReason(error: unknown): string {
  const isPlain =
    error instanceof Rejection ||
    error instanceof ConfigurationRejected ||
    error instanceof CommandRejected ||
    error instanceof DataDirectoryInUse ||
    error instanceof DataDirectoryUnusable;
  if (isPlain) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function openDatabase(
  variables: EnvironmentVariables,
): Promise<{ db: Database; close: () => Promise<void> }> {
  const environment = new EnvironmentReader(variables);
  const url = environment.optional('DATABASE_URL');
  environment.rejectProblems();
  if (url !== undefined) return openPostgres(url);
  const dataDirectory = path.resolve(environment.text('DATA_DIR'));
  const folder = path.join(dataDirectory, 'pg');
  if (!existsSync(folder)) {
    throw new CommandRejected(
      `There is no database in ${dataDirectory}: set DATABASE_URL or DATA_DIR, or start the server once.`,
    );
  }
  const lock = await lockDataDirectory(dataDirectory);
  try {
    const database = await openEmbeddedDatabase({ folder });
    return {
      db: database.db,
      close: async () => {
        await database.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
