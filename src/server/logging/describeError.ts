/**
 * Selects the parts of an error that may be logged. Error messages are not logged, because error messages of database
 * drivers contain values from the database.
 */

/** Error of this server with details that contain no personal data and no secrets. */
export interface LoggableError extends Error {
  readonly logDetails: object;
}

const STACK_FRAMES = 12;

function isLoggable(error: Error): error is LoggableError {
  return 'logDetails' in error && typeof error.logDetails === 'object';
}

/**
 * Returns the loggable parts of an error: its class, its code (for example an SQLSTATE), its stack frames, and the same
 * parts of the error's cause.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { errorType: typeof error };
  const { code } = error as { code?: unknown };
  return {
    errorType: error.name,
    ...(typeof code === 'string' ? { errorCode: code } : {}),
    ...(isLoggable(error) ? error.logDetails : {}),
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, STACK_FRAMES)
      .map((line) => line.trim()),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
