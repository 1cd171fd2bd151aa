/**
 * Prints a line for the operator who starts the server. Machine-readable log entries are written by the logger instead.
 */
export function announce(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints to the standard error output why the server cannot start. */
export function announceFailure(line: string): void {
  process.stderr.write(`${line}\n`);
}
