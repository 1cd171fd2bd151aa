/** Lets a customer delete the account, in three steps: preview, confirmation code and confirmation. */
import type { Deps } from '../../deps';
import { restOf } from '../../domain/billing/segments';
import { chargeToCome, summarize } from '../../domain/billing/status';
import type { CustomerCaller } from '../../domain/caller';
import { redeemConfirmationCode, sendConfirmationCode } from '../accounts/confirmationCodes';
import { readState } from '../billing/change/change';
import { type AccountDeletion, deleteAccount } from './deleteAccount';

const DAY = 24 * 3_600_000;

/** Preview of what the customer loses by the deletion of the account. */
export interface DeletionPreview {
  /** Number of remaining paid and granted days, rounded up. */
  paidDays: number;
  giftDays: number;
  nextChargeAt: Date | null;
  /** Total amount of refunds that are not made yet, in kopecks. */
  pendingRefundsKopecks: number;
}

export async function previewDeletion(
  deps: Pick<Deps, 'db' | 'clock'>,
  accountId: number,
): Promise<DeletionPreview> {
  const now = deps.clock.now();
  const { state } = await readState(deps.db, accountId);
  const daysOf = (wanted: 'payment' | 'gift'): number =>
    Math.ceil(
      state.segments
        .filter(({ source }) => source === wanted)
        .reduce((sum, segment) => sum + restOf(segment, now), 0) / DAY,
    );
  return {
    paidDays: daysOf('payment'),
    giftDays: daysOf('gift'),
    nextChargeAt: chargeToCome(summarize(state), now),
    pendingRefundsKopecks: state.commands.reduce(
      (sum, command) => sum + (command.kind === 'refund' ? command.amountKopecks : 0),
      0,
    ),
  };
}

/**
 * Emails the confirmation code to the customer and returns the token that binds the code to the caller. Throws
 * TOO_MANY_REQUESTS if the rate limit is exceeded.
 */
export const sendDeletionCode = (deps: Deps, { accountId, email }: CustomerCaller): Promise<string> =>
  sendConfirmationCode(deps, { accountId, email, purpose: 'deleteAccount' });

export type DeletionOutcome =
  | { kind: 'deleted' }
  /** Paid or granted days remain that the customer did not waive. The confirmation code is not consumed. */
  | { kind: 'waiverNeeded' }
  | { kind: 'wrong'; triesLeft: number }
  | { kind: 'invalid' }
  | { kind: 'tooManyTries' };

/**
 * Deletes the customer's account if the confirmation code is correct. May throw `JournalUnusable` after the deletion,
 * like `deleteAccount`.
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
  await deleteAccount(deps, { accountId, requestedBy, staffId: null, waivedDays: hasDays });
  return { kind: 'deleted' };
}
