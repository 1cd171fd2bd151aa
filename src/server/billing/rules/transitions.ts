/**
 * What may happen to a subscription in each status, and where it leads (design section 4). The
 * fold in `subscription.ts` is how it comes about; this is what it must come to.
 */
import type { SubscriptionStatus } from '../../../shared/subscriptionStatus';

export type Happening =
  /** The payment of an order: a trial, a campaign week or a month at full price. */
  | 'firstPayment'
  /** A charge of the recurrence. */
  | 'charge'
  | 'cancel'
  /** All of the last payment, decided by staff. */
  | 'refund'
  | 'gift'
  /** The provider has given the recurrence up after its retries. */
  | 'chargesGivenUp'
  /** The end of what is paid or given is reached. */
  | 'endOfAccess';

/** One name per reason. */
export type TransitionRefusal =
  /** There is never a second recurrence. */
  | 'alreadyActive'
  /** No agreement allows the charge: there is none, or it was cancelled. */
  | 'notInForce'
  /** Only an ACTIVE subscription is refunded (spec section 4). */
  | 'notActive';

export type Transition = { to: SubscriptionStatus } | { refusal: TransitionRefusal };

const to = (status: SubscriptionStatus): Transition => ({ to: status });
const refused = (refusal: TransitionRefusal): Transition => ({ refusal });

export const TRANSITIONS: Record<SubscriptionStatus, Record<Happening, Transition>> = {
  NOT_ACTIVE: {
    firstPayment: to('ACTIVE'),
    charge: refused('notInForce'),
    cancel: to('NOT_ACTIVE'),
    refund: refused('notActive'),
    gift: to('GIFTED'),
    chargesGivenUp: to('NOT_ACTIVE'),
    endOfAccess: to('NOT_ACTIVE'),
  },
  ACTIVE: {
    firstPayment: refused('alreadyActive'),
    charge: to('ACTIVE'),
    cancel: to('CANCELED'),
    refund: to('EXPIRED'),
    gift: to('ACTIVE'),
    chargesGivenUp: to('EXPIRED'),
    // Nothing is heard of the charge, and its grace is over too.
    endOfAccess: to('EXPIRED'),
  },
  CANCELED: {
    firstPayment: to('ACTIVE'),
    charge: refused('notInForce'),
    cancel: to('CANCELED'),
    refund: refused('notActive'),
    gift: to('GIFTED'),
    chargesGivenUp: to('CANCELED'),
    endOfAccess: to('EXPIRED'),
  },
  GIFTED: {
    firstPayment: to('ACTIVE'),
    charge: refused('notInForce'),
    cancel: to('GIFTED'),
    refund: refused('notActive'),
    gift: to('GIFTED'),
    chargesGivenUp: to('GIFTED'),
    endOfAccess: to('EXPIRED'),
  },
  EXPIRED: {
    firstPayment: to('ACTIVE'),
    charge: refused('notInForce'),
    cancel: to('EXPIRED'),
    refund: refused('notActive'),
    gift: to('GIFTED'),
    chargesGivenUp: to('EXPIRED'),
    endOfAccess: to('EXPIRED'),
  },
};
