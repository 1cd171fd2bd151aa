/** Applies changes of a renewal to the state: reports on the recurring payment, cancellations, postponements, outages. */
import { addMonths } from '../../../../shared/moscowDays';
import { addDays, later } from '../billingCalendar';
import { CHARGE_GRACE_DAYS, CHARGE_NOTICE_DAYS } from '../chargeDates';
import { isSameMoment, SAME_CALENDAR_MS } from '../chargeSchedule';
import { CLOCK_SKEW_MS } from '../eventOrder';
import type { LedgerEventOf } from '../ledgerEvents';
import { graceAfterOutage, isCountedFromClampedDay, presentOutage } from '../subscriptionState';
import { endAgreement, endIfLapsed, findOrAddAgreement } from './agreements';
import { deriveAccessUntil, type FoldState } from './foldState';
import { moveCharge } from './nextCharge';

export function recurringPaymentChanged(
  state: FoldState,
  { at, data }: LedgerEventOf<'recurringPaymentChanged'>,
): void {
  const next = data.nextChargeAt === null ? null : new Date(data.nextChargeAt);
  const agreement = findOrAddAgreement(state, data, next ?? at);
  const isOver = data.state !== 'active' && data.state !== 'pastDue';
  // A report that the recurring payment ended is newer than other reports with the same number of successful charges.
  // The numbers of failed charges are not compared in this case, because the card provider resets them after the
  // charge date was moved.
  const isNewer =
    agreement.recurringPaymentId === null ||
    data.successes > agreement.successes ||
    (data.successes === agreement.successes && (isOver || data.failures >= agreement.failures));
  agreement.recurringPaymentId = data.recurringPaymentId;
  if (!isNewer) return;
  const succeededAgain = data.successes > agreement.successes;
  agreement.successes = data.successes;
  agreement.failures = data.failures;
  const outage = presentOutage(agreement);
  const isPaused = agreement.resumesAt !== null && at < agreement.resumesAt;
  if (isOver) {
    // The report on the recurring payment is ignored, because the card provider only confirms the pause that this
    // server requested.
    if (isPaused && data.state === 'cancelled') return;
    // The card provider may end all recurring payments when it stops. The customer keeps the renewal meanwhile.
    if (outage !== null) {
      agreement.outage = { ...outage, endedAs: data.state };
      return;
    }
    endAgreement(agreement, { at, by: 'provider', state: data.state });
    return;
  }
  if (outage !== null) agreement.outage = { ...outage, endedAs: null };
  if (agreement.ended?.by === 'provider' && succeededAgain) {
    // A recurring payment that another card has replaced must not charge again.
    const isReplaced = agreement.begun && state.current !== agreement;
    agreement.ended = isReplaced ? { at, by: 'surplus', state: 'cancelled' } : null;
  }
  if (isPaused) return;
  // The charge date in the card provider's own calendar is ignored, because the charge is being moved to another
  // date.
  if (next !== null && agreement.correctedFrom !== null && isSameMoment(next, agreement.correctedFrom))
    return;
  const isEarly =
    agreement.begun &&
    next !== null &&
    next > at &&
    next.getTime() < agreement.nextChargeAt.getTime() - SAME_CALENDAR_MS;
  // The card provider uses another calendar or has not received a new charge date yet. The charge is moved again, so
  // that the card is not charged early.
  if (isEarly) moveCharge(agreement, agreement.nextChargeAt, at);
  else agreement.providerNextChargeAt = next;
}

export function cancelled({ current }: FoldState, { at, data }: LedgerEventOf<'cancelled'>): void {
  endAgreement(current, { at, by: data.by, state: 'cancelled' });
}

/**
 * Ends every subscription agreement permanently. A subscription agreement whose charges permanently failed must not
 * resume after the card was removed.
 */
export function cardRemoved(state: FoldState, { at }: LedgerEventOf<'cardRemoved'>): void {
  state.cardMask = null;
  state.cardRemovedAt = at;
  for (const agreement of state.agreements.values()) {
    if (agreement.begun && agreement.ended?.state !== 'cancelled') {
      agreement.ended = { at, by: 'customer', state: 'cancelled' };
    }
  }
}

export function lapsed(state: FoldState, { at, data }: LedgerEventOf<'lapsed'>): void {
  if (state.current?.orderId === data.orderId) endIfLapsed(state, at);
}

/**
 * Postpones the charge of the current subscription agreement. The next charges follow the original date. The agreement
 * continues even if the postponement was decided after the end of the grace period.
 */
export function chargePostponed(
  { current }: FoldState,
  { data: { orderId, to } }: LedgerEventOf<'chargePostponed'>,
): void {
  if (current?.orderId !== orderId || current.ended !== null) return;
  current.postponedTo = new Date(to);
  current.providerNextChargeAt = current.postponedTo;
}

/**
 * Counts the months of the current subscription agreement from the day on which the present run of months began. The
 * next charge moves to this day, and access with it, unless the charge was announced or its date has another cause.
 */
export function monthsAnchored(state: FoldState, { at, data }: LedgerEventOf<'monthsAnchored'>): void {
  const { current: agreement } = state;
  const accessUntil = deriveAccessUntil(state);
  if (agreement?.orderId !== data.orderId || !isCountedFromClampedDay(agreement)) return;
  agreement.anchorDay = agreement.runDay;
  if (state.anchorDay !== null) state.anchorDay = state.runDay;
  const { nextChargeAt, providerNextChargeAt } = agreement;
  const due = addMonths(nextChargeAt, 0, agreement.anchorDay);
  const isAnnounced =
    at.getTime() >= addDays(nextChargeAt, -CHARGE_NOTICE_DAYS).getTime() - CLOCK_SKEW_MS ||
    presentOutage(agreement) !== null;
  // The card provider's dashboard may have postponed the charge.
  const isPostponed =
    providerNextChargeAt !== null &&
    providerNextChargeAt.getTime() > nextChargeAt.getTime() + SAME_CALENDAR_MS;
  const last = state.segments.at(-1);
  if (isAnnounced || isPostponed || due <= nextChargeAt) return;
  if (last === undefined || accessUntil === null || !isSameMoment(accessUntil, nextChargeAt)) return;
  state.segments = [...state.segments.slice(0, -1), { ...last, until: due }];
  moveCharge(agreement, due, at);
}

/** Extends the grace period of a renewal whose card provider is gone. The charge date stays. */
export function providerGone(state: FoldState, { data }: LedgerEventOf<'providerGone'>): void {
  const { orderId, markId, graceUntil } = data;
  state.goneMark = markId;
  const agreement = state.agreements.get(orderId);
  if (agreement === undefined || agreement.ended !== null) return;
  agreement.outage = {
    hasEnded: false,
    markId,
    graceUntil: later(new Date(graceUntil), graceAfterOutage(agreement)),
    endedAs: presentOutage(agreement)?.endedAs ?? null,
  };
}

/**
 * Ends the effect of a mark. A charge that was missed meanwhile gets a new grace period, and a recurring payment that
 * ended meanwhile ends the renewal now.
 */
export function providerBack(
  state: FoldState,
  { at, data: { orderId, markId } }: LedgerEventOf<'providerBack'>,
): void {
  if (state.goneMark === markId) state.goneMark = null;
  const agreement = state.agreements.get(orderId);
  const outage = agreement === undefined ? null : presentOutage(agreement);
  if (agreement === undefined || outage?.markId !== markId) return;
  agreement.outage = { hasEnded: true, graceUntil: addDays(at, CHARGE_GRACE_DAYS) };
  if (outage.endedAs !== null) endAgreement(agreement, { at, by: 'provider', state: outage.endedAs });
}
