/** What a report of the card provider does. */
import type { NewLedgerEvent } from '../change/change';
import type { UnacceptedVerdict } from './unacceptedPayments';

export type Verdict =
  | 'applied'
  | 'repeated'
  | 'held'
  /** It is about a payment that is not known yet: it counts once that is. */
  | 'waiting'
  | 'unknownRecurringPayment'
  | 'testPayment'
  | UnacceptedVerdict;

/** What an event does, decided under the account's lock. */
export interface Effect {
  verdict: Exclude<Verdict, 'repeated'>;
  orderId: string | null;
  ledgerEvents: NewLedgerEvent[];
  /** Runs only when the event is new to the ledger. */
  apply?: () => Promise<unknown>;
}

/** Returns the effect of a report that changes nothing, or nothing yet. */
export const rejectedFor = (verdict: Effect['verdict'], orderId: string | null): Effect => ({
  verdict,
  orderId,
  ledgerEvents: [],
});
