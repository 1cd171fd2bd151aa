/**
 * Which letters about money a customer should get, from the state of his subscription alone. Each
 * letter has a key that names what it is about, so it leaves once, whatever arrives twice or out of
 * order; and it is read again from the state when it leaves, so it never says what has become untrue. Amounts are kopecks.
 */
import { type DeclineReason, isTriedAgain } from '../../../shared/declines';
import type { OrderKind } from '../../../shared/orderKinds';
import { addDays } from './billingCalendar';
import { CHARGE_NOTICE_DAYS } from './chargeDates';
import { LETTER_KEYS, paymentKey } from './facts';
import { isVerification, type Payment, refundedOf, type SubscriptionState } from './fold';
import { chargeToCome, type SubscriptionSummary, summarize } from './status';

/** A letter about a beginning leaves within so many days: later it would be about something else. */
const BEGINNING_DAYS = 7;

/** What will be charged and when; null when nothing will. */
export type NextCharge = { at: Date; amountKopecks: number } | null;

/** What a payment bought, as its letter says it. */
type Bought = Exclude<OrderKind, 'renewal'> | 'month';

export type LetterFacts =
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
  /** The customer withdrew the stored card; a recurrence that there was has ended with it. */
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

export type LetterName = LetterFacts['name'];

/** `key` is unique within the account: one letter for one event, ever. */
export type WantedLetter = LetterFacts & { key: string };

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

function* lettersOfPayment(
  payment: Payment,
  state: SubscriptionState,
  { nextCharge, accessUntil }: Standing,
  now: Date,
): Iterable<WantedLetter> {
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
        key: LETTER_KEYS.payment(provider, transactionId),
        bought: 'trial',
        ...{ transactionId, paidAt, amountKopecks, cardMask, nextCharge, accessUntil },
      };
    }
    return;
  }
  if (isCounted && !isReturned(payment) && state.accessUntil !== null) {
    yield {
      name: 'paymentReceived',
      key: LETTER_KEYS.payment(provider, transactionId),
      bought: boughtBy(payment),
      ...{ transactionId, paidAt, amountKopecks, cardMask, nextCharge },
      accessUntil: state.accessUntil,
    };
  }
  // The letter with which a campaign buyer signs in says so already.
  const isKnown = !isCounted && payment.orderKind === 'campaign' && payment.role === 'first';
  if (returnedKopecks > 0 && !isKnown) {
    yield {
      name: 'moneyReturned',
      key: LETTER_KEYS.moneyReturned(provider, transactionId, returnedKopecks),
      why: isCounted ? 'refund' : isTrial ? 'secondTrial' : 'surplus',
      ...{ transactionId, paidAt, paidKopecks: amountKopecks, returnedKopecks, cardMask },
      ...{ nextCharge, accessUntil },
    };
  }
}

function* lettersOfAgreement(
  state: SubscriptionState,
  { summary, nextCharge, accessUntil }: Standing,
  now: Date,
): Iterable<WantedLetter> {
  const { agreement, cardMask } = state;
  if (agreement === null || !agreement.begun) return;
  const { orderId, ended, failedCharge, recurrenceAmountKopecks: amountKopecks } = agreement;
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
        // The provider retries a charge several times: one letter is enough.
        key: LETTER_KEYS.chargeFailed(agreement.provider, failedCharge.firstTransactionId),
        ...{ reason, amountKopecks, cardMask, willRetry },
        retryAt: willRetry && retryAt !== null && retryAt > now ? retryAt : null,
      };
    } else if (!isRetry && noticeAt(nextCharge.at) <= now && now < nextCharge.at) {
      yield {
        name: 'chargeUpcoming',
        key: LETTER_KEYS.chargeUpcoming(orderId, nextCharge.at),
        chargeAt: nextCharge.at,
        ...{ amountKopecks: summary.amountKopecks, cardMask },
      };
    }
    return;
  }
  if (ended.by === 'surplus') return;
  if (ended.by === 'lapse' || (ended.by === 'provider' && ended.state !== 'cancelled')) {
    const key = LETTER_KEYS.ended(ended.at);
    const why = ended.by === 'lapse' ? 'unheard' : 'declined';
    yield { name: 'subscriptionEnded', key, why, amountKopecks, accessUntil };
    return;
  }
  // Money that went back has a letter of its own, which says the same; so has a card that was withdrawn.
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
    yield { name: 'subscriptionCancelled', key: LETTER_KEYS.cancelled(ended.at), accessUntil };
  }
}

const noticeAt = (chargeAt: Date): Date => addDays(chargeAt, -CHARGE_NOTICE_DAYS);

/** Every letter that is true of a state at a moment, sent already or not. */
export function lettersOf(state: SubscriptionState, now: Date): WantedLetter[] {
  const standing = standingOf(state, now);
  const { nextCharge, accessUntil } = standing;
  return [
    ...state.payments.flatMap((payment) => [...lettersOfPayment(payment, state, standing, now)]),
    ...lettersOfAgreement(state, standing, now),
    ...(state.cardRemovedAt === null
      ? []
      : [
          {
            name: 'cardRemoved' as const,
            key: LETTER_KEYS.cardRemoved(state.cardRemovedAt),
            accessUntil,
          },
        ]),
    ...(accessUntil === null
      ? []
      : state.gifts
          .filter(({ at }) => now < addDays(at, BEGINNING_DAYS))
          .map(({ key, months }): WantedLetter => ({
            name: 'giftActivated',
            key: LETTER_KEYS.gift(key),
            ...{ months, accessUntil, nextCharge },
          }))),
    ...(accessUntil === null
      ? []
      : state.grantedDays
          .filter(({ at }) => now < addDays(at, BEGINNING_DAYS))
          .map(({ key, days }): WantedLetter => ({
            name: 'daysGranted',
            key: LETTER_KEYS.grantedDays(key),
            ...{ days, accessUntil, nextCharge },
          }))),
  ];
}

/** Two letters about one thing: a failed try that is heard of late changes which try was the first. */
const isSame = (a: WantedLetter, b: { name: LetterName; key: string }): boolean =>
  a.key === b.key || (a.name === 'chargeFailed' && b.name === 'chargeFailed');

/**
 * The letters that the change between two states of an account calls for. One about a coming charge
 * is wanted by time alone: it is always among them, and its key lets it leave once.
 */
export function lettersFor(before: SubscriptionState, after: SubscriptionState, now: Date): WantedLetter[] {
  const known = lettersOf(before, now);
  return lettersOf(after, now).filter(
    (letter) => letter.name === 'chargeUpcoming' || known.every((other) => !isSame(other, letter)),
  );
}

/** A letter that was called for, as it reads now; null when it has become untrue. */
export function letterStillWanted(
  state: SubscriptionState,
  letter: { name: LetterName; key: string },
  now: Date,
): WantedLetter | null {
  return lettersOf(state, now).find((wanted) => isSame(wanted, letter)) ?? null;
}

/** When time alone calls for the next letter; null when it is out or there is none to come. */
export function nextLetterAt(state: SubscriptionState, now: Date): Date | null {
  const { nextCharge } = standingOf(state, now);
  if (nextCharge === null) return null;
  const at = noticeAt(nextCharge.at);
  return at > now ? at : null;
}
