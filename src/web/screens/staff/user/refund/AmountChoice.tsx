/** Choice whether to refund a single payment fully or partly. */
import { Choice, ChoiceGroup, ChoiceRow } from '../../../../components/staff/Choice';
import { CompactField } from '../../../../components/staff/CompactField';
import type { StaffForm } from '../../../../components/staff/useStaffForm';
import { REFUND_TEXTS } from '../../../../texts/staff/refund';

interface AmountChoiceProps {
  /** Remaining refundable amount, in rubles. */
  left: number;
  form: Pick<StaffForm<'part' | 'amount', never>, 'typed' | 'set' | 'field'>;
}

export function AmountChoice({ left, form }: AmountChoiceProps) {
  const isPart = form.typed.part !== '';
  return (
    <ChoiceGroup>
      <legend>{REFUND_TEXTS.howMuch}</legend>
      <ChoiceRow>
        <Choice name="part" checked={!isPart} onChange={() => form.set('part', '')}>
          {REFUND_TEXTS.full(REFUND_TEXTS.money(left))}
        </Choice>
        <Choice name="part" checked={isPart} onChange={() => form.set('part', 'true')}>
          {REFUND_TEXTS.part}
        </Choice>
      </ChoiceRow>
      {isPart && (
        <CompactField
          {...form.field('amount')}
          label={REFUND_TEXTS.amount}
          inputMode="decimal"
          autoComplete="off"
          maxLength={10}
        />
      )}
    </ChoiceGroup>
  );
}
