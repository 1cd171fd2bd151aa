/**
 * What the state of a subscription is folded from, and every key by which a fact, a command or a
 * email is known again: no other file spells one. Ids are the provider's own, so keys name it.
 */
import type { Decline } from '../../../shared/declines';
import type { OrderKind } from '../../../shared/orderKinds';
import type { AddressCommand, ExplainingCommand, ReturnCommand, WantedCommand } from './commands';

/** State of a recurring payment at the card provider. */
export type RecurringPaymentState = 'active' | 'pastDue' | 'cancelled' | 'rejected' | 'expired';

/** Of a fact with ids of a card provider: its name. */
interface ByProvider {
  provider: string;
}

/** A fact that our clock dates. */
interface Decided {
  /**
   * Keys of the events close to it in time that were known when it was decided. An event that is not listed and is as
   * close follows it (`eventOrder.ts`). Omitted: such events are ordered by time.
   */
  known?: readonly string[];
}

/** Amounts are kopecks, dates ISO 8601 UTC. */
export type LedgerEventData =
  | (ByProvider & {
      kind: 'paymentSucceeded';
      transactionId: string;
      orderId: string;
      /** The payment of the order itself, or a charge of the recurring payment that it began. */
      role: 'first' | 'recurrent';
      orderKind: OrderKind;
      amountKopecks: number;
      recurringPaymentAmountKopecks: number;
      /** First recurrent charge as agreed in the order. */
      recurringPaymentStartAt: string;
      /** Days that a trial lasts; null for an order that buys a month. */
      trialDays: number | null;
      cardMask: string | null;
      /** A trial whose card had one already, under whatever account. */
      trialUsed?: true;
      /** The prefix of the partner whose link led to the order. */
      partner?: string;
    })
  | (ByProvider & {
      kind: 'paymentFailed';
      transactionId: string;
      orderId: string | null;
      role: 'first' | 'recurrent';
      decline: Decline;
      amountKopecks?: number;
      cardMask?: string | null;
    })
  /** What the provider says about the recurring payment of an order. */
  | (ByProvider & {
      kind: 'recurringPaymentChanged';
      orderId: string;
      recurringPaymentId: string;
      state: RecurringPaymentState;
      successes: number;
      failures: number;
      nextChargeAt: string | null;
    })
  | (Decided & { kind: 'cancelled'; by: 'customer' | 'staff' })
  /** The customer withdraws the stored card: nothing may be charged from it, whatever arrives. */
  | (Decided & { kind: 'cardRemoved' })
  /** Staff give a payment back: the recurring payment and the access that it bought end, unless they stay. */
  | (ByProvider &
      Decided & {
        kind: 'refundDecided';
        transactionId: string;
        amountKopecks: number;
        /** What the payment bought stays. */
        keepsAccess?: true;
        /** The recurring payment goes on. */
        keepsRenewal?: true;
        /** Hash of the staff request that decided it. Distinguishes a repeated request from a different one. */
        request?: string;
      })
  /** The provider answered our request with its id of the refund that it made. */
  | (ByProvider & { kind: 'refundMade'; transactionId: string; refundId: string })
  /** The provider gave money back. */
  | (ByProvider & { kind: 'refunded'; transactionId: string; refundId: string; amountKopecks: number })
  | (ByProvider & { kind: 'voided'; transactionId: string })
  /** The payer's bank took the money back: nothing may be charged any more. */
  | (ByProvider & Decided & { kind: 'chargedBack'; transactionId: string; amountKopecks: number })
  /** Nothing was heard of a charge until its grace was over. */
  | (Decided & { kind: 'lapsed'; orderId: string })
  | (Decided & { kind: 'giftGranted'; months: number })
  /** Staff make up for something. */
  | (Decided & { kind: 'daysGranted'; days: number; request?: string });

export interface LedgerEvent {
  /** Unique: the same event under the same key counts once. */
  key: string;
  at: Date;
  data: LedgerEventData;
}

/** Ids of payments are unique within their provider. */
export const paymentKey = (payment: ByProvider & { transactionId: string }): string =>
  `${payment.provider}:${payment.transactionId}`;

const joined = (...parts: readonly (string | number)[]): string => parts.join(':');

/** Of what a provider reports, as far as it tells one report from another. */
export type ReportName =
  | { kind: 'paid' | 'authorized' | 'failed' | 'voided' | 'chargedBack'; transactionId: string }
  | { kind: 'refunded'; refundId: string }
  | {
      kind: 'recurringPayment';
      recurringPaymentId: string;
      state: RecurringPaymentState;
      successes: number;
      failures: number;
      nextChargeAt: Date | null;
    };

/** The same for each delivery of a report, whichever way it came. */
export function reportKey(provider: string, report: ReportName): string {
  switch (report.kind) {
    case 'refunded':
      return joined('refunded', provider, report.refundId);
    case 'recurringPayment': {
      const { recurringPaymentId, state, successes, failures, nextChargeAt } = report;
      const next = nextChargeAt?.toISOString() ?? 'never';
      return joined('recurringPayment', provider, recurringPaymentId, state, successes, failures, next);
    }
    default:
      return joined(report.kind, provider, report.transactionId);
  }
}

/** At most one refund of a payment is ever decided. */
export const refundDecisionKey = (provider: string, transactionId: string): string =>
  joined('refund-decided', provider, transactionId);

/** One for each refund that the provider made on our request. */
export const refundMadeKey = (provider: string, refundId: string): string =>
  joined('refund-made', provider, refundId);

export const cancelKey = (orderId: string, at: Date): string =>
  joined('cancelled', orderId, at.toISOString());

export const cardRemovalKey = (accountId: number, at: Date): string =>
  joined('card-removed', accountId, at.toISOString());

/** An agreement lapses once for each charge that was missed. */
export const lapseKey = (orderId: string, chargeAt: Date): string =>
  joined('lapsed', orderId, chargeAt.toISOString());

export const giftKey = (giftId: number | string): string => joined('gift', giftId);

/** The gift whose key this is. */
export const giftIdOf = (key: string): number => Number(key.replace('gift:', ''));

/** `requestKey` is made by whoever asks: the same request grants once. */
export const grantedDaysKey = (requestKey: string): string => joined('days', requestKey);

/** Each command is given once; its key is also the idempotency key at the provider. */
export function commandKey(
  command: WantedCommand | ExplainingCommand | ReturnCommand | AddressCommand,
): string {
  const { kind, provider } = command;
  switch (kind) {
    case 'refund':
      return joined(kind, provider, command.transactionId);
    case 'cancelRecurringPayment':
      // Given again once its number is known: before, the provider may have had nothing to cancel.
      return joined(
        'cancel-recurring-payment',
        command.orderId,
        ...(command.recurringPaymentId === null ? [] : [command.recurringPaymentId]),
      );
    case 'moveRecurringPayment':
    case 'pauseRecurringPayment':
      // As a cancel: before its number is known, the provider may have had nothing to move.
      return joined(
        kind === 'moveRecurringPayment' ? 'move-recurring-payment' : 'pause-recurring-payment',
        command.orderId,
        command.nextChargeAt,
        ...(command.recurringPaymentId === null ? [] : [command.recurringPaymentId]),
      );
    case 'resumeRecurringPayment':
      return joined('resume-recurring-payment', command.orderId, command.nextChargeAt);
    case 'learnRecurringPayment':
      return joined('learn-recurring-payment', provider, command.transactionId);
    case 'addressReceipts':
      return joined('address-receipts', command.orderId, command.since);
    case 'explainRecurringPayment':
      return joined('explain-recurring-payment', provider, command.recurringPaymentId);
    case 'explainCharge':
      return joined('explain-charge', provider, command.transactionId);
    case 'returnUnaccepted':
      return joined('return-unaccepted', provider, command.transactionId);
  }
}

/** Keys of emails within an account: one email for one event, ever. */
export const EMAIL_KEYS = {
  payment: (provider: string, transactionId: string): string => joined('payment', provider, transactionId),
  moneyReturned: (provider: string, transactionId: string, returnedKopecks: number): string =>
    joined('returned', provider, transactionId, returnedKopecks),
  chargeFailed: (provider: string, firstTransactionId: string): string =>
    joined('chargeFailed', provider, firstTransactionId),
  chargeUpcoming: (orderId: string, chargeAt: Date): string =>
    joined('chargeUpcoming', orderId, chargeAt.toISOString().slice(0, 10)),
  ended: (at: Date): string => joined('ended', at.toISOString()),
  cancelled: (at: Date): string => joined('cancelled', at.toISOString()),
  cardRemoved: (at: Date): string => joined('cardRemoved', at.toISOString()),
  gift: (eventKey: string): string => joined('gift', eventKey),
  grantedDays: (eventKey: string): string => joined('granted', eventKey),
};

/** The email's message in the outbox. */
export const emailMessageKey = (accountId: number, emailKey: string): string =>
  joined('email', accountId, emailKey);
