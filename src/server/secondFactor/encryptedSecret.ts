/**
 * Encrypts secrets that must be stored and read again. Secrets are encrypted with AES-256-GCM and a key that is derived
 * from the session secret. An encrypted secret can be decrypted only for the owner for which it was encrypted.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = 'v1.';

function keyFrom(sessionSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', sessionSecret, '', 'sealed second factor', 32));
}

/**
 * Encrypts a secret for an owner, for example `staff:7`.
 * @example encryptSecret(sessionSecret, 'staff:7', createTotpSecret())
 */
export function encryptSecret(sessionSecret: string, owner: string, secret: Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyFrom(sessionSecret), nonce);
  cipher.setAAD(Buffer.from(owner));
  const encrypted = Buffer.concat([cipher.update(secret), cipher.final()]);
  return FORMAT + Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString('base64url');
}

/**
 * Decrypts a secret. Returns null if the secret was encrypted with another session secret or for another owner, or if
 * `text` is not an encrypted secret.
 */
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
