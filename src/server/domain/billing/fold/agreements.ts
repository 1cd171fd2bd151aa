/** Begins and ends subscription agreements, and reports whether an agreement is active. */
import { toKopecks } from '../../../../shared/money';
import { dayOfMonth } from '../../../../shared/moscowDays';
import { OFFER_TERMS } from '../../../../shared/offerTerms';
import { isCardChange } from '../../../../shared/orderKinds';
import { addDays, later } from '../billingCalendar';
import { CHARGE_GRACE_DAYS } from '../chargeDates';
import type { LedgerEventDataOf } from '../ledgerEvents';
import { type Agreement, deriveLapse, graceAfterOutage, type Payment } from '../subscriptionState';
import { deriveAccessUntil, type FoldState } from './foldState';

/** Returns the subscription agreement of an order. An agreement without a payment is added if there is none. */
export function findOrAddAgreement(
  state: FoldState,
  data: { provider: string; orderId: string },
  start: Date,
): Agreement {
  const { orderId } = data;
  const known = state.agreements.get(orderId);
  if (known !== undefined) return known;
  const agreement: Agreement = {
    orderId,
    provider: data.provider,
    chargedBy: 'provider',
    postponedTo: null,
    hasFailedForGood: false,
    outage: null,
    continues: null,
    partner: null,
    begun: false,
    recurringPaymentAmountKopecks: toKopecks(OFFER_TERMS.monthlyPriceRub),
    recurringPaymentId: null,
    anchorDay: dayOfMonth(start),
    runDay: dayOfMonth(start),
    startAt: start,
    nextChargeAt: start,
    providerNextChargeAt: null,
    movedFromDue: null,
    movedTo: null,
    correctedFrom: null,
    resumesAt: null,
    successes: 0,
    failures: 0,
    failedCharge: null,
    ended: null,
  };
  state.agreements.set(orderId, agreement);
  return agreement;
}

/** Returns whether a subscription agreement is active, including the grace period of a missed charge. */
export function isInForce(state: FoldState, agreement: Agreement | null, at: Date): agreement is Agreement {
  return (
    agreement !== null &&
    agreement.begun &&
    agreement.ended === null &&
    at < deriveLapse(agreement, deriveAccessUntil(state))
  );
}

/**
 * Returns whether a subscription agreement is active and its paid access has not expired, including the grace
 * period. A charge that was postponed beyond the grace period gives no access in the meantime.
 */
export function givesAccess(state: FoldState, agreement: Agreement | null, at: Date): boolean {
  const accessUntil = deriveAccessUntil(state);
  if (!isInForce(state, agreement, at) || accessUntil === null) return false;
  const graceFrom = later(accessUntil, agreement.postponedTo);
  return at < later(addDays(graceFrom, CHARGE_GRACE_DAYS), graceAfterOutage(agreement));
}

/** Ends a subscription agreement, unless it has already ended. */
export function endAgreement(agreement: Agreement | null, end: NonNullable<Agreement['ended']>): void {
  if (agreement !== null && agreement.ended === null) agreement.ended = end;
}

/** Ends the current subscription agreement if its grace period is over. */
export function endIfLapsed(state: FoldState, at: Date): void {
  if (state.current?.ended === null && !isInForce(state, state.current, at))
    endAgreement(state.current, { at, by: 'lapse', state: 'cancelled' });
}

/** Payment that is applied to the state, with its ledger event and subscription agreement. */
export interface NewPayment {
  at: Date;
  data: LedgerEventDataOf<'paymentSucceeded'>;
  payment: Payment;
  agreement: Agreement;
}

/** Makes the subscription agreement of a payment the current agreement. */
export function beginAgreement(state: FoldState, { at, data, agreement }: NewPayment): void {
  if (!agreement.begun) {
    const start = new Date(data.recurringPaymentStartAt);
    agreement.begun = true;
    agreement.chargedBy = data.chargedBy ?? 'provider';
    agreement.partner = data.partner ?? null;
    if (state.current !== null && isCardChange(data.orderKind)) {
      agreement.continues = state.current.orderId;
      agreement.partner = state.current.partner;
    }
    agreement.recurringPaymentAmountKopecks = data.recurringPaymentAmountKopecks;
    agreement.anchorDay = dayOfMonth(start);
    agreement.runDay = dayOfMonth(start);
    agreement.startAt = start;
    agreement.nextChargeAt = start;
  }
  if (state.current !== agreement) {
    // An account has one recurring payment. The previous recurring payment must not charge again, even if its charges
    // permanently failed.
    if (state.current !== null && state.current.ended?.state !== 'cancelled') {
      state.current.ended = { at, by: 'surplus', state: 'cancelled' };
    }
    state.current = agreement;
  }
}

/**
 * Records the card that paid and is saved for the next charges. A payment whose method this server will charge always
 * names its card, so that no mask means a wallet or a bank application. Otherwise, the mask is merely unknown.
 */
export function saveCard(
  state: FoldState,
  { cardMask, role, chargedBy }: LedgerEventDataOf<'paymentSucceeded'>,
): void {
  state.cardRemovedAt = null;
  if (cardMask !== null || (role === 'first' && chargedBy === 'merchant')) state.cardMask = cardMask;
}
