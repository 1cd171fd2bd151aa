/** Queries of the current state of each account's subscription, which is computed from the ledger events. */
import { and, asc, eq, gt, inArray, isNull, lte, min, sql } from 'drizzle-orm';
import type { SubscriptionStatus } from '../../shared/subscriptionStatus';
import { NO_SUBSCRIPTION, type StatusNow, type SubscriptionSummary } from '../domain/billing/status';
import type { Database } from './database';
import { preparedOnce } from './prepared';
import { subscriptions } from './schema/subscriptions';

type Row = typeof subscriptions.$inferSelect;

const toSummary = (row: Row): SubscriptionSummary => ({
  recurring: row.recurring,
  accessUntil: row.accessUntil,
  nextChargeAt: row.nextChargeAt,
  lastGrant: row.lastGrant,
  amountKopecks: row.amountKopecks,
  recurringPaymentId: row.providerRecurringPaymentId,
  firstPaymentActivated: row.firstPaymentActivated,
  totalPaidKopecks: row.totalPaidKopecks,
  cardMask: row.cardMask,
  provider: row.provider,
  accessContinuesUntil: row.accessContinuesUntil,
  goneMark: row.goneMark,
  graceUntil: row.graceUntil,
});

const selectSubscription = preparedOnce((db) =>
  db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.accountId, sql.placeholder('accountId')))
    .prepare('subscription_of_account'),
);

/** Returns the subscription of an account, or `NO_SUBSCRIPTION` if the account has no ledger events. */
export async function findSubscription(db: Database, accountId: number): Promise<SubscriptionSummary> {
  const [row] = await selectSubscription(db).execute({ accountId });
  return row ? toSummary(row) : NO_SUBSCRIPTION;
}

/**
 * Returns the subscription status that was last stored. The stored status may be outdated, because a status also
 * changes by the passage of time.
 */
export async function findStoredStatus(tx: Database, accountId: number): Promise<SubscriptionStatus> {
  const [row] = await tx
    .select({ status: subscriptions.status })
    .from(subscriptions)
    .where(eq(subscriptions.accountId, accountId));
  return row?.status ?? 'NOT_ACTIVE';
}

/** Returns the subscriptions of several accounts. Accounts without any ledger event are missing from the map. */
export async function findSubscriptions(
  db: Database,
  accountIds: readonly number[],
): Promise<Map<number, SubscriptionSummary>> {
  if (accountIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(subscriptions)
    .where(inArray(subscriptions.accountId, [...accountIds]));
  return new Map(rows.map((row) => [row.accountId, toSummary(row)]));
}

export async function saveSubscription(
  tx: Database,
  accountId: number,
  summary: SubscriptionSummary,
  status: StatusNow,
  due: { reconcileAt: Date | null; emailDueAt: Date | null; ownChargeDueAt: Date | null },
  now: Date,
): Promise<void> {
  const values = {
    status: status.status,
    recurring: summary.recurring,
    accessUntil: summary.accessUntil,
    nextChargeAt: summary.nextChargeAt,
    lastGrant: summary.lastGrant,
    amountKopecks: summary.amountKopecks,
    providerRecurringPaymentId: summary.recurringPaymentId,
    firstPaymentActivated: summary.firstPaymentActivated,
    totalPaidKopecks: summary.totalPaidKopecks,
    cardMask: summary.cardMask,
    provider: summary.provider,
    accessContinuesUntil: summary.accessContinuesUntil,
    goneMark: summary.goneMark,
    graceUntil: summary.graceUntil,
    statusChangesAt: status.changesAt,
    ...due,
    updatedAt: now,
  };
  await tx
    .insert(subscriptions)
    .values({ accountId, ...values })
    .onConflictDoUpdate({ target: subscriptions.accountId, set: values });
}

/**
 * Returns accounts whose stored subscription status is outdated, because the time of the next status change has passed.
 */
export async function listLapsed(db: Database, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ accountId: subscriptions.accountId })
    .from(subscriptions)
    .where(lte(subscriptions.statusChangesAt, now))
    .orderBy(asc(subscriptions.statusChangesAt))
    .limit(limit);
  return rows.map((row) => row.accountId);
}

/**
 * Makes the status of renewals without a time of the next status change due now. Earlier versions stored no time if the
 * last attempt of a charge failed after the grace period, so that these renewals never ended. Reads the whole table.
 */
export async function makeForgottenEndsDue(db: Database, now: Date): Promise<void> {
  await db
    .update(subscriptions)
    .set({ statusChangesAt: now })
    .where(and(eq(subscriptions.recurring, true), isNull(subscriptions.statusChangesAt)));
}

/**
 * Returns renewals whose months may be counted from a clamped date, because the next charge is on the 28th, 29th or 30th
 * in Moscow. The result contains account ids after `after`, in ascending order.
 */
export async function listPossiblyClamped(
  db: Database,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .select({ accountId: subscriptions.accountId })
    .from(subscriptions)
    .where(
      and(
        gt(subscriptions.accountId, after),
        eq(subscriptions.recurring, true),
        sql`extract(day from ${subscriptions.nextChargeAt} at time zone 'Europe/Moscow') between 28 and 30`,
      ),
    )
    .orderBy(asc(subscriptions.accountId))
    .limit(limit);
  return rows.map((row) => row.accountId);
}

/** Returns accounts to which a scheduled email is due, such as the email before a charge. */
export async function listEmailDue(db: Database, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ accountId: subscriptions.accountId })
    .from(subscriptions)
    .where(lte(subscriptions.emailDueAt, now))
    .orderBy(asc(subscriptions.emailDueAt))
    .limit(limit);
  return rows.map((row) => row.accountId);
}

/**
 * Claims accounts whose charge is overdue and postpones their next poll to `nextAt`, so that only one of several
 * instances polls the card provider.
 */
export async function claimOverdueCharges(
  db: Database,
  now: Date,
  nextAt: Date,
  limit: number,
): Promise<{ accountId: number }[]> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ accountId: subscriptions.accountId })
      .from(subscriptions)
      .where(lte(subscriptions.reconcileAt, now))
      .orderBy(asc(subscriptions.reconcileAt))
      .limit(limit)
      .for('update', { skipLocked: true });
    if (due.length === 0) return [];
    return tx
      .update(subscriptions)
      .set({ reconcileAt: nextAt })
      .where(
        and(
          inArray(
            subscriptions.accountId,
            due.map((row) => row.accountId),
          ),
          lte(subscriptions.reconcileAt, now),
        ),
      )
      .returning({ accountId: subscriptions.accountId });
  });
}

/** Sets the time of the account's next poll at the card provider. If `at` is null, the account is not polled. */
export async function schedulePoll(tx: Database, accountId: number, at: Date | null): Promise<void> {
  await tx.update(subscriptions).set({ reconcileAt: at }).where(eq(subscriptions.accountId, accountId));
}

/**
 * Returns the time when the next subscription must be processed (status change, poll or email), which may be in the
 * past. Returns null if no subscription must be processed.
 */
export async function nextSubscriptionDueAt(db: Database): Promise<Date | null> {
  const [row] = await db
    .select({
      changes: min(subscriptions.statusChangesAt),
      reconcile: min(subscriptions.reconcileAt),
      email: min(subscriptions.emailDueAt),
    })
    .from(subscriptions);
  const moments = [row?.changes, row?.reconcile, row?.email].filter((at): at is Date => at instanceof Date);
  return moments.reduce<Date | null>((next, at) => (next === null || at < next ? at : next), null);
}
