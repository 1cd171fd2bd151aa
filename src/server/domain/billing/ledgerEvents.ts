/**
 * Ledger events, from which the subscription state is computed, and the deduplication keys of events, commands and
 * emails. All such keys must be built by the functions of this module. The keys contain the name of the card provider,
 * because ids are only unique within one card provider.
 */
import type { Decline } from '../../../shared/declines';
import type { OrderKind } from '../../../shared/orderKinds';
import type { ReceiptTerms } from '../../../shared/receiptTerms';
import type { AddressCommand, ExplainingCommand, ReturnCommand, WantedCommand } from './commands';

/** State of a recurring payment at the card provider. */
export type RecurringPaymentState = 'active' | 'pastDue' | 'cancelled' | 'rejected' | 'expired';

/** Ledger event that contains ids of a card provider. */
interface ByProvider {
  /** Name of the card provider. */
  provider: string;
}

/** Ledger event whose time comes from this server's clock. */
interface Decided {
  /**
   * Keys of the ledger events within the clock skew that were known when this event was recorded. All other events
   * within the clock skew are ordered after this event (`eventOrder.ts`). If `known` is omitted, events within the
   * clock skew are ordered by time.
   */
  known?: readonly string[];
}

/** Data of a ledger event. Amounts are in kopecks, and dates are ISO 8601 strings in UTC. */
export type LedgerEventData =
  | (ByProvider & {
      kind: 'paymentSucceeded';
      transactionId: string;
      orderId: string;
      /**
       * Role of the payment: `first` for the payment of the order itself, or `recurrent` for a charge of the recurring
       * payment that the order started.
       */
      role: 'first' | 'recurrent';
      orderKind: OrderKind;
      amountKopecks: number;
      recurringPaymentAmountKopecks: number;
      /** Date of the first recurring charge, as the order defines it. */
      recurringPaymentStartAt: string;
      /** Length of the trial in days, or null if the order buys one month. */
      trialDays: number | null;
      cardMask: string | null;
      /** Set if the order is a trial and the card already had a trial under any account. */
      trialUsed?: true;
      /** Set if the payment should have verified a card, but was made without one, so that it is returned. */
      cardMissing?: true;
      /** Prefix of the partner whose link led the customer to the order. */
      partner?: string;
      /** Set if this server charges the saved payment method, because the card provider schedules no charges. */
      chargedBy?: 'merchant';
      /** Due date of a charge that this server requested, an ISO 8601 date in UTC. The date identifies the paid month. */
      chargeAt?: string;
      /** Set if the payment is a hold, which verified the card and is released. */
      isHold?: true;
      /** Terms of the payment's receipt, which a refund repeats; omitted for `DEFAULT_RECEIPT_TERMS`. */
      receiptTerms?: ReceiptTerms;
      /** Set if the payment method was not saved, so that no further charge is possible. */
      isUnsaved?: true;
      /**
       * Keys of the charges that were recorded before this change of card, except charges that the clocks of both card
       * providers certainly date before it. Omitted for all other payments and by earlier versions.
       */
      known?: readonly string[];
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
  /** The card provider reported the state of an order's recurring payment. */
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
  /**
   * The customer removed the stored card. The removed card must not be charged again, even if other events arrive
   * later.
   */
  | (Decided & { kind: 'cardRemoved' })
  /** Staff requested a refund. The recurring payment and the purchased access end, unless staff choose to keep them. */
  | (ByProvider &
      Decided & {
        kind: 'refundDecided';
        transactionId: string;
        amountKopecks: number;
        /** Set if the refund keeps the access that the payment bought. */
        keepsAccess?: true;
        /** Set if the refund keeps the recurring payment. */
        keepsRenewal?: true;
        /**
         * Hash of the staff's refund request, by which a repeated request is distinguished from a different request.
         */
        request?: string;
      })
  /** The card provider executed a refund that this server requested, and returned the refund id. */
  | (ByProvider & { kind: 'refundMade'; transactionId: string; refundId: string })
  /** The card provider reported a refund. */
  | (ByProvider & { kind: 'refunded'; transactionId: string; refundId: string; amountKopecks: number })
  | (ByProvider & { kind: 'voided'; transactionId: string })
  /** The payer's bank charged the payment back. After a chargeback, no further charge may be made. */
  | (ByProvider & Decided & { kind: 'chargedBack'; transactionId: string; amountKopecks: number })
  /**
   * This server postponed a charge that it had not made in time or had not announced. Access continues until the new
   * date `to`, an ISO 8601 date in UTC.
   */
  | (Decided & { kind: 'chargePostponed'; orderId: string; to: string })
  /**
   * The operator marked the card provider as gone, so the renewal of this order cannot be charged. The grace period does
   * not end before `graceUntil`, an ISO 8601 date in UTC. `markId` identifies the mark.
   */
  | (Decided & { kind: 'providerGone'; orderId: string; markId: number; graceUntil: string })
  /** The operator took back the mark `markId`, so the card provider charges again. */
  | (Decided & { kind: 'providerBack'; orderId: string; markId: number })
  /**
   * The months of this order are counted from the day on which the present run of months began, and no longer from a date
   * that was clamped to the end of a month (decision 0015).
   */
  | (Decided & { kind: 'monthsAnchored'; orderId: string })
  /** The subscription agreement ended because no charge was reported before the end of the grace period. */
  | (Decided & { kind: 'lapsed'; orderId: string })
  | (Decided & { kind: 'giftGranted'; months: number })
  /** Staff granted days as compensation. */
  | (Decided & { kind: 'daysGranted'; days: number; request?: string });

export type LedgerEventKind = LedgerEventData['kind'];

/** Data of the ledger events of some kinds. */
export type LedgerEventDataOf<Kind extends LedgerEventKind> = Extract<LedgerEventData, { kind: Kind }>;

/** Ledger event of an account. */
export interface LedgerEvent {
  /** Unique key of the ledger event. Ledger events with the same key count once. */
  key: string;
  at: Date;
  data: LedgerEventData;
}

/** Ledger event of one kind. */
export type LedgerEventOf<Kind extends LedgerEventKind> = LedgerEvent & { data: LedgerEventDataOf<Kind> };

/** Returns the unique key of a payment: the card provider's name and the transaction id. */
export const paymentKey = (payment: ByProvider & { transactionId: string }): string =>
  `${payment.provider}:${payment.transactionId}`;

const joined = (...parts: readonly (string | number)[]): string => parts.join(':');

/** Fields that distinguish one report of the card provider from another. */
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

/**
 * Returns the ledger key of an event that the card provider reports. The ledger key is the same for a notification and
 * for a polled event.
 * @example reportKey('acquirer', { kind: 'paid', transactionId: '504' }) // 'paid:acquirer:504'
 */
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

/**
 * Returns the key of a staff refund. The key of a staff refund contains no date, so staff can refund a payment only
 * once.
 */
export const refundDecisionKey = (provider: string, transactionId: string): string =>
  joined('refund-decided', provider, transactionId);

/** Returns the key of a refund that the card provider executed at the request of this server. */
export const refundMadeKey = (provider: string, refundId: string): string =>
  joined('refund-made', provider, refundId);

export const cancelKey = (orderId: string, at: Date): string =>
  joined('cancelled', orderId, at.toISOString());

export const cardRemovalKey = (accountId: number, at: Date): string =>
  joined('card-removed', accountId, at.toISOString());

/**
 * Returns the key of the ledger event for a lapsed subscription agreement. Each missed charge has its own lapse key.
 * `again` is the time of a second lapse of the same charge.
 */
export const lapseKey = (orderId: string, chargeAt: Date, again?: Date): string =>
  joined('lapsed', orderId, chargeAt.toISOString(), ...(again === undefined ? [] : [again.toISOString()]));

/** Returns the key of the ledger event by which the months of an order are no longer counted from a clamped date. */
export const anchorKey = (orderId: string, at: Date): string =>
  joined('months-anchored', orderId, at.toISOString());

/** Returns the key of the ledger event for a postponed charge. */
export const postponementKey = (orderId: string, at: Date): string =>
  joined('charge-postponed', orderId, at.toISOString());

/** Returns the key of the ledger event for a renewal whose card provider is gone, or is back. */
export const goneKey = (kind: 'providerGone' | 'providerBack', markId: number, orderId: string): string =>
  joined(kind === 'providerGone' ? 'provider-gone' : 'provider-back', markId, orderId);

export const giftKey = (giftId: number | string): string => joined('gift', giftId);

/** Returns the gift id from the key of a gift's ledger event. */
export const parseGiftId = (key: string): number => Number(key.replace('gift:', ''));

/** Returns the key of granted days. The caller generates `requestKey`, so a repeated request grants the days once. */
export const grantedDaysKey = (requestKey: string): string => joined('days', requestKey);

/**
 * Returns the key of a command. Each command is executed once, and its key is also sent to the card provider as the
 * idempotency key.
 */
export function commandKey(
  command: WantedCommand | ExplainingCommand | ReturnCommand | AddressCommand,
): string {
  const { kind, provider } = command;
  switch (kind) {
    case 'refund':
      return joined(kind, provider, command.transactionId);
    case 'cancelRecurringPayment':
      // The cancel command is repeated once the recurring payment's id is known, because the card provider may not have
      // created the recurring payment when the command was first executed.
      return joined(
        'cancel-recurring-payment',
        command.orderId,
        ...(command.recurringPaymentId === null ? [] : [command.recurringPaymentId]),
      );
    case 'moveRecurringPayment':
    case 'pauseRecurringPayment':
      // Like a cancellation, this command is repeated once the recurring payment's id is known.
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

/**
 * Key builders of billing emails. The key of a billing email is unique within an account, so each event leads to at
 * most one email.
 */
export const EMAIL_KEYS = {
  payment: (provider: string, transactionId: string): string => joined('payment', provider, transactionId),
  moneyReturned: (provider: string, transactionId: string, returnedKopecks: number): string =>
    joined('returned', provider, transactionId, returnedKopecks),
  chargeFailed: (provider: string, firstTransactionId: string): string =>
    joined('chargeFailed', provider, firstTransactionId),
  chargeUpcoming: (orderId: string, chargeAt: Date): string =>
    joined('chargeUpcoming', orderId, chargeAt.toISOString().slice(0, 10)),
  providerGone: (markId: number): string => joined('providerGone', markId),
  ended: (at: Date): string => joined('ended', at.toISOString()),
  cancelled: (at: Date): string => joined('cancelled', at.toISOString()),
  cardChanged: (orderId: string): string => joined('cardChanged', orderId),
  cardRemoved: (at: Date): string => joined('cardRemoved', at.toISOString()),
  gift: (eventKey: string): string => joined('gift', eventKey),
  grantedDays: (eventKey: string): string => joined('granted', eventKey),
};

/** Returns the key of an email's outbox message. */
export const emailMessageKey = (accountId: number, emailKey: string): string =>
  joined('email', accountId, emailKey);
