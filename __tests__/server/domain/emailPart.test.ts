/** Which parts of an email are found anywhere in it, and which only at its beginning. */
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
  // Nothing in these narrows the trigram index down.
  ['...', 'beginning'],
  ['a.b', 'beginning'],
  ['q.c', 'beginning'],
  ['___', 'beginning'],
])('%j: %s', (part, rule) => {
  expect(emailPartRule(part)).toBe(rule);
});

it('escapes what LIKE reads as a pattern', () => {
  expect(likePattern('a%b_c\\', 'anywhere')).toBe('%a\\%b\\_c\\\\%');
  expect(likePattern('_', 'beginning')).toBe('\\_%');
});
