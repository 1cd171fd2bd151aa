/** The tries to carry out a command, and their idempotency keys. */
import type { ProviderCommand } from '../../../domain/billing/commands';

export type CommandOf<Kind extends ProviderCommand['kind']> = Extract<ProviderCommand, { kind: Kind }>;

/** One of several tries to carry a command out. */
export interface Try {
  /** The same for each try. */
  key: string;
  /** Counted from 1. */
  tries: number;
  /** The try before was rejected: nothing was done. */
  wasRejected: boolean;
}

/** A key of this try: ending is the same however often it is asked for, and an older answer says nothing of now. */
export const keyOfTry = (key: string, recurringPaymentId: string, tries: number): string =>
  tries > 1 ? `${key}:${recurringPaymentId}:${tries}` : `${key}:${recurringPaymentId}`;

/** What was rejected is asked for anew: the provider repeats its answer to a key that it knows. */
export const keyOfRefund = ({ key, tries, wasRejected }: Try): string =>
  wasRejected ? `${key}:${tries}` : key;
