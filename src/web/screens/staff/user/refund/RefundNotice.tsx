/** Why a refund was not made, or that its response was lost. */
import { hasNoResponse } from '../../../../api/callError';
import { FormError } from '../../../../components/staff/FormError';
import type { StaffForm } from '../../../../components/staff/useStaffForm';
import { REFUND_TEXTS } from '../../../../texts/staff/refund';

interface RefundNoticeProps {
  form: Pick<StaffForm<never, never>, 'isUnconfirmed' | 'error' | 'failure'>;
  /** What to do if the response was lost. */
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
  // A refund that was not sent was not rejected.
  const isRejected = error !== null && !hasNoResponse(error);
  return (
    <FormError title={isRejected ? REFUND_TEXTS.rejected : failure}>
      {isRejected && <span>{error.reason ?? error.message}</span>}
    </FormError>
  );
}
