/** Tests the encoding of internationalized domains of email addresses. */
import { withAsciiDomain, withReadableDomain } from '../../src/shared/internationalDomain';

it.each([
  ['anna@example.org', 'anna@example.org'],
  ['anna@пример.рф', 'anna@xn--e1afmkfd.xn--p1ai'],
  ['анна@почта.example', 'анна@xn--80a1acny.example'],
  ['anna@bücher.example', 'anna@xn--bcher-kva.example'],
  ['anna@xn--e1afmkfd.xn--p1ai', 'anna@xn--e1afmkfd.xn--p1ai'],
  ['no address', 'no address'],
])('encodes the domain of %s', (email, encoded) => {
  expect(withAsciiDomain(email)).toBe(encoded);
  expect(withReadableDomain(encoded)).toBe(email.includes('xn--') ? 'anna@пример.рф' : email);
});
