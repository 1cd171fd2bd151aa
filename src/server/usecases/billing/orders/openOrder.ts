/** Opens the order that the shop shows and the customer pays in the card widget. */
import { randomBytes } from 'node:crypto';
import { storedTerms, storesTerms } from '../../../../shared/receiptTerms';
import type { Deps } from '../../../deps';
import { addDays } from '../../../domain/billing/billingCalendar';
import {
  deriveChargeDay,
  type Offer,
  offeredFrom,
  offerFor,
  ORDER_CURRENCY,
  type ShopVariant,
} from '../../../domain/billing/orders';
import { type ReceiptSchedule, termsAt } from '../../../domain/billing/receiptSchedule';
import { summarize } from '../../../domain/billing/status';
import { Rejection } from '../../../domain/rejection';
import type { Database } from '../../../store/database';
import { isGone } from '../../../store/goneProviders';
import {
  findUntouchedOrder,
  insertOrder,
  listOrders,
  type OrderRow,
  updateOrder,
} from '../../../store/orders';
import { hasUncleanTwin } from '../../../store/uncleanAddresses';
import { lockState } from '../ledger/change';
import { type SubscriptionView, viewSubscription } from '../subscriptions/readSubscription';

/**
 * Delay before the card provider is polled for an order without a payment attempt, in ms. Such an order is polled
 * although no payment attempt was reported, because the card provider's authorization request before the payment may be
 * lost.
 */
const UNTOUCHED_RECONCILE_MS = 5 * 60_000;

/** Poll count with which an order without a payment attempt starts, so that its back-off begins with long pauses. */
const UNTOUCHED_FIRST_TRY = 6;

export interface OpenedShop {
  subscription: SubscriptionView;
  /**
   * Opened order. The order is null if the subscription is ACTIVE, because a second recurring payment must not exist,
   * or if no order can be opened yet.
   */
  order: OrderRow | null;
  /**
   * Time from which an order can be opened, if the remaining paid or granted access is too long for a new order now.
   */
  orderFrom: Date | null;
  /** Day of the month of the order's charges, in Moscow time; null if there is no order. */
  dayOfMonth: number | null;
  /**
   * Whether the subscription of this customer is probably at another account, whose address has invisible characters
   * (`hasUncleanTwin`). Staff can move the subscription, so the customer should not pay again.
   */
  isElsewhere: boolean;
}

/**
 * Returns a start time that no other order of the account has, because the recurring payments of one account are
 * distinguished by their start times, which have whole seconds.
 */
async function freeStart(tx: Database, accountId: number, wanted: Date, ownId: string | null): Promise<Date> {
  const taken = new Set(
    (await listOrders(tx, accountId))
      .filter((order) => order.id !== ownId)
      .map((order) => order.recurringPaymentStartAt.getTime()),
  );
  let start = wanted.getTime();
  while (taken.has(start)) start += 1000;
  return new Date(start);
}

/**
 * Stores the terms as an order. Updates the account's latest order of the same kind that has neither a consent nor a
 * payment attempt, if it was offered within a day, or otherwise inserts another order. Requests that alternate between
 * kinds therefore add no orders. An order whose receipts have other terms is not updated, because the card widget of another
 * tab may still show it.
 */
export async function offerOrder(
  tx: Database,
  account: { accountId: number; provider: string; schedule: ReceiptSchedule },
  terms: Offer,
  now: Date,
): Promise<OrderRow> {
  const { accountId, provider, schedule } = account;
  const receiptTerms = termsAt(schedule, now);
  const untouched = await findUntouchedOrder(tx, accountId, terms.kind);
  const reusable =
    untouched !== null &&
    untouched.offeredAt > addDays(now, -1) &&
    storesTerms(untouched.receiptTerms, receiptTerms) &&
    storesTerms(untouched.recurringReceiptTerms, termsAt(schedule, terms.recurringPaymentStartAt))
      ? untouched
      : null;
  const recurringPaymentStartAt = await freeStart(
    tx,
    accountId,
    terms.recurringPaymentStartAt,
    reusable?.id ?? null,
  );
  const shown = {
    provider,
    kind: terms.kind,
    variant: terms.variant,
    amountKopecks: terms.amountKopecks,
    currency: ORDER_CURRENCY,
    recurringPaymentAmountKopecks: terms.recurringPaymentAmountKopecks,
    recurringPaymentStartAt,
    receiptTerms: storedTerms(receiptTerms),
    recurringReceiptTerms: storedTerms(termsAt(schedule, recurringPaymentStartAt)),
    offeredAt: now,
    reconcileAt: new Date(now.getTime() + UNTOUCHED_RECONCILE_MS),
    reconcileTries: UNTOUCHED_FIRST_TRY,
  };
  const updated = reusable === null ? null : await updateOrder(tx, reusable.id, shown);
  return (
    updated ??
    insertOrder(tx, { id: `o-${randomBytes(16).toString('hex')}`, accountId, createdAt: now, ...shown })
  );
}

/**
 * Opens an order for the account, or returns the account's open order with updated terms. The terms of an order are
 * fixed after the customer's consent or the first payment attempt; the next call of `openOrder` then opens another
 * order. Throws PROVIDER_UNAVAILABLE if the card provider of new orders is marked as gone.
 */
export async function openOrder(
  deps: Deps,
  input: { accountId: number; variant: ShopVariant; fullPrice?: boolean },
): Promise<OpenedShop> {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const summary = summarize(await lockState(tx, input.accountId));
    const terms = offerFor(summary, input.variant, now, input.fullPrice);
    const { name: provider } = deps.cardProvider;
    if (terms !== null && (await isGone(tx, provider)))
      throw new Rejection('PROVIDER_UNAVAILABLE', 'The card provider of new orders is marked as gone.');
    const { receiptTerms: schedule } = deps.settings;
    const order =
      terms === null
        ? null
        : await offerOrder(tx, { accountId: input.accountId, provider, schedule }, terms, now);
    return {
      subscription: viewSubscription(summary, now),
      isElsewhere: await hasUncleanTwin(tx, input.accountId),
      orderFrom: offeredFrom(summary, now, input.fullPrice),
      order,
      dayOfMonth: order === null ? null : deriveChargeDay(order, summary.accessUntil),
    };
  });
}
