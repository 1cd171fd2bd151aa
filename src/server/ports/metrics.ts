/** Metrics that the server exposes to a monitoring system. Metric values and labels contain no personal data. */
import type { ProviderEvent } from './cardProvider';

/** Possible results of processing a notification of the card provider. */
export const NOTIFICATION_OUTCOMES = [
  'accepted',
  'paymentRejected',
  'ignored',
  'wrongSignature',
  'wrongSender',
  'limited',
  'malformed',
] as const;

export type NotificationOutcome = (typeof NOTIFICATION_OUTCOMES)[number];

/**
 * Possible results of a request to the API of a card provider. `rejected` means that the card provider responded and
 * rejected the request, and `unavailable` that there was no usable response.
 */
export const PROVIDER_REQUEST_OUTCOMES = ['answered', 'rejected', 'unavailable'] as const;

export type ProviderRequestOutcome = (typeof PROVIDER_REQUEST_OUTCOMES)[number];

/** Kinds of events that a card provider reports. */
export const PROVIDER_EVENT_KINDS: readonly ProviderEvent['kind'][] = [
  'paid',
  'authorized',
  'failed',
  'refunded',
  'voided',
  'recurringPayment',
];

/** Reasons why a reported payment cannot be accepted. */
const UNACCEPTED_VERDICTS = [
  'wrongAmount',
  'foreignOrder',
  'unknownOrder',
  'unknownAccount',
  'payerUnknown',
  'accountDeleted',
] as const;

export type UnacceptedVerdict = (typeof UNACCEPTED_VERDICTS)[number];

/**
 * Possible results of recording an event that a card provider reported. `waiting` means that the event refers to a payment
 * that is not recorded yet, and is applied once that payment is recorded.
 */
export const VERDICTS = [
  'applied',
  'repeated',
  'held',
  'waiting',
  'unknownRecurringPayment',
  'testPayment',
  ...UNACCEPTED_VERDICTS,
] as const;

export type Verdict = (typeof VERDICTS)[number];

/** Possible results of one attempt to deliver an outbox message. */
export const DELIVERY_OUTCOMES = ['delivered', 'dropped', 'retried', 'failed'] as const;

export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];

/**
 * Possible results of a fetch of a valid device link: a configuration, a message about the reason of a rejection, or no
 * response because the VPN panel or the database is unavailable.
 */
export const LINK_FETCH_OUTCOMES = ['served', 'rejected', 'failed'] as const;

export type LinkFetchOutcome = (typeof LINK_FETCH_OUTCOMES)[number];

export interface Metrics {
  /**
   * Records a response to an HTTP request. `route` must be a route pattern and not a path, because a path may contain a
   * secret and the number of paths is unlimited. `seconds` is the response time in seconds.
   */
  requestAnswered(request: { route: string; method: string; status: number; seconds: number }): void;
  /** Counts a request to the API of a card provider by its result. */
  providerRequested(provider: string, outcome: ProviderRequestOutcome): void;
  /** Counts a notification of a card provider by its result. */
  notificationAnswered(provider: string, outcome: NotificationOutcome): void;
  /**
   * Counts an event that a card provider reported. `event` is the kind of the event; `verdict` is the result of
   * recording it.
   */
  providerEventRecorded(provider: string, event: ProviderEvent['kind'], verdict: Verdict): void;
  /** Counts a sign-in code that was entered while the limit on wrong codes is exceeded. All clients share this limit. */
  signInCodeBeyondBudget(): void;
  /** Counts one attempt to deliver an outbox message, by outbox lane and result. */
  messageTried(lane: string, outcome: DeliveryOutcome): void;
  /** Counts a fetch of a device link. `domain` must be a configured link domain or `other`. */
  linkFetched(domain: string, outcome: LinkFetchOutcome): void;
}
