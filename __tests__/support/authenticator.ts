/** An authenticator app: it knows a secret by the link it was given, and shows codes. */
import { totpCode, totpStep } from '../../src/server/secondFactor/totp';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/[01]{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** The code that the app shows at a moment, `stepsAside` steps of 30 s from it. */
export function codeShown(secret: string, at: Date, stepsAside = 0): string {
  return totpCode(fromBase32(secret), totpStep(at) + stepsAside);
}

/** A code that the secret has at none of the steps around the moment. */
export function wrongCode(secret: string, at: Date): string {
  const right = [-2, -1, 0, 1, 2].map((aside) => codeShown(secret, at, aside));
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? ''
  );
}
