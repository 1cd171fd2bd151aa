/** Deletion of an account by its customer: preview, code and confirmation. */
import type { Deps } from '../../deps';
import { restOf } from '../../domain/billing/segments';
import { chargeToCome, summarize } from '../../domain/billing/status';
import type { CustomerCaller } from '../../domain/caller';
import { redeemConfirmationCode, sendConfirmationCode } from '../accounts/confirmationCodes';
import { readState } from '../billing/change/change';
import { type AccountDeletion, deleteAccount } from './deleteAccount';

const DAY = 24 * 3_600_000;

/** What the deletion of an account ends. */
export interface DeletionPreview {
  /** Paid and given days that remain, rounded up. */
  paidDays: number;
  giftDays: number;
  nextChargeAt: Date | null;
  /** Total of refunds that are not made yet, in kopecks. */
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

/** Emails the code to the caller's address and returns the token that binds it to the caller. Throws TOO_MANY_REQUESTS. */
export const sendDeletionCode = (deps: Deps, { accountId, email }: CustomerCaller): Promise<string> =>
  sendConfirmationCode(deps, { accountId, email, purpose: 'deleteAccount' });

export type DeletionOutcome =
  | { kind: 'deleted' }
  /** Days remain that the customer did not waive. The code is not used up. */
  | { kind: 'waiverNeeded' }
  | { kind: 'wrong'; triesLeft: number }
  | { kind: 'invalid' }
  | { kind: 'tooManyTries' };

/** Deletes the caller's account if the code is right. Throws `JournalUnusable` after the deletion, see `deleteAccount`. */
export async function confirmDeletion(
  deps: Deps,
  { accountId }: CustomerCaller,
  input: {
    requestToken: string;
    code: string;
    waivesDays: boolean;
    ip: string;
    requestedBy: Extract<AccountDeletion['requestedBy'], 'customer' | 'application'>;
  },
): Promise<DeletionOutcome> {
  const { requestToken, code, waivesDays, ip, requestedBy } = input;
  const { paidDays, giftDays } = await previewDeletion(deps, accountId);
  const hasDays = paidDays + giftDays > 0;
  if (hasDays && !waivesDays) return { kind: 'waiverNeeded' };
  const confirmation = await redeemConfirmationCode(deps, {
    requestToken,
    purpose: 'deleteAccount',
    code,
    ip,
  });
  if (confirmation.kind !== 'confirmed') return confirmation;
  if (confirmation.accountId !== accountId) return { kind: 'invalid' };
  await deleteAccount(deps, { accountId, requestedBy, staffId: null, waivedDays: hasDays });
  return { kind: 'deleted' };
}
