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
import { accountTurn } from '../../outbox/turns';
import { createSecret, hashOwnSecret, hashSecret, sha256 } from '../../secrets';
import {
  CONFIRMATION_EMAIL,
  findCodeRecipient,
  findUsedCode,
  insertConfirmationCode,
  type TriedCode,
  tryConfirmationCode,
} from '../../store/confirmationCodes';
import { findSubscription } from '../../store/subscriptions';
import { limitIn, type LimitName } from '../../throttle/limits';
import { countTry, rejectTooManyTries } from '../../throttle/throttle';
import { toNetwork } from '../../throttle/toNetwork';
import { countNewMailboxCode } from './codeBudgets';

const MINUTE = 60_000;

/** Validity of a confirmation code, in ms. */
export const CONFIRMATION_CODE_MS = EMAIL_LINK_MINUTES * MINUTE;
/** Number of failed attempts after which a confirmation code becomes invalid. */
export const CONFIRMATION_CODE_TRIES = 5;

const codeHash = (requestToken: string, code: string): string =>
  sha256(`confirmationCode\n${requestToken}\n${code}`);

export type ConfirmationRequest =
  | { accountId: number; email: string; purpose: Exclude<ConfirmationPurpose, 'newEmail'> }
  /** The mailbox is not the account's own, so other parties may request codes to it too. */
  | { accountId: number; email: string; purpose: 'newEmail'; ip: string };

/**
 * Counts one code to a mailbox that is to become the address of an account. Throws TOO_MANY_REQUESTS. Some codes are
 * reserved for accounts that have requested none that day, so that one account cannot use up the codes of a mailbox.
 */
async function rejectTooManyNewMailboxes(
  deps: Deps,
  { accountId, email, ip }: { accountId: number; email: string; ip: string },
  now: Date,
): Promise<void> {
  const { db, settings } = deps;
  const keyed = (name: LimitName, ...key: string[]) =>
    [db, [name, ...key], limitIn(settings.mode, name), now] as const;
  const { firstPaymentActivated, accessUntil } = await findSubscription(db, accountId);
  const hadAccess = firstPaymentActivated || accessUntil !== null;
  if (!hadAccess) await rejectTooManyTries(...keyed('codesToNewMailboxesFromNetwork', toNetwork(ip)));
  const isFirst = (await countTry(...keyed('codesToNewMailboxFirstOfAccount', email, String(accountId))))
    .allowed;
  const shared = await countTry(...keyed('codesToNewMailbox', email));
  if (shared.allowed) return;
  await rejectTooManyTries(
    ...keyed(isFirst ? 'codesToNewMailboxOfOtherAccounts' : 'codesToNewMailbox', email),
  );
}

/**
 * Emails a code to `email` (normal form) and returns the token that binds the code to the caller's browser or
 * application. A new confirmation code voids the account's former code with the same purpose. Each purpose has its own
 * limit. Throws TOO_MANY_REQUESTS if the limit of the account, or of the mailbox that is to become its address, is
 * exceeded.
 *
 * @example
 * const requestToken = await sendConfirmationCode(deps, { accountId, email, purpose: 'deleteAccount' });
 */
export async function sendConfirmationCode(deps: Deps, request: ConfirmationRequest): Promise<string> {
  const { accountId, email, purpose } = request;
  const now = deps.clock.now();
  await rejectTooManyTries(
    deps.db,
    ['confirmationCodesOfAccount', String(accountId), purpose],
    limitIn(deps.settings.mode, 'confirmationCodesOfAccount'),
    now,
  );
  if (request.purpose === 'newEmail') await rejectTooManyNewMailboxes(deps, request, now);
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
      turn: accountTurn(accountId),
    });
  });
  deps.wakeOutbox('confirmation');
  return requestToken;
}

export type Confirmation =
  /** The confirmation code was correct. A correct code cannot be used again. */
  | { kind: 'confirmed'; accountId: number; email: string }
  | { kind: 'wrong'; triesLeft: number }
  /** The confirmation code is unknown, used, replaced or expired, or has no attempts left. */
  | { kind: 'invalid' }
  /** Too many wrong codes were entered for the mailbox that is to become the account's address. */
  | { kind: 'tooManyTries' };

/**
 * Verifies a confirmation code. A correct code is consumed at once, so the caller must then carry out the confirmed
 * action; a retry needs a new code. The caller must compare the returned `accountId` with the account of the signed-in
 * customer.
 */
export async function redeemConfirmationCode(
  deps: Deps,
  input: { requestToken: string; purpose: ConfirmationPurpose; code: string },
): Promise<Confirmation> {
  const { requestToken, purpose } = input;
  const requestTokenHash = hashSecret('confirmation', requestToken);
  if (requestTokenHash === null) return { kind: 'invalid' };
  const now = deps.clock.now();
  const typed = { requestTokenHash, purpose, codeHash: codeHash(requestToken, input.code) };
  // Guesses at the account's own mailbox are bounded by the number of its codes.
  if (purpose !== 'newEmail') return buildConfirmation(await tryConfirmationCode(deps.db, typed, now));
  const mailbox = await findCodeRecipient(deps.db, typed, now);
  if (mailbox === null) return { kind: 'invalid' };
  const { verdict, giveBack } = await countNewMailboxCode(deps, mailbox, now);
  if (verdict === 'rejected') return { kind: 'tooManyTries' };
  const triesReserved = verdict === 'cautious' ? CONFIRMATION_CODE_TRIES - 1 : 0;
  const tried = await tryConfirmationCode(deps.db, typed, now, triesReserved);
  if (tried === null || tried.isRight) await giveBack();
  return buildConfirmation(tried);
}

/** Returns whether the token has a code that can still be confirmed. Uses up no attempt. */
export async function hasLiveCode(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { requestToken, purpose }: { requestToken: string; purpose: ConfirmationPurpose },
): Promise<boolean> {
  const requestTokenHash = hashSecret('confirmation', requestToken);
  if (requestTokenHash === null) return false;
  return (await findCodeRecipient(db, { requestTokenHash, purpose }, clock.now())) !== null;
}

function buildConfirmation(tried: TriedCode | null): Confirmation {
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
