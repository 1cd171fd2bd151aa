/** Delivery results of a push, as staff read them. */
import type { PushOutcome } from '../../../shared/contract/auditEntries';

const PUSH_OUTCOME_TEXTS: Readonly<Record<PushOutcome, string>> = {
  delivered: 'accepted by the push service',
  unregistered: 'not delivered: app uninstalled',
  failed: 'failed',
};

/** Returns the delivery result in words. Null or undefined means that the server does not know the result. */
export function pushOutcomeWords(outcome: PushOutcome | null | undefined): string {
  return outcome ? PUSH_OUTCOME_TEXTS[outcome] : 'unknown result';
}
