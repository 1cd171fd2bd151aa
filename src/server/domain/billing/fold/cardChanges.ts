/** Continues a subscription agreement with another card. */
import { addDays, later } from '../billingCalendar';
import { EARLY_CHARGE_DAYS } from '../chargeDates';
import { deriveLapse } from '../subscriptionState';
import { beginAgreement, endAgreement, type NewPayment, saveCard } from './agreements';
import { addPaidPeriod, buyFirstPeriod } from './boughtPeriods';
import { deriveAccessUntil, type FoldState } from './foldState';
import { beginOfMonth, scheduleAfter, takeOverPostponed, takeOverSchedule } from './nextCharge';

/**
 * Returns how the current subscription agreement may continue with another card. `same` keeps the dates of the
 * subscription agreement, `anew` is like a new purchase because no charge was made in time, and null means that the
 * agreement must not continue. A subscription agreement that the card provider ended may continue, because this
 * server may have ended it for the change of card.
 */
function continuationAt(state: FoldState, at: Date): 'same' | 'anew' | null {
  const { current } = state;
  if (current === null) return null;
  const { ended } = current;
  const isOpen = ended === null || ended.by === 'provider';
  if (isOpen && at < deriveLapse(current, deriveAccessUntil(state))) return 'same';
  return isOpen || ended.by === 'lapse' ? 'anew' : null;
}

/**
 * Continues the current subscription agreement with another card. The new subscription agreement has the same charge
 * date, but not before the date that its order names. If a month is paid although no charge is due, for example
 * because the old card was charged at the same moment, the payment is refunded. The card is changed even if this
 * payment is refunded.
 */
export function cardChanged(state: FoldState, paid: NewPayment): void {
  const { at, data, agreement, payment } = paid;
  const isMonth = data.orderKind === 'cardChangeMonth';
  const { current: earlier } = state;
  const way = continuationAt(state, at);
  if (
    earlier === null ||
    way === null ||
    (way === 'anew' && !isMonth) ||
    agreement.begun ||
    agreement.ended !== null ||
    payment.isCardMissing
  ) {
    payment.verdict = 'surplus';
    if (!agreement.begun) endAgreement(agreement, { at, by: 'surplus', state: 'cancelled' });
    return;
  }
  beginAgreement(state, paid);
  payment.partner = agreement.partner;
  if (data.isUnsaved !== true) saveCard(state, data);
  if (way === 'anew') {
    const from = later(at, deriveAccessUntil(state));
    addPaidPeriod(state, paid, { from, until: buyFirstPeriod(paid, from) });
    return;
  }
  const isUncalled = isMonth && earlier.nextChargeAt > addDays(at, EARLY_CHARGE_DAYS);
  if (isUncalled) payment.verdict = 'surplus';
  const isBought = isMonth && !isUncalled;
  if (!isBought && takeOverPostponed(agreement, earlier)) return;
  agreement.postponedTo = isBought ? null : earlier.postponedTo;
  if (!isBought) {
    takeOverSchedule(agreement, earlier, at);
    return;
  }
  const { schedule, earlierDate } = scheduleAfter(state, earlier, at);
  takeOverSchedule(agreement, schedule, at);
  addPaidPeriod(state, paid, {
    from: beginOfMonth(state, agreement, earlierDate),
    until: agreement.nextChargeAt,
  });
}
