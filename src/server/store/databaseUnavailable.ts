/**
 * Recognizes transient database errors: the database is unreachable or did not respond in time, so a retry may succeed.
 */
import { types } from 'node:util';

/**
 * SQLSTATEs, or their prefixes, of transient errors: the database server shuts down, has no free resources, fails over
 * or reports a timeout.
 */
const PASSING_STATES = [
  '08', // connection exceptions
  '53', // insufficient resources
  '57P', // shutting down, crashed or starting
  '55P03', // lock timeout
  '57014', // statement timeout
  '40', // transaction rollback, for example of one of two transactions in a deadlock
  '25P03', // idle-in-transaction timeout
  '25006', // read-only standby server
];

/** Messages of connection errors that the driver throws without an error code. */
const LOST_WORDS =
  /connection terminated|timeout exceeded when trying to connect|not queryable|client was closed/i;

const LOST_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/**
 * Thrown if the database is unavailable. The outcome of the failed statement is unknown, because a commit may have
 * succeeded although its response was lost.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/**
 * Returns `DatabaseUnavailable` with the given error as its cause if a retry may succeed, otherwise the driver's error
 * unchanged.
 */
export function databaseError(error: unknown): Error {
  if (!types.isNativeError(error)) return new Error('The database driver failed.', { cause: error });
  if (error instanceof DatabaseUnavailable) return error;
  const { code } = error as { code?: unknown };
  const isPassing =
    typeof code === 'string'
      ? LOST_CODES.has(code) || PASSING_STATES.some((state) => code.startsWith(state))
      : LOST_WORDS.test(error.message);
  return isPassing ? new DatabaseUnavailable(error.message, { cause: error }) : error;
}

/**
 * Returns `DatabaseUnavailable` for any error that prevents a connection, because without a connection the request
 * cannot use the database.
 */
export function noConnection(error: unknown): DatabaseUnavailable {
  if (error instanceof DatabaseUnavailable) return error;
  return new DatabaseUnavailable('No connection to the database is available.', { cause: error });
}

/** Returns whether this error or one of its causes is `DatabaseUnavailable`. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let each = error; types.isNativeError(each); each = each.cause) {
    if (each instanceof DatabaseUnavailable) return true;
  }
  return false;
}
