/** Queries of the payments that this server requested, and of the saved payment methods. */
import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  max,
  min,
  ne,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database } from './database';
import { chargeLimits } from './schema/chargeLimits';
import { orders } from './schema/orders';
import { type RequestedOutcome, requestedPayments, savedMethods } from './schema/requestedPayments';
import { subscriptions } from './schema/subscriptions';

export type RequestedPaymentRow = typeof requestedPayments.$inferSelect;
export type NewRequestedPayment = Omit<typeof requestedPayments.$inferInsert, 'id'>;

export async function insertRequestedPayment(
  tx: Database,
  payment: NewRequestedPayment,
): Promise<RequestedPaymentRow> {
  const [row] = await tx.insert(requestedPayments).values(payment).returning();
  if (row === undefined) throw new Error('inserting the requested payment returned no row');
  return row;
}

async function hasCharge(tx: Database, accountId: number, condition: SQL | undefined): Promise<boolean> {
  const rows = await tx
    .select({ id: requestedPayments.id })
    .from(requestedPayments)
    .where(and(eq(requestedPayments.accountId, accountId), eq(requestedPayments.kind, 'charge'), condition));
  return rows.length > 0;
}

/** Returns whether an account has a charge whose outcome is not known yet. */
export async function hasOpenCharge(tx: Database, accountId: number): Promise<boolean> {
  return hasCharge(tx, accountId, isNull(requestedPayments.outcome));
}

/** Returns whether a charge of this date succeeded. */
export async function isCharged(tx: Database, accountId: number, chargeAt: Date): Promise<boolean> {
  return hasCharge(
    tx,
    accountId,
    and(eq(requestedPayments.chargeAt, chargeAt), eq(requestedPayments.outcome, 'completed')),
  );
}

/** Returns the requested payments of an order, newest first. */
export async function listRequestedOfOrder(db: Database, orderId: string): Promise<RequestedPaymentRow[]> {
  return db
    .select()
    .from(requestedPayments)
    .where(eq(requestedPayments.orderId, orderId))
    .orderBy(sql`${requestedPayments.id} desc`);
}

/**
 * Returns the latest payment in the payment widget whose outcome is not known, of an account or of an order, requested
 * since `since` and known to the card provider. Returns null if there is none.
 */
export async function findLatestOpenPayment(
  db: Database,
  payer: { accountId: number } | { orderId: string },
  since: Date,
): Promise<RequestedPaymentRow | null> {
  const [latest] = await db
    .select()
    .from(requestedPayments)
    .where(
      and(
        'orderId' in payer
          ? eq(requestedPayments.orderId, payer.orderId)
          : eq(requestedPayments.accountId, payer.accountId),
        eq(requestedPayments.kind, 'widget'),
        isNull(requestedPayments.outcome),
        isNotNull(requestedPayments.transactionId),
        gt(requestedPayments.requestedAt, since),
      ),
    )
    .orderBy(desc(requestedPayments.id))
    .limit(1);
  return latest ?? null;
}

/** Returns the latest payment in the payment widget of an order, or null. */
export async function findLatestOfOrder(db: Database, orderId: string): Promise<RequestedPaymentRow | null> {
  const [latest] = await db
    .select()
    .from(requestedPayments)
    .where(and(eq(requestedPayments.orderId, orderId), eq(requestedPayments.kind, 'widget')))
    .orderBy(desc(requestedPayments.id))
    .limit(1);
  return latest ?? null;
}

/** Returns the times at which the payments in the payment widget of an order were requested, oldest first. */
export async function listRequestTimes(db: Database, orderId: string): Promise<Date[]> {
  const rows = await db
    .select({ at: requestedPayments.requestedAt })
    .from(requestedPayments)
    .where(and(eq(requestedPayments.orderId, orderId), eq(requestedPayments.kind, 'widget')))
    .orderBy(asc(requestedPayments.id));
  return rows.map(({ at }) => at);
}

/** Returns the payment in the payment widget with this transaction id, or null. */
export async function findRequestedPayment(
  db: Database,
  { provider, transactionId }: { provider: string; transactionId: string },
): Promise<RequestedPaymentRow | null> {
  const [row] = await db
    .select()
    .from(requestedPayments)
    .where(and(eq(requestedPayments.provider, provider), eq(requestedPayments.transactionId, transactionId)));
  return row ?? null;
}

/** Returns the request with this transaction id, or with this key if the card provider reports the key. */
export async function findRequest(
  db: Database,
  {
    provider,
    transactionId,
    chargeKey,
  }: { provider: string; transactionId: string; chargeKey?: string | null },
): Promise<RequestedPaymentRow | null> {
  const isIt = or(
    eq(requestedPayments.transactionId, transactionId),
    ...(typeof chargeKey === 'string' ? [eq(requestedPayments.key, chargeKey)] : []),
  );
  const [row] = await db
    .select()
    .from(requestedPayments)
    .where(and(eq(requestedPayments.provider, provider), isIt))
    .limit(1);
  return row ?? null;
}

/**
 * Returns the time when the card provider last rejected a request because this shop may not save and charge payment
 * methods. Returns null if it accepted a later request of this kind. Only the latest requests are read.
 */
export async function findAutopaymentsRejection(db: Database, provider: string): Promise<Date | null> {
  const [latest] = await db
    .select({ outcome: requestedPayments.outcome, settledAt: requestedPayments.settledAt })
    .from(requestedPayments)
    .where(
      and(
        eq(requestedPayments.provider, provider),
        or(eq(requestedPayments.kind, 'charge'), requestedPayments.savesMethod),
        or(eq(requestedPayments.outcome, 'forbidden'), isNotNull(requestedPayments.transactionId)),
      ),
    )
    .orderBy(desc(requestedPayments.id))
    .limit(1);
  return latest?.outcome === 'forbidden' ? latest.settledAt : null;
}

/** Stores the transaction id and the confirmation token with which the card provider responded. */
export async function noteOpened(
  db: Database,
  id: number,
  opened: { transactionId: string; confirmationToken: string },
): Promise<void> {
  const { transactionId, confirmationToken } = opened;
  await db
    .update(requestedPayments)
    .set({
      transactionId,
      confirmationToken: sql`case when ${requestedPayments.outcome} is null then ${confirmationToken}::text end`,
    })
    .where(eq(requestedPayments.id, id));
}

/** Stores the transaction id with which the card provider responded to the request of a charge. */
export async function noteTransaction(db: Database, id: number, transactionId: string): Promise<void> {
  await db.update(requestedPayments).set({ transactionId }).where(eq(requestedPayments.id, id));
}

/** Returns the requested charge with this key, or null. */
export async function findCharge(
  db: Database,
  provider: string,
  key: string,
): Promise<RequestedPaymentRow | null> {
  const [row] = await db
    .select()
    .from(requestedPayments)
    .where(
      and(
        eq(requestedPayments.provider, provider),
        eq(requestedPayments.key, key),
        eq(requestedPayments.kind, 'charge'),
      ),
    );
  return row ?? null;
}

/**
 * Stores that a charge, which the card provider should have finished, blocks no other payment any more. Its outcome is
 * asked for again at `askAt`, because the charge may still succeed.
 */
export async function outliveRequested(
  tx: Database,
  id: number,
  { now, askAt }: { now: Date; askAt: Date | null },
): Promise<void> {
  await tx
    .update(requestedPayments)
    .set({ outcome: 'absent', settledAt: now, askAt, receiptEmail: null, receiptPhone: null })
    .where(
      and(
        eq(requestedPayments.id, id),
        or(isNull(requestedPayments.outcome), eq(requestedPayments.outcome, 'absent')),
      ),
    );
}

/** Sets the time when the card provider is asked next for the outcome. */
export async function askLater(db: Database, { id, tries }: RequestedPaymentRow, askAt: Date): Promise<void> {
  await db
    .update(requestedPayments)
    .set({ askAt, tries: tries + 1 })
    .where(and(eq(requestedPayments.id, id), isNull(requestedPayments.outcome)));
}

/** Outcomes of a request that charged nothing as far as this server knew. A completed payment corrects them. */
const WITHOUT_CHARGE: readonly RequestedOutcome[] = ['rejected', 'forbidden', 'absent', 'notSent'];

/**
 * Stores the outcome of the requested payment with this transaction id or key, unless its outcome is known. A completed
 * payment also corrects an outcome without a charge. Stores `surplus` for a completed charge if another charge of the
 * same date was completed before. Erases the email address, the phone number and the confirmation token, which are only needed while the
 * payment can be made.
 */
export async function settleRequested(
  tx: Database,
  payment: { provider: string; transactionId: string | null; key: string | null },
  outcome: RequestedOutcome,
  now: Date,
): Promise<void> {
  const { provider, transactionId, key } = payment;
  const isIt = or(
    ...(transactionId === null ? [] : [eq(requestedPayments.transactionId, transactionId)]),
    ...(key === null ? [] : [eq(requestedPayments.key, key)]),
  );
  const isUnknown = isNull(requestedPayments.outcome);
  const isSettled =
    outcome === 'completed' ? or(isUnknown, inArray(requestedPayments.outcome, WITHOUT_CHARGE)) : isUnknown;
  const settled = await tx
    .select()
    .from(requestedPayments)
    .where(and(eq(requestedPayments.provider, provider), isIt, isSettled));
  for (const { id, kind, accountId, chargeAt } of settled) {
    const isSecond =
      outcome === 'completed' &&
      kind === 'charge' &&
      accountId !== null &&
      chargeAt !== null &&
      (await isCharged(tx, accountId, chargeAt));
    await tx
      .update(requestedPayments)
      .set({
        outcome: isSecond ? 'surplus' : outcome,
        settledAt: now,
        askAt: null,
        receiptEmail: null,
        receiptPhone: null,
        confirmationToken: null,
        ...(transactionId === null ? {} : { transactionId }),
      })
      .where(and(eq(requestedPayments.id, id), isSettled));
  }
}

/** Stores that a charge was not made and is requested again from `retryAt` on, unless its outcome is known. */
export async function putAsideRequest(
  tx: Database,
  id: number,
  { parameter, now, retryAt }: { parameter: string | null; now: Date; retryAt: Date },
): Promise<void> {
  await tx
    .update(requestedPayments)
    .set({
      ...{ outcome: 'notSent', rejectedParameter: parameter, retryAt },
      ...{ settledAt: now, askAt: null, receiptEmail: null, receiptPhone: null },
    })
    .where(and(eq(requestedPayments.id, id), isNull(requestedPayments.outcome)));
}

/** Returns how many earlier requests of a charge were put aside. */
export async function countPutAside(
  db: Database,
  { id, accountId, chargeAt }: RequestedPaymentRow,
): Promise<number> {
  if (accountId === null || chargeAt === null) return 0;
  return db.$count(
    requestedPayments,
    and(
      eq(requestedPayments.accountId, accountId),
      eq(requestedPayments.chargeAt, chargeAt),
      isNotNull(requestedPayments.retryAt),
      ne(requestedPayments.id, id),
    ),
  );
}

/** Number of latest requests among which the rejections in a row are counted. */
const STREAK_LOOK_BACK = 50;

/**
 * Returns how many different accounts, at most `limit`, the card provider has rejected in a row because of this parameter.
 * Requests without a response, and rejections that concern one customer, do not end the row.
 */
export async function findRejectionStreak(
  db: Database,
  provider: string,
  parameter: string,
  limit: number,
): Promise<number> {
  const latest = await db
    .select({ accountId: requestedPayments.accountId, rejected: requestedPayments.rejectedParameter })
    .from(requestedPayments)
    .where(
      and(
        eq(requestedPayments.provider, provider),
        eq(requestedPayments.kind, 'charge'),
        or(
          inArray(requestedPayments.outcome, ['completed', 'declined', 'surplus']),
          isNotNull(requestedPayments.rejectedParameter),
        ),
      ),
    )
    .orderBy(desc(requestedPayments.id))
    .limit(STREAK_LOOK_BACK);
  const accounts = new Set<number | null>();
  for (const { accountId, rejected } of latest) {
    if (rejected !== parameter || accounts.size === limit) break;
    accounts.add(accountId);
  }
  return accounts.size;
}

/** Lets the charges of a card provider that were put aside because of a parameter be requested at once. */
export async function releasePutAside(db: Database, provider: string): Promise<void> {
  await db
    .update(requestedPayments)
    .set({ retryAt: null })
    .where(
      and(
        eq(requestedPayments.provider, provider),
        eq(requestedPayments.outcome, 'notSent'),
        isNotNull(requestedPayments.rejectedParameter),
        isNotNull(requestedPayments.retryAt),
      ),
    );
}

/** Lets the charges of an account that were put aside be requested at once, because its email address has changed. */
export async function retryPutAside(db: Database, accountId: number): Promise<void> {
  await db
    .update(requestedPayments)
    .set({ retryAt: null })
    .where(and(eq(requestedPayments.accountId, accountId), isNotNull(requestedPayments.retryAt)));
}

/** Returns the due date of the charge that was requested with this key, or null if there is no such request. */
export async function findChargeDate(db: Database, provider: string, key: string): Promise<Date | null> {
  const [row] = await db
    .select({ chargeAt: requestedPayments.chargeAt })
    .from(requestedPayments)
    .where(and(eq(requestedPayments.provider, provider), eq(requestedPayments.key, key)));
  return row?.chargeAt ?? null;
}

/**
 * Claims charges of a card provider whose outcome is to be asked for, until `claimedUntil`. Other server instances do
 * not claim the same charges.
 */
export async function claimRequested(
  db: Database,
  provider: string,
  { now, claimedUntil, limit }: { now: Date; claimedUntil: Date; limit: number },
): Promise<RequestedPaymentRow[]> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(requestedPayments)
      .where(and(eq(requestedPayments.provider, provider), lte(requestedPayments.askAt, now)))
      .orderBy(asc(requestedPayments.askAt))
      .limit(limit)
      .for('update', { skipLocked: true });
    if (due.length > 0)
      await tx
        .update(requestedPayments)
        .set({ askAt: claimedUntil })
        .where(
          inArray(
            requestedPayments.id,
            due.map(({ id }) => id),
          ),
        );
    return due;
  });
}

const withoutOpenCharge = (db: Database) =>
  notExists(
    db
      .select({ id: requestedPayments.id })
      .from(requestedPayments)
      .where(
        and(
          eq(requestedPayments.accountId, subscriptions.accountId),
          eq(requestedPayments.kind, 'charge'),
          isNull(requestedPayments.outcome),
        ),
      ),
  );

/** Maximum time in seconds between the opening of a payment by another card and its outcome. */
const PAYABLE_FOR_S = 61 * 60;

/**
 * Returns the time from which an account may be charged: the due date of the charge, or later if the customer may be
 * paying with another card at the moment, because that payment may be for the same month.
 */
function chargeableAt(db: Database): SQL<Date> {
  const inWidget = db
    .select({ at: max(requestedPayments.requestedAt) })
    .from(requestedPayments)
    .where(
      and(
        eq(requestedPayments.accountId, subscriptions.accountId),
        eq(requestedPayments.kind, 'widget'),
        isNull(requestedPayments.outcome),
      ),
    );
  const atOtherProvider = db
    .select({ at: max(orders.attemptedAt) })
    .from(orders)
    .where(
      and(
        eq(orders.accountId, subscriptions.accountId),
        ne(orders.provider, subscriptions.provider),
        isNull(orders.paidTransactionId),
        isNull(orders.declineReason),
        isNull(orders.rejection),
      ),
    );
  // During a pause, each charge that was put aside may be the next probe.
  const isPaused = db
    .select({ provider: chargeLimits.provider })
    .from(chargeLimits)
    .where(and(eq(chargeLimits.provider, subscriptions.provider), isNotNull(chargeLimits.pausedAt)));
  const putAside = db
    .select({ at: max(requestedPayments.retryAt) })
    .from(requestedPayments)
    .where(
      and(
        eq(requestedPayments.accountId, subscriptions.accountId),
        eq(requestedPayments.outcome, 'notSent'),
        or(isNull(requestedPayments.rejectedParameter), notExists(isPaused)),
      ),
    );
  const wait = sql`make_interval(secs => ${PAYABLE_FOR_S}::int)`;
  return sql<Date>`greatest(${subscriptions.ownChargeDueAt}, ${inWidget} + ${wait}, ${atOtherProvider} + ${wait}, ${putAside})`;
}

/**
 * Returns whether the due charge of an account may be made now: no outcome of a charge is unknown, and the customer is not
 * paying with another card.
 */
export async function isChargeable(tx: Database, accountId: number, now: Date): Promise<boolean> {
  const rows = await tx
    .select({ accountId: subscriptions.accountId })
    .from(subscriptions)
    .where(and(eq(subscriptions.accountId, accountId), lte(chargeableAt(tx), now), withoutOpenCharge(tx)));
  return rows.length > 0;
}

/** Returns accounts whose charge by this server is due at a card provider, oldest due date first. */
export async function listDueCharges(
  db: Database,
  provider: string,
  now: Date,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .select({ accountId: subscriptions.accountId })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.provider, provider),
        lte(subscriptions.ownChargeDueAt, now),
        lte(chargeableAt(db), now),
        withoutOpenCharge(db),
      ),
    )
    .orderBy(asc(subscriptions.ownChargeDueAt), asc(subscriptions.accountId))
    .limit(limit);
  return rows.map(({ accountId }) => accountId);
}

/**
 * Returns the time when the next charge by this server is due or the next outcome is to be asked for, which may be in
 * the past. Returns null if there is none.
 */
export async function nextOwnChargeDueAt(db: Database): Promise<Date | null> {
  const limitedUntil = db
    .select({ at: sql`greatest(${chargeLimits.probeAt}, ${chargeLimits.waitUntil})` })
    .from(chargeLimits)
    .where(eq(chargeLimits.provider, subscriptions.provider));
  const [charge] = await db
    .select({
      at: sql<Date | null>`min(greatest(${chargeableAt(db)}, ${limitedUntil}))`.mapWith(
        subscriptions.ownChargeDueAt,
      ),
    })
    .from(subscriptions)
    .where(and(isNotNull(subscriptions.ownChargeDueAt), withoutOpenCharge(db)));
  const [question] = await db
    .select({ at: min(requestedPayments.askAt) })
    .from(requestedPayments)
    .where(isNotNull(requestedPayments.askAt));
  const [a, b] = [charge?.at ?? null, question?.at ?? null];
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

/**
 * Returns the age in seconds of the oldest charge that this server should have made but has not made, or 0 if no charge
 * is overdue.
 */
export async function readOldestDueCharge(db: Database, now: Date): Promise<number> {
  const [row] = await db
    .select({ at: min(subscriptions.ownChargeDueAt) })
    .from(subscriptions)
    .where(lte(subscriptions.ownChargeDueAt, now));
  return (now.getTime() - (row?.at ?? now).getTime()) / 1000;
}

/** Stores the payment method that the first payment of an order saved. A second payment of the order changes nothing. */
export async function saveMethod(tx: Database, method: typeof savedMethods.$inferInsert): Promise<void> {
  await tx.insert(savedMethods).values(method).onConflictDoNothing();
}

/** Returns the encrypted token of an order's saved payment method, or null. */
export async function findMethodToken(db: Database, orderId: string): Promise<string | null> {
  const [row] = await db
    .select({ encryptedToken: savedMethods.encryptedToken })
    .from(savedMethods)
    .where(eq(savedMethods.orderId, orderId));
  return row?.encryptedToken ?? null;
}

/** Deletes the saved payment method of an order, so that it cannot be charged again. */
export async function forgetMethod(tx: Database, orderId: string): Promise<void> {
  await tx.delete(savedMethods).where(eq(savedMethods.orderId, orderId));
}
