/** Formats files with environment variables that systemd, Docker Compose, POSIX shells and Node.js read alike. */

/**
 * Returns the line `NAME='value'`. Throws `TypeError` if the value contains a quotation mark or a line break, because the
 * readers of such files disagree about escapes.
 */
export function environmentLine(name: string, value: string): string {
  if (/['\r\n]/.test(value)) throw new TypeError(`${name} contains a quotation mark or a line break`);
  return /^[\w.,:/@%+-]*$/.test(value) ? `${name}=${value}` : `${name}='${value}'`;
}
