/** Tests which search texts match anywhere in an email, and which match only its beginning. */
import { emailPartRule, likePattern } from '../../../src/server/domain/emailPart';

it.each([
  ['', 'all'],
  ['a', 'beginning'],
  ['ab', 'beginning'],
  ['a@', 'beginning'],
  ['%', 'beginning'],
  ['abc', 'anywhere'],
  ['a1b', 'anywhere'],
  ['@ya', 'anywhere'],
  ['ya.', 'anywhere'],
  ['.ru', 'anywhere'],
  ['a.bc', 'anywhere'],
  ['сидорова', 'anywhere'],
  ['рф', 'beginning'],
  // The trigram index does not narrow the search for texts of this kind.
  ['...', 'beginning'],
  ['a.b', 'beginning'],
  ['q.c', 'beginning'],
  ['___', 'beginning'],
])('%j: %s', (part, rule) => {
  expect(emailPartRule(part)).toBe(rule);
});

it('escapes the wildcards of LIKE', () => {
  expect(likePattern('a%b_c\\', 'anywhere')).toBe('%a\\%b\\_c\\\\%');
  expect(likePattern('_', 'beginning')).toBe('\\_%');
});
