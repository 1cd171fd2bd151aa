/**
 * Commands that the server sends to the card provider. A command is required by the subscription state, by a reported
 * event that matches no order, or by a changed email address.
 */
import type { Decline } from '../../../shared/declines';

/**
 * Command to the card provider that a subscription state requires. Each command is executed once. Amounts are in
 * kopecks.
 */
export type WantedCommand =
  | { kind: 'refund'; provider: string; transactionId: string; amountKopecks: number }
  | { kind: 'cancelRecurringPayment'; provider: string; orderId: string; recurringPaymentId: string | null }
  /** Changes the date of the next charge. `nextChargeAt` is an ISO 8601 date in UTC. */
  | {
      kind: 'moveRecurringPayment';
      provider: string;
      orderId: string;
      recurringPaymentId: string | null;
      nextChargeAt: string;
    }
  /**
   * Pauses the recurring payment by cancelling it at the card provider, because the next charge is further ahead than
   * the card provider accepts. A paused subscription agreement stays active.
   */
  | {
      kind: 'pauseRecurringPayment';
      provider: string;
      orderId: string;
      recurringPaymentId: string | null;
      nextChargeAt: string;
    }
  /** Resumes a paused recurring payment. The resume command must not be executed before `notBefore`. */
  | {
      kind: 'resumeRecurringPayment';
      provider: string;
      orderId: string;
      nextChargeAt: string;
      notBefore: string;
    };

/** Command that requests the missing data of a reported event from the card provider. */
export type ExplainingCommand =
  /** Requests the id and the next charge date of the recurring payment that an order started. */
  | { kind: 'learnRecurringPayment'; provider: string; orderId: string; transactionId: string }
  /** Links an unknown recurring payment to its order, or cancels the recurring payment if it has no order. */
  | { kind: 'explainRecurringPayment'; provider: string; recurringPaymentId: string }
  /**
   * Records a charge of an unknown recurring payment if an order is found for it. If no order is found, the charge is
   * refunded.
   */
  | {
      kind: 'explainCharge';
      provider: string;
      recurringPaymentId: string;
      transactionId: string;
      amountKopecks: number;
      cardMask: string | null;
      /** Time of the charge, in ISO 8601 and UTC. */
      at: string;
      /** Reason why the charge was declined, or null if the charge succeeded. */
      decline: Decline | null;
    };

/** Command that refunds a completed payment that this server did not accept. */
export interface ReturnCommand {
  kind: 'returnUnaccepted';
  provider: string;
  transactionId: string;
  amountKopecks: number;
  /** Time of the payment, in ISO 8601 and UTC. */
  at: string;
  /**
   * Order of the payment, or null if the order is unknown. The command also cancels the recurring payment of this
   * order.
   */
  orderId: string | null;
  /** Id of the payer at the card provider. */
  payerId: string | null;
}

/**
 * Command that sets the receipts of future charges: their email address, and their terms. This command is sent once per
 * change of the email address, and at most once a day while the terms at the card provider are outdated.
 */
export interface AddressCommand {
  kind: 'addressReceipts';
  provider: string;
  orderId: string;
  /** Time of the change of the email address, or start of the day on which the terms were outdated, in ISO 8601 and UTC. */
  since: string;
}

/**
 * Command to the card provider, as the outbox stores it. `receiptEmail` is the address that staff typed for the receipt
 * of this refund, because the payer's account is deleted.
 */
export type ProviderCommand =
  | ({ accountId: number; receiptEmail?: string } & (WantedCommand | ExplainingCommand | AddressCommand))
  | ({ accountId: number | null; receiptEmail?: string } & ReturnCommand);
