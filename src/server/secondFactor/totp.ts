/**
 * Codes of authenticator apps: TOTP of RFC 6238 with what those apps all understand (SHA-1, 6 digits,
 * steps of 30 s).
 */
import { Secret, TOTP } from 'otpauth';

export const TOTP_STEP_MS = 30_000;

/** Steps before and after the current one whose code is accepted too: clocks differ, people are slow. */
const STEPS_ASIDE = 1;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;

const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: TOTP_STEP_MS / 1000 } as const;

const secretOf = (bytes: Uint8Array) => new Secret({ buffer: new Uint8Array(bytes).buffer });

export function createTotpSecret(): Uint8Array {
  return new Secret({ size: SECRET_BYTES }).bytes;
}

/**
 * The step that a code belongs to, the current one or a neighbour; null for a wrong code and for one
 * of a step up to `usedStep`: each code is good once.
 */
export function matchingTotpStep(
  secret: Uint8Array,
  code: string,
  at: Date,
  usedStep: number | null,
): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = at.getTime();
  const totp = new TOTP({ ...PARAMETERS, secret: secretOf(secret) });
  const aside = totp.validate({ token: code, timestamp, window: STEPS_ASIDE });
  if (aside === null) return null;
  const step = totp.counter({ timestamp }) + aside;
  return usedStep === null || step > usedStep ? step : null;
}

export interface Provisioning {
  /** Base32, to be typed into an authenticator app. */
  secret: string;
  /** The same as a link that such apps open, also as a QR code. */
  link: string;
}

/** What a person needs once to add the account to an authenticator app. */
export function provisioningOf(secret: Uint8Array, issuer: string, username: string): Provisioning {
  const totp = new TOTP({ ...PARAMETERS, secret: secretOf(secret), issuer, label: username });
  return { secret: totp.secret.base32, link: totp.toString() };
}
