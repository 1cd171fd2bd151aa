/**
 * The tokens of the sandbox's identity service, all signed by RS256. ID tokens are like Firebase's,
 * claim for claim; the chooser's codes and the refresh tokens have audiences of their own, so that
 * none of them can stand in for another. Times are the sandbox's.
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
  /** What the account chooser hands to the SDK. */
  code(email: string): Promise<string>;
  refreshToken(email: string, signedInAtS: number): Promise<string>;
  /** Null for whatever is not a code of ours. */
  readCode(token: string): Promise<{ email: string } | null>;
  readRefreshToken(token: string): Promise<{ email: string; signedInAtS: number } | null>;
  /** The address of an ID token that is good now; null for anything else. */
  readIdToken(token: string): Promise<{ email: string } | null>;
}

export interface IdentityTokensOptions {
  projectId: string;
  clock: Clock;
  key: () => Promise<SigningKey>;
}

const codeClaims = v.object({ email: v.string() });
const refreshClaims = v.object({ email: v.string(), auth_time: v.number() });

/** The Firebase uid of an address: the same in every sandbox. */
export function uidOf(email: string): string {
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
      const uid = uidOf(email);
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
