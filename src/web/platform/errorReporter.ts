/** The product's error reports (spec sections 7 and 8): one line of the console each, no person in it. */
import { logFailure } from './log';
import type { ErrorReporter } from './platform';

export function createErrorReporter(): ErrorReporter {
  return { report: (event, details) => logFailure(`Reported: ${event}`, details) };
}
