/** Reports that wait in the ledger for the payment that they are about. */
import type { ProviderEvent } from '../../../ports/cardProvider';

const MOMENTS = ['at', 'startAt', 'nextChargeAt'];

/** A report as the ledger stored it, to be read again: without the payer's address, which is never stored. */
export function reviveEvent(payload: unknown): ProviderEvent {
  const stored = JSON.parse(JSON.stringify(payload), (name, value: unknown) =>
    MOMENTS.includes(name) && typeof value === 'string' ? new Date(value) : value,
  ) as ProviderEvent;
  return 'orderId' in stored ? { ...stored, email: null } : stored;
}
