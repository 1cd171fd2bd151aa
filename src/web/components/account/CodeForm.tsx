/** Form for a code from an email. The field takes the focus when the form appears. */
import { type SubmitEvent, useEffect, useState } from 'react';
import { codeFieldText, codeIn } from '../../../shared/emailCode';
import { useFocusWhen } from '../../hooks/focus';
import { CODE_TEXTS } from '../../texts/codeForm';
import { Field } from '../controls/Field';
import { PrimaryButton } from '../controls/PrimaryButton';
import { FormStack } from '../layout/Stack';

interface CodeFormProps {
  label: string;
  submit: string;
  /** Label of the button while the code is being checked. If omitted, the label stays. */
  busyLabel?: string;
  isBusy: boolean;
  /** Error message about the last code, or null. A new message focuses and selects the code, so that typing replaces it. */
  problem: string | null;
  onEdit: () => void;
  onCode: (code: string) => void;
}

export function CodeForm({ label, submit, busyLabel, isBusy, problem, onEdit, onCode }: CodeFormProps) {
  const [isIncomplete, setIsIncomplete] = useState(false);
  const input = useFocusWhen<HTMLInputElement>(true);

  useEffect(() => {
    if (problem === null) return;
    input.current?.focus();
    input.current?.select();
  }, [input, problem]);

  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const code = codeIn(input.current?.value ?? '');
    setIsIncomplete(code === null);
    if (code === null) input.current?.focus();
    else onCode(code);
  };

  return (
    <FormStack gap={14} method="dialog" noValidate onSubmit={send}>
      <Field
        variant="code"
        inputRef={input}
        label={label}
        name="code"
        inputMode="numeric"
        enterKeyHint="go"
        autoComplete="one-time-code"
        placeholder={CODE_TEXTS.placeholder}
        error={isIncomplete ? CODE_TEXTS.incomplete : problem}
        onChange={(event) => {
          const text = codeFieldText(event.target.value);
          if (text !== event.target.value) event.target.value = text;
          setIsIncomplete(false);
          onEdit();
        }}
      />
      <PrimaryButton
        type="submit"
        loading={isBusy}
        {...(busyLabel === undefined ? {} : { loadingLabel: busyLabel })}
      >
        {submit}
      </PrimaryButton>
    </FormStack>
  );
}
