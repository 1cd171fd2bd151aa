/**
 * Codes of authenticator apps: TOTP of RFC 6238 with what those apps all understand (SHA-1, 6 digits,
 * steps of 30 s).
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { toBase32 } from './base32';

export const TOTP_STEP_MS = 30_000;
export const TOTP_DIGITS = 6;

/** Steps before and after the current one whose code is accepted too: clocks differ, people are slow. */
const STEPS_ASIDE = 1;
/** RFC 4226 section 4 recommends 160 bits. */
const SECRET_BYTES = 20;

export function createTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** The number of the step that `at` lies in. */
export function totpStep(at: Date): number {
  return Math.floor(at.getTime() / TOTP_STEP_MS);
}

/** The code of a step. */
export function totpCode(secret: Uint8Array, step: number, digits: number = TOTP_DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hmac = createHmac('sha1', secret).update(counter).digest();
  const offset = hmac.readUInt8(hmac.length - 1) & 0x0f;
  const number = (hmac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits;
  return String(number).padStart(digits, '0');
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
  const typed = Buffer.from(code);
  const now = totpStep(at);
  let found: number | null = null;
  for (let step = now - STEPS_ASIDE; step <= now + STEPS_ASIDE; step += 1) {
    const right = Buffer.from(totpCode(secret, step));
    const isSame = typed.length === right.length && timingSafeEqual(typed, right);
    if (isSame && (usedStep === null || step > usedStep)) found ??= step;
  }
  return found;
}

export interface Provisioning {
  /** Base32, to be typed into an authenticator app. */
  secret: string;
  /** The same as a link that such apps open, also as a QR code. */
  link: string;
}

/** What a person needs once to add the account to an authenticator app. */
export function provisioningOf(secret: Uint8Array, issuer: string, username: string): Provisioning {
  const text = toBase32(secret);
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(username)}`;
  const query = [
    `secret=${text}`,
    `issuer=${encodeURIComponent(issuer)}`,
    'algorithm=SHA1',
    `digits=${String(TOTP_DIGITS)}`,
    `period=${String(TOTP_STEP_MS / 1000)}`,
  ].join('&');
  return { secret: text, link: `otpauth://totp/${label}?${query}` };
}
