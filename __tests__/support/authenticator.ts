/** An authenticator app: it knows a secret by the link it was given, and shows codes. */
import { Secret, TOTP } from 'otpauth';
import { TOTP_STEP_MS } from '../../src/server/secondFactor/totp';

/**
 * The code that the app shows at a moment, `stepsAside` steps of 30 s from it. By the real clock never a
 * step back: that code is accepted until its step is two back, which may be in the next millisecond.
 */
export function codeShown(secret: string, at: Date, stepsAside = 0): string {
  const timestamp = at.getTime() + stepsAside * TOTP_STEP_MS;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** A code that the secret has at none of the steps around the moment. */
export function wrongCode(secret: string, at: Date): string {
  const right = [-2, -1, 0, 1, 2].map((aside) => codeShown(secret, at, aside));
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? ''
  );
}
