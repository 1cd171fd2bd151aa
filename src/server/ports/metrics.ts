/** What the server counts of its own work, for a monitoring system to read. No value and no label is about a person. */

/** How a notification of the card provider was answered. */
export const NOTIFICATION_OUTCOMES = [
  'accepted',
  'paymentRejected',
  'ignored',
  'wrongSignature',
  'malformed',
] as const;

export type NotificationOutcome = (typeof NOTIFICATION_OUTCOMES)[number];

/** What became of one try to deliver a message of the outbox. */
export const DELIVERY_OUTCOMES = ['delivered', 'dropped', 'retried', 'failed'] as const;

export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];

export interface Metrics {
  /** `route` is a pattern, never a path: a path may hold a secret, and there are as many as callers like. */
  requestAnswered(request: { route: string; method: string; status: number; seconds: number }): void;
  notificationAnswered(outcome: NotificationOutcome): void;
  /** `event`: what the card provider told; `verdict`: what it came to. */
  providerEventRecorded(event: string, verdict: string): void;
  /** A code of a sign-in email was tried after the budget of wrong codes of all networks was used up. */
  signInCodeBeyondBudget(): void;
  messageTried(lane: string, outcome: DeliveryOutcome): void;
}
