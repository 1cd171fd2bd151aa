/** A fake authenticator app that computes TOTP codes from a secret. */
import { Secret, TOTP } from 'otpauth';
import { TOTP_STEP_MS } from '../../src/server/secondFactor/totp';

/**
 * Returns the code that the app shows at a moment, shifted by `stepsAside` steps of 30 s. With the real clock, do not use a
 * negative shift: the previous code expires when the next step begins, which may be 1 ms later.
 */
export function codeShown(secret: string, at: Date, stepsAside = 0): string {
  const timestamp = at.getTime() + stepsAside * TOTP_STEP_MS;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** Returns a code that the secret does not have at the moment or within two steps of it. */
export function wrongCode(secret: string, at: Date): string {
  const right = [-2, -1, 0, 1, 2].map((aside) => codeShown(secret, at, aside));
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? ''
  );
}
