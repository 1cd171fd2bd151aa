/** Explains why a refund failed, or that its response was lost. */
import { hasNoResponse } from '../../../../api/callError';
import { FormError } from '../../../../components/staff/FormError';
import type { StaffForm } from '../../../../components/staff/useStaffForm';
import { REFUND_TEXTS } from '../../../../texts/staff/refund';

interface RefundNoticeProps {
  form: Pick<StaffForm<never, never>, 'isUnconfirmed' | 'error' | 'failure'>;
  /** Advice that is shown if the response to the refund request was lost. */
  unknown: string;
}

export function RefundNotice({ form: { isUnconfirmed, error, failure }, unknown }: RefundNoticeProps) {
  if (isUnconfirmed) {
    return (
      <FormError title={REFUND_TEXTS.unknown}>
        <span>{unknown}</span>
      </FormError>
    );
  }
  // A request that got no response does not count as rejected.
  const isRejected = error !== null && !hasNoResponse(error);
  return (
    <FormError title={isRejected ? REFUND_TEXTS.rejected : failure}>
      {isRejected && <span>{error.reason ?? error.message}</span>}
    </FormError>
  );
}
