/** Queries of orders. */
import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  min,
  notExists,
  or,
  sql,
} from 'drizzle-orm';
import { storedTerms } from '../../shared/receiptTerms';
import type { TermsPeriod } from '../domain/billing/receiptSchedule';
import type { Database } from './database';
import { consents } from './schema/consents';
import { orders } from './schema/orders';
import { subscriptions } from './schema/subscriptions';

export type OrderRow = typeof orders.$inferSelect;
export type NewOrder = typeof orders.$inferInsert;

export async function findOrder(db: Database, id: string): Promise<OrderRow | null> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id));
  return row ?? null;
}

/**
 * Returns the order and locks its row until the caller's transaction ends, or returns null if the order does not exist.
 */
export async function lockOrder(tx: Database, id: string): Promise<OrderRow | null> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for('update');
  return row ?? null;
}

/**
 * Returns the order if it belongs to the account. Returns null if the order is unknown or belongs to another account.
 */
export async function findOwnOrder(db: Database, accountId: number, id: string): Promise<OrderRow | null> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.accountId, accountId)));
  return row ?? null;
}

/** Returns the campaign order whose payer has this id at the card provider, or null. */
export async function findOrderOfPayer(db: Database, payerId: string): Promise<OrderRow | null> {
  const [row] = await db.select().from(orders).where(eq(orders.payerId, payerId));
  return row ?? null;
}

/** Assigns a campaign order to an account. Does nothing if the order already belongs to an account. */
export async function giveOrderTo(db: Database, id: string, accountId: number): Promise<void> {
  await db
    .update(orders)
    .set({ accountId, payerPhone: null })
    .where(and(eq(orders.id, id), isNull(orders.accountId)));
}

/**
 * Stores the phone number that the payer of a campaign order typed, in E.164. Returns false, and changes nothing, if there is
 * no such order, or if it has an account.
 */
export async function setPayerPhone(db: Database, id: string, payerPhone: string): Promise<boolean> {
  const set = await db
    .update(orders)
    .set({ payerPhone })
    .where(and(eq(orders.id, id), eq(orders.kind, 'campaign'), isNull(orders.accountId)))
    .returning({ id: orders.id });
  return set.length > 0;
}

/** Removes phone numbers from campaign orders that were last shown before `before` and have no account. */
export async function dropPayerPhones(db: Database, before: Date): Promise<void> {
  await db
    .update(orders)
    .set({ payerPhone: null })
    .where(and(isNotNull(orders.payerPhone), isNull(orders.accountId), lte(orders.offeredAt, before)));
}

/** Deletes campaign orders that were last shown before `before`, have no account and have no payment attempt. */
export async function dropUntouchedCampaignOrders(db: Database, before: Date): Promise<void> {
  await db
    .delete(orders)
    .where(
      and(
        eq(orders.kind, 'campaign'),
        isNull(orders.accountId),
        isNull(orders.attemptTransactionId),
        isNull(orders.reconcileAt),
        lte(orders.offeredAt, before),
      ),
    );
}

/** Returns all orders of an account, newest first. */
export async function listOrders(db: Database, accountId: number): Promise<OrderRow[]> {
  return db
    .select()
    .from(orders)
    .where(eq(orders.accountId, accountId))
    .orderBy(desc(orders.createdAt), desc(orders.id));
}

/** Returns the account's newest order of this kind without a consent and without a payment attempt, or null. */
export async function findUntouchedOrder(
  tx: Database,
  accountId: number,
  kind: OrderRow['kind'],
): Promise<OrderRow | null> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.accountId, accountId),
        eq(orders.kind, kind),
        isNull(orders.attemptTransactionId),
        isNull(orders.paidTransactionId),
        isNull(orders.declineReason),
        notExists(tx.select({ id: consents.id }).from(consents).where(eq(consents.orderId, orders.id))),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1);
  return row ?? null;
}

export async function insertOrder(tx: Database, order: NewOrder): Promise<OrderRow> {
  const [row] = await tx.insert(orders).values(order).returning();
  if (row === undefined) throw new Error('inserting the order returned no row');
  return row;
}

export async function updateOrder(
  tx: Database,
  id: string,
  change: Partial<Omit<NewOrder, 'id' | 'accountId' | 'payerId'>>,
): Promise<OrderRow | null> {
  const [row] = await tx.update(orders).set(change).where(eq(orders.id, id)).returning();
  return row ?? null;
}

/**
 * Stores the id of the recurring payment that the card provider created for an order. Changes nothing if the order
 * already has a recurring payment.
 */
export async function linkRecurringPayment(
  tx: Database,
  orderId: string,
  recurringPayment: { provider: string; recurringPaymentId: string },
): Promise<void> {
  await tx
    .update(orders)
    .set(recurringPayment)
    .where(and(eq(orders.id, orderId), isNull(orders.recurringPaymentId)));
}

export async function findOrderOfRecurringPayment(
  tx: Database,
  { provider, recurringPaymentId }: { provider: string; recurringPaymentId: string },
): Promise<OrderRow | null> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.provider, provider), eq(orders.recurringPaymentId, recurringPaymentId)));
  return row ?? null;
}

/**
 * Returns orders whose recurring payment has its next charge in one of the periods, but receipts with other terms. Only
 * accounts with an id above `after` are searched, in the order of the ids.
 */
export async function listOutdatedReceipts(
  db: Database,
  search: { provider: string; periods: readonly TermsPeriod[]; after: number; limit: number },
): Promise<{ orderId: string; accountId: number }[]> {
  const { provider, periods, after, limit } = search;
  const isOutdated = periods.map(({ from, until, terms }) => {
    const stored = storedTerms(terms);
    return and(
      from === null ? undefined : gte(subscriptions.nextChargeAt, from),
      until === null ? undefined : lt(subscriptions.nextChargeAt, until),
      stored === null
        ? isNotNull(orders.recurringReceiptTerms)
        : sql`${orders.recurringReceiptTerms} is distinct from ${JSON.stringify(stored)}::jsonb`,
    );
  });
  return db
    .select({ orderId: orders.id, accountId: subscriptions.accountId })
    .from(subscriptions)
    .innerJoin(
      orders,
      and(
        eq(orders.provider, subscriptions.provider),
        eq(orders.recurringPaymentId, subscriptions.providerRecurringPaymentId),
      ),
    )
    .where(
      and(
        gt(subscriptions.accountId, after),
        eq(subscriptions.provider, provider),
        eq(subscriptions.recurring, true),
        isNotNull(subscriptions.nextChargeAt),
        or(...isOutdated),
      ),
    )
    .orderBy(asc(subscriptions.accountId))
    .limit(limit);
}

/**
 * Claims unsettled orders that are due to be polled at the card provider, and postpones the next poll of these orders
 * to `leaseUntil`. The claim ensures that only one server instance polls an order.
 */
export async function claimUnsettledOrders(
  db: Database,
  now: Date,
  leaseUntil: Date,
  limit: number,
): Promise<OrderRow[]> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(isNotNull(orders.reconcileAt), lte(orders.reconcileAt, now)))
      .orderBy(asc(orders.reconcileAt))
      .limit(limit)
      .for('update', { skipLocked: true });
    if (due.length === 0) return [];
    return tx
      .update(orders)
      .set({ reconcileAt: leaseUntil })
      .where(
        inArray(
          orders.id,
          due.map((row) => row.id),
        ),
      )
      .returning();
  });
}

/**
 * Claims one order for polling, like `claimUnsettledOrders`. Returns null if the order is not due or another instance
 * has claimed it.
 */
export async function claimUnsettledOrder(
  db: Database,
  id: string,
  now: Date,
  leaseUntil: Date,
): Promise<OrderRow | null> {
  const [row] = await db
    .update(orders)
    .set({ reconcileAt: leaseUntil })
    .where(and(eq(orders.id, id), isNotNull(orders.reconcileAt), lte(orders.reconcileAt, now)))
    .returning();
  return row ?? null;
}

/** Schedules the next poll of an order as it was before a poll that was not made, unless the order is settled now. */
export async function restoreSchedule(
  db: Database,
  id: string,
  schedule: Pick<OrderRow, 'reconcileAt' | 'reconcileTries'>,
): Promise<void> {
  await db
    .update(orders)
    .set(schedule)
    .where(and(eq(orders.id, id), isNotNull(orders.reconcileAt)));
}

/**
 * Returns the time when the next order is due to be polled, which may be in the past. Returns null if no order needs to
 * be polled.
 */
export async function nextOrderDueAt(db: Database): Promise<Date | null> {
  const [row] = await db.select({ at: min(orders.reconcileAt) }).from(orders);
  return row?.at ?? null;
}
