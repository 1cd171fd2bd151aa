/** Input for the six-digit code of an authenticator app. The form is submitted when the sixth digit is typed. */
import { type Ref, type SubmitEvent, useRef, useState } from 'react';
import { SECOND_FACTOR_TEXTS } from '../../texts/staff/secondFactor';
import { CompactField } from './CompactField';

const DIGITS = 6;

interface CodeFieldProps {
  label?: string;
  error?: string | null;
  autoFocus?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  /** Callback that runs when the sixth digit is typed. */
  onComplete?: () => void;
}

export function CodeField({
  label = SECOND_FACTOR_TEXTS.code,
  error = null,
  autoFocus = false,
  inputRef,
  onComplete,
}: CodeFieldProps) {
  const wasComplete = useRef(false);
  return (
    <CompactField
      label={label}
      name="code"
      variant="code"
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={7}
      required
      autoFocus={autoFocus}
      error={error}
      hint={SECOND_FACTOR_TEXTS.codeHint}
      inputRef={inputRef}
      onChange={(event) => {
        const isComplete = isWholeCode(event.target.value);
        if (isComplete && !wasComplete.current) onComplete?.();
        wasComplete.current = isComplete;
      }}
    />
  );
}

/** Returns whether the text consists of six digits, with or without spaces. */
function isWholeCode(typed: string): boolean {
  const digits = typed.replace(/\s/g, '');
  return digits.length === DIGITS && /^\d+$/.test(digits);
}

/**
 * Returns the props of a form with a single code, for its `form` element and its `CodeField`. The form calls `onCode`
 * when all six digits of the code are typed.
 *
 * @example
 * const { form, field } = useCodeForm(confirmCode);
 */
export function useCodeForm(onCode: (code: string) => void) {
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [isMissing, setIsMissing] = useState(false);
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = input.current?.value ?? '';
    setIsMissing(!isWholeCode(typed));
    if (isWholeCode(typed)) onCode(typed);
    input.current?.select();
  };
  return {
    form: { ref: form, noValidate: true, onSubmit },
    field: {
      inputRef: input,
      error: isMissing ? SECOND_FACTOR_TEXTS.codeMissing : null,
      // Safari before 16 has no `requestSubmit`.
      onComplete: () => form.current?.querySelector<HTMLButtonElement>('[type=submit]')?.click(),
    },
  };
}
