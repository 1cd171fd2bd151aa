/** The ledger of the card provider's words, and the events that a subscription is folded from. */
import { asc, eq } from 'drizzle-orm';
import type { SubscriptionEvent } from '../domain/subscription';
import type { Database } from './database';
import { paymentEvents, subscriptionEvents } from './schema/subscriptions';

export type LedgerEntry = Omit<typeof paymentEvents.$inferInsert, 'id'>;

/** False when this provider event is in the ledger already. */
export async function enterLedger(tx: Database, entry: LedgerEntry): Promise<boolean> {
  const rows = await tx
    .insert(paymentEvents)
    .values(entry)
    .onConflictDoNothing({ target: paymentEvents.eventKey })
    .returning({ id: paymentEvents.id });
  return rows.length > 0;
}

/** Appends an event; false when it is known already, by key. */
export async function appendSubscriptionEvent(
  tx: Database,
  accountId: number,
  event: SubscriptionEvent,
  now: Date,
): Promise<boolean> {
  const rows = await tx
    .insert(subscriptionEvents)
    .values({
      accountId,
      eventKey: event.key,
      at: event.at,
      kind: event.fact.kind,
      fact: event.fact,
      recordedAt: now,
    })
    .onConflictDoNothing({ target: subscriptionEvents.eventKey })
    .returning({ id: subscriptionEvents.id });
  return rows.length > 0;
}

export async function listSubscriptionEvents(tx: Database, accountId: number): Promise<SubscriptionEvent[]> {
  const rows = await tx
    .select({ key: subscriptionEvents.eventKey, at: subscriptionEvents.at, fact: subscriptionEvents.fact })
    .from(subscriptionEvents)
    .where(eq(subscriptionEvents.accountId, accountId))
    .orderBy(asc(subscriptionEvents.id));
  return rows;
}
