/** Form for an email address that is checked before the form passes it on. */
import { type SubmitEvent, useState } from 'react';
import { isValidEmail, typedEmail } from '../../../shared/validation';
import { useFocusWhen } from '../../hooks/focus';
import type { Elements } from '../../platform/elements';
import { EMAIL_FIELD_TEXTS } from '../../texts/emailField';
import { FormStack } from '../layout/Stack';
import { Field } from './Field';
import { PrimaryButton } from './PrimaryButton';

interface AddressFormProps {
  label: string;
  submit: string;
  /** Label of the button while `isBusy` is true. */
  busyLabel?: string;
  /** Id of the element that describes the button. */
  describedBy?: string;
  isBusy: boolean;
  /** Error message about the last address, or null. */
  problem: string | null;
  /** Whether the field takes the focus when the form appears, because the form replaces the previous step. */
  takesFocus?: boolean;
  /** Further field between the address and the button. */
  children?: Elements;
  onEdit: () => void;
  /** Receives the valid address. */
  onAddress: (email: string) => void;
}

export function AddressForm({
  label,
  submit,
  busyLabel,
  describedBy,
  isBusy,
  problem,
  takesFocus = false,
  children,
  onEdit,
  onAddress,
}: AddressFormProps) {
  const [isInvalid, setIsInvalid] = useState(false);
  const input = useFocusWhen<HTMLInputElement>(takesFocus);

  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const email = typedEmail(input.current?.value ?? '');
    setIsInvalid(!isValidEmail(email));
    if (isValidEmail(email)) onAddress(email);
    else input.current?.focus();
  };

  return (
    <FormStack gap={14} noValidate onSubmit={send}>
      <Field
        inputRef={input}
        label={label}
        name="email"
        type="email"
        inputMode="email"
        enterKeyHint="go"
        autoComplete="email"
        spellCheck={false}
        required
        placeholder={EMAIL_FIELD_TEXTS.placeholder}
        error={isInvalid ? EMAIL_FIELD_TEXTS.invalid : problem}
        onChange={(event) => {
          if (isValidEmail(typedEmail(event.target.value))) setIsInvalid(false);
          onEdit();
        }}
      />
      {children}
      <PrimaryButton
        type="submit"
        loading={isBusy}
        {...(busyLabel !== undefined && { loadingLabel: busyLabel })}
        {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
      >
        {submit}
      </PrimaryButton>
    </FormStack>
  );
}
