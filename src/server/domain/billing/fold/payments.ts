/** Applies payments, declined payments and charges to the state. */
import { isTriedAgain } from '../../../../shared/declines';
import { isCardChange, isTrialKind, type OrderKind } from '../../../../shared/orderKinds';
import { DEFAULT_RECEIPT_TERMS } from '../../../../shared/receiptTerms';
import { addDays, later } from '../billingCalendar';
import { CHARGE_ATTEMPTS_MAX, CHARGE_RETRY_DAYS, EARLY_CHARGE_DAYS } from '../chargeDates';
import { isSameCharge } from '../chargeSchedule';
import { type LedgerEventDataOf, type LedgerEventOf, paymentKey } from '../ledgerEvents';
import type { Agreement, Payment } from '../subscriptionState';
import {
  beginAgreement,
  endAgreement,
  findOrAddAgreement,
  givesAccess,
  type NewPayment,
  saveCard,
} from './agreements';
import { addPaidPeriod, buyFirstPeriod, buyMonth } from './boughtPeriods';
import { cardChanged } from './cardChanges';
import { deriveAccessUntil, type FoldState } from './foldState';

/** Time in ms between two charges by the card provider below which they are charges of the same month. */
const SAME_MONTH_MS = 15 * 24 * 3_600_000;

const buildPayment = (
  at: Date,
  data: LedgerEventDataOf<'paymentSucceeded'>,
  agreement: Agreement,
): Payment => ({
  provider: data.provider,
  transactionId: data.transactionId,
  orderId: data.orderId,
  at,
  role: data.role,
  orderKind: data.orderKind,
  chargeAt: data.chargeAt === undefined ? null : new Date(data.chargeAt),
  amountKopecks: data.amountKopecks,
  trialDays: data.trialDays,
  verdict: 'counted',
  cardMask: data.cardMask,
  partner: data.partner ?? agreement.partner,
  refundDecidedKopecks: 0,
  refundTargetKopecks: null,
  keepsRenewal: false,
  returnedKopecks: 0,
  returns: [],
  chargedBackKopecks: 0,
  receiptTerms: data.receiptTerms ?? DEFAULT_RECEIPT_TERMS,
  isHold: data.isHold === true,
  isCardMissing: data.cardMissing === true,
  voided: false,
});

function hadTrial(state: FoldState, kind: OrderKind): boolean {
  if (!isTrialKind(kind)) return false;
  return state.firstPaymentActivated || (kind === 'campaign' && state.hadCampaign);
}

/**
 * Returns whether a charge is for a month that an earlier charge has paid for. Charges that this server requested are
 * compared by their due date, also if another card or card provider was charged. A card provider that schedules the
 * charges makes one charge a month, so a charge of the same card soon after another charge is for the same month, unless
 * the earlier charge was late and the next charge is due. A payment that the customer makes is never such a charge.
 */
function isSecondCharge(
  state: FoldState,
  { provider, orderId, at, chargeAt, cardMask }: Payment,
  { chargedBy, nextChargeAt }: Agreement,
): boolean {
  const counted = [...state.payments.values()].filter(
    (other) => other.role === 'recurrent' && other.verdict === 'counted',
  );
  if (chargeAt !== null)
    return counted.some((other) => other.chargeAt !== null && isSameCharge(other.chargeAt, chargeAt));
  if (chargedBy === 'merchant' || at >= addDays(nextChargeAt, -EARLY_CHARGE_DAYS)) return false;
  return counted.some(
    (other) =>
      other.provider === provider &&
      other.orderId === orderId &&
      // The customer may have entered a new card at the card provider, which charges it at once.
      (other.cardMask === null || cardMask === null || other.cardMask === cardMask) &&
      Math.abs(other.at.getTime() - at.getTime()) < SAME_MONTH_MS,
  );
}

/** Ends a subscription agreement whose payment method was not saved, because no charge can follow. */
function endIfUnsaved(
  at: Date,
  { isUnsaved }: LedgerEventDataOf<'paymentSucceeded'>,
  agreement: Agreement,
): void {
  if (isUnsaved === true) endAgreement(agreement, { at, by: 'unsaved', state: 'cancelled' });
}

/** Applies the payment of an order for a trial or for months. */
function orderPaid(state: FoldState, paid: NewPayment): void {
  const { at, data, agreement, payment } = paid;
  const isBesideAnother = state.current !== agreement && givesAccess(state, state.current, at);
  const isSecondTrial = hadTrial(state, data.orderKind);
  if (agreement.begun || isBesideAnother || isSecondTrial || data.trialUsed === true) {
    payment.verdict = 'surplus';
    if (!agreement.begun) endAgreement(agreement, { at, by: 'surplus', state: 'cancelled' });
    return;
  }
  beginAgreement(state, paid);
  const from = later(at, deriveAccessUntil(state));
  addPaidPeriod(state, paid, { from, until: buyFirstPeriod(paid, from) });
  if (data.isUnsaved !== true) saveCard(state, data);
  endIfUnsaved(at, data, agreement);
}

/** Applies a charge of a recurring payment. `isSecond` is set if an earlier charge has paid for its month. */
function chargeMade(state: FoldState, paid: NewPayment, isSecond: boolean): void {
  const { at, data, agreement, payment } = paid;
  if (agreement.ended?.state === 'cancelled') {
    payment.verdict = 'uncalled';
    return;
  }
  if (isSecond) {
    payment.verdict = 'surplus';
    return;
  }
  // The card provider had ended the recurring payment after failed charges, but a later charge succeeded.
  agreement.ended = null;
  beginAgreement(state, paid);
  addPaidPeriod(state, paid, buyMonth(state, paid));
  if (data.isUnsaved !== true) saveCard(state, data);
  endIfUnsaved(at, data, agreement);
}

export function paymentSucceeded(state: FoldState, { at, data }: LedgerEventOf<'paymentSucceeded'>): void {
  const agreement = findOrAddAgreement(state, data, new Date(data.recurringPaymentStartAt));
  const payment = buildPayment(at, data, agreement);
  const paid = { at, data, agreement, payment };
  const isSecondOfMonth = data.role === 'recurrent' && isSecondCharge(state, payment, agreement);
  state.payments.set(paymentKey(payment), payment);
  if (data.role === 'recurrent') chargeMade(state, paid, isSecondOfMonth);
  else if (isCardChange(data.orderKind)) {
    // A second payment of the order is refunded, and the first payment has saved its card.
    const isSecond = agreement.begun;
    cardChanged(state, paid);
    if (!isSecond) endIfUnsaved(at, data, agreement);
  } else orderPaid(state, paid);
}

export function paymentFailed(state: FoldState, { at, data }: LedgerEventOf<'paymentFailed'>): void {
  if (data.role === 'first' || data.orderId === null) return;
  const agreement = state.agreements.get(data.orderId);
  // A charge that is no longer due because it was moved is ignored. The card provider had not received the new charge
  // date yet.
  if (agreement === undefined || at < addDays(agreement.nextChargeAt, -EARLY_CHARGE_DAYS)) return;
  const firstTransactionId = agreement.failedCharge?.firstTransactionId ?? data.transactionId;
  agreement.failedCharge = { firstTransactionId, reason: data.decline.reason };
  if (agreement.chargedBy === 'provider') return;
  agreement.failures += 1;
  agreement.hasFailedForGood =
    !isTriedAgain(data.decline.reason) || agreement.failures >= CHARGE_ATTEMPTS_MAX;
  agreement.providerNextChargeAt = agreement.hasFailedForGood
    ? agreement.postponedTo
    : addDays(at, CHARGE_RETRY_DAYS);
}
