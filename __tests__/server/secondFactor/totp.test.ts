/** RFC 6238 appendix B, RFC 4648 section 10, and what a code is good for. */
import { toBase32 } from '../../../src/server/secondFactor/base32';
import {
  createTotpSecret,
  matchingTotpStep,
  provisioningOf,
  totpCode,
  totpStep,
} from '../../../src/server/secondFactor/totp';

const SECRET = Buffer.from('12345678901234567890');

it.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('gives the code of RFC 6238 at %i s', (seconds, code) => {
  const step = totpStep(new Date(seconds * 1000));
  expect(totpCode(SECRET, step, 8)).toBe(code);
  expect(totpCode(SECRET, step)).toBe(code.slice(-6));
});

it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('writes «%s» in base32 as RFC 4648 does', (text, base32) => {
  expect(toBase32(Buffer.from(text))).toBe(base32);
});

describe('a code', () => {
  const at = new Date('2026-11-21T09:00:10.000Z');
  const now = totpStep(at);

  it('is good in its step and in the ones beside it, no further', () => {
    const good = [-3, -2, -1, 0, 1, 2, 3].filter(
      (aside) => matchingTotpStep(SECRET, totpCode(SECRET, now + aside), at, null) === now + aside,
    );
    expect(good).toEqual([-1, 0, 1]);
  });

  it('is good once, and so is every one before it', () => {
    expect(matchingTotpStep(SECRET, totpCode(SECRET, now), at, now)).toBeNull();
    expect(matchingTotpStep(SECRET, totpCode(SECRET, now - 1), at, now)).toBeNull();
    expect(matchingTotpStep(SECRET, totpCode(SECRET, now + 1), at, now)).toBe(now + 1);
  });

  it.each(['', '1', '12345', '1234567', 'abcdef', '００００００'])('is not «%s»', (code) => {
    expect(matchingTotpStep(SECRET, code, at, null)).toBeNull();
  });
});

it('makes secrets of 160 bits, each another', () => {
  expect(createTotpSecret()).toHaveLength(20);
  expect(createTotpSecret().equals(createTotpSecret())).toBe(false);
});

it('tells an authenticator app everything it needs', () => {
  const { secret, link } = provisioningOf(SECRET, 'Просвет', 'ann.b');
  expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  const url = new URL(link);
  expect(url.protocol).toBe('otpauth:');
  expect(decodeURIComponent(url.pathname)).toContain('Просвет:ann.b');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    secret,
    issuer: 'Просвет',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
