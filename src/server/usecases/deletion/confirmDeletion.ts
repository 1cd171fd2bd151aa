/** Lets a customer delete the account, in three steps: preview, confirmation code and confirmation. */
import type { Deps } from '../../deps';
import type { CustomerCaller } from '../../domain/caller';
import { lockAccountsWhole } from '../../store/accounts';
import { findOpenChange } from '../../store/emailChanges';
import { redeemConfirmationCode, sendConfirmationCode } from '../accounts/confirmationCodes';
import { type AccountDeletion, completeDeletion, eraseAccount } from './deleteAccount';
import { previewDeletion } from './previewDeletion';
import { postponeDeletion } from './requestedDeletions';

/**
 * Returns the time until which a deletion waits, because a change of the account's address can still be taken back, and
 * whether the customer has requested it. Returns null if the account can be deleted at once.
 */
export async function readPostponement(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  accountId: number,
): Promise<{ until: Date; isRequested: boolean } | null> {
  const change = await findOpenChange(db, accountId, clock.now());
  if (change === null) return null;
  return { until: change.reservedUntil, isRequested: change.deletionRequestedAt !== null };
}

/**
 * Emails the confirmation code to the customer and returns the token that binds the code to the caller. Throws
 * TOO_MANY_REQUESTS if the rate limit is exceeded.
 */
export const sendDeletionCode = (deps: Deps, { accountId, email }: CustomerCaller): Promise<string> =>
  sendConfirmationCode(deps, { accountId, email, purpose: 'deleteAccount' });

export type DeletionOutcome =
  | { kind: 'deleted' }
  /** A change of address can still be taken back. The account is deleted at `until`, unless the former mailbox takes it back. */
  | { kind: 'postponed'; until: Date }
  /** Paid or granted days remain that the customer did not waive. The confirmation code is not consumed. */
  | { kind: 'waiverNeeded' }
  | { kind: 'wrong'; triesLeft: number }
  | { kind: 'invalid' }
  | { kind: 'tooManyTries' };

/**
 * Deletes the customer's account if the confirmation code is correct, or postpones the deletion while a change of address
 * can be taken back. May throw `JournalUnusable` after the deletion, like `deleteAccount`.
 */
export async function confirmDeletion(
  deps: Deps,
  { accountId }: CustomerCaller,
  input: {
    requestToken: string;
    code: string;
    waivesDays: boolean;
    requestedBy: Extract<AccountDeletion['requestedBy'], 'customer' | 'application'>;
  },
): Promise<DeletionOutcome> {
  const { requestToken, code, waivesDays, requestedBy } = input;
  const { paidDays, giftDays } = await previewDeletion(deps, accountId);
  const hasDays = paidDays + giftDays > 0;
  if (hasDays && !waivesDays) return { kind: 'waiverNeeded' };
  const confirmation = await redeemConfirmationCode(deps, {
    requestToken,
    purpose: 'deleteAccount',
    code,
  });
  if (confirmation.kind !== 'confirmed') return confirmation;
  if (confirmation.accountId !== accountId) return { kind: 'invalid' };
  const at = deps.clock.now();
  const outcome = await deps.db.transaction(async (tx): Promise<DeletionOutcome> => {
    const [account] = await lockAccountsWhole(tx, [accountId]);
    // A code that was sent to another address than the present one confirms nothing any more.
    if (account?.email !== confirmation.email) return { kind: 'invalid' };
    const until = await postponeDeletion(tx, deps, account, { by: requestedBy, waivesDays: hasDays }, at);
    if (until !== null) return { kind: 'postponed', until };
    await eraseAccount(tx, deps, { accountId, requestedBy, staffId: null, waivedDays: hasDays }, at);
    return { kind: 'deleted' };
  });
  if (outcome.kind === 'deleted') await completeDeletion(deps, accountId);
  else deps.wakeOutbox();
  return outcome;
}
