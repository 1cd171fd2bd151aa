/** The cards that have had a trial, in SQL: each as a keyed hash of the provider's name for it. */
import { and, eq, inArray, ne, notInArray } from 'drizzle-orm';
import type { Database } from './database';
import { trialCards } from './schema/consents';
import { orders } from './schema/orders';

/** Whether one of the names stands for a card that had a trial under another account; null: under any. */
export async function hadTrial(
  tx: Database,
  cardHashes: readonly string[],
  accountId: number | null,
): Promise<boolean> {
  if (cardHashes.length === 0) return false;
  const rows = await tx
    .select({ accountId: trialCards.accountId })
    .from(trialCards)
    .where(
      and(
        inArray(trialCards.cardHash, [...cardHashes]),
        ...(accountId === null ? [] : [ne(trialCards.accountId, accountId)]),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/**
 * Takes the card's trial for an order; false when another account has it. Of two that ask at once
 * one waits for the other's transaction and then sees its row.
 */
export async function takeTrial(
  tx: Database,
  cardHashes: readonly string[],
  owner: { accountId: number; orderId: string; at: Date },
): Promise<boolean> {
  // In one order for everybody: two names of one card must not be taken crosswise.
  for (const cardHash of [...cardHashes].sort()) {
    await tx
      .insert(trialCards)
      .values({ cardHash, ...owner })
      .onConflictDoNothing({ target: trialCards.cardHash });
  }
  return !(await hadTrial(tx, cardHashes, owner.accountId));
}

/** Gives the cards of orders their trial back; not those of an order whose card had had one before. */
export async function giveTrialBack(tx: Database, orderIds: readonly string[]): Promise<void> {
  const rejected = tx.select({ id: orders.id }).from(orders).where(eq(orders.rejection, 'trialUsed'));
  await tx
    .delete(trialCards)
    .where(and(inArray(trialCards.orderId, [...orderIds]), notInArray(trialCards.orderId, rejected)));
}
