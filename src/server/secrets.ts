/**
 * Creates and hashes the server's own secrets. A secret consists of a prefix for its purpose and 32 random bytes in
 * base64url. The database stores only the hash that `hashSecret` returns. The hash includes the purpose of the secret,
 * so a secret of one purpose never matches a stored secret of another purpose.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';

const PREFIXES = {
  customerAccess: 'ca_',
  /**
   * Prefix of the mark of a browser in which a customer has signed in before. The mark identifies the browser as known,
   * but gives no access.
   */
  customerBrowser: 'cb_',
  staffAccess: 'sa_',
  /**
   * Prefix of the mark of a device on which a staff member has signed in before. The mark identifies the device as
   * known, but gives no access.
   */
  staffDevice: 'sd_',
  staffRefresh: 'sr_',
  /** Single-use token in the sign-in link of an email. */
  emailLink: 'el_',
  /** Prefix of the token that binds a sign-in email to the browser that requested the email. */
  mailBinding: 'mb_',
  /**
   * Prefix of the one-time token that passes a sign-in from the page that opened the email link to the page `/confirm`.
   */
  restore: 'rs_',
  /** Token in the subscription link from which the VPN app of one device fetches its configuration. */
  vpnLink: 'vl_',
  /** Token in the email about a changed address. It leads to the way back, which also needs a code. */
  emailChange: 'ec_',
  /** Token that binds a confirmation code to the browser or application that requested it. */
  confirmation: 'cc_',
} as const;

export type Purpose = keyof typeof PREFIXES;

/** Secret without its prefix: 32 bytes in base64url, which are 43 characters. */
const BODY = /^[A-Za-z0-9_-]{43}$/;

export function createSecret(purpose: Purpose): string {
  return PREFIXES[purpose] + randomBytes(32).toString('base64url');
}

/**
 * Derives a secret from the text `from` with HMAC-SHA-256. The holder of `key` can derive the same secret again, so
 * the secret need not be stored.
 */
export function deriveSecret(purpose: Purpose, key: string, from: string): string {
  return PREFIXES[purpose] + createHmac('sha256', key).update(`${purpose}\n${from}`).digest('base64url');
}

/** Returns the hash under which a secret is stored, or null if the text cannot be a secret of this purpose. */
export function hashSecret(purpose: Purpose, secret: string): string | null {
  const prefix = PREFIXES[purpose];
  if (!secret.startsWith(prefix) || !BODY.test(secret.slice(prefix.length))) return null;
  return sha256(`${purpose}\n${secret}`);
}

/** Returns the hash of a secret that this server created. Throws `TypeError` if the secret has another purpose. */
export function hashOwnSecret(purpose: Purpose, secret: string): string {
  const hash = hashSecret(purpose, secret);
  if (hash === null) throw new TypeError(`not a secret for ${purpose}`);
  return hash;
}

/** Returns the SHA-256 digest of a text in base64url. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
