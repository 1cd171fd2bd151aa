/** Between the rows of orders and the rules about them. */
import { partnerOf } from '../../../../shared/validation';
import type { LedgerEventData } from '../../../domain/billing/ledgerEvents';
import { ORDER_LIFETIME_MS, type PayableOrder, trialDaysOf } from '../../../domain/billing/orders';
import { type AccountRow, findAccountById, findAccountByNames } from '../../../store/accounts';
import type { Database } from '../../../store/database';
import {
  findOrderOfPayer,
  findOrderOfRecurringPayment,
  listOrders,
  type OrderRow,
} from '../../../store/orders';

/** A recurring payment begins at the second that its order named. */
const SAME_MOMENT_MS = 1000;

export function payableOrder(order: OrderRow): PayableOrder {
  return {
    kind: order.kind,
    amountKopecks: order.amountKopecks,
    recurringPaymentAmountKopecks: order.recurringPaymentAmountKopecks,
    currency: order.currency,
    offeredAt: order.offeredAt,
    isPaid: order.paidTransactionId !== null,
  };
}

export function paymentEventData(
  order: OrderRow,
  role: 'first' | 'recurrent',
  payment: { provider: string; transactionId: string; amountKopecks: number; cardMask: string | null },
  trialUsed = false,
): LedgerEventData {
  const partner = order.payerId === null ? null : partnerOf(order.payerId);
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
    trialDays: trialDaysOf(order.kind),
    cardMask: payment.cardMask,
    ...(trialUsed ? { trialUsed: true as const } : {}),
    ...(partner === null ? {} : { partner }),
  };
}

/** The account that the card provider calls `payerId`: by its uid, or by a campaign order that is its own. */
export async function findPayer(tx: Database, payerId: string): Promise<AccountRow | null> {
  const account = await findAccountByNames(tx, { uid: payerId });
  if (account !== null) return account;
  const accountId = (await findOrderOfPayer(tx, payerId))?.accountId ?? null;
  return accountId === null ? null : findAccountById(tx, accountId);
}

/** Every name under which the card provider knows an account. */
export async function payerIdsOf(db: Database, account: AccountRow): Promise<string[]> {
  const ordered = await listOrders(db, account.id);
  return [account.uid, ...ordered.flatMap(({ payerId }) => (payerId === null ? [] : [payerId]))];
}

const apart = (order: OrderRow, startAt: Date): number =>
  Math.abs(startAt.getTime() - order.recurringPaymentStartAt.getTime());

/** Whether a recurring payment begins at the very second that an order named: no other order of its payer has it. */
export const hasStart = (order: OrderRow, startAt: Date): boolean => apart(order, startAt) < SAME_MOMENT_MS;

/** The shop may have been opened again, with a later start, while the widget stood open. */
export const startsNear = (order: OrderRow, startAt: Date): boolean =>
  apart(order, startAt) <= ORDER_LIFETIME_MS;

/** What may name the order of a recurring payment. */
export interface RecurringPaymentNames {
  provider: string;
  recurringPaymentId: string;
  payerId: string | null;
  /** A charge names no start. */
  startAt: Date | null;
  /** Whether a charge names the order of the first payment is not documented. */
  orderId: string | null;
}

export type RecurringPaymentOrigin =
  | { kind: 'order'; order: OrderRow }
  /** Begun with an order that has a recurring payment already: it was paid twice. */
  | { kind: 'second' }
  /** Nothing names an order; that is no proof that none began it. */
  | { kind: 'unknown' };

/** The orders that an account pays under a name at the card provider. */
export const ordersOfPayer = (
  ordered: readonly OrderRow[],
  account: AccountRow,
  payerId: string | null,
): OrderRow[] => ordered.filter((order) => payerId === null || (order.payerId ?? account.uid) === payerId);

/**
 * Which order of the account began a recurring payment: the one that it is linked to, that is named, or whose start it
 * has. Never one that is merely near. Decides by two reads, so the caller holds the account's lock.
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
