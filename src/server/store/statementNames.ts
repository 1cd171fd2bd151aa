/**
 * Gives a name to each SQL statement that repeats, so that PostgreSQL parses and plans it once per connection instead of
 * every time. Planning takes longer than the execution of most statements of this product.
 */
import { createHash } from 'node:crypto';

/** Number of times a statement is sent before it gets a name, so that a statement that runs once gets none. */
const SENDINGS_BEFORE_NAME = 2;

/**
 * Maximum number of statements that are counted and named. Lists of parameters make any number of statements, and each
 * name takes memory on each connection until the connection ends.
 */
const NAMES_MAX = 500;

/** The best plan of a pattern depends on its text, so that such a statement is planned for its parameters. */
const HAS_PATTERN = /\blike\b|\bilike\b|~/;

/**
 * Returns a function that returns the name of a statement, or null if the statement is sent without a name. The first
 * `NAMES_MAX` different statements can get names.
 */
export function createStatementNames(): (text: string) => string | null {
  const seen = new Map<string, { sendings: number; name: string | null }>();
  return (text) => {
    const known = seen.get(text);
    if (known !== undefined) {
      known.sendings += 1;
      if (known.sendings === SENDINGS_BEFORE_NAME + 1 && !HAS_PATTERN.test(text))
        known.name = createHash('sha256').update(text).digest('base64url');
      return known.name;
    }
    if (seen.size < NAMES_MAX) seen.set(text, { sendings: 1, name: null });
    return null;
  };
}
