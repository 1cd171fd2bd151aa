/** Fakes of the client that requests store links. */
import type { LinkChecker, LinkResult } from '../../src/server/ports/linkChecker';

const WORKS: LinkResult = { status: 200, host: 'store.example', ms: 1, problem: null, isUnreachable: false };

/** Creates a client whose links work, except those with another result in `results`. */
export function fakeLinkChecker(results: Readonly<Record<string, Partial<LinkResult>>> = {}): LinkChecker & {
  readonly requested: string[];
} {
  const requested: string[] = [];
  return {
    requested,
    request: (url) => {
      requested.push(url);
      return Promise.resolve({ ...WORKS, ...results[url] });
    },
  };
}
