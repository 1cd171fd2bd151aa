/** Names of the emails to customers, as staff read them. */
import type { TimelineAction } from '../../../shared/contract/timelineEntries';
import { spelled } from './spelled';

/** Name of an email in the timeline. */
export type TimelineEmail = Exclude<TimelineAction<'email'>, 'signInRejected'>;

export const EMAIL_NAMES: Readonly<Record<TimelineEmail, string>> = {
  signIn: 'Sign-in email',
  giftSignIn: 'Gift sign-in email',
  campaignSignIn: 'Sign-in email after the campaign payment',
  paymentReceived: 'Payment email',
  chargeUpcoming: 'Upcoming charge email',
  chargeFailed: 'Failed charge email',
  providerGone: 'Provider gone email',
  subscriptionEnded: 'Subscription ended email',
  subscriptionCancelled: 'Cancellation email',
  moneyReturned: 'Refund email',
  cardChanged: 'Card changed email',
  cardRemoved: 'Card removed email',
  giftActivated: 'Gift activated email',
  daysGranted: 'Email about added days',
  subscriptionMovedHere: 'Email to the new address',
  subscriptionMovedAway: 'Email to the former address',
};

/** Returns the name of an email. An unknown email of another server is shown by its identifier, split into words. */
export const emailName = (name: string): string =>
  (EMAIL_NAMES as Readonly<Record<string, string>>)[name] ?? spelled(name);
