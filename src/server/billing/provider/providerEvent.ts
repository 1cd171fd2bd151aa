/** What the card provider reports, whoever asked: its notifications, or the reconciler. Kopecks; UTC. */
import type { RecurrenceState } from '../rules/subscription';

/** How the provider calls a card. Never kept as they are. */
export interface CardNames {
  /** The same for each payment with the card; told before the payment already. */
  id: string | null;
  /** For further payments with it; told with a payment that was made. */
  token: string | null;
}

interface PaymentReport {
  transactionId: string;
  amountKopecks: number;
  currency: string;
  at: Date;
  isTest: boolean;
  orderId: string | null;
  /** Our uid, or the name under which a campaign order is paid. */
  accountId: string | null;
  /** The payer's address as typed in the widget; never kept in the ledger. */
  email: string | null;
  /** The recurrence that made it; null for a payment made in the widget. */
  recurrenceId: string | null;
  cardMask: string | null;
  card?: CardNames;
  /** Network address of the payer, when he pays himself. */
  payerIp?: string | null;
}

export type ProviderEvent =
  /** Money arrived. */
  | ({ kind: 'paid' } & PaymentReport)
  /** Money is held and not taken yet (two-stage payments). */
  | ({ kind: 'authorized' } & PaymentReport)
  | ({ kind: 'failed'; reasonCode: number } & PaymentReport)
  | {
      kind: 'refunded';
      refundId: string;
      transactionId: string;
      amountKopecks: number;
      at: Date;
      accountId: string | null;
    }
  | { kind: 'voided'; transactionId: string; at: Date; accountId: string | null }
  | {
      kind: 'recurrence';
      recurrenceId: string;
      accountId: string;
      amountKopecks: number;
      currency: string;
      startAt: Date;
      state: RecurrenceState;
      successes: number;
      failures: number;
      nextChargeAt: Date | null;
    };

/** A fiscal receipt that the provider's cashbox has issued for a payment or a refund. */
export interface IssuedReceipt {
  providerId: string;
  transactionId: string;
  orderId: string | null;
  kind: 'income' | 'incomeReturn';
  amountKopecks: number;
  url: string;
  operator: string | null;
  documentNumber: string | null;
  fiscalSign: string | null;
  at: Date;
}

/** The question before a payment: may it be made? */
export type PaymentQuestion = PaymentReport & { isPayment: boolean };

/** The same for each delivery of an event, whichever way it came. */
export function keyOfEvent(event: ProviderEvent): string {
  switch (event.kind) {
    case 'paid':
      return `paid:${event.transactionId}`;
    case 'authorized':
      return `authorized:${event.transactionId}`;
    case 'failed':
      return `failed:${event.transactionId}`;
    case 'refunded':
      return `refunded:${event.refundId}`;
    case 'voided':
      return `voided:${event.transactionId}`;
    case 'recurrence':
      return [
        'recurrence',
        event.recurrenceId,
        event.state,
        event.successes,
        event.failures,
        event.nextChargeAt?.toISOString() ?? 'never',
      ].join(':');
  }
}
