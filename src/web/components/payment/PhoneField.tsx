/** Field for the payer's phone number, which is loaded only if receipts contain it. */
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { formatPhone, normalizePhone, PHONE_TYPED_MAX } from '../../../shared/phone';
import { type TypedPhone, typedPhone } from '../../flows/payment/savePhone';
import { PHONE_TEXTS } from '../../texts/phone';
import { Field } from '../controls/Field';

export interface PhoneInput {
  /** Returns the typed number. If it is none, shows an error, takes the focus and returns null. */
  read: () => TypedPhone | null;
}

interface PhoneFieldProps {
  /** Stored number in E.164, or null if there is none. */
  stored: string | null;
  onEdit?: () => void;
  ref: Ref<PhoneInput>;
}

export function PhoneField({ stored, onEdit, ref }: PhoneFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isInvalid, setIsInvalid] = useState(false);
  useImperativeHandle(ref, () => ({
    read: () => {
      const phone = normalizePhone(input.current?.value ?? '');
      setIsInvalid(phone === null);
      if (phone === null) input.current?.focus();
      return phone === null ? null : typedPhone(phone);
    },
  }));
  const { label, placeholder, hint, invalid } = PHONE_TEXTS.field;
  return (
    <Field
      inputRef={input}
      label={label}
      name="phone"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      enterKeyHint="done"
      maxLength={PHONE_TYPED_MAX}
      required
      defaultValue={stored === null ? undefined : formatPhone(stored)}
      placeholder={placeholder}
      hint={hint}
      error={isInvalid ? invalid : null}
      onChange={(event) => {
        if (normalizePhone(event.target.value) !== null) setIsInvalid(false);
        onEdit?.();
      }}
    />
  );
}
