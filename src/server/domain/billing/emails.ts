/**
 * Which emails about money a customer should get, from the state of his subscription alone. Each
 * email has a key that names what it is about, so it leaves once, whatever arrives twice or out of
 * order; and it is read again from the state when it leaves, so it never says what has become untrue. Amounts are kopecks.
 */
import { type DeclineReason, isTriedAgain } from '../../../shared/declines';
import type { OrderKind } from '../../../shared/orderKinds';
import { addDays } from './billingCalendar';
import { CHARGE_NOTICE_DAYS } from './chargeDates';
import { isVerification, type Payment, refundedOf, type SubscriptionState } from './fold';
import { EMAIL_KEYS, paymentKey } from './ledgerEvents';
import { chargeToCome, type SubscriptionSummary, summarize } from './status';

/** An email about a beginning leaves within so many days: later it would be about something else. */
const BEGINNING_DAYS = 7;

/** What will be charged and when; null when nothing will. */
export type NextCharge = { at: Date; amountKopecks: number } | null;

/** What a payment bought, as its email says it. */
type Bought = Exclude<OrderKind, 'renewal'> | 'month';

export type EmailData =
  | {
      name: 'paymentReceived';
      /** trial: the amount verifies the card and goes back; campaign: it is kept. */
      bought: Bought;
      transactionId: string;
      paidAt: Date;
      amountKopecks: number;
      cardMask: string | null;
      nextCharge: NextCharge;
      accessUntil: Date;
    }
  | { name: 'chargeUpcoming'; chargeAt: Date; amountKopecks: number; cardMask: string | null }
  | {
      name: 'chargeFailed';
      reason: DeclineReason;
      amountKopecks: number;
      cardMask: string | null;
      /** After some reasons the provider never tries again. */
      willRetry: boolean;
      /** When the provider tries again, if it said so. */
      retryAt: Date | null;
    }
  /**
   * declined: the provider gave up charging; unheard: no charge was heard of in time.
   * `accessUntil` null: access is over.
   */
  | {
      name: 'subscriptionEnded';
      why: 'declined' | 'unheard';
      amountKopecks: number;
      accessUntil: Date | null;
    }
  | { name: 'subscriptionCancelled'; accessUntil: Date | null }
  /** The customer withdrew the stored card; a recurring payment that there was has ended with it. */
  | { name: 'cardRemoved'; accessUntil: Date | null }
  | {
      name: 'moneyReturned';
      /** refund: what was bought is taken back; the others bought nothing. */
      why: 'refund' | 'surplus' | 'secondTrial';
      transactionId: string;
      paidAt: Date;
      paidKopecks: number;
      /** All that went back of this payment so far. */
      returnedKopecks: number;
      cardMask: string | null;
      nextCharge: NextCharge;
      accessUntil: Date | null;
    }
  | { name: 'giftActivated'; months: number; accessUntil: Date; nextCharge: NextCharge }
  /** Staff made up for something. */
  | { name: 'daysGranted'; days: number; accessUntil: Date; nextCharge: NextCharge };

export type EmailName = EmailData['name'];

/** `key` is unique within the account: one email for one event, ever. */
export type WantedEmail = EmailData & { key: string };

interface Standing {
  summary: SubscriptionSummary;
  nextCharge: NextCharge;
  /** End of the access that still runs. */
  accessUntil: Date | null;
}

function standingOf(state: SubscriptionState, now: Date): Standing {
  const summary = summarize(state);
  const chargeAt = chargeToCome(summary, now);
  return {
    summary,
    nextCharge: chargeAt === null ? null : { at: chargeAt, amountKopecks: summary.amountKopecks },
    accessUntil: state.accessUntil !== null && now < state.accessUntil ? state.accessUntil : null,
  };
}

/** Given back by us or by the provider; what the bank took is told in another way. */
const isRefunded = (payment: Payment): boolean =>
  payment.refundTargetKopecks !== null || refundedOf(payment) >= payment.amountKopecks;

const isReturned = (payment: Payment): boolean =>
  isRefunded(payment) || payment.returnedKopecks >= payment.amountKopecks;

function boughtBy(payment: Payment): Bought {
  if (payment.role === 'recurrent' || payment.orderKind === 'renewal') return 'month';
  return payment.orderKind;
}

function* emailsOfPayment(
  payment: Payment,
  state: SubscriptionState,
  { nextCharge, accessUntil }: Standing,
  now: Date,
): Iterable<WantedEmail> {
  const { provider, transactionId, at: paidAt, amountKopecks, cardMask } = payment;
  const returnedKopecks = refundedOf(payment);
  const isCounted = payment.verdict === 'counted';
  const isTrial = payment.orderKind === 'trial' && payment.role === 'first';
  const hasTime = state.segments.some(({ key }) => key === paymentKey(payment));
  if (isVerification(payment)) {
    // Once its week is over, or taken back, there is nothing to welcome to.
    if (accessUntil !== null && hasTime && now < addDays(paidAt, BEGINNING_DAYS)) {
      yield {
        name: 'paymentReceived',
        key: EMAIL_KEYS.payment(provider, transactionId),
        bought: 'trial',
        ...{ transactionId, paidAt, amountKopecks, cardMask, nextCharge, accessUntil },
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
    };
  }
  // The email with which a campaign buyer signs in says so already.
  const isKnown = !isCounted && payment.orderKind === 'campaign' && payment.role === 'first';
  if (returnedKopecks > 0 && !isKnown) {
    yield {
      name: 'moneyReturned',
      key: EMAIL_KEYS.moneyReturned(provider, transactionId, returnedKopecks),
      why: isCounted ? 'refund' : isTrial ? 'secondTrial' : 'surplus',
      ...{ transactionId, paidAt, paidKopecks: amountKopecks, returnedKopecks, cardMask },
      ...{ nextCharge, accessUntil },
    };
  }
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
    if (nextCharge === null) return;
    const isTrying = failedCharge !== null || agreement.failures > 0;
    // A failed charge is tried again on the days after it; what is put off further is a charge like any other.
    const isRetry =
      isTrying &&
      agreement.nextChargeAt <= now &&
      nextCharge.at <= addDays(agreement.nextChargeAt, CHARGE_NOTICE_DAYS);
    if (failedCharge !== null && nextCharge.at <= addDays(agreement.nextChargeAt, CHARGE_NOTICE_DAYS)) {
      const { reason } = failedCharge;
      const retryAt = agreement.providerNextChargeAt;
      const willRetry = isTriedAgain(reason);
      yield {
        name: 'chargeFailed',
        // The provider retries a charge several times: one email is enough.
        key: EMAIL_KEYS.chargeFailed(agreement.provider, failedCharge.firstTransactionId),
        ...{ reason, amountKopecks, cardMask, willRetry },
        retryAt: willRetry && retryAt !== null && retryAt > now ? retryAt : null,
      };
    } else if (!isRetry && noticeAt(nextCharge.at) <= now && now < nextCharge.at) {
      yield {
        name: 'chargeUpcoming',
        key: EMAIL_KEYS.chargeUpcoming(orderId, nextCharge.at),
        chargeAt: nextCharge.at,
        ...{ amountKopecks: summary.amountKopecks, cardMask },
      };
    }
    return;
  }
  if (ended.by === 'surplus') return;
  if (ended.by === 'lapse' || (ended.by === 'provider' && ended.state !== 'cancelled')) {
    const key = EMAIL_KEYS.ended(ended.at);
    const why = ended.by === 'lapse' ? 'unheard' : 'declined';
    yield { name: 'subscriptionEnded', key, why, amountKopecks, accessUntil };
    return;
  }
  // Money that went back has an email of its own, which says the same; so has a card that was withdrawn.
  const isRefund = state.payments.some(
    (payment) =>
      payment.orderId === orderId &&
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

const noticeAt = (chargeAt: Date): Date => addDays(chargeAt, -CHARGE_NOTICE_DAYS);

/** Every email that is true of a state at a moment, sent already or not. */
export function emailsOf(state: SubscriptionState, now: Date): WantedEmail[] {
  const standing = standingOf(state, now);
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

/** Two emails about one thing: a failed try that is heard of late changes which try was the first. */
const isSame = (a: WantedEmail, b: { name: EmailName; key: string }): boolean =>
  a.key === b.key || (a.name === 'chargeFailed' && b.name === 'chargeFailed');

/**
 * The emails that the change between two states of an account calls for. One about a coming charge
 * is wanted by time alone: it is always among them, and its key lets it leave once.
 */
export function emailsFor(before: SubscriptionState, after: SubscriptionState, now: Date): WantedEmail[] {
  const known = emailsOf(before, now);
  return emailsOf(after, now).filter(
    (emailMessage) =>
      emailMessage.name === 'chargeUpcoming' || known.every((other) => !isSame(other, emailMessage)),
  );
}

/** An email that was called for, as it reads now; null when it has become untrue. */
export function emailStillWanted(
  state: SubscriptionState,
  emailMessage: { name: EmailName; key: string },
  now: Date,
): WantedEmail | null {
  return emailsOf(state, now).find((wanted) => isSame(wanted, emailMessage)) ?? null;
}

/** When time alone calls for the next email; null when it is out or there is none to come. */
export function nextEmailAt(state: SubscriptionState, now: Date): Date | null {
  const { nextCharge } = standingOf(state, now);
  if (nextCharge === null) return null;
  const at = noticeAt(nextCharge.at);
  return at > now ? at : null;
}
