/**
 * Queries of cards whose trial was used, and of the trials of similar cards. A card is stored as a keyed hash of its
 * identifiers at the card provider, or of its digits and expiry date.
 */
import { and, countDistinct, eq, gt, inArray, ne, notInArray } from 'drizzle-orm';
import type { Database } from './database';
import { trialCards, trialCardUses } from './schema/consents';
import { orders } from './schema/orders';

/**
 * Returns whether one of the card hashes had a trial under another account. If `accountId` is null, returns whether the
 * card had a trial under any account.
 */
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
 * Assigns the card's trial to an order. Returns false if another account already had the card's trial. If two callers
 * run at the same time, the second caller waits for the first caller's transaction to end and then sees its row.
 */
export async function takeTrial(
  tx: Database,
  cardHashes: readonly string[],
  owner: { accountId: number; orderId: string; at: Date },
): Promise<boolean> {
  // The hashes are sorted, so that all callers insert them in the same order. Without sorting, two transactions with
  // the same hashes could deadlock.
  for (const cardHash of [...cardHashes].sort()) {
    await tx
      .insert(trialCards)
      .values({ cardHash, ...owner })
      .onConflictDoNothing({ target: trialCards.cardHash });
  }
  return !(await hadTrial(tx, cardHashes, owner.accountId));
}

/**
 * Releases the trials that were assigned to these orders, so that their cards can have a trial again. Orders that were
 * rejected because the trial was already used are skipped.
 */
export async function giveTrialBack(tx: Database, orderIds: readonly string[]): Promise<void> {
  const rejected = tx.select({ id: orders.id }).from(orders).where(eq(orders.rejection, 'trialUsed'));
  await tx
    .delete(trialCards)
    .where(and(inArray(trialCards.orderId, [...orderIds]), notInArray(trialCards.orderId, rejected)));
}

/**
 * Returns the number of accounts that had a trial with a similar card since `since`. The trials of `exceptAccount` and the
 * trials at `exceptProvider` are not counted.
 */
export async function countSimilarTrials(
  tx: Database,
  cardHash: string,
  options: { since: Date; exceptAccount: number | null; exceptProvider: string | null },
): Promise<number> {
  const { since, exceptAccount, exceptProvider } = options;
  const [row] = await tx
    .select({ count: countDistinct(trialCardUses.accountId) })
    .from(trialCardUses)
    .innerJoin(orders, eq(orders.id, trialCardUses.orderId))
    .where(
      and(
        eq(trialCardUses.cardHash, cardHash),
        gt(trialCardUses.at, since),
        ...(exceptAccount === null ? [] : [ne(trialCardUses.accountId, exceptAccount)]),
        ...(exceptProvider === null ? [] : [ne(orders.provider, exceptProvider)]),
      ),
    );
  return row?.count ?? 0;
}

/** Records that an order used the trial of a card with this hash. Recording the same order again changes nothing. */
export async function recordTrialUse(tx: Database, use: typeof trialCardUses.$inferInsert): Promise<void> {
  await tx.insert(trialCardUses).values(use).onConflictDoNothing();
}

/** Removes the counted trials of these orders. Orders that were rejected because of the trial limit are skipped. */
export async function uncountTrialUses(tx: Database, orderIds: readonly string[]): Promise<void> {
  const rejected = tx.select({ id: orders.id }).from(orders).where(eq(orders.rejection, 'trialLimit'));
  await tx
    .delete(trialCardUses)
    .where(and(inArray(trialCardUses.orderId, [...orderIds]), notInArray(trialCardUses.orderId, rejected)));
}
