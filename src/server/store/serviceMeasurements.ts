/** Queries of the measurements from which the states of the public page /status follow. */
import { and, desc, eq, gte, inArray, isNotNull, max, min, sql } from 'drizzle-orm';
import type { Database } from './database';
import { changedObjects } from './schema/changedObjects';
import { outbox } from './schema/outbox';
import { requestedPayments } from './schema/requestedPayments';
import { paymentEvents } from './schema/subscriptions';

/**
 * Returns when a sign-in email or confirmation code of the last 24 hours was last delivered, and when one last expired
 * before it could be delivered. Null if there is none.
 */
export async function readSignInDeliveries(
  db: Database,
): Promise<{ deliveredAt: Date | null; expiredAt: Date | null }> {
  const rows = await db
    .select({ state: outbox.state, at: max(outbox.finishedAt) })
    .from(outbox)
    .where(
      and(
        inArray(outbox.lane, ['signIn', 'confirmation']),
        gte(outbox.wantedAt, sql`now() - interval '24 hours'`),
        sql`(state = 'delivered' or (state = 'dropped' and drop_after <= finished_at))`,
      ),
    )
    .groupBy(outbox.state);
  const at = (state: string) => rows.find((row) => row.state === state)?.at ?? null;
  return { deliveredAt: at('delivered'), expiredAt: at('dropped') };
}

/** Returns when a payment event of a card provider was last received, or null if there is none. */
export async function readLastPaymentReport(db: Database): Promise<Date | null> {
  const [row] = await db
    .select({ at: paymentEvents.receivedAt })
    .from(paymentEvents)
    .orderBy(desc(paymentEvents.id))
    .limit(1);
  return row?.at ?? null;
}

/** Returns when the oldest reported change that has not been read from its card provider was received, or null. */
export async function readOldestChange(db: Database): Promise<Date | null> {
  const [row] = await db
    .select({ at: min(changedObjects.receivedAt) })
    .from(changedObjects)
    .where(isNotNull(changedObjects.dueAt));
  return row?.at ?? null;
}

/** Returns the latest five payments that this server requested from a card provider. */
export async function listLatestRequests(
  db: Database,
  provider: string,
): Promise<{ requestedAt: Date; hasResponse: boolean }[]> {
  return db
    .select({
      requestedAt: requestedPayments.requestedAt,
      hasResponse: sql<boolean>`(transaction_id is not null or outcome is not null)`,
    })
    .from(requestedPayments)
    .where(eq(requestedPayments.provider, provider))
    .orderBy(desc(requestedPayments.id))
    .limit(5);
}
