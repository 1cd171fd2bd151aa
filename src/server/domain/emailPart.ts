/** How a part of an email is looked for, so that an index always answers. */

/**
 * - `all`: nothing was asked for, everybody is meant;
 * - `anywhere`: the part holds letters or digits enough for the trigram index;
 * - `beginning`: it does not, and so counts as how the email begins.
 */
export type EmailPartRule = 'all' | 'anywhere' | 'beginning';

const ANYWHERE_FROM_LENGTH = 3;

/** Runs of what the trigram index reads as a word, with what is known of their ends. */
const RUN = /[a-z0-9]+/g;

/** `part` in the emails' normal form. */
export function emailPartRule(part: string): EmailPartRule {
  if (part === '') return 'all';
  return part.length >= ANYWHERE_FROM_LENGTH && holdsTrigram(part) ? 'anywhere' : 'beginning';
}

/**
 * Three letters in a row make a trigram; so do two beside something that is no letter, since the
 * index marks where words begin and end. What begins with one letter is too much to look through.
 */
function holdsTrigram(part: string): boolean {
  return [...part.matchAll(RUN)].some(({ 0: run, index }) => {
    const isBounded = index > 0 || index + run.length < part.length;
    return run.length >= (isBounded ? 2 : 3);
  });
}

/** Escapes what LIKE would read as a pattern, and adds the ends that the rule leaves open. */
export function likePattern(part: string, rule: Exclude<EmailPartRule, 'all'>): string {
  const literal = part.replace(/[\\%_]/g, '\\$&');
  return rule === 'anywhere' ? `%${literal}%` : `${literal}%`;
}
