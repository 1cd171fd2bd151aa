/** Attempts to execute a command, and their idempotency keys. */
import type { ProviderCommand } from '../../../domain/billing/commands';

export type CommandOf<Kind extends ProviderCommand['kind']> = Extract<ProviderCommand, { kind: Kind }>;

/** One attempt to execute a command. */
export interface Try {
  /** Idempotency key of the command, the same for all attempts. */
  key: string;
  /** Number of this attempt, starting at 1. */
  tries: number;
  /** Whether the provider rejected the previous attempt without any effect. */
  wasRejected: boolean;
}

/**
 * Returns the idempotency key of this attempt to cancel a recurring payment. Each attempt has its own key, because
 * cancelling is idempotent, and with a repeated key the provider would return its old response instead of the current
 * state.
 */
export const keyOfTry = (key: string, recurringPaymentId: string, tries: number): string =>
  tries > 1 ? `${key}:${recurringPaymentId}:${tries}` : `${key}:${recurringPaymentId}`;

/**
 * Returns the idempotency key of a refund. After a rejection the key changes, because the provider repeats its response to
 * a known key.
 */
export const keyOfRefund = ({ key, tries, wasRejected }: Try): string =>
  wasRejected ? `${key}:${tries}` : key;
