/** A fake authenticator app that computes TOTP codes from a secret. */
import { Secret, TOTP } from 'otpauth';
import { TOTP_STEP_MS } from '../../src/server/secondFactor/totp';

/**
 * Returns the TOTP code that the authenticator app shows at the given moment, shifted by `stepsAside` steps of 30 s. With
 * the real clock, do not use a negative shift: the previous code expires when the next step begins, which may be 1 ms
 * later.
 */
export function codeShown(secret: string, at: Date, stepsAside = 0): string {
  const timestamp = at.getTime() + stepsAside * TOTP_STEP_MS;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** Returns an invalid TOTP code: one that is wrong at the given moment and within two 30 s steps of it. */
export function wrongCode(secret: string, at: Date): string {
  const right = [-2, -1, 0, 1, 2].map((aside) => codeShown(secret, at, aside));
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? ''
  );
}
