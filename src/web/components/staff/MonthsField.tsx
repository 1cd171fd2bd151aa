/** Input for the number of months of a gift. The input accepts only digits, and an empty input counts as 0. */
import type { ComponentProps } from 'react';
import { GIFT_MONTHS_MAX } from '../../../shared/constants';
import { giftMonths } from '../../texts/staff/giftMonths';
import { GIFT_LINK_TEXTS } from '../../texts/staff/gifts';
import { CompactField } from './CompactField';

/** Returns the error message for a number of months, or null if the number is valid for a gift. */
export function monthsError(months: number): string | null {
  if (months < 1) return GIFT_LINK_TEXTS.tooFew;
  return months > GIFT_MONTHS_MAX ? GIFT_LINK_TEXTS.tooMany(GIFT_MONTHS_MAX) : null;
}

export function MonthsField(
  field: Pick<ComponentProps<typeof CompactField>, 'name' | 'error' | 'onChange'> & { value: string },
) {
  const months = Number(field.value);
  return (
    <CompactField
      {...field}
      label={GIFT_LINK_TEXTS.months}
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      required
      hint={monthsError(months) === null ? giftMonths(months) : undefined}
    />
  );
}
