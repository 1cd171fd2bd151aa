/** Chooses how to search for a part of an email address, so that every search uses a database index. */
import { holdsTrigram, isInternational, isSearchedAnywhere } from '../../shared/emailSearch';

/**
 * Search rule for a part of an email address.
 * - `all`: the part is empty, so every email address matches.
 * - `anywhere`: the part contains a trigram, so the trigram index finds it anywhere in the email address. Or the part
 *   contains characters that are not ASCII, so the index of international addresses finds it (`isInternational`).
 * - `beginning`: the part is searched only at the beginning of the email address, because no index finds it elsewhere.
 */
export type EmailPartRule = 'all' | 'anywhere' | 'beginning';

/**
 * Returns the search rule for a part of an email address in its normal form.
 * @example emailPartRule('ann') // 'anywhere'
 */
export function emailPartRule(part: string): EmailPartRule {
  if (part === '') return 'all';
  return isSearchedAnywhere(part) ? 'anywhere' : 'beginning';
}

/** Returns the SQL LIKE pattern of a search. Escapes wildcards in `part` and adds the wildcards of the rule. */
export function likePattern(part: string, rule: Exclude<EmailPartRule, 'all'>): string {
  const literal = part.replace(/[\\%_]/g, '\\$&');
  return rule === 'anywhere' ? `%${literal}%` : `${literal}%`;
}

/** Search for an address some of whose characters are hidden. */
export interface HiddenSearch {
  /** SQL LIKE pattern. */
  pattern: string;
  /** Whether only international addresses can match, as with `isInternational`. */
  isInternational: boolean;
}

/** Returns the search for an address whose hidden characters are between `pieces` (`EmailSearch`). */
export function buildHiddenSearch(pieces: readonly string[]): HiddenSearch {
  const joined = pieces.map((piece) => piece.replace(/[\\%_]/g, '\\$&')).join('%');
  return {
    pattern: `${joined}%`,
    isInternational: !pieces.some(holdsTrigram) && pieces.some(isInternational),
  };
}
