/**
 * Verifies Firebase ID tokens with Google's public keys. Accepts only RS256, the issuer and audience of one project,
 * unexpired tokens and email addresses that Google has verified.
 */
import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWTPayload,
  jwtVerify,
  type JWTVerifyGetKey,
} from 'jose';
import * as v from 'valibot';
import { isValidEmail, normalizeEmail } from '../../shared/validation';
import type { VerifiedGoogleIdentity } from '../domain/caller';
import type { Clock } from '../ports/clock';
import type { GoogleIdentity } from '../ports/googleIdentity';

/** URL of the JWKS with which Google signs Firebase ID tokens. */
export const GOOGLE_KEYS_URL =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

const KEY_REQUEST_DEADLINE_MS = 5000;
const CLOCK_TOLERANCE_S = 30;

const claims = v.object({
  sub: v.pipe(v.string(), v.nonEmpty(), v.maxLength(128)),
  email: v.pipe(v.string(), v.transform(normalizeEmail), v.check(isValidEmail)),
  email_verified: v.literal(true),
  auth_time: v.number(),
  picture: v.fallback(v.nullable(v.pipe(v.string(), v.maxLength(4096), v.regex(/^https:\/\//))), null),
  firebase: v.object({ sign_in_provider: v.literal('google.com') }),
});

/** Returns the public keys at a URL. The public keys are fetched on demand and cached. */
export function remoteKeys(url: string, fetchKeys: typeof fetch = fetch): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(url), {
    timeoutDuration: KEY_REQUEST_DEADLINE_MS,
    [customFetch]: fetchKeys,
  });
}

/**
 * Returns whether the error means that the token is invalid. Every other error means that the public keys could not be
 * fetched.
 */
function isTokenFault(error: unknown): boolean {
  return (
    error instanceof errors.JWTClaimValidationFailed ||
    error instanceof errors.JWTExpired ||
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JOSENotSupported ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys
  );
}

function parseIdentity(payload: JWTPayload, now: Date): VerifiedGoogleIdentity | null {
  const parsed = v.safeParse(claims, { picture: null, ...payload });
  if (!parsed.success) return null;
  const { sub, email, picture, auth_time: signedInAt, firebase } = parsed.output;
  if (signedInAt > now.getTime() / 1000 + CLOCK_TOLERANCE_S) return null;
  return { uid: sub, email, photoUrl: picture, providerId: firebase.sign_in_provider };
}

export interface FirebaseIdTokenOptions {
  projectId: string;
  keys: JWTVerifyGetKey;
  clock: Clock;
}

/** Creates the Google sign-in verifier of one Firebase project. `verify` returns null for an invalid token. */
export function createFirebaseGoogleIdentity(options: FirebaseIdTokenOptions): GoogleIdentity {
  const { projectId, keys, clock } = options;
  return {
    async verify(idToken) {
      const now = clock.now();
      try {
        const { payload } = await jwtVerify(idToken, keys, {
          algorithms: ['RS256'],
          issuer: `https://securetoken.google.com/${projectId}`,
          audience: projectId,
          currentDate: now,
          clockTolerance: CLOCK_TOLERANCE_S,
          requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
        });
        return parseIdentity(payload, now);
      } catch (error) {
        if (isTokenFault(error)) return null;
        throw error;
      }
    },
  };
}

/** URL from which the Firebase SDK reads the authorized domains of a project. */
const PROJECT_URL = 'https://identitytoolkit.googleapis.com/v1/projects';

const projectResponse = v.object({ authorizedDomains: v.array(v.string()) });
const keysResponse = v.object({ keys: v.pipe(v.array(v.looseObject({})), v.minLength(1)) });

/** Thrown if Google's response is unusable. The error message contains the failed request and its HTTP status. */
export class GoogleRejected extends Error {
  override readonly name = 'GoogleRejected';
}

/**
 * Checks that Google sign-in can work: the public keys are readable, and the product's host is an authorized domain
 * of the project. Throws `GoogleRejected`.
 */
export async function examineGoogleSignIn(options: {
  keysUrl: string;
  apiKey: string;
  publicUrl: string;
  fetch: typeof fetch;
}): Promise<{ host: string; isHostKnown: boolean; firebaseDomains: string[] }> {
  const ask = async <Schema extends v.GenericSchema>(
    what: string,
    url: string,
    schema: Schema,
  ): Promise<v.InferOutput<Schema>> => {
    const response = await options.fetch(url, { signal: AbortSignal.timeout(KEY_REQUEST_DEADLINE_MS) });
    const parsed = v.safeParse(schema, await response.json().catch(() => null));
    if (!response.ok || !parsed.success) throw new GoogleRejected(`${what}: HTTP ${response.status}`);
    return parsed.output;
  };
  await ask('the public keys', options.keysUrl, keysResponse);
  const project = `${PROJECT_URL}?key=${encodeURIComponent(options.apiKey)}`;
  const { authorizedDomains } = await ask('FIREBASE_API_KEY', project, projectResponse);
  const host = new URL(options.publicUrl).hostname;
  const firebaseDomains = authorizedDomains.filter((domain) => domain.endsWith('.firebaseapp.com'));
  return { host, isHostKnown: authorizedDomains.includes(host), firebaseDomains };
}

/** Verifier that rejects every token, for installations without Google sign-in. */
export const noGoogleIdentity: GoogleIdentity = { verify: () => Promise.resolve(null) };
