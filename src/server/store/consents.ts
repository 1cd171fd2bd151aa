/** Queries of consents to charges. Consents are never changed or deleted. */
import { and, desc, eq } from 'drizzle-orm';
import { currentRequestId } from '../logging/requestId';
import type { Database } from './database';
import type { OrderRow } from './orders';
import { consents } from './schema/consents';

export interface NewConsent {
  /** Order from which the consent copies the amounts, the currency and the date of the first recurring charge. */
  order: OrderRow;
  accountId: number | null;
  offerEdition: string;
  wording: string;
  at: Date;
  /** IP address of the customer. Both the IP address and `userAgent` are empty if unknown. */
  ip: string;
  userAgent: string;
}

export async function insertConsent(tx: Database, { order, ...consent }: NewConsent): Promise<void> {
  await tx.insert(consents).values({
    ...consent,
    orderId: order.id,
    amountKopecks: order.amountKopecks,
    recurringPaymentAmountKopecks: order.recurringPaymentAmountKopecks,
    currency: order.currency,
    recurringPaymentStartAt: order.recurringPaymentStartAt,
    requestId: currentRequestId() ?? '',
  });
}

/** Returns whether the order has a consent to this version of the public offer. */
export async function hasConsentTo(
  tx: Database,
  { orderId, offerEdition }: { orderId: string; offerEdition: string },
): Promise<boolean> {
  const rows = await tx
    .select({ id: consents.id })
    .from(consents)
    .where(and(eq(consents.orderId, orderId), eq(consents.offerEdition, offerEdition)))
    .limit(1);
  return rows.length > 0;
}

/** Returns the time of the latest consent for an order, or null if there is none. */
export async function findConsentTime(tx: Database, orderId: string): Promise<Date | null> {
  const [row] = await tx
    .select({ at: consents.at })
    .from(consents)
    .where(eq(consents.orderId, orderId))
    .orderBy(desc(consents.id))
    .limit(1);
  return row?.at ?? null;
}

export async function hasConsent(tx: Database, orderId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: consents.id })
    .from(consents)
    .where(eq(consents.orderId, orderId))
    .limit(1);
  return rows.length > 0;
}
