/** Attempts to execute a command to the card provider, and the idempotency keys of the attempts. */
import type { ProviderCommand } from '../../../domain/billing/commands';

export type CommandOf<Kind extends ProviderCommand['kind']> = Extract<ProviderCommand, { kind: Kind }>;

/** One attempt to execute a command to the card provider. */
export interface Try {
  /** Idempotency key of the command, which is the same for all attempts. */
  key: string;
  /** Number of this attempt, starting at 1. */
  tries: number;
  /** Whether the card provider rejected the previous attempt without any effect. */
  wasRejected: boolean;
}

/**
 * Returns the idempotency key of this attempt to cancel a recurring payment. Each attempt has its own idempotency key.
 * With a repeated key, the card provider would return its old response instead of the current state. A new key is safe,
 * because cancelling is idempotent.
 */
export const keyOfTry = (key: string, recurringPaymentId: string, tries: number): string =>
  tries > 1 ? `${key}:${recurringPaymentId}:${tries}` : `${key}:${recurringPaymentId}`;

/**
 * Returns the idempotency key of a refund. After a rejected attempt the next idempotency key differs, because the card
 * provider repeats its response to a known key.
 */
export const keyOfRefund = ({ key, tries, wasRejected }: Try): string =>
  wasRejected ? `${key}:${tries}` : key;
