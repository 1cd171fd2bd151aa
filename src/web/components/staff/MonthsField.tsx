/** The months of a gift: digits only, and empty becomes 0. */
import { GIFT_MONTHS_MAX } from '../../../shared/constants';
import { parseMonthsInput } from '../../../shared/validation';
import { giftMonths } from '../../texts/staff/giftMonths';
import { GIFT_LINK_TEXTS } from '../../texts/staff/gifts';
import { CompactField } from './CompactField';

/** What is wrong with a number of months, in words; null when it makes a gift. */
export function monthsError(months: number): string | null {
  if (months < 1) return GIFT_LINK_TEXTS.tooFew;
  return months > GIFT_MONTHS_MAX ? GIFT_LINK_TEXTS.tooMany(GIFT_MONTHS_MAX) : null;
}

interface MonthsFieldProps {
  months: number;
  error: string | null;
  onMonths: (months: number) => void;
}

export function MonthsField({ months, error, onMonths }: MonthsFieldProps) {
  return (
    <CompactField
      label={GIFT_LINK_TEXTS.months}
      name="months"
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      required
      value={String(months)}
      error={error}
      hint={monthsError(months) === null ? giftMonths(months) : undefined}
      onChange={(event) => onMonths(parseMonthsInput(event.target.value))}
    />
  );
}
