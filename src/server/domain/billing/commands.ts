/** What the state of an account, or a report that no order explains, demands of the card provider. */
import type { Decline } from '../../../shared/declines';

/** Demanded by a state for as long as it is so; each is carried out once. Amounts are kopecks. */
export type WantedCommand =
  | { kind: 'refund'; provider: string; transactionId: string; amountKopecks: number }
  | { kind: 'cancelRecurringPayment'; provider: string; orderId: string; recurringPaymentId: string | null }
  /** Dates: ISO 8601, UTC. */
  | {
      kind: 'moveRecurringPayment';
      provider: string;
      orderId: string;
      recurringPaymentId: string | null;
      nextChargeAt: string;
    }
  /** The charge is further ahead than the provider sets one: it ends there for now, the agreement stays. */
  | {
      kind: 'pauseRecurringPayment';
      provider: string;
      orderId: string;
      recurringPaymentId: string | null;
      nextChargeAt: string;
    }
  /** Takes a paused recurring payment up again, not before `notBefore`. */
  | {
      kind: 'resumeRecurringPayment';
      provider: string;
      orderId: string;
      nextChargeAt: string;
      notBefore: string;
    };

/** Given when something is reported, to learn the rest from the provider itself. */
export type ExplainingCommand =
  /** The recurring payment that an order began: which it is, and when it charges next. */
  | { kind: 'learnRecurringPayment'; provider: string; orderId: string; transactionId: string }
  /** A recurring payment that no order is known of: it is linked to its order, or it ends because nobody agreed to it. */
  | { kind: 'explainRecurringPayment'; provider: string; recurringPaymentId: string }
  /** A charge of such a recurring payment: it counts once an order explains it, else it goes back. */
  | {
      kind: 'explainCharge';
      provider: string;
      recurringPaymentId: string;
      transactionId: string;
      amountKopecks: number;
      cardMask: string | null;
      /** ISO 8601, UTC. */
      at: string;
      /** Why it was declined; null: the money was taken. */
      decline: Decline | null;
    };

/** A payment that was taken and not accepted goes back, whoever made it. */
export interface ReturnCommand {
  kind: 'returnUnaccepted';
  provider: string;
  transactionId: string;
  amountKopecks: number;
  /** When it was made: ISO 8601, UTC. */
  at: string;
  /** The order that it named, if it is one of ours: what it began at the provider ends as well. */
  orderId: string | null;
  /** Of the payer, as the provider calls him. */
  payerId: string | null;
}

/** An account has another email: the receipts of further charges go there. Once for each change of it. */
export interface AddressCommand {
  kind: 'addressReceipts';
  provider: string;
  orderId: string;
  /** ISO 8601, UTC. */
  since: string;
}

/** As it waits in the outbox. */
export type ProviderCommand =
  | ({ accountId: number } & (WantedCommand | ExplainingCommand | AddressCommand))
  | ({ accountId: number | null } & ReturnCommand);
