/** Effect of an event that the card provider reports. */
import type { NewLedgerEvent } from '../change/change';
import type { UnacceptedVerdict } from './unacceptedPayments';

export type Verdict =
  | 'applied'
  | 'repeated'
  | 'held'
  /** The event refers to a payment that is not known yet, and is applied once the payment is known. */
  | 'waiting'
  | 'unknownRecurringPayment'
  | 'testPayment'
  | UnacceptedVerdict;

/** Effect of an event, determined under the account's lock. */
export interface Effect {
  verdict: Exclude<Verdict, 'repeated'>;
  orderId: string | null;
  ledgerEvents: NewLedgerEvent[];
  /** Further changes. Called only if the event is new in the ledger. */
  apply?: () => Promise<unknown>;
}

/** Returns the effect of an event that is only recorded and changes nothing for now. */
export const rejectedFor = (verdict: Effect['verdict'], orderId: string | null): Effect => ({
  verdict,
  orderId,
  ledgerEvents: [],
});
