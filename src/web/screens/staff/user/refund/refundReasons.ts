/** Reasons for a refund, as choices of a form. */
import { REFUND_REASONS, type RefundReason } from '../../../../../shared/contract/staffPayments';
import { REFUND_REASON_TEXTS } from '../../../../texts/staff/refund';

export const REASON_CHOICES = REFUND_REASONS.map((reason) => ({
  value: reason,
  label: REFUND_REASON_TEXTS[reason],
}));

export const reasonNamed = (name: string): RefundReason =>
  REFUND_REASONS.find((each) => each === name) ?? 'other';
