/** Tests that confirmation codes are bound to a requester and a purpose, single-use, and limited in attempts. */
import {
  CONFIRMATION_CODE_MS,
  CONFIRMATION_CODE_TRIES,
  redeemConfirmationCode,
  sendConfirmationCode,
} from '../../../../src/server/usecases/accounts/confirmationCodes';
import { deliverDueOutbox } from '../../../../src/server/workers/delivery/deliverOutbox';
import { startTestServer, type TestServer } from '../../../support/server';
import { signInByEmail } from '../../../support/signIn';

const EMAIL = 'vasilisa@example.com';

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
  await signInByEmail(server, EMAIL);
});

async function request(purpose: 'deleteAccount' | 'exportData' = 'deleteAccount') {
  const requestToken = await sendConfirmationCode(server.deps, { accountId: 1, email: EMAIL, purpose });
  await deliverDueOutbox(server.deps);
  const text = server.mailbox.emailsTo(EMAIL).at(-1)?.text ?? '';
  const code = /(?<!\d)\d{8}(?!\d)/.exec(text)?.[0] ?? '';
  return { requestToken, code, text };
}

const redeem = (
  requestToken: string,
  code: string,
  purpose: 'deleteAccount' | 'exportData' = 'deleteAccount',
) => redeemConfirmationCode(server.deps, { requestToken, purpose, code });

const wrong = (code: string) => String((Number(code) + 1) % 10 ** 8).padStart(8, '0');

it('confirms once', async () => {
  const { requestToken, code, text } = await request();
  expect(text).toContain('Удаление аккаунта');
  expect(await redeem(requestToken, code)).toEqual({ kind: 'confirmed', accountId: 1, email: EMAIL });
  expect(await redeem(requestToken, code)).toEqual({ kind: 'invalid' });
});

it('is rejected for another purpose or another requester', async () => {
  const { requestToken, code } = await request('exportData');
  const other = await request('deleteAccount');
  expect(await redeem(requestToken, code, 'deleteAccount')).toEqual({ kind: 'invalid' });
  expect((await redeem(other.requestToken, code)).kind).toBe('wrong');
  expect((await redeem(requestToken, code, 'exportData')).kind).toBe('confirmed');
});

it('is invalid after a newer code, after its expiry and after five wrong attempts', async () => {
  const first = await request();
  const second = await request();
  expect(await redeem(first.requestToken, first.code)).toEqual({ kind: 'invalid' });
  for (let left = CONFIRMATION_CODE_TRIES - 1; left > 0; left -= 1) {
    expect(await redeem(second.requestToken, wrong(second.code))).toEqual({ kind: 'wrong', triesLeft: left });
  }
  expect(await redeem(second.requestToken, wrong(second.code))).toEqual({ kind: 'invalid' });
  expect(await redeem(second.requestToken, second.code)).toEqual({ kind: 'invalid' });
  const third = await request();
  server.clock.advance(CONFIRMATION_CODE_MS);
  expect(await redeem(third.requestToken, third.code)).toEqual({ kind: 'invalid' });
});

it('is redeemed by exactly one of concurrent callers', async () => {
  const { requestToken, code } = await request();
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => redeem(requestToken, code)));
  expect(outcomes.filter(({ kind }) => kind === 'confirmed')).toHaveLength(1);
});
