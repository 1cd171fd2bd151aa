/** Choice whether a refund also ends the access that the payments bought and the renewal. */
import { Choice, ChoiceGroup, ChoiceRow } from '../../../../components/staff/Choice';
import type { StaffForm } from '../../../../components/staff/useStaffForm';
import { formatDateTime } from '../../../../texts/dates';
import { REFUND_TEXTS } from '../../../../texts/staff/refund';

interface AccessChoiceProps {
  /** End of the current access. */
  accessUntil: string;
  /** End of the access without the periods that the payments bought, or null if the access ends at once. */
  accessAfter: string | null;
  /** Whether the subscription has a renewal that can be stopped. */
  mayStopRenewal: boolean;
  form: Pick<StaffForm<'access' | 'stopRenewal', never>, 'typed' | 'set' | 'flag'>;
}

export function AccessChoice({ accessUntil, accessAfter, mayStopRenewal, form }: AccessChoiceProps) {
  const keeps = form.typed.access === 'keep';
  return (
    <ChoiceGroup>
      <legend>{REFUND_TEXTS.access}</legend>
      <ChoiceRow>
        <Choice name="access" checked={!keeps} onChange={() => form.set('access', 'end')}>
          {REFUND_TEXTS.endAccess(formatDateTime(accessAfter))}
        </Choice>
        <Choice name="access" checked={keeps} onChange={() => form.set('access', 'keep')}>
          {REFUND_TEXTS.keepAccess(formatDateTime(accessUntil) ?? '')}
        </Choice>
      </ChoiceRow>
      {keeps && mayStopRenewal && (
        <Choice type="checkbox" {...form.flag('stopRenewal')}>
          {REFUND_TEXTS.stopRenewal}
        </Choice>
      )}
    </ChoiceGroup>
  );
}
