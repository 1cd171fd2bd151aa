/** Chooses how to search for a part of an email address, so that every search uses a database index. */

/**
 * Search rule for a part of an email address.
 * - `all`: the part is empty, so every email address matches.
 * - `anywhere`: the part contains a trigram, so the trigram index finds it anywhere in the email address.
 * - `beginning`: the part contains no trigram, so it is searched only at the beginning of the email address.
 */
export type EmailPartRule = 'all' | 'anywhere' | 'beginning';

const ANYWHERE_FROM_LENGTH = 3;

/** Matches words as the trigram index splits them, which are sequences of Latin letters and digits. */
const RUN = /[a-z0-9]+/g;

/**
 * Returns the search rule for a part of an email address in its normal form.
 * @example emailPartRule('ann') // 'anywhere'
 */
export function emailPartRule(part: string): EmailPartRule {
  if (part === '') return 'all';
  return part.length >= ANYWHERE_FROM_LENGTH && holdsTrigram(part) ? 'anywhere' : 'beginning';
}

/**
 * Returns whether a part contains a trigram. Three consecutive word characters are a trigram. Two word characters next
 * to a separator are also a trigram, because the index marks the start and end of words. A single word character next
 * to a separator would match too many rows.
 */
function holdsTrigram(part: string): boolean {
  return [...part.matchAll(RUN)].some(({ 0: run, index }) => {
    const isBounded = index > 0 || index + run.length < part.length;
    return run.length >= (isBounded ? 2 : 3);
  });
}

/** Returns the SQL LIKE pattern of a search. Escapes wildcards in `part` and adds the wildcards of the rule. */
export function likePattern(part: string, rule: Exclude<EmailPartRule, 'all'>): string {
  const literal = part.replace(/[\\%_]/g, '\\$&');
  return rule === 'anywhere' ? `%${literal}%` : `${literal}%`;
}
