/**
 * Queries of the money ledger, which consists of provider events and ledger events. Provider events record the
 * notifications and responses of the card provider. The state of a subscription is computed from the ledger events.
 */
import { and, asc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { LedgerEvent } from '../domain/billing/ledgerEvents';
import type { Database } from './database';
import { orders } from './schema/orders';
import { ledgerEvents, paymentEvents } from './schema/subscriptions';

export type LedgerEntry = Omit<typeof paymentEvents.$inferInsert, 'id'>;

/** Inserts a provider event. Returns false if the event is already recorded. */
export async function enterLedger(tx: Database, entry: LedgerEntry): Promise<boolean> {
  const rows = await tx
    .insert(paymentEvents)
    .values(entry)
    .onConflictDoNothing({ target: paymentEvents.eventKey })
    .returning({ id: paymentEvents.id });
  return rows.length > 0;
}

/** Returns whether the provider event with this key is recorded. */
export async function isRecorded(db: Database, eventKey: string): Promise<boolean> {
  const rows = await db
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(eq(paymentEvents.eventKey, eventKey));
  return rows.length > 0;
}

/** Returns whether an event of a payment is recorded. */
export async function isKnownTransaction(
  db: Database,
  provider: string,
  transactionId: string,
): Promise<boolean> {
  const rows = await db
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.provider, provider), eq(paymentEvents.transactionId, transactionId)))
    .limit(1);
  return rows.length > 0;
}

/**
 * Takes an advisory lock on a payment until the caller's database transaction ends, so that notifications about one
 * payment are recorded one after another.
 */
export async function lockTransaction(tx: Database, provider: string, transactionId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`${provider}:${transactionId}`}))`);
}

/**
 * Returns the account that made a payment, or null if no such payment is recorded. If a charge was recorded before its
 * order had an account, the account of the order is returned.
 */
export async function findAccountOfPayment(
  tx: Database,
  { provider, transactionId }: { provider: string; transactionId: string },
): Promise<number | null> {
  const accountId = sql<number | null>`coalesce(${paymentEvents.accountId}, ${orders.accountId})`.mapWith(
    Number,
  );
  const [row] = await tx
    .select({ accountId })
    .from(paymentEvents)
    .leftJoin(orders, eq(orders.id, paymentEvents.orderId))
    .where(
      and(
        eq(paymentEvents.provider, provider),
        eq(paymentEvents.transactionId, transactionId),
        // A hold that verified a card counts as a payment.
        or(
          eq(paymentEvents.kind, 'paid'),
          and(eq(paymentEvents.kind, 'authorized'), eq(paymentEvents.verdict, 'applied')),
        ),
        isNotNull(accountId),
      ),
    );
  return row?.accountId ?? null;
}

/**
 * Returns provider events that were received before the payment to which they refer, in order of receipt. A waiting
 * event is matched by its payment or by its order.
 */
export async function listWaiting(
  tx: Database,
  { provider, transactionId, orderId }: { provider: string; transactionId: string; orderId: string | null },
): Promise<{ payload: unknown; receivedAt: Date }[]> {
  return tx
    .select({ payload: paymentEvents.payload, receivedAt: paymentEvents.receivedAt })
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.provider, provider),
        eq(paymentEvents.verdict, 'waiting'),
        or(
          eq(paymentEvents.transactionId, transactionId),
          orderId === null ? undefined : eq(paymentEvents.orderId, orderId),
        ),
      ),
    )
    .orderBy(asc(paymentEvents.id));
}

/** Appends a ledger event to an account. Returns false if an event with this key already exists. */
export async function appendLedgerEvent(
  tx: Database,
  accountId: number,
  event: LedgerEvent,
  now: Date,
): Promise<boolean> {
  const rows = await tx
    .insert(ledgerEvents)
    .values({
      accountId,
      eventKey: event.key,
      at: event.at,
      kind: event.data.kind,
      data: event.data,
      recordedAt: now,
    })
    .onConflictDoNothing({ target: ledgerEvents.eventKey })
    .returning({ id: ledgerEvents.id });
  return rows.length > 0;
}

export async function listLedgerEvents(tx: Database, accountId: number): Promise<LedgerEvent[]> {
  const rows = await tx
    .select({ key: ledgerEvents.eventKey, at: ledgerEvents.at, data: ledgerEvents.data })
    .from(ledgerEvents)
    .where(eq(ledgerEvents.accountId, accountId))
    .orderBy(asc(ledgerEvents.id));
  return rows;
}

/** Returns the card provider of each payment of an account, by transaction id. */
export async function findPaymentProviders(tx: Database, accountId: number): Promise<Map<string, string>> {
  const history = await listLedgerEvents(tx, accountId);
  return new Map(
    history.flatMap(({ data }) =>
      'transactionId' in data ? [[data.transactionId, data.provider] as const] : [],
    ),
  );
}

const reportOfPayment = v.object({
  recurringPaymentId: v.nullable(v.string()),
  chargeKey: v.optional(v.nullable(v.string()), null),
});

/**
 * Returns whether a reported payment, accepted or not, was the first payment of its order, or a charge of a recurring
 * payment or of a saved payment method.
 */
export async function findRoleOfPayment(
  db: Database,
  { provider, transactionId }: { provider: string; transactionId: string },
): Promise<'first' | 'recurrent'> {
  const [row] = await db
    .select({ payload: paymentEvents.payload })
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.provider, provider),
        eq(paymentEvents.transactionId, transactionId),
        eq(paymentEvents.kind, 'paid'),
      ),
    );
  const report = v.safeParse(reportOfPayment, row?.payload);
  if (!report.success) return 'first';
  const { recurringPaymentId, chargeKey } = report.output;
  return recurringPaymentId === null && chargeKey === null ? 'first' : 'recurrent';
}

/** Returns the ledger event with this key, whichever account it belongs to, or null. */
export async function findLedgerEvent(tx: Database, key: string): Promise<LedgerEvent | null> {
  const [row] = await tx
    .select({ key: ledgerEvents.eventKey, at: ledgerEvents.at, data: ledgerEvents.data })
    .from(ledgerEvents)
    .where(eq(ledgerEvents.eventKey, key));
  return row ?? null;
}

const failedReport = v.object({
  amountKopecks: v.number(),
  cardMask: v.optional(v.nullable(v.string()), null),
});

/** Returns the amount and card of each of the account's payments that the bank declined, by event key. */
export async function findFailedPayments(
  db: Database,
  accountId: number,
): Promise<Map<string, v.InferOutput<typeof failedReport>>> {
  const rows = await db
    .select({ eventKey: paymentEvents.eventKey, payload: paymentEvents.payload })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.accountId, accountId), eq(paymentEvents.kind, 'failed')));
  return new Map(
    rows.flatMap(({ eventKey, payload }) => {
      const parsed = v.safeParse(failedReport, payload);
      return parsed.success ? [[eventKey, parsed.output] as const] : [];
    }),
  );
}

/** Number of keys in one SQL statement. A statement of PostgreSQL has at most 65 535 parameters. */
const KEYS_AT_ONCE = 5000;

/** Returns those of the given event keys for which a provider event is already recorded. */
export async function listKnownEvents(db: Database, eventKeys: readonly string[]): Promise<string[]> {
  const known: string[] = [];
  for (let from = 0; from < eventKeys.length; from += KEYS_AT_ONCE) {
    const rows = await db
      .select({ eventKey: paymentEvents.eventKey })
      .from(paymentEvents)
      .where(inArray(paymentEvents.eventKey, eventKeys.slice(from, from + KEYS_AT_ONCE)));
    known.push(...rows.map(({ eventKey }) => eventKey));
  }
  return known;
}
