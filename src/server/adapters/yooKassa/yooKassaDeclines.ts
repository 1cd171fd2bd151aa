/**
 * Maps the reasons of canceled YooKassa payments to `DeclineReason`. YooKassa marks no reason as final, so the choice of
 * the final reasons follows the advice in YooKassa's PHP SDK and is an assumption of this project.
 */
import type { Decline, DeclineReason } from '../../../shared/declines';

const REASONS: Readonly<Record<string, DeclineReason>> = {
  '3d_secure_failed': 'threeDs',
  call_issuer: 'forbidden',
  card_expired: 'expired',
  country_forbidden: 'notAccepted',
  deal_expired: 'unknown',
  expired_on_confirmation: 'unknown',
  fraud_suspected: 'suspicious',
  general_decline: 'unexplained',
  identification_required: 'notForInternet',
  insufficient_funds: 'noMoney',
  internal_timeout: 'tryLater',
  invalid_card_number: 'unknownCard',
  invalid_csc: 'wrongCvv',
  issuer_unavailable: 'unavailable',
  payment_method_limit_exceeded: 'limit',
  payment_method_restricted: 'lostOrStolen',
  // The payer has withdrawn the permission to charge the saved method, which nothing but a new payment restores.
  permission_revoked: 'rejectedForGood',
  unsupported_mobile_operator: 'notAccepted',
  // A released or expired hold is no decline. These reasons are mapped for payments of an unknown kind only.
  canceled_by_merchant: 'unknown',
  expired_on_capture: 'unknown',
};

/** Reasons of a hold that was released or has expired, so that the payer was not declined. */
export const RELEASED_HOLD: ReadonlySet<string> = new Set(['canceled_by_merchant', 'expired_on_capture']);

/** All documented reasons of canceled payments. */
export const CANCELLATION_REASONS = Object.keys(REASONS);

/** Returns the decline of a cancellation reason. */
export const yooKassaDecline = (reason: string): Decline => ({
  reason: Object.hasOwn(REASONS, reason) ? (REASONS[reason] ?? 'unknown') : 'unknown',
  code: reason,
});
