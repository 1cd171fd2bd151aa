/** Converts reported events to and from the form that the ledger stores. */
import type { ProviderEvent } from '../../../ports/cardProvider';

/** Returns the part of an event that the ledger stores, without names, emails, IP addresses and tokens. */
export function buildPayload(event: ProviderEvent): object {
  if (!('email' in event)) return event;
  const { email: _email, card: _card, payerIp: _payerIp, ...stored } = event;
  return stored;
}

/** Returns the fields that are stored of an event of a deleted account, which leave out the id of the payer as well. */
export const withoutPayer = (event: ProviderEvent): object => ({ ...buildPayload(event), accountId: null });

const MOMENTS = ['at', 'startAt', 'nextChargeAt'];

/** Returns an event as stored in the ledger. The payer's email is null, because it is never stored. */
export function reviveEvent(payload: unknown): ProviderEvent {
  const stored = JSON.parse(JSON.stringify(payload), (name, value: unknown) =>
    MOMENTS.includes(name) && typeof value === 'string' ? new Date(value) : value,
  ) as ProviderEvent;
  return 'orderId' in stored ? { ...stored, email: null } : stored;
}
