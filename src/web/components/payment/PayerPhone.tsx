/** Loads the field for the payer's phone number. Screens show it only if the configuration asks for the number. */
import { lazy, type Ref, Suspense } from 'react';
import type { TypedPhone } from '../../flows/payment/savePhone';
import { loadChunk } from '../../platform/chunks';
import { SHOP_TEXTS } from '../../texts/shop';
import { CardSkeleton } from '../display/Skeletons';
import type { PhoneInput } from './PhoneField';

const PhoneField = lazy(async () => {
  const { PhoneField: field } = await loadChunk(() => import('./PhoneField'));
  return { default: field };
});

/** Returns the typed number, undefined if the screen does not ask for it, or null if the number is wrong. */
export const readPhone = (
  isAsked: boolean | undefined,
  field: PhoneInput | null,
): TypedPhone | null | undefined => (isAsked ? (field?.read() ?? null) : undefined);

interface PayerPhoneProps {
  /** Stored number in E.164; undefined or null if there is none. */
  stored?: string | null | undefined;
  ref: Ref<PhoneInput>;
}

export function PayerPhone({ stored = null, ref }: PayerPhoneProps) {
  return (
    <Suspense fallback={<CardSkeleton height={130} label={SHOP_TEXTS.loading} />}>
      <PhoneField stored={stored} ref={ref} />
    </Suspense>
  );
}
