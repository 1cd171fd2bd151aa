/** Tests staff sign-in. */
import { signInStaff } from '../../../../src/web/flows/staff/staffSignIn';
import { takeConsole } from '../../../support/consoleSpy';
import { json, lostNetwork, rejection } from '../../../support/scriptedApi';
import { CUSTOMER, storeOver } from '../../../support/storeOver';

const ANN = { username: 'ann', password: 'a password' };

beforeEach(() => {
  takeConsole();
});

it('signs staff in and the customer out [flow-44]', async () => {
  const { server, dispatch, identity } = storeOver({ stored: CUSTOMER });
  server.on('auth/login', { accessToken: 'a-1', refreshToken: 'r-1' });
  expect(await dispatch(signInStaff(ANN))).toEqual({ kind: 'staffSignedIn' });
  expect(server.calls).toMatchObject([{ path: 'auth/login', body: ANN, bearer: null }]);
  expect(identity()).toMatchObject({ accessToken: 'a-1', refreshToken: 'r-1', email: null, uid: null });
});

const tooMany = () =>
  new Response(JSON.stringify({ error: { code: 'TOO_MANY_REQUESTS', message: 'no' } }), {
    status: 429,
    headers: { 'retry-after': '840' },
  });

it.each([
  ['a 401', () => rejection(401, 'SIGN_IN_REJECTED'), 'HTTP error! status: 401', { kind: 'rejected' }],
  ['a 400', () => rejection(400, 'INVALID_REQUEST'), 'HTTP error! status: 400', { kind: 'rejected' }],
  ['a 429', tooMany, 'HTTP error! status: 429', { kind: 'throttled', retryAfterSeconds: 840 }],
  [
    'a 429 that does not say how long',
    () => rejection(429, 'TOO_MANY_REQUESTS'),
    'HTTP error! status: 429',
    { kind: 'throttled', retryAfterSeconds: null },
  ],
  ['a 500', () => rejection(500), 'HTTP error! status: 500', { kind: 'unreachable' }],
  ['a lost network', lostNetwork, 'The server could not be reached', { kind: 'unreachable' }],
  [
    'an answer without a token',
    () => json({}),
    'response of staffLogin does not fit the contract',
    { kind: 'unreachable' },
  ],
])('tells why it failed: %s [input-15]', async (_name, script, message, reason) => {
  const { server, dispatch, identity } = storeOver({});
  server.on('auth/login', script);
  const outcome = await dispatch(signInStaff(ANN));
  expect(outcome).toMatchObject({ kind: 'staffSignInFailed', reason });
  expect(outcome.kind === 'staffSignInFailed' && outcome.message).toContain(message.split(' of ')[0]);
  expect(identity().accessToken).toBeNull();
});
