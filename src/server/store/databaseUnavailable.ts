/** The database cannot be reached, or would not answer in time: another try may cure it. */
import { types } from 'node:util';

/** SQLSTATEs, or beginnings of them, of a server that ends, is full, fails over, or waited too long. */
const PASSING_STATES = [
  '08', // connection exceptions
  '53', // insufficient resources
  '57P', // shutting down, crashed, starting
  '55P03', // a lock was not to be had in time
  '57014', // the statement's deadline
  '40', // a deadlock, of which this one was chosen to end: the other has gone on
  '25P03', // idle in a transaction for too long
  '25006', // a standby, which takes no writes
];

/** What the driver says of a connection in words alone. */
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

/** Nothing is known of what the statement did: a commit whose answer was lost may have happened. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** An error of the driver as it is; `DatabaseUnavailable` around it where another try may cure it. */
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

/** What keeps a connection from being made, whatever it is: there is no database for this request. */
export function noConnection(error: unknown): DatabaseUnavailable {
  if (error instanceof DatabaseUnavailable) return error;
  return new DatabaseUnavailable('No connection to the database is to be had.', { cause: error });
}

/** Whether this, or what caused it, is the database being away. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let each = error; types.isNativeError(each); each = each.cause) {
    if (each instanceof DatabaseUnavailable) return true;
  }
  return false;
}
