/** Applies gifts and granted days to the state. */
import { addMonths, dayOfMonth } from '../../../../shared/moscowDays';
import { addDays, later } from '../billingCalendar';
import type { LedgerEventOf } from '../ledgerEvents';
import { endIfLapsed, isInForce } from './agreements';
import { deriveAccessUntil, type FoldState } from './foldState';
import { moveCharge } from './nextCharge';

export function giftGranted(
  state: FoldState,
  { key, at, data: { months } }: LedgerEventOf<'giftGranted'>,
): void {
  state.gifts.push({ key, at, months });
  endIfLapsed(state, at);
  const agreement = state.current;
  const from = later(at, deriveAccessUntil(state));
  if (isInForce(state, agreement, at)) {
    const { nextChargeAt, anchorDay } = agreement;
    const isAfterEnd = from > nextChargeAt;
    const until = isAfterEnd ? addMonths(from, months) : addMonths(nextChargeAt, months, anchorDay);
    if (isAfterEnd) agreement.runDay = dayOfMonth(from);
    // The card provider counts months from the date to which the charge was moved.
    agreement.anchorDay = dayOfMonth(until);
    moveCharge(agreement, until, at);
    state.segments.push({ source: 'gift', key, from, until });
    return;
  }
  if (from === at || state.anchorDay === null) {
    state.anchorDay = dayOfMonth(from);
    state.runDay = state.anchorDay;
  }
  state.segments.push({ source: 'gift', key, from, until: addMonths(from, months, state.anchorDay) });
  state.lastGrant = 'gift';
}

/**
 * Grants days in the same way as a gift. Current access without a recurring payment keeps its subscription status.
 */
export function daysGranted(
  state: FoldState,
  { key, at, data: { days } }: LedgerEventOf<'daysGranted'>,
): void {
  state.grantedDays.push({ key, at, days });
  endIfLapsed(state, at);
  const agreement = state.current;
  const from = later(at, deriveAccessUntil(state));
  const isRenewing = isInForce(state, agreement, at);
  const until = addDays(isRenewing ? later(agreement.nextChargeAt, from) : from, days);
  if (isRenewing) {
    agreement.anchorDay = dayOfMonth(until);
    agreement.runDay = agreement.anchorDay;
    moveCharge(agreement, until, at);
  } else if (from === at) state.lastGrant = 'gift';
  state.anchorDay = null;
  state.runDay = null;
  state.segments.push({ source: 'gift', key, from, until });
}
