/**
 * TOTP codes of authenticator apps (RFC 6238). The codes use the parameters that all authenticator apps support: SHA-1,
 * 6 digits and time steps of 30 s.
 */
import { Secret, TOTP } from 'otpauth';

export const TOTP_STEP_MS = 30_000;

/** Number of time steps before and after the current step whose codes are accepted, to allow clock skew and slow typing. */
const STEPS_ASIDE = 1;
/** Length of a TOTP secret in bytes. RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;

const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: TOTP_STEP_MS / 1000 } as const;

const toSecret = (bytes: Uint8Array) => new Secret({ buffer: new Uint8Array(bytes).buffer });

export function createTotpSecret(): Uint8Array {
  return new Secret({ size: SECRET_BYTES }).bytes;
}

/**
 * Returns the time step of a TOTP code, which is the current, the previous or the next time step. Returns null if the
 * code is wrong, or if its time step is not after `usedStep`, because each code is single-use.
 */
export function matchingTotpStep(
  secret: Uint8Array,
  code: string,
  at: Date,
  usedStep: number | null,
): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = at.getTime();
  const totp = new TOTP({ ...PARAMETERS, secret: toSecret(secret) });
  const aside = totp.validate({ token: code, timestamp, window: STEPS_ASIDE });
  if (aside === null) return null;
  const step = totp.counter({ timestamp }) + aside;
  return usedStep === null || step > usedStep ? step : null;
}

/** Data with which a staff member adds the account to an authenticator app. */
export interface Provisioning {
  /** TOTP secret in Base32, which can be typed into an authenticator app. */
  secret: string;
  /** `otpauth:` URL with the secret, which authenticator apps open or scan as a QR code. */
  link: string;
}

/** Returns the data with which a staff member adds the account to an authenticator app. */
export function buildProvisioning(secret: Uint8Array, issuer: string, username: string): Provisioning {
  const totp = new TOTP({ ...PARAMETERS, secret: toSecret(secret), issuer, label: username });
  return { secret: totp.secret.base32, link: totp.toString() };
}
