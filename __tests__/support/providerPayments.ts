/** Reads the payments that the fake card providers have made. */
import { gt, inArray, or } from 'drizzle-orm';
import { sandboxPayments, sandboxRecurringPayments } from '../../src/server/sandbox/schema/cards';
import { yooKassaPayments } from '../../src/server/sandbox/schema/yooKassa';
import type { Database } from '../../src/server/store/database';
import type { ProviderName } from './compositions';

const MINUTE = 60_000;
/** Time in ms for which a charge is out that YooKassa reports as pending. */
const PENDING_OUT = 70 * MINUTE;
/** Time in ms for which YooKassa holds a charge. */
const HELD_OUT = 7 * 24 * 60 * MINUTE;

/** A payment at one of the card providers, as its database contains it. All times are on the card provider's clock. */
export interface PaymentFact {
  provider: ProviderName;
  id: string;
  orderId: string;
  /** Whether a saved card was charged, and the customer did not pay in the payment widget. */
  isCharge: boolean;
  /** `taken` includes holds. A `released` hold was taken before. */
  state: 'open' | 'taken' | 'declined' | 'released';
  /** Whether no later attempt can succeed. */
  isFinalDecline: boolean;
  amount: number;
  returned: number;
  isCardSaved: boolean;
  /** Whether a card paid, and not a wallet. */
  isByCard: boolean;
  /** Id of the recurring payment of CloudPayments; null at YooKassa. */
  recurringPaymentId: string | null;
  /** Time until which a charge that the card provider has not finished is out. */
  outUntil: number;
  createdAt: number;
  /** Time when the money was taken, or the payment was declined. */
  at: number;
}

export const paymentName = ({ provider, id }: Pick<PaymentFact, 'provider' | 'id'>): string =>
  `${provider}:${id}`;

function factAtYooKassa(row: typeof yooKassaPayments.$inferSelect): PaymentFact {
  const { status, reason, metadata, createdAt, card } = row;
  // The server stores a key in the metadata of each payment that it makes by itself with a saved method.
  const isCharge = metadata['charge_key'] !== undefined;
  const isOut = status === 'pending' || (status === 'waiting_for_capture' && isCharge);
  const cancelled = reason === 'canceled_by_merchant' ? 'released' : 'declined';
  return {
    provider: 'yooKassa',
    id: row.id,
    orderId: metadata['order_id'] ?? '',
    isCharge,
    state: isOut ? 'open' : status === 'canceled' ? cancelled : 'taken',
    isFinalDecline: reason === 'permission_revoked',
    amount: row.amountKopecks,
    returned: status === 'canceled' ? row.amountKopecks : row.refundedKopecks,
    isCardSaved: row.saved,
    isByCard: card !== null && 'last4' in card,
    recurringPaymentId: null,
    outUntil: createdAt.getTime() + (status === 'pending' ? PENDING_OUT : HELD_OUT),
    createdAt: createdAt.getTime(),
    at: (row.capturedAt ?? createdAt).getTime(),
  };
}

const TAKEN: ReadonlySet<string> = new Set(['completed', 'refunded']);

/** `rejected` contains the ids of the recurring payments that CloudPayments has ended after a decline. */
const factAtCloudPayments =
  (rejected: ReadonlySet<string>) =>
  (row: typeof sandboxPayments.$inferSelect): PaymentFact => ({
    provider: 'cloudPayments',
    id: String(row.id),
    orderId: row.invoiceId ?? '',
    isCharge: row.role === 'recurrent',
    state: row.status === 'declined' ? 'declined' : TAKEN.has(row.status) ? 'taken' : 'open',
    isFinalDecline: row.recurringPaymentId !== null && rejected.has(row.recurringPaymentId),
    amount: row.amountKopecks,
    returned: row.refundedKopecks,
    isCardSaved: true,
    isByCard: true,
    recurringPaymentId: row.recurringPaymentId,
    outUntil: 0,
    createdAt: row.createdAt.getTime(),
    at: row.createdAt.getTime(),
  });

/**
 * Returns the payments that were created after `since`, and the payments at YooKassa with the given ids. Payments are in
 * the order in which the money was taken.
 */
export async function readPaymentsSince(
  db: Database,
  since: Date,
  ids: readonly string[],
): Promise<PaymentFact[]> {
  const { createdAt, id } = yooKassaPayments;
  const own = await db
    .select()
    .from(yooKassaPayments)
    .where(or(gt(createdAt, since), inArray(id, [...ids])));
  const scheduled = await db.select().from(sandboxPayments).where(gt(sandboxPayments.createdAt, since));
  return [...own.map(factAtYooKassa), ...(await readFacts(db, scheduled))].sort((a, b) => a.at - b.at);
}

async function readFacts(
  db: Database,
  rows: readonly (typeof sandboxPayments.$inferSelect)[],
): Promise<PaymentFact[]> {
  const payments = rows.filter(({ operation }) => operation === 'Payment');
  const declined = payments.flatMap(({ status, recurringPaymentId }) =>
    status === 'declined' && recurringPaymentId !== null ? [recurringPaymentId] : [],
  );
  const { id, status } = sandboxRecurringPayments;
  const ended = await db.select({ id, status }).from(sandboxRecurringPayments).where(inArray(id, declined));
  const rejected = new Set(ended.flatMap((row) => (row.status === 'Rejected' ? [row.id] : [])));
  return payments.map(factAtCloudPayments(rejected));
}

/** Reads payments again. Returns them by provider and id. */
export async function readPaymentsAgain(
  db: Database,
  payments: Iterable<PaymentFact>,
): Promise<Map<string, PaymentFact>> {
  const ids: Record<ProviderName, string[]> = { yooKassa: [], cloudPayments: [] };
  for (const { provider, id } of payments) ids[provider].push(id);
  const own = await db.select().from(yooKassaPayments).where(inArray(yooKassaPayments.id, ids.yooKassa));
  const scheduled = await db
    .select()
    .from(sandboxPayments)
    .where(inArray(sandboxPayments.id, ids.cloudPayments.map(Number)));
  const facts = [...own.map(factAtYooKassa), ...(await readFacts(db, scheduled))];
  return new Map(facts.map((fact) => [paymentName(fact), fact]));
}
