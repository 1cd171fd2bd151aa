/**
 * Selects the parts of an error that may be logged. Error messages are not logged, because error messages of database
 * drivers contain values from the database.
 */

/** Error of this server with details that contain no personal data and no secrets. */
export interface LoggableError extends Error {
  readonly logDetails: object;
}

const STACK_FRAMES = 12;

const LINE_MAX_LENGTH = 300;

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

export interface ErrorLine {
  /** Error code of the database or of Node.js, or the class of the error if no error of the chain has a code. */
  code: string;
  /** Classes and codes of the error and its causes, and the source position of the innermost of these errors. */
  line: string;
}

/**
 * Returns the loggable parts of an error as one line.
 * @example lineOfError(error).line // 'DrizzleQueryError ← DatabaseError 23505 at src/server/store/orders.ts:41:9'
 */
export function lineOfError(error: unknown): ErrorLine {
  if (!(error instanceof Error)) return { code: typeof error, line: typeof error };
  const chain: Error[] = [];
  for (let each: unknown = error; each instanceof Error && !chain.includes(each); each = each.cause)
    chain.push(each);
  const listCode = ({ code }: Error & { code?: unknown }): string[] =>
    typeof code === 'string' ? [code] : [];
  const classes = chain
    .map((each) =>
      [each.name, ...listCode(each), ...(isLoggable(each) ? [JSON.stringify(each.logDetails)] : [])].join(
        ' ',
      ),
    )
    .join(' ← ');
  const positions = chain.flatMap(({ stack = '' }) => ownPosition(stack));
  return {
    code: chain.flatMap(listCode).at(-1) ?? error.name,
    line: [classes, ...positions.slice(-1).map((position) => `at ${position}`)]
      .join(' ')
      .slice(0, LINE_MAX_LENGTH),
  };
}

/** Returns the first position of a stack in the code of this server, relative to the working directory. */
function ownPosition(stack: string): string[] {
  const [position] = [...stack.matchAll(/^\s+at .*?\(?((?:file:\/\/)?\/[^()]+:\d+:\d+)\)?$/gm)]
    .map(([, place = '']) => place.replace('file://', '').replace(`${process.cwd()}/`, ''))
    .filter((place) => !place.includes('node_modules/'));
  return position === undefined ? [] : [position];
}
