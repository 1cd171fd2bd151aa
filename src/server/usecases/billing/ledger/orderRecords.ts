/** Converts order rows for the domain rules, and matches orders with recurring payments. */
import { storesTerms } from '../../../../shared/receiptTerms';
import { parsePartner } from '../../../../shared/validation';
import type { LedgerEventData } from '../../../domain/billing/ledgerEvents';
import { findTrialDays, ORDER_LIFETIME_MS, type PayableOrder } from '../../../domain/billing/orders';
import { type ReceiptSchedule, termsAt } from '../../../domain/billing/receiptSchedule';
import { type AccountRow, findAccountById, findAccountOfUid, hasUid } from '../../../store/accounts';
import type { Database } from '../../../store/database';
import { findPayerIdOfErased } from '../../../store/erasures';
import {
  findOrderOfPayer,
  findOrderOfRecurringPayment,
  listOrders,
  type OrderRow,
} from '../../../store/orders';

/**
 * Maximum difference in ms at which two start times count as equal. A recurring payment starts at the time in whole
 * seconds that its order contains.
 */
const SAME_MOMENT_MS = 1000;

export function payableOrder(order: OrderRow): PayableOrder {
  return {
    kind: order.kind,
    amountKopecks: order.amountKopecks,
    recurringPaymentAmountKopecks: order.recurringPaymentAmountKopecks,
    currency: order.currency,
    offeredAt: order.offeredAt,
    recurringPaymentStartAt: order.recurringPaymentStartAt,
    isPaid: order.paidTransactionId !== null,
  };
}

/**
 * Returns whether a payment of the order at `now` would get a receipt with other terms than those that apply. The card
 * widget got the receipt together with the order, so the shop must offer another order.
 */
export const hasOutdatedReceipt = (order: OrderRow, schedule: ReceiptSchedule, now: Date): boolean =>
  !storesTerms(order.receiptTerms, termsAt(schedule, now));

type PaymentEventData = Extract<LedgerEventData, { kind: 'paymentSucceeded' }>;

/** Returns the ledger event of a payment. `marks` are the properties that only some payments have. */
export function paymentEventData(
  order: OrderRow,
  role: 'first' | 'recurrent',
  payment: { provider: string; transactionId: string; amountKopecks: number; cardMask: string | null },
  marks: Pick<
    PaymentEventData,
    'trialUsed' | 'cardMissing' | 'chargedBy' | 'chargeAt' | 'receiptTerms' | 'isHold' | 'isUnsaved'
  >,
): LedgerEventData {
  const partner = order.payerId === null ? null : parsePartner(order.payerId);
  return {
    kind: 'paymentSucceeded',
    provider: payment.provider,
    transactionId: payment.transactionId,
    orderId: order.id,
    role,
    orderKind: order.kind,
    amountKopecks: payment.amountKopecks,
    recurringPaymentAmountKopecks: order.recurringPaymentAmountKopecks,
    recurringPaymentStartAt: order.recurringPaymentStartAt.toISOString(),
    trialDays: findTrialDays(order.kind),
    cardMask: payment.cardMask,
    ...marks,
    ...(partner === null ? {} : { partner }),
  };
}

/**
 * Returns the account of a payer id at the card provider, which is the account's uid or the payer id of its campaign order.
 */
export async function findPayer(tx: Database, payerId: string): Promise<AccountRow | null> {
  const account = await findAccountOfUid(tx, payerId);
  if (account !== null) return account;
  const accountId = (await findOrderOfPayer(tx, payerId))?.accountId ?? null;
  return accountId === null ? null : findAccountById(tx, accountId);
}

/**
 * Returns all payer ids under which the card provider knows an account. The uid of a deleted account is missing once its
 * deletion is finished.
 */
export async function findPayerIds(db: Database, account: AccountRow): Promise<string[]> {
  const ordered = await listOrders(db, account.id);
  const uid = account.erasedAt === null ? account.uid : await findPayerIdOfErased(db, account.id);
  return [
    ...(uid === null ? [] : [uid]),
    ...ordered.flatMap(({ payerId }) => (payerId === null ? [] : [payerId])),
  ];
}

const apart = (order: OrderRow, startAt: Date): number =>
  Math.abs(startAt.getTime() - order.recurringPaymentStartAt.getTime());

/**
 * Returns whether a recurring payment starts at exactly the second of this order. No two orders of a payer have the
 * same start time.
 */
export const hasStart = (order: OrderRow, startAt: Date): boolean => apart(order, startAt) < SAME_MOMENT_MS;

/**
 * Returns whether the start times of an order and a recurring payment are close. The two times may differ if the shop
 * renewed the order's terms while the card widget was open.
 */
export const startsNear = (order: OrderRow, startAt: Date): boolean =>
  apart(order, startAt) <= ORDER_LIFETIME_MS;

/** Attributes of a recurring payment that may identify its order. */
export interface RecurringPaymentNames {
  provider: string;
  recurringPaymentId: string;
  payerId: string | null;
  /** Start time of the recurring payment; null for a charge, because a charge does not contain the start time. */
  startAt: Date | null;
  /**
   * Order id, if the card provider reports one. The card provider does not document whether a charge contains the id of
   * the first order.
   */
  orderId: string | null;
}

export type RecurringPaymentOrigin =
  | { kind: 'order'; order: OrderRow }
  /** The order is already linked to another recurring payment, so it was paid twice. */
  | { kind: 'second' }
  /** No attribute identifies the order of the recurring payment, but an order may still have started it. */
  | { kind: 'unknown' };

/** Returns whether the account pays the order under this payer id. */
export const isPayerOf = (order: OrderRow, account: AccountRow, payerId: string | null): boolean =>
  order.payerId === null ? hasUid(account, payerId) : order.payerId === payerId;

/** Returns the orders that an account pays under this payer id, or all orders if the payer id is null. */
export const ordersOfPayer = (
  ordered: readonly OrderRow[],
  account: AccountRow,
  payerId: string | null,
): OrderRow[] => ordered.filter((order) => payerId === null || isPayerOf(order, account, payerId));

/**
 * Returns the order of the account that started a recurring payment, matched by a stored link, by order id or by exact
 * start time. A start time that is merely close does not match. The caller must hold the lock on the account, because
 * the result combines two database reads.
 */
export async function findOrigin(
  tx: Database,
  account: AccountRow,
  recurringPayment: RecurringPaymentNames,
): Promise<RecurringPaymentOrigin> {
  const linked = await findOrderOfRecurringPayment(tx, recurringPayment);
  if (linked !== null)
    return linked.accountId === account.id ? { kind: 'order', order: linked } : { kind: 'unknown' };
  const { payerId, startAt, orderId } = recurringPayment;
  const own = ordersOfPayer(await listOrders(tx, account.id), account, payerId);
  const begun = own.find((order) => order.id === orderId || (startAt !== null && hasStart(order, startAt)));
  if (begun === undefined) return { kind: 'unknown' };
  return begun.recurringPaymentId === null ? { kind: 'order', order: begun } : { kind: 'second' };
}
