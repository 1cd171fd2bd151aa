/**
 * What payers, banks and the operator do at the fake card providers, without the server: a bank declines a card, a payer
 * ends a recurring payment, and the operator refunds a payment in the dashboard.
 */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { sandboxCards, sandboxRecurringPayments } from '../../src/server/sandbox/schema/cards';
import { yooKassaMethods, yooKassaPayments } from '../../src/server/sandbox/schema/yooKassa';
import type { PaymentFact } from './providerPayments';
import type { SeededRandom } from './seededRandom';
import type { Renewal } from './subscriptionModel';
import type { SubscriptionWorld } from './subscriptionWorld';

/** Reasons with which YooKassa cancels a charge of a saved method, as its documentation lists them. */
const YOOKASSA_REASONS = [
  ...['3d_secure_failed', 'call_issuer', 'card_expired', 'country_forbidden', 'fraud_suspected'],
  ...['general_decline', 'identification_required', 'insufficient_funds', 'internal_timeout'],
  ...['invalid_card_number', 'invalid_csc', 'issuer_unavailable', 'payment_method_limit_exceeded'],
  ...['payment_method_restricted', 'permission_revoked', 'unsupported_mobile_operator'],
];

/** Reason codes with which CloudPayments declines a charge, as its documentation lists them. */
const CLOUDPAYMENTS_CODES = [
  ...[5001, 5003, 5004, 5005, 5006, 5007, 5012, 5013, 5014, 5015, 5017, 5019, 5030, 5031, 5033, 5034, 5036],
  ...[5041, 5043, 5051, 5054, 5057, 5058, 5059, 5061, 5062, 5063, 5065, 5082, 5091, 5092, 5096, 5204, 5206],
  ...[5207, 5300],
];

const pickOne = <Item>(items: readonly Item[], random: SeededRandom): Item | undefined =>
  items[random.between(0, items.length - 1)];

/**
 * Lets the bank decline later charges of the card that pays a renewal, with a random reason, or permit them again. Returns
 * the reason, `0` or `null` if charges succeed, or undefined if there is no such card.
 */
export async function changeBankDecision(
  { db }: SubscriptionWorld,
  { provider, orderId }: Renewal,
  random: SeededRandom,
): Promise<string | number | null | undefined> {
  const isPermitted = random.chance(0.3);
  if (provider === 'yooKassa') {
    const chargeReason = isPermitted ? null : pickOne(YOOKASSA_REASONS, random);
    const { metadata, methodId, saved } = yooKassaPayments;
    const [payment] = await db
      .select({ methodId })
      .from(yooKassaPayments)
      .where(and(eq(saved, true), sql`${metadata} ->> 'order_id' = ${orderId}`))
      .limit(1);
    if (payment?.methodId === null || payment?.methodId === undefined) return undefined;
    await db.update(yooKassaMethods).set({ chargeReason }).where(eq(yooKassaMethods.id, payment.methodId));
    return chargeReason;
  }
  const laterOutcome = isPermitted ? 0 : pickOne(CLOUDPAYMENTS_CODES, random);
  const [recurring] = await db
    .select()
    .from(sandboxRecurringPayments)
    .where(eq(sandboxRecurringPayments.invoiceId, orderId));
  if (recurring === undefined) return undefined;
  await db.update(sandboxCards).set({ laterOutcome }).where(eq(sandboxCards.token, recurring.cardToken));
  return laterOutcome;
}

/** Lets the payer end a recurring payment on the page of CloudPayments. Returns whether it was active. */
export async function cancelAtCloudPayments(world: SubscriptionWorld, orderId: string): Promise<boolean> {
  const { id, invoiceId, status } = sandboxRecurringPayments;
  const [recurring] = await world.db
    .select({ id })
    .from(sandboxRecurringPayments)
    .where(and(eq(invoiceId, orderId), inArray(status, ['Active', 'PastDue'])));
  if (recurring === undefined) return false;
  return world.cloudPaymentsApi('subscriptions/cancel', { Id: recurring.id });
}

/** Refunds a part of a payment in the dashboard of its card provider. Returns whether the refund was accepted. */
export async function refundInDashboard(
  world: SubscriptionWorld,
  { provider, id }: Pick<PaymentFact, 'provider' | 'id'>,
  amountKopecks: number,
): Promise<boolean> {
  if (provider === 'yooKassa') return world.yooKassa.refundAtDashboard(id, amountKopecks);
  return world.cloudPaymentsApi('payments/refund', { TransactionId: id, Amount: amountKopecks / 100 });
}
