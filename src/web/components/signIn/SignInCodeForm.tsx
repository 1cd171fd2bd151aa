/** Form for the code in a sign-in email, for a browser that has requested the email. */
import { styled } from '@mui/material/styles';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { codeFieldText, codeIn } from '../../../shared/emailCode';
import { formatCount } from '../../../shared/plurals';
import { redeemCode, type RedeemCodeOutcome } from '../../flows/signIn/openEmail';
import { useAppDispatch } from '../../hooks/storeHooks';
import { useFollow } from '../../navigation/useFollow';
import { WAIT_TEXTS } from '../../texts/wait';
import { Field } from '../controls/Field';
import { SecondaryButton } from '../controls/SecondaryButton';
import { adviceOn } from '../failures/CallFailure';
import { FormStack } from '../layout/Stack';

export function SignInCodeForm() {
  const [isChecking, setIsChecking] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const dispatch = useAppDispatch();
  const follow = useFollow();
  const texts = WAIT_TEXTS.code;

  const check = async (code: string) => {
    if (isChecking) return;
    setIsChecking(true);
    setError(null);
    const outcome = await dispatch(redeemCode(code));
    if (follow(outcome, { replace: true })) return;
    setIsChecking(false);
    setError(problemWith(outcome));
    input.current?.select();
  };

  const checkWhatWasTyped = useRef(() => {
    const code = codeIn(input.current?.value ?? '');
    if (code !== null) void check(code);
  });
  // Checks a code that was typed before hydration, because React received no event for this code.
  useEffect(() => checkWhatWasTyped.current(), []);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = codeIn(input.current?.value ?? '');
    if (code === null) setError(texts.incomplete);
    else void check(code);
  };

  return (
    <Form gap={14} method="dialog" noValidate onSubmit={submit}>
      <Field
        variant="code"
        inputRef={input}
        label={texts.label}
        name="code"
        inputMode="numeric"
        enterKeyHint="go"
        autoComplete="one-time-code"
        placeholder={texts.placeholder}
        error={error}
        onChange={(event) => {
          setError(null);
          const text = codeFieldText(event.target.value);
          if (text !== event.target.value) event.target.value = text;
          const code = codeIn(text);
          if (code !== null) void check(code);
        }}
      />
      <SecondaryButton type="submit" loading={isChecking} loadingLabel={texts.checking}>
        {texts.submit}
      </SecondaryButton>
    </Form>
  );
}

function problemWith(outcome: RedeemCodeOutcome): string | null {
  const texts = WAIT_TEXTS.code;
  switch (outcome.kind) {
    case 'codeWrong':
      return outcome.triesLeft === null
        ? texts.wrong
        : texts.wrongWithTries(formatCount(outcome.triesLeft, WAIT_TEXTS.tries));
    case 'codeSpent':
      return texts.spent;
    case 'codeTooManyTries':
      return texts.tooManyTries;
    case 'codeCallFailed':
      return texts.failed(adviceOn(outcome.failure));
    case 'emailConfirmed':
      return null;
  }
}

const Form = styled(FormStack)({ marginTop: 6 });
