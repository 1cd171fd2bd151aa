/** Reads the payments of an account and their current state from the ledger. */
import type { Decline } from '../../../../shared/declines';
import type { OrderKind } from '../../../../shared/orderKinds';
import { commandKey, paymentKey } from '../../../domain/billing/ledgerEvents';
import type { Payment } from '../../../domain/billing/subscriptionState';
import { listPermanentlyFailed } from '../../../outbox/outbox';
import type { Database } from '../../../store/database';
import { findFailedPayments } from '../../../store/ledger';
import { listOrders } from '../../../store/orders';
import { findReceiptUrls } from '../../../store/receipts';
import { type Known, readState } from '../ledger/change';

/**
 * State of a payment:
 * - paid: the money was taken
 * - returning: a full or partial refund was requested from the card provider
 * - partlyReturned: a part of the amount was refunded
 * - returned: the full amount was refunded
 * - voided: the hold of a two-stage payment was released before the money was taken
 * - declined: the money was never taken
 */
type PaymentState = 'paid' | 'returning' | 'partlyReturned' | 'returned' | 'voided' | 'declined';

export interface PaymentView {
  /** Name of the card provider that assigned the transaction id. */
  provider: string;
  transactionId: string;
  at: Date;
  amountKopecks: number;
  currency: 'RUB';
  /**
   * Role of the payment: `first` is the payment of the order itself, and `recurrent` is a charge of the recurring
   * payment that the order started.
   */
  role: 'first' | 'recurrent';
  /** Kind of the payment's order; null if the order is no longer known. */
  orderKind: OrderKind | null;
  state: PaymentState;
  returnedKopecks: number;
  /** Masked card number, for example «•••• 4242». */
  cardMask: string | null;
  /** Reason why the bank declined the payment; null if the payment was not declined. */
  decline: Decline | null;
  /** URL of the payment's fiscal receipt; null until the receipt is issued. */
  receiptUrl: string | null;
}

function derivePaymentState(payment: Payment, isReturning: boolean): PaymentState {
  if (payment.voided) return 'voided';
  if (payment.returnedKopecks >= payment.amountKopecks) return 'returned';
  if (isReturning) return 'returning';
  return payment.returnedKopecks > 0 ? 'partlyReturned' : 'paid';
}

/** Returns the payments of an account, newest first, including declined ones. */
export async function readPayments(db: Database, accountId: number, known?: Known): Promise<PaymentView[]> {
  const { history, state } = known ?? (await readState(db, accountId));
  const commands = new Map(
    state.commands.flatMap((command) =>
      command.kind === 'refund' ? [[paymentKey(command), commandKey(command)] as const] : [],
    ),
  );
  const receipts = await findReceiptUrls(db, state.payments);
  const permanentlyFailed = await listPermanentlyFailed(db, [...commands.values()]);
  const masks = new Map(
    history.flatMap(({ data }) =>
      data.kind === 'paymentSucceeded' ? [[paymentKey(data), data.cardMask] as const] : [],
    ),
  );
  const taken = state.payments.map((payment): PaymentView => {
    const { transactionId, at, amountKopecks, role, orderKind, returnedKopecks } = payment;
    const key = paymentKey(payment);
    const command = commands.get(key);
    const isReturning = command !== undefined && !permanentlyFailed.includes(command);
    return {
      provider: payment.provider,
      transactionId,
      at,
      amountKopecks,
      currency: 'RUB',
      role,
      orderKind,
      state: derivePaymentState(payment, isReturning),
      returnedKopecks,
      cardMask: masks.get(key) ?? null,
      decline: null,
      receiptUrl: receipts.get(key) ?? null,
    };
  });
  return [...taken, ...(await readDeclined(db, accountId, history))].sort(
    (a, b) => b.at.getTime() - a.at.getTime() || (a.transactionId < b.transactionId ? 1 : -1),
  );
}

async function readDeclined(
  db: Database,
  accountId: number,
  history: Known['history'],
): Promise<PaymentView[]> {
  if (history.every(({ data }) => data.kind !== 'paymentFailed')) return [];
  const orders = await listOrders(db, accountId);
  const reports = await findFailedPayments(db, accountId);
  return history.flatMap(({ key, at, data }): PaymentView[] => {
    if (data.kind !== 'paymentFailed') return [];
    const order = orders.find(({ id }) => id === data.orderId);
    const report = reports.get(key);
    const asked = data.role === 'first' ? order?.amountKopecks : order?.recurringPaymentAmountKopecks;
    return [
      {
        provider: data.provider,
        transactionId: data.transactionId,
        at,
        amountKopecks: report?.amountKopecks ?? asked ?? 0,
        currency: 'RUB',
        role: data.role,
        orderKind: order?.kind ?? null,
        state: 'declined',
        returnedKopecks: 0,
        cardMask: report?.cardMask ?? null,
        decline: data.decline,
        receiptUrl: null,
      },
    ];
  });
}
