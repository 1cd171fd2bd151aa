/** The payments of an account with what became of each, from the history that its state is folded from. */
import { foldSubscription, type OrderKind, type Payment } from '../rules/subscription';
import type { Database } from '../../store/database';
import { listFailedPayments, listSubscriptionEvents } from '../../store/ledger';
import { listOrders } from '../../store/orders';
import { listGivenUp } from '../../outbox/outbox';
import { findReceiptUrls } from '../../store/receipts';
import { refundKeyOf, voidKeyOf } from '../change/refundRecords';

/**
 * paid; returning: the provider is asked to give it (or a part of it) back; partlyReturned;
 * returned; voided: the ruble that verifies a card, given back at once; declined: never taken.
 */
export type PaymentState = 'paid' | 'returning' | 'partlyReturned' | 'returned' | 'voided' | 'declined';

export interface PaymentView {
  transactionId: string;
  at: Date;
  amountKopecks: number;
  currency: 'RUB';
  /** The payment of the order itself, or a charge of the recurrence that it began. */
  role: 'first' | 'recurrent';
  /** Null when the order is not known any more. */
  orderKind: OrderKind | null;
  state: PaymentState;
  returnedKopecks: number;
  /** «•••• 4242» */
  cardMask: string | null;
  /** Why the bank declined it; null otherwise. */
  reasonCode: number | null;
  /** The fiscal receipt, once there is one. */
  receiptUrl: string | null;
}

function stateOf(payment: Payment, isReturning: boolean): PaymentState {
  if (payment.voided) return 'voided';
  if (payment.returnedKopecks >= payment.amountKopecks) return 'returned';
  if (isReturning) return 'returning';
  return payment.returnedKopecks > 0 ? 'partlyReturned' : 'paid';
}

/** Newest first, the declined ones among them. */
export async function readPayments(db: Database, accountId: number): Promise<PaymentView[]> {
  const events = await listSubscriptionEvents(db, accountId);
  const state = foldSubscription(events);
  const errands = new Map(
    state.duties.flatMap((duty) => {
      if (duty.kind === 'refund') return [[duty.transactionId, refundKeyOf(duty.transactionId)] as const];
      return duty.kind === 'void' ? [[duty.transactionId, voidKeyOf(duty.transactionId)] as const] : [];
    }),
  );
  const receipts = await findReceiptUrls(
    db,
    state.payments.map(({ transactionId }) => transactionId),
  );
  const givenUp = await listGivenUp(db, [...errands.values()]);
  const masks = new Map(
    events.flatMap(({ fact }) =>
      fact.kind === 'paymentSucceeded' ? [[fact.transactionId, fact.cardMask] as const] : [],
    ),
  );
  const taken = state.payments.map((payment): PaymentView => {
    const { transactionId, at, amountKopecks, role, orderKind, returnedKopecks } = payment;
    const errand = errands.get(transactionId);
    const isReturning = errand !== undefined && !givenUp.includes(errand);
    return {
      transactionId,
      at,
      amountKopecks,
      currency: 'RUB',
      role,
      orderKind,
      state: stateOf(payment, isReturning),
      returnedKopecks,
      cardMask: masks.get(transactionId) ?? null,
      reasonCode: null,
      receiptUrl: receipts.get(transactionId) ?? null,
    };
  });
  return [...taken, ...(await readDeclined(db, accountId, events))].sort(
    (a, b) => b.at.getTime() - a.at.getTime() || (a.transactionId < b.transactionId ? 1 : -1),
  );
}

async function readDeclined(
  db: Database,
  accountId: number,
  events: Awaited<ReturnType<typeof listSubscriptionEvents>>,
): Promise<PaymentView[]> {
  if (events.every(({ fact }) => fact.kind !== 'paymentFailed')) return [];
  const orders = await listOrders(db, accountId);
  const reports = new Map(
    (await listFailedPayments(db, accountId)).map((report) => [report.transactionId, report]),
  );
  return events.flatMap(({ at, fact }): PaymentView[] => {
    if (fact.kind !== 'paymentFailed') return [];
    const order = orders.find(({ id }) => id === fact.orderId);
    const report = reports.get(fact.transactionId);
    const asked = fact.role === 'first' ? order?.amountKopecks : order?.recurrenceAmountKopecks;
    return [
      {
        transactionId: fact.transactionId,
        at,
        amountKopecks: report?.amountKopecks ?? asked ?? 0,
        currency: 'RUB',
        role: fact.role,
        orderKind: order?.kind ?? null,
        state: 'declined',
        returnedKopecks: 0,
        cardMask: report?.cardMask ?? null,
        reasonCode: fact.reasonCode,
        receiptUrl: null,
      },
    ];
  });
}
