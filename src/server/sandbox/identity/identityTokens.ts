/**
 * Tokens of the sandbox's identity service, all signed with RS256. ID tokens have the same claims as Firebase ID
 * tokens. Chooser codes, refresh tokens and ID tokens have different audiences, so one kind of token is never accepted
 * as another kind. Times in the tokens are times of the sandbox clock.
 */
import { createHash } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import type { Clock } from '../../ports/clock';
import type { SigningKey } from './signingKey';

export const ID_TOKEN_LIFETIME_S = 3600;
const CODE_LIFETIME_S = 300;

export interface IdentityTokens {
  idToken(person: { email: string; name: string }, signedInAtS: number): Promise<string>;
  /** Signs the code that the account chooser passes to the Firebase SDK. */
  code(email: string): Promise<string>;
  refreshToken(email: string, signedInAtS: number): Promise<string>;
  /** Verifies a code of the account chooser. Returns null if the code is invalid or expired. */
  readCode(token: string): Promise<{ email: string } | null>;
  readRefreshToken(token: string): Promise<{ email: string; signedInAtS: number } | null>;
  /** Verifies an ID token and returns its email address. Returns null if the token is invalid or expired. */
  readIdToken(token: string): Promise<{ email: string } | null>;
}

export interface IdentityTokensOptions {
  projectId: string;
  clock: Clock;
  key: () => Promise<SigningKey>;
}

const codeClaims = v.object({ email: v.string() });
const refreshClaims = v.object({ email: v.string(), auth_time: v.number() });

/** Returns the Firebase uid of an email address. An email address has the same Firebase uid in every sandbox. */
export function deriveUid(email: string): string {
  return createHash('sha256').update(`google ${email}`).digest('base64url').slice(0, 28);
}

export function createIdentityTokens({ projectId, clock, key }: IdentityTokensOptions): IdentityTokens {
  const issuer = `https://securetoken.google.com/${projectId}`;
  const codeAudience = `${projectId}:code`;
  const refreshAudience = `${projectId}:refresh`;
  const nowS = () => Math.floor(clock.now().getTime() / 1000);

  async function sign(claims: JWTPayload, audience: string, lifetimeS?: number): Promise<string> {
    const { algorithm, keyId, privateKey } = await key();
    const token = new SignJWT(claims)
      .setProtectedHeader({ alg: algorithm, kid: keyId, typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(nowS());
    if (lifetimeS !== undefined) token.setExpirationTime(nowS() + lifetimeS);
    return token.sign(privateKey);
  }

  async function read<Schema extends v.GenericSchema>(
    token: string,
    audience: string,
    schema: Schema,
  ): Promise<v.InferOutput<Schema> | null> {
    const { algorithm, publicKey } = await key();
    try {
      const { payload } = await jwtVerify(token, publicKey, {
        algorithms: [algorithm],
        issuer,
        audience,
        currentDate: clock.now(),
      });
      const parsed = v.safeParse(schema, payload);
      return parsed.success ? parsed.output : null;
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }

  return {
    idToken({ email, name }, signedInAtS) {
      const uid = deriveUid(email);
      return sign(
        {
          name,
          auth_time: signedInAtS,
          user_id: uid,
          sub: uid,
          email,
          email_verified: true,
          firebase: {
            identities: { 'google.com': [uid], email: [email] },
            sign_in_provider: 'google.com',
          },
        },
        projectId,
        ID_TOKEN_LIFETIME_S,
      );
    },
    code: (email) => sign({ email }, codeAudience, CODE_LIFETIME_S),
    refreshToken: (email, signedInAtS) => sign({ email, auth_time: signedInAtS }, refreshAudience),
    readCode: (token) => read(token, codeAudience, codeClaims),
    async readRefreshToken(token) {
      const claims = await read(token, refreshAudience, refreshClaims);
      return claims === null ? null : { email: claims.email, signedInAtS: claims.auth_time };
    },
    readIdToken: (token) => read(token, projectId, codeClaims),
  };
}
