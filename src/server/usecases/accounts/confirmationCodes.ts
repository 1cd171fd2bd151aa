/**
 * Sends and verifies emailed codes that confirm a change of an account. A session alone must not be enough to delete an
 * account or to change its email address, because a browser may be left unattended. The confirmation code verifies that
 * the caller can read the mailbox now.
 */
import { randomInt } from 'node:crypto';
import type { ConfirmationPurpose } from '../../../shared/confirmationPurposes';
import { EMAIL_LINK_MINUTES, SIGN_IN_CODE_LENGTH } from '../../../shared/constants';
import type { Deps } from '../../deps';
import { confirmationCodeEmail } from '../../emails/confirmationCodeEmail';
import { enqueue } from '../../outbox/outbox';
import { createSecret, hashOwnSecret, hashSecret, sha256 } from '../../secrets';
import {
  CONFIRMATION_EMAIL,
  findUsedCode,
  insertConfirmationCode,
  tryConfirmationCode,
} from '../../store/confirmationCodes';
import { limitIn } from '../../throttle/limits';
import { rejectTooManyTries } from '../../throttle/throttle';
import { countCode } from './codeBudgets';

const MINUTE = 60_000;

/** Validity of a confirmation code, in ms. */
export const CONFIRMATION_CODE_MS = EMAIL_LINK_MINUTES * MINUTE;
/** Number of failed attempts after which a confirmation code becomes invalid. */
export const CONFIRMATION_CODE_TRIES = 5;

const codeHash = (requestToken: string, code: string): string =>
  sha256(`confirmationCode\n${requestToken}\n${code}`);

/**
 * Emails a code to `email` (normal form) and returns the token that binds the code to the caller's browser or
 * application. A new confirmation code voids the account's former code with the same purpose. Throws TOO_MANY_REQUESTS
 * if the rate limit of the account or of the mailbox is exceeded.
 *
 * @example
 * const requestToken = await sendConfirmationCode(deps, { accountId, email, purpose: 'deleteAccount' });
 */
export async function sendConfirmationCode(
  deps: Deps,
  { accountId, email, purpose }: { accountId: number; email: string; purpose: ConfirmationPurpose },
): Promise<string> {
  const now = deps.clock.now();
  const limit = (name: 'confirmationCodesOfAccount' | 'confirmationCodesToMailbox') =>
    limitIn(deps.settings.mode, name);
  await rejectTooManyTries(
    deps.db,
    ['confirmationCodesOfAccount', String(accountId)],
    limit('confirmationCodesOfAccount'),
    now,
  );
  await rejectTooManyTries(
    deps.db,
    ['confirmationCodesToMailbox', email],
    limit('confirmationCodesToMailbox'),
    now,
  );
  const requestToken = createSecret('confirmation');
  const code = String(randomInt(10 ** SIGN_IN_CODE_LENGTH)).padStart(SIGN_IN_CODE_LENGTH, '0');
  const expiresAt = new Date(now.getTime() + CONFIRMATION_CODE_MS);
  await deps.db.transaction(async (tx) => {
    const id = await insertConfirmationCode(tx, {
      accountId,
      purpose,
      email,
      requestTokenHash: hashOwnSecret('confirmation', requestToken),
      codeHash: codeHash(requestToken, code),
      triesLeft: CONFIRMATION_CODE_TRIES,
      createdAt: now,
      expiresAt,
    });
    const rendered = confirmationCodeEmail(
      { purpose, code, lifetimeMinutes: CONFIRMATION_CODE_MS / MINUTE },
      deps.settings.brand,
    );
    await enqueue(tx, {
      kind: 'email',
      dedupeKey: `${CONFIRMATION_EMAIL}${id}`,
      payload: { to: email, ...rendered },
      dropAfter: expiresAt,
    });
  });
  deps.wakeOutbox('signIn');
  return requestToken;
}

export type Confirmation =
  /** The confirmation code was correct. A correct code cannot be used again. */
  | { kind: 'confirmed'; accountId: number; email: string }
  | { kind: 'wrong'; triesLeft: number }
  /** The confirmation code is unknown, used, replaced or expired, or has no attempts left. */
  | { kind: 'invalid' }
  /** Too many wrong codes were entered from the client's IP network. */
  | { kind: 'tooManyTries' };

/**
 * Verifies a confirmation code. A correct code is consumed at once, so the caller must then carry out the confirmed
 * action; a retry needs a new code. The caller must compare the returned `accountId` with the account of the signed-in
 * customer.
 */
export async function redeemConfirmationCode(
  deps: Deps,
  input: { requestToken: string; purpose: ConfirmationPurpose; code: string; ip: string },
): Promise<Confirmation> {
  const requestTokenHash = hashSecret('confirmation', input.requestToken);
  if (requestTokenHash === null) return { kind: 'invalid' };
  const now = deps.clock.now();
  const { verdict, giveBack } = await countCode(deps, input.ip, now);
  if (verdict === 'rejected') {
    await giveBack();
    return { kind: 'tooManyTries' };
  }
  const tried = await tryConfirmationCode(
    deps.db,
    { requestTokenHash, purpose: input.purpose, codeHash: codeHash(input.requestToken, input.code) },
    now,
  );
  if (tried === null || tried.isRight) await giveBack();
  if (tried === null) return { kind: 'invalid' };
  if (tried.isRight) return { kind: 'confirmed', accountId: tried.accountId, email: tried.email };
  return tried.triesLeft > 0 ? { kind: 'wrong', triesLeft: tried.triesLeft } : { kind: 'invalid' };
}

/** Time in ms for which an address counts as confirmed in the next steps of the same change. */
const CONFIRMATION_HOLDS_MS = 30 * MINUTE;

/** Returns the account and address that the browser with this token has recently confirmed by a code, or null. */
export async function findConfirmation(
  { clock }: Pick<Deps, 'clock'>,
  db: Deps['db'],
  { requestToken, purpose }: { requestToken: string; purpose: ConfirmationPurpose },
): Promise<{ accountId: number; email: string } | null> {
  const requestTokenHash = hashSecret('confirmation', requestToken);
  if (requestTokenHash === null) return null;
  const since = new Date(clock.now().getTime() - CONFIRMATION_HOLDS_MS);
  return findUsedCode(db, { requestTokenHash, purpose }, since);
}
