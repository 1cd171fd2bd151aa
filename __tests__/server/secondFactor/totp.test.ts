/** Tests the vectors of RFC 6238, appendix B, and the validity of a code. */
import { buildProvisioning, createTotpSecret, matchingTotpStep } from '../../../src/server/secondFactor/totp';
import { codeShown } from '../../support/authenticator';

const SECRET = Buffer.from('12345678901234567890');
const BASE32 = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('computes the code of RFC 6238 at %i s', (seconds, code) => {
  const at = new Date(seconds * 1000);
  expect(matchingTotpStep(SECRET, code, at, null)).toBe(Math.floor(seconds / 30));
});

describe('a code', () => {
  const at = new Date('2026-11-21T09:00:10.000Z');
  const now = Math.floor(at.getTime() / 30_000);
  const shown = (aside: number) => codeShown(BASE32, at, aside);

  it('is valid in its time step and the adjacent time steps only', () => {
    const good = [-3, -2, -1, 0, 1, 2, 3].filter(
      (aside) => matchingTotpStep(SECRET, shown(aside), at, null) === now + aside,
    );
    expect(good).toEqual([-1, 0, 1]);
  });

  it('is single-use, and its use invalidates every earlier code', () => {
    expect(matchingTotpStep(SECRET, shown(0), at, now)).toBeNull();
    expect(matchingTotpStep(SECRET, shown(-1), at, now)).toBeNull();
    expect(matchingTotpStep(SECRET, shown(1), at, now)).toBe(now + 1);
  });

  it.each(['', '1', '12345', '1234567', 'abcdef', '००००००'])('is not «%s»', (code) => {
    expect(matchingTotpStep(SECRET, code, at, null)).toBeNull();
  });
});

it('generates different secrets of 160 bits', () => {
  expect(createTotpSecret()).toHaveLength(20);
  expect(createTotpSecret()).not.toEqual(createTotpSecret());
});

it('passes an authenticator app all parameters that it needs', () => {
  const { secret, link } = buildProvisioning(SECRET, 'Просвет', 'ann.b');
  expect(secret).toBe(BASE32);
  const product = encodeURIComponent('Просвет');
  expect(link).toBe(
    `otpauth://totp/${product}:ann.b?issuer=${product}&secret=${BASE32}&algorithm=SHA1&digits=6&period=30`,
  );
});
