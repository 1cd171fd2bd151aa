/**
 * Commands that the server sends to the card provider. A command follows from the subscription state, from a provider
 * report that matches no order, or from a changed email address.
 */
import type { Decline } from '../../../shared/declines';

/** Command that a subscription state requires. Each command is executed once. Amounts are in kopecks. */
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
   * Cancels the recurring payment at the provider for now, because the next charge is further ahead than the provider
   * accepts. The agreement stays active.
   */
  | {
      kind: 'pauseRecurringPayment';
      provider: string;
      orderId: string;
      recurringPaymentId: string | null;
      nextChargeAt: string;
    }
  /** Resumes a paused recurring payment. Must not be executed before `notBefore`. */
  | {
      kind: 'resumeRecurringPayment';
      provider: string;
      orderId: string;
      nextChargeAt: string;
      notBefore: string;
    };

/** Command that requests the missing data of a provider report from the provider. */
export type ExplainingCommand =
  /** Requests the id and the next charge date of the recurring payment that an order started. */
  | { kind: 'learnRecurringPayment'; provider: string; orderId: string; transactionId: string }
  /** Links an unknown recurring payment to its order, or cancels the recurring payment if it has no order. */
  | { kind: 'explainRecurringPayment'; provider: string; recurringPaymentId: string }
  /** Records a charge of an unknown recurring payment if an order is found for it. Otherwise refunds the charge. */
  | {
      kind: 'explainCharge';
      provider: string;
      recurringPaymentId: string;
      transactionId: string;
      amountKopecks: number;
      cardMask: string | null;
      /** Time of the charge, ISO 8601 in UTC. */
      at: string;
      /** Decline reason, or null if the charge succeeded. */
      decline: Decline | null;
    };

/** Command that refunds a completed payment that this server did not accept. */
export interface ReturnCommand {
  kind: 'returnUnaccepted';
  provider: string;
  transactionId: string;
  amountKopecks: number;
  /** Time of the payment, ISO 8601 in UTC. */
  at: string;
  /** Order of the payment, or null if the order is unknown. The command also cancels the order's recurring payment. */
  orderId: string | null;
  /** Id of the payer at the provider. */
  payerId: string | null;
}

/** Command that sends the receipts of future charges to an account's new email address. Sent once per address change. */
export interface AddressCommand {
  kind: 'addressReceipts';
  provider: string;
  orderId: string;
  /** Time of the address change, ISO 8601 in UTC. */
  since: string;
}

/**
 * Command in the outbox. `receiptEmail` is the address that staff typed for the receipt of this refund, because the payer's
 * account is deleted.
 */
export type ProviderCommand =
  | ({ accountId: number; receiptEmail?: string } & (WantedCommand | ExplainingCommand | AddressCommand))
  | ({ accountId: number | null; receiptEmail?: string } & ReturnCommand);
