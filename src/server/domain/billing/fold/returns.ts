/** Applies refunds, voided authorizations and chargebacks of payments to the state. */
import { type LedgerEventOf, paymentKey } from '../ledgerEvents';
import { endOfSegments, takeRest } from '../segments';
import {
  type EndedBy,
  exceedsDecision,
  isVerification,
  type MoneyReturn,
  ordersContinuedBy,
  type Payment,
} from '../subscriptionState';
import { endAgreement } from './agreements';
import type { FoldState } from './foldState';

/**
 * Revokes the unused part of the access that a payment bought. Ends the payment's recurring payment, and all
 * recurring payments that continue it with another card.
 */
function revokeAccess(state: FoldState, payment: Payment, at: Date, by: EndedBy): void {
  if (payment.verdict !== 'counted') return;
  const agreements = [...state.agreements.values()];
  for (const agreement of agreements) {
    if (ordersContinuedBy(agreements, agreement).has(payment.orderId))
      endAgreement(agreement, { at, by, state: 'cancelled' });
  }
  const end = endOfSegments(state.segments);
  state.segments = takeRest(state.segments, paymentKey(payment), at);
  if (endOfSegments(state.segments)?.getTime() === end?.getTime()) return;
  state.anchorDay = null;
  state.runDay = null;
  state.cutAt = at;
}

/** Records that an amount of a payment was returned. */
function addReturn(payment: Payment, { at, kopecks, by }: MoneyReturn): void {
  payment.returnedKopecks += kopecks;
  payment.returns.push({ at, kopecks, by });
}

/**
 * Records a return by the card provider. A return in the card provider's dashboard without a staff decision, or of more
 * than staff decided, revokes access once the whole payment is returned.
 */
function applyReturn(state: FoldState, payment: Payment, back: MoneyReturn): void {
  const wasWhole = payment.returnedKopecks < payment.amountKopecks;
  addReturn(payment, back);
  const isGoneNow = wasWhole && payment.returnedKopecks >= payment.amountKopecks;
  const isDecided = payment.refundTargetKopecks !== null && !exceedsDecision(payment);
  if (isGoneNow && !isVerification(payment) && !isDecided) revokeAccess(state, payment, back.at, 'staff');
}

export function refundDecided(state: FoldState, { at, data }: LedgerEventOf<'refundDecided'>): void {
  const payment = state.payments.get(paymentKey(data));
  if (payment === undefined) return;
  // The requested refund amount is added to the amount that was returned before.
  const target = payment.returnedKopecks + data.amountKopecks;
  payment.refundDecidedKopecks = Math.max(payment.refundDecidedKopecks, data.amountKopecks);
  payment.refundTargetKopecks = Math.min(
    payment.amountKopecks,
    Math.max(payment.refundTargetKopecks ?? 0, target),
  );
  payment.keepsRenewal = data.keepsRenewal === true;
  if (data.keepsAccess !== true) revokeAccess(state, payment, at, 'staff');
  // A refund ends the current subscription agreement even if the payment belongs to an earlier agreement, so that
  // no further charge is made.
  if (!payment.keepsRenewal) endAgreement(state.current, { at, by: 'staff', state: 'cancelled' });
}

export function refunded(state: FoldState, { at, data }: LedgerEventOf<'refunded'>): void {
  const payment = state.payments.get(paymentKey(data));
  if (payment !== undefined) applyReturn(state, payment, { at, kopecks: data.amountKopecks, by: 'refund' });
}

export function voided(state: FoldState, { at, data }: LedgerEventOf<'voided'>): void {
  const payment = state.payments.get(paymentKey(data));
  if (payment === undefined) return;
  payment.voided = true;
  const kopecks = payment.amountKopecks - payment.returnedKopecks;
  applyReturn(state, payment, { at, kopecks, by: 'void' });
}

export function chargedBack(state: FoldState, { at, data }: LedgerEventOf<'chargedBack'>): void {
  const payment = state.payments.get(paymentKey(data));
  if (payment === undefined) return;
  addReturn(payment, { at, kopecks: data.amountKopecks, by: 'bank' });
  payment.chargedBackKopecks += data.amountKopecks;
  revokeAccess(state, payment, at, 'bank');
  endAgreement(state.current, { at, by: 'bank', state: 'cancelled' });
}
