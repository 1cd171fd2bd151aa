/**
 * Secrets that must be read again are stored sealed: AES-256-GCM under a key that follows from the
 * session secret. A sealed secret opens only for the owner it was sealed for.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = 'v1.';

function keyFrom(sessionSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', sessionSecret, '', 'sealed second factor', 32));
}

/** `owner` names whose secret it is, for example `staff:7`. */
export function encryptSecret(sessionSecret: string, owner: string, secret: Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyFrom(sessionSecret), nonce);
  cipher.setAAD(Buffer.from(owner));
  const encrypted = Buffer.concat([cipher.update(secret), cipher.final()]);
  return FORMAT + Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString('base64url');
}

/** Null when it was sealed under another session secret, for another owner, or is no sealed secret. */
export function decryptSecret(sessionSecret: string, owner: string, text: string): Buffer | null {
  if (!text.startsWith(FORMAT)) return null;
  const bytes = Buffer.from(text.slice(FORMAT.length), 'base64url');
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(ALGORITHM, keyFrom(sessionSecret), bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}
