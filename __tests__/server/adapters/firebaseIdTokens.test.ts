/** Tests which Firebase ID tokens the server accepts, and each reason for a rejection. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import {
  createFirebaseGoogleIdentity,
  noGoogleIdentity,
  remoteKeys,
} from '../../../src/server/adapters/firebaseIdTokens';
import { type FakeGoogle, fakeGoogle, TEST_PROJECT_ID } from '../../support/googleAccounts';
import { settableClock } from '../../support/settableClock';

const EMAIL = 'vasilisa@example.com';
const clock = settableClock('2026-11-21T09:00:00.000Z');
const NOW_S = clock.now().getTime() / 1000;

let google: FakeGoogle;
beforeAll(async () => {
  google = await fakeGoogle(clock);
});

const verifyWith = async (claims: Record<string, unknown>) =>
  google.identity.verify(await google.idToken(EMAIL, claims));

test('a valid token returns the identity with a normalised email', async () => {
  expect(await verifyWith({ email: ' Vasilisa@Example.com' })).toEqual({
    uid: `google-${EMAIL}`,
    email: EMAIL,
    photoUrl: 'https://lh3.googleusercontent.com/a/test',
    providerId: 'google.com',
  });
});

test('a photo URL that is not https is omitted', async () => {
  expect(await verifyWith({ picture: 'javascript:alert(1)' })).toMatchObject({ photoUrl: null });
  expect(await verifyWith({ picture: undefined })).toMatchObject({ photoUrl: null });
});

test.each<[string, Record<string, unknown>]>([
  ['an unverified address', { email_verified: false }],
  ['an address whose verification is a text', { email_verified: 'true' }],
  ['no address', { email: undefined }],
  ['no subject', { sub: undefined }],
  ['an empty subject', { sub: '' }],
  ['another project', { aud: 'other' }],
  ['another issuer', { iss: 'https://securetoken.google.com/other' }],
  ['an expired token', { exp: NOW_S - 31 }],
  ['a sign-in of the future', { auth_time: NOW_S + 31 }],
  ['another way of signing in', { firebase: { sign_in_provider: 'password' } }],
])('rejects %s', async (_label, claims) => {
  expect(await verifyWith(claims)).toBeNull();
});

test('token times are compared with the injected clock, with a tolerance of 30 s', async () => {
  expect(await verifyWith({ exp: NOW_S - 29 })).not.toBeNull();
  const token = await google.idToken(EMAIL);
  const later = settableClock(new Date(clock.now().getTime() + 3_631_000));
  expect(await (await fakeGoogle(later)).identity.verify(token)).toBeNull();
});

test('rejects tokens that are unsigned, signed with another key or with another algorithm', async () => {
  const claims = {
    iss: `https://securetoken.google.com/${TEST_PROJECT_ID}`,
    aud: TEST_PROJECT_ID,
    sub: 'x',
    iat: NOW_S,
    exp: NOW_S + 3600,
    auth_time: NOW_S,
    email: EMAIL,
    email_verified: true,
    firebase: { sign_in_provider: 'google.com' },
  };
  const stranger = await generateKeyPair('RS256');
  const tokens = [
    new UnsecuredJWT(claims).encode(),
    await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'test' }).sign(stranger.privateKey),
    await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'unknown' }).sign(stranger.privateKey),
    await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('a'.repeat(32))),
    'a.b.c',
    '',
  ];
  for (const token of tokens) expect(await google.identity.verify(token)).toBeNull();
});

test('keys are fetched from the configured URL, and a failed fetch does not count as an invalid token', async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'remote', alg: 'RS256', use: 'sig' };
  let works = false;
  const server = http.createServer((_request, response) => {
    response.writeHead(works ? 200 : 503, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ keys: [jwk] }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const verifier = () =>
    createFirebaseGoogleIdentity({
      projectId: TEST_PROJECT_ID,
      keys: remoteKeys(`http://127.0.0.1:${port}/keys`),
      clock,
    });
  const token = await new SignJWT({
    auth_time: NOW_S,
    email: EMAIL,
    email_verified: true,
    firebase: { sign_in_provider: 'google.com' },
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'remote' })
    .setIssuer(`https://securetoken.google.com/${TEST_PROJECT_ID}`)
    .setAudience(TEST_PROJECT_ID)
    .setSubject('x')
    .setIssuedAt(NOW_S)
    .setExpirationTime(NOW_S + 60)
    .sign(privateKey);
  await expect(verifier().verify(token)).rejects.toThrow();
  works = true;
  expect(await verifier().verify(token)).toMatchObject({ uid: 'x', email: EMAIL });
  await new Promise((resolve) => {
    server.close(resolve);
  });
});

test('every token is rejected if Google sign-in is switched off', async () => {
  expect(await noGoogleIdentity.verify(await google.idToken(EMAIL))).toBeNull();
});
