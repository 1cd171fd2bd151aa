/** What of an error may be logged: never its message, in which a database driver quotes values. */

/** An error of ours whose facts hold no personal data and no secret. */
export interface LoggableError extends Error {
  readonly logDetails: object;
}

const STACK_FRAMES = 12;

function isLoggable(error: Error): error is LoggableError {
  return 'logDetails' in error && typeof error.logDetails === 'object';
}

/** Its class, its code (a SQLSTATE, for example), the frames of its stack, and the same of its cause. */
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
