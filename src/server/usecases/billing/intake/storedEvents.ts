/** The form in which the ledger stores a report. */
import type { ProviderEvent } from '../../../ports/cardProvider';

/** What the ledger stores of an event: no names, emails, addresses or tokens. */
export function payloadOf(event: ProviderEvent): object {
  if (!('email' in event)) return event;
  const { email: _email, card: _card, payerIp: _payerIp, ...stored } = event;
  return stored;
}

const MOMENTS = ['at', 'startAt', 'nextChargeAt'];

/** A report as the ledger stored it, to be read again: without the payer's address, which is never stored. */
export function reviveEvent(payload: unknown): ProviderEvent {
  const stored = JSON.parse(JSON.stringify(payload), (name, value: unknown) =>
    MOMENTS.includes(name) && typeof value === 'string' ? new Date(value) : value,
  ) as ProviderEvent;
  return 'orderId' in stored ? { ...stored, email: null } : stored;
}
