/** Computes what a customer loses by the deletion of the account. */
import type { Deps } from '../../deps';
import { computeRestMs } from '../../domain/billing/segments';
import { chargeToCome, summarize } from '../../domain/billing/status';
import { readState } from '../billing/ledger/change';

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
  const countDays = (wanted: 'payment' | 'gift'): number =>
    Math.ceil(
      state.segments
        .filter(({ source }) => source === wanted)
        .reduce((sum, segment) => sum + computeRestMs(segment, now), 0) / DAY,
    );
  return {
    paidDays: countDays('payment'),
    giftDays: countDays('gift'),
    nextChargeAt: chargeToCome(summarize(state), now),
    pendingRefundsKopecks: state.commands.reduce(
      (sum, command) => sum + (command.kind === 'refund' ? command.amountKopecks : 0),
      0,
    ),
  };
}
