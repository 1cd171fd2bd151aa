/**
 * Secrets of ours: 32 random bytes in base64url behind a prefix that names their purpose. Stores
 * keep only `hashSecret`, which knows the purpose too: a secret of one purpose is never found
 * where another one is looked for.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';

const PREFIXES = {
  customerAccess: 'ca_',
  /** Of a browser in which a customer has signed in: distinguishes it from strangers, and gives access to nothing. */
  customerBrowser: 'cb_',
  staffAccess: 'sa_',
  /** Of a device on which a member of staff has signed in: tells it from strangers, and opens nothing. */
  staffDevice: 'sd_',
  staffRefresh: 'sr_',
  /** In the email's link. */
  emailLink: 'el_',
  /** In the browser that asked for the email. */
  mailBinding: 'mb_',
  /** Between the opener and /confirm. */
  restore: 'rs_',
  /** In the address where one device's application fetches what it connects with. */
  vpnLink: 'vl_',
} as const;

export type Purpose = keyof typeof PREFIXES;

/** 32 bytes in base64url. */
const BODY = /^[A-Za-z0-9_-]{43}$/;

export function createSecret(purpose: Purpose): string {
  return PREFIXES[purpose] + randomBytes(32).toString('base64url');
}

/** A secret that follows from another one for whoever holds `key`, and is not stored to be repeated. */
export function deriveSecret(purpose: Purpose, key: string, from: string): string {
  return PREFIXES[purpose] + createHmac('sha256', key).update(`${purpose}\n${from}`).digest('base64url');
}

/** What a store keeps of a secret; null when the text cannot be a secret of this purpose. */
export function hashSecret(purpose: Purpose, secret: string): string | null {
  const prefix = PREFIXES[purpose];
  if (!secret.startsWith(prefix) || !BODY.test(secret.slice(prefix.length))) return null;
  return sha256(`${purpose}\n${secret}`);
}

/** `hashSecret` for a secret that was made here. Throws TypeError when it is of another purpose. */
export function hashOwnSecret(purpose: Purpose, secret: string): string {
  const hash = hashSecret(purpose, secret);
  if (hash === null) throw new TypeError(`not a secret for ${purpose}`);
  return hash;
}

/** SHA-256 in base64url. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
