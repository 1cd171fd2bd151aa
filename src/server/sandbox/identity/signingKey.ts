/**
 * Key that signs the tokens of the sandbox's identity service. The signing key is generated at its first use and stored
 * in the database.
 */
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Database } from '../../store/database';
import { sandboxIdentityKey } from '../schema/identity';

const ROW_ID = 1;
const KEY_ID = 'sandbox';
const ALGORITHM = 'RS256';

export interface SigningKey {
  algorithm: typeof ALGORITHM;
  keyId: string;
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  /** Public key in JWKS format. */
  publicJwk: JWK;
}

async function storedJwk(db: Database): Promise<JWK> {
  const [stored] = await db.select().from(sandboxIdentityKey);
  if (stored !== undefined) return stored.jwk;
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  await db
    .insert(sandboxIdentityKey)
    .values({ id: ROW_ID, jwk: await exportJWK(privateKey) })
    .onConflictDoNothing();
  // Another process may have stored its signing key first, so the stored key is read back.
  const [row] = await db.select().from(sandboxIdentityKey);
  if (row === undefined) throw new Error('the signing key was not stored');
  return row.jwk;
}

async function asKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, ALGORITHM);
  if (key instanceof Uint8Array) throw new Error('the signing key is not RSA');
  return key;
}

export async function openSigningKey(db: Database): Promise<SigningKey> {
  const jwk = await storedJwk(db);
  const { kty, n, e } = jwk;
  if (kty !== 'RSA' || n === undefined || e === undefined) throw new Error('the signing key is not RSA');
  const publicJwk = { kty, n, e, kid: KEY_ID, alg: ALGORITHM, use: 'sig' };
  return {
    algorithm: ALGORITHM,
    keyId: KEY_ID,
    privateKey: await asKey(jwk),
    publicKey: await asKey(publicJwk),
    publicJwk,
  };
}
