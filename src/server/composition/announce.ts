/** Lines for the person who starts the server; logs are for machines and go through the logger. */
export function announce(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Why the server does not start, in one or a few plain lines. */
export function announceFailure(line: string): void {
  process.stderr.write(`${line}\n`);
}
