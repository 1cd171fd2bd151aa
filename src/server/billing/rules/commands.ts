/** What the state of an account, or a report that no order explains, demands of the card provider. */

/** Demanded by a state for as long as it is so; each is carried out once. Amounts are kopecks. */
export type WantedCommand =
  | { kind: 'void'; provider: string; transactionId: string }
  | { kind: 'refund'; provider: string; transactionId: string; amountKopecks: number }
  | { kind: 'cancelRecurrence'; provider: string; orderId: string; recurrenceId: string | null }
  /** `nextChargeAt`: ISO 8601, UTC. */
  | { kind: 'moveRecurrence'; provider: string; orderId: string; nextChargeAt: string };

/** About an account's recurrence that nothing we sold began. */
export type ExplainingCommand =
  /** Nobody agreed to it. */
  | { kind: 'cancelUnknownRecurrence'; provider: string; recurrenceId: string }
  /** A charge of it: it counts once an order explains it, else it goes back. */
  | {
      kind: 'explainCharge';
      provider: string;
      recurrenceId: string;
      transactionId: string;
      amountKopecks: number;
      cardMask: string | null;
      /** ISO 8601, UTC. */
      at: string;
    };

/** As it waits in the outbox. */
export type ProviderCommand = { accountId: number } & (WantedCommand | ExplainingCommand);
