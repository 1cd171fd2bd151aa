/** A fake of Google sign-in with its own key pair. The product's real verifier checks the tokens of this fake. */
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createFirebaseGoogleIdentity } from '../../src/server/adapters/firebaseIdTokens';
import type { Clock } from '../../src/server/ports/clock';
import type { GoogleIdentity } from '../../src/server/ports/googleIdentity';

export const TEST_PROJECT_ID = 'prosvet-test';

export interface FakeGoogle {
  identity: GoogleIdentity;
  /** Returns a signed Google ID token of a user. `claims` override the valid claims of the token. */
  idToken(email: string, claims?: Record<string, unknown>): Promise<string>;
}

let keyPair: ReturnType<typeof generateKeyPair> | null = null;

export async function fakeGoogle(clock: Clock): Promise<FakeGoogle> {
  keyPair ??= generateKeyPair('RS256', { extractable: true });
  const { publicKey, privateKey } = await keyPair;
  const jwk = { ...(await exportJWK(publicKey)), kid: 'test', alg: 'RS256', use: 'sig' };
  return {
    identity: createFirebaseGoogleIdentity({
      projectId: TEST_PROJECT_ID,
      keys: createLocalJWKSet({ keys: [jwk] }),
      clock,
    }),
    idToken(email, overrides = {}) {
      const now = Math.floor(clock.now().getTime() / 1000);
      return new SignJWT({
        iss: `https://securetoken.google.com/${TEST_PROJECT_ID}`,
        aud: TEST_PROJECT_ID,
        sub: `google-${email}`,
        iat: now,
        exp: now + 3600,
        auth_time: now,
        email,
        email_verified: true,
        picture: 'https://lh3.googleusercontent.com/a/test',
        firebase: { sign_in_provider: 'google.com', identities: {} },
        ...overrides,
      })
        .setProtectedHeader({ alg: 'RS256', kid: 'test', typ: 'JWT' })
        .sign(privateKey);
    },
  };
}
