/**
 * Decides which billing emails a customer should get. The decision depends only on the subscription state.
 *
 * Each email is deduplicated by the key of its event, so it is sent once even if notifications arrive twice or out of
 * order. The data of an email is computed again when the email is sent, so that the email is never outdated. Amounts are
 * in kopecks.
 */
import type { DeclineReason } from '../../../shared/declines';
import { EVERY_MONTH_HAS } from '../../../shared/moscowDays';
import { isCardChange } from '../../../shared/orderKinds';
import { addDays } from './billingCalendar';
import { CHARGE_NOTICE_DAYS } from './chargeDates';
import { deriveFailedCharge, type FailedCharge } from './failedCharge';
import { EMAIL_KEYS, paymentKey } from './ledgerEvents';
import { findOwnCharge, needsNotice } from './ownCharges';
import { chargeToCome, type SubscriptionSummary, summarize } from './status';
import {
  type Agreement,
  computeRefundedKopecks,
  deriveLapse,
  isCardCheck,
  isVerification,
  ordersContinuedBy,
  type Payment,
  presentOutage,
  type SubscriptionState,
} from './subscriptionState';

/** Emails about the start of a trial, a gift or granted days are sent only within this number of days. */
const BEGINNING_DAYS = 7;

/** Day of the month of the charges, in Moscow time. Omitted if every month has the day. */
interface ChargeDay {
  dayOfMonth?: number;
}

/** Date and amount of the next charge, or null if no charge is scheduled. */
export type NextCharge = ({ at: Date; amountKopecks: number } & ChargeDay) | null;

/** Kind of purchase that a billing email mentions. */
type Bought = 'trial' | 'campaign' | 'month' | 'cardChangeMonth';

/** Data of a billing email by email name. */
export type EmailData =
  | {
      name: 'paymentReceived';
      /**
       * Kind of purchase. The payment of a `trial` only verifies the card and is refunded; the payment of a `campaign`
       * is not refunded.
       */
      bought: Bought;
      transactionId: string;
      paidAt: Date;
      amountKopecks: number;
      cardMask: string | null;
      nextCharge: NextCharge;
      accessUntil: Date;
      /** Set if the payment was a hold that is released, so that no money was taken. */
      isHold?: true;
      /** Set if the payment method was not saved, so that the subscription does not renew. */
      isUnsaved?: true;
    }
  | ({
      name: 'chargeUpcoming';
      chargeAt: Date;
      amountKopecks: number;
      cardMask: string | null;
    } & ChargeDay)
  | {
      name: 'chargeFailed';
      reason: DeclineReason;
      amountKopecks: number;
      cardMask: string | null;
      /**
       * Whether the card provider retries the declined charge. The card provider does not retry after certain decline
       * reasons.
       */
      willRetry: boolean;
      /** Time of the next retry of the charge, or null if the card provider reported no time. */
      retryAt: Date | null;
      /** Set if the renewal has ended since the decline, because no attempt succeeded in time. */
      hasEnded?: true;
    }
  /** Email about a renewal whose card provider is gone. Access continues until `accessUntil` without a charge. */
  | {
      name: 'providerGone';
      chargeAt: Date;
      amountKopecks: number;
      cardMask: string | null;
      accessUntil: Date;
    }
  /**
   * Email about the end of the subscription. The reason `why` is `declined` if the charges permanently failed, or
   * `unheard` if no charge was reported in time. `accessUntil` is null if access has expired.
   */
  | {
      name: 'subscriptionEnded';
      why: 'declined' | 'unheard';
      amountKopecks: number;
      accessUntil: Date | null;
      /** Set if the access is the rest of the grace period. */
      isGrace?: true;
    }
  | { name: 'subscriptionCancelled'; accessUntil: Date | null }
  /** Email about a renewal that continues with another card. */
  | ({
      name: 'cardChanged';
      /**
       * Amount that verified the new card and is refunded, or null if a month was paid with the new card and is
       * refunded.
       */
      checkKopecks: number | null;
      /** Set if the verification was a hold that is released, so that no money was taken. */
      isHold?: true;
      cardMask: string | null;
      chargeAt: Date;
      amountKopecks: number;
    } & ChargeDay)
  /** Email about the removal of the stored card, which also ended the recurring payment if there was one. */
  | { name: 'cardRemoved'; accessUntil: Date | null }
  | {
      name: 'moneyReturned';
      /**
       * Reason of the refund. A `refund` revokes the access that the payment bought; payments refunded as `surplus` and
       * `secondTrial` bought no access, and a payment refunded as `cardMissing` verified no card.
       */
      why: 'refund' | 'surplus' | 'secondTrial' | 'cardMissing';
      /** Set if the payment was a hold that was released, so that no money was taken. */
      isHold?: true;
      transactionId: string;
      paidAt: Date;
      paidKopecks: number;
      /** Total amount of this payment that was refunded so far, in kopecks. */
      returnedKopecks: number;
      cardMask: string | null;
      nextCharge: NextCharge;
      accessUntil: Date | null;
    }
  | { name: 'giftActivated'; months: number; accessUntil: Date; nextCharge: NextCharge }
  /** Email about days that staff granted as compensation. */
  | { name: 'daysGranted'; days: number; accessUntil: Date; nextCharge: NextCharge };

export type EmailName = EmailData['name'];

/**
 * Billing email that should be sent. Its `key` is unique within the account, so that each event leads to at most one
 * email.
 */
export type WantedEmail = EmailData & { key: string };

interface Standing {
  summary: SubscriptionSummary;
  nextCharge: NextCharge;
  /** Expiry of the current access, or null if the customer has no access. */
  accessUntil: Date | null;
}

const deriveChargeDay = (agreement: Agreement | null): ChargeDay =>
  agreement === null || agreement.anchorDay <= EVERY_MONTH_HAS ? {} : { dayOfMonth: agreement.anchorDay };

function deriveStanding(state: SubscriptionState, now: Date): Standing {
  const summary = summarize(state);
  const chargeAt = chargeToCome(summary, now);
  return {
    summary,
    nextCharge:
      chargeAt === null
        ? null
        : { at: chargeAt, amountKopecks: summary.amountKopecks, ...deriveChargeDay(state.agreement) },
    accessUntil: state.accessUntil !== null && now < state.accessUntil ? state.accessUntil : null,
  };
}

/** Returns whether a payment was refunded, or its refund was requested. A chargeback does not count as a refund. */
const isRefunded = (payment: Payment): boolean =>
  payment.refundTargetKopecks !== null || computeRefundedKopecks(payment) >= payment.amountKopecks;

const isReturned = (payment: Payment): boolean =>
  isRefunded(payment) || payment.returnedKopecks >= payment.amountKopecks;

function boughtBy({ role, orderKind }: Payment): Bought {
  if (role === 'recurrent') return 'month';
  switch (orderKind) {
    case 'trial':
    case 'campaign':
    case 'cardChangeMonth':
      return orderKind;
    case 'renewal':
    case 'cardChange':
      return 'month';
  }
}

/** Returns whether another payment of the order bought access, so that the order was paid twice. */
export const isOrderPaidByOther = (
  { payments }: Pick<SubscriptionState, 'payments'>,
  { orderId, verdict }: Pick<Payment, 'orderId' | 'verdict'>,
): boolean =>
  verdict !== 'counted' &&
  payments.some(
    (other) => other.orderId === orderId && other.role === 'first' && other.verdict === 'counted',
  );

/**
 * Returns the email about a card change whose payment buys no access, or nothing if the customer has since used another
 * card.
 */
function* emailsOfCardChange(
  { orderId, cardMask, role, orderKind, verdict, amountKopecks: checkKopecks, isHold }: Payment,
  { agreement, payments }: SubscriptionState,
  { nextCharge }: Standing,
): Iterable<WantedEmail> {
  if (role === 'recurrent' || agreement?.orderId !== orderId || nextCharge === null) return;
  // The order was paid twice, and the customer gets a separate email about the accepted payment.
  if (isOrderPaidByOther({ payments }, { orderId, verdict })) return;
  yield {
    name: 'cardChanged',
    key: EMAIL_KEYS.cardChanged(orderId),
    checkKopecks: orderKind === 'cardChange' ? checkKopecks : null,
    ...(isHold ? { isHold } : {}),
    cardMask,
    chargeAt: nextCharge.at,
    amountKopecks: nextCharge.amountKopecks,
    ...deriveChargeDay(agreement),
  };
}

function* emailsOfPayment(
  payment: Payment,
  state: SubscriptionState,
  standing: Standing,
  now: Date,
): Iterable<WantedEmail> {
  const { nextCharge, accessUntil } = standing;
  const { provider, transactionId, at: paidAt, amountKopecks, cardMask } = payment;
  const returnedKopecks = computeRefundedKopecks(payment);
  const isCounted = payment.verdict === 'counted';
  const hold = payment.isHold ? { isHold: true as const } : {};
  const isUnsaved = state.agreements.some(
    ({ orderId, ended }) => orderId === payment.orderId && ended?.by === 'unsaved',
  );
  const isTrial = payment.orderKind === 'trial' && payment.role === 'first';
  const hasTime = state.segments.some(({ key }) => key === paymentKey(payment));
  if (isCardChange(payment.orderKind) && (isCardCheck(payment) || !isCounted))
    yield* emailsOfCardChange(payment, state, standing);
  if (isCardCheck(payment)) return;
  if (isVerification(payment)) {
    // The welcome email is not sent after the first week or after the access was revoked.
    if (accessUntil !== null && hasTime && now < addDays(paidAt, BEGINNING_DAYS)) {
      yield {
        name: 'paymentReceived',
        key: EMAIL_KEYS.payment(provider, transactionId),
        bought: 'trial',
        ...{ transactionId, paidAt, amountKopecks, cardMask, nextCharge, accessUntil },
        ...hold,
      };
    }
    return;
  }
  if (isCounted && !isReturned(payment) && state.accessUntil !== null) {
    yield {
      name: 'paymentReceived',
      key: EMAIL_KEYS.payment(provider, transactionId),
      bought: boughtBy(payment),
      ...{ transactionId, paidAt, amountKopecks, cardMask, nextCharge },
      accessUntil: state.accessUntil,
      ...(isUnsaved ? { isUnsaved } : {}),
    };
  }
  // The sign-in email of a campaign buyer already reports the refund of a surplus payment, unless the order was paid twice.
  const isKnown =
    !isCounted &&
    payment.orderKind === 'campaign' &&
    payment.role === 'first' &&
    !isOrderPaidByOther(state, payment);
  if (returnedKopecks > 0 && !isKnown) {
    yield {
      name: 'moneyReturned',
      key: EMAIL_KEYS.moneyReturned(provider, transactionId, returnedKopecks),
      why: isCounted ? 'refund' : payment.isCardMissing ? 'cardMissing' : isTrial ? 'secondTrial' : 'surplus',
      ...{ transactionId, paidAt, paidKopecks: amountKopecks, returnedKopecks, cardMask },
      ...{ nextCharge, accessUntil },
      ...hold,
    };
  }
}

/**
 * Returns the email about a failed charge. A failed charge is tried several times, but the customer gets only one email
 * about it.
 */
const chargeFailed = (
  { provider, recurringPaymentAmountKopecks: amountKopecks }: Agreement,
  cardMask: string | null,
  { firstTransactionId, reason, willRetry, retryAt }: FailedCharge,
  hasEnded = false,
): WantedEmail => ({
  name: 'chargeFailed',
  key: EMAIL_KEYS.chargeFailed(provider, firstTransactionId),
  ...{ reason, amountKopecks, cardMask, willRetry, retryAt },
  ...(hasEnded ? { hasEnded } : {}),
});

/**
 * Returns whether the next charge retries a failed charge, so that the email about the decline announces it. The card
 * provider retries a failed charge on the following days. A charge that it postponed by more than some days is not a
 * retry.
 */
function isRetried(state: SubscriptionState, agreement: Agreement, nextChargeAt: Date, now: Date): boolean {
  if (agreement.chargedBy === 'merchant') {
    const charge = findOwnCharge(state);
    return charge === null || !needsNotice(charge);
  }
  if (deriveFailedCharge(agreement, nextChargeAt, now) !== null) return true;
  const isDue =
    agreement.nextChargeAt <= now && nextChargeAt <= addDays(agreement.nextChargeAt, CHARGE_NOTICE_DAYS);
  return agreement.failures > 0 && isDue;
}

function* emailsOfAgreement(
  state: SubscriptionState,
  { summary, nextCharge, accessUntil }: Standing,
  now: Date,
): Iterable<WantedEmail> {
  const { agreement, cardMask } = state;
  if (agreement === null || !agreement.begun) return;
  const { orderId, ended, failedCharge, recurringPaymentAmountKopecks: amountKopecks } = agreement;
  if (ended === null) {
    const outage = presentOutage(agreement);
    const failed = deriveFailedCharge(agreement, nextCharge?.at ?? null, now);
    if (failed !== null) yield chargeFailed(agreement, cardMask, failed);
    if (nextCharge === null) return;
    if (outage !== null)
      yield {
        name: 'providerGone',
        key: EMAIL_KEYS.providerGone(outage.markId),
        chargeAt: nextCharge.at,
        ...{ amountKopecks, cardMask },
        accessUntil: deriveLapse(agreement, state.accessUntil),
      };
    const isUpcoming = noticeAt(nextCharge.at) <= now && now < nextCharge.at;
    if (outage === null && isUpcoming && !isRetried(state, agreement, nextCharge.at, now)) {
      yield {
        name: 'chargeUpcoming',
        key: EMAIL_KEYS.chargeUpcoming(orderId, nextCharge.at),
        chargeAt: nextCharge.at,
        ...{ amountKopecks: summary.amountKopecks, cardMask, ...deriveChargeDay(agreement) },
      };
    }
    return;
  }
  // The email about the payment reports that no renewal follows.
  if (ended.by === 'surplus' || ended.by === 'unsaved') return;
  if (hasEndedUnpaid(agreement)) {
    const key = EMAIL_KEYS.ended(ended.at);
    const isDeclined = agreement.chargedBy === 'merchant' && failedCharge !== null;
    const why = ended.by === 'lapse' && !isDeclined ? 'unheard' : 'declined';
    const isGrace = accessUntil !== null && state.accessUntil !== null && accessUntil > state.accessUntil;
    yield {
      name: 'subscriptionEnded',
      ...{ key, why, amountKopecks, accessUntil },
      ...(isGrace ? { isGrace } : {}),
    };
    return;
  }
  // The email about a refund or about the removal of the card also reports the cancellation.
  const orderIds = ordersContinuedBy(state.agreements, agreement);
  const isRefund = state.payments.some(
    (payment) =>
      orderIds.has(payment.orderId) &&
      payment.verdict === 'counted' &&
      !isVerification(payment) &&
      !payment.keepsRenewal &&
      isRefunded(payment),
  );
  const isWithCard = state.cardRemovedAt?.getTime() === ended.at.getTime();
  if (!isRefund && !isWithCard) {
    yield { name: 'subscriptionCancelled', key: EMAIL_KEYS.cancelled(ended.at), accessUntil };
  }
}

/** Returns whether a renewal ended because no charge succeeded in time. */
const hasEndedUnpaid = ({ ended }: Agreement): boolean =>
  ended?.by === 'lapse' || (ended?.by === 'provider' && ended.state !== 'cancelled');

const noticeAt = (chargeAt: Date): Date => addDays(chargeAt, -CHARGE_NOTICE_DAYS);

/** Returns every billing email that applies to a subscription state at `now`, including emails that were already sent. */
export function deriveEmails(state: SubscriptionState, now: Date): WantedEmail[] {
  const standing = deriveStanding(state, now);
  const { nextCharge, accessUntil } = standing;
  return [
    ...state.payments.flatMap((payment) => [...emailsOfPayment(payment, state, standing, now)]),
    ...emailsOfAgreement(state, standing, now),
    ...(state.cardRemovedAt === null
      ? []
      : [
          {
            name: 'cardRemoved' as const,
            key: EMAIL_KEYS.cardRemoved(state.cardRemovedAt),
            accessUntil,
          },
        ]),
    ...(accessUntil === null
      ? []
      : state.gifts
          .filter(({ at }) => now < addDays(at, BEGINNING_DAYS))
          .map(({ key, months }): WantedEmail => ({
            name: 'giftActivated',
            key: EMAIL_KEYS.gift(key),
            ...{ months, accessUntil, nextCharge },
          }))),
    ...(accessUntil === null
      ? []
      : state.grantedDays
          .filter(({ at }) => now < addDays(at, BEGINNING_DAYS))
          .map(({ key, days }): WantedEmail => ({
            name: 'daysGranted',
            key: EMAIL_KEYS.grantedDays(key),
            ...{ days, accessUntil, nextCharge },
          }))),
  ];
}

/**
 * Returns whether two emails are about the same event. Two `chargeFailed` emails always count as emails about the same
 * event, because a failed attempt that is reported late can become the first attempt and thus change the key.
 */
const isSame = (a: WantedEmail, b: { name: EmailName; key: string }): boolean =>
  a.key === b.key || (a.name === 'chargeFailed' && b.name === 'chargeFailed');

/**
 * Returns the emails that a change of the subscription state requires. The list always includes an email about an
 * upcoming charge, because that email depends on time, not on a change. The key of the email prevents a second
 * delivery.
 * @example emailsFor(before, after, now).map(({ key }) => emailMessageKey(accountId, key))
 */
export function emailsFor(before: SubscriptionState, after: SubscriptionState, now: Date): WantedEmail[] {
  const known = deriveEmails(before, now);
  return deriveEmails(after, now).filter(
    (emailMessage) =>
      emailMessage.name === 'chargeUpcoming' || known.every((other) => !isSame(other, emailMessage)),
  );
}

/**
 * Returns the email about the decline that ended the renewal, or nothing. The email is only sent if it was requested
 * before the renewal ended, because the email about the end also names the decline.
 */
function* declineBeforeEnd({ agreement, cardMask }: SubscriptionState, now: Date): Iterable<WantedEmail> {
  if (agreement === null || !hasEndedUnpaid(agreement)) return;
  const failed = deriveFailedCharge(agreement, null, now);
  if (failed !== null) yield chargeFailed(agreement, cardMask, failed, true);
}

/** Returns a queued email with its current data, or null if the email no longer matches the subscription state. */
export function emailStillWanted(
  state: SubscriptionState,
  emailMessage: { name: EmailName; key: string },
  now: Date,
): WantedEmail | null {
  const wanted = [...deriveEmails(state, now), ...declineBeforeEnd(state, now)];
  return wanted.find((each) => isSame(each, emailMessage)) ?? null;
}

/**
 * Returns the time when the next email about an upcoming charge is due, or null if this email is already due or no
 * charge is scheduled. A charge at a card provider that is gone is not announced.
 */
export function nextEmailAt(state: SubscriptionState, now: Date): Date | null {
  const { nextCharge } = deriveStanding(state, now);
  const outage = state.agreement === null ? null : presentOutage(state.agreement);
  if (nextCharge === null || outage !== null) return null;
  const at = noticeAt(nextCharge.at);
  return at > now ? at : null;
}
