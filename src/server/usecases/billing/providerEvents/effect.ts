/** Effect of an event that the card provider reports. */
import type { Verdict } from '../../../ports/metrics';
import type { NewLedgerEvent } from '../ledger/change';

/** Effect of a reported event. The effect is determined while the account's row is locked. */
export interface Effect {
  verdict: Exclude<Verdict, 'repeated'>;
  orderId: string | null;
  ledgerEvents: NewLedgerEvent[];
  /** Applies further changes of the event. `apply` is called only if the event is new in the ledger. */
  apply?: () => Promise<unknown>;
}

/** Returns the effect of an event that is recorded but changes nothing for now. */
export const rejectedFor = (verdict: Effect['verdict'], orderId: string | null): Effect => ({
  verdict,
  orderId,
  ledgerEvents: [],
});
