/** /capitulum: staff sign-in (spec sections 2, 5 and 8). */
import { styled } from '@mui/material/styles';
import { useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react';
import { CompactField } from '../../components/staff/CompactField';
import { FormError } from '../../components/staff/FormError';
import { SignedOutStaffFrame } from '../../components/staff/SignedOutStaffFrame';
import { PrimaryButton } from '../../components/PrimaryButton';
import { signInStaff, type StaffSignInReason } from '../../flows/staffSignIn';
import { useAppDispatch } from '../../hooks/storeHooks';
import { useFollow } from '../../routes/useFollow';
import { STAFF_SIGN_IN_TEXTS, waitingTime } from '../../texts/staff/signIn';

interface Missing {
  username: boolean;
  password: boolean;
}

const NOTHING_MISSING: Missing = { username: false, password: false };

export default function StaffSignIn() {
  const dispatch = useAppDispatch();
  const follow = useFollow();
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [isSending, setIsSending] = useState(false);
  const [missing, setMissing] = useState(NOTHING_MISSING);
  const [failure, setFailure] = useState<StaffSignInReason | null>(null);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    // Read from the inputs: a password manager may fill them without a word.
    const credentials = { username: username.current?.value ?? '', password: password.current?.value ?? '' };
    const lacking = { username: credentials.username.trim() === '', password: credentials.password === '' };
    setMissing(lacking);
    setFailure(null);
    if (lacking.username || lacking.password) {
      (lacking.username ? username : password).current?.focus();
      return;
    }
    setIsSending(true);
    const outcome = await dispatch(signInStaff(credentials));
    setIsSending(false);
    if (follow(outcome) || outcome.kind !== 'staffSignInFailed') return;
    if (outcome.message.length > 1) setFailure(outcome.reason);
    password.current?.select();
  };

  return (
    <SignedOutStaffFrame title={STAFF_SIGN_IN_TEXTS.title}>
      <Form noValidate onSubmit={(event) => void submit(event)}>
        <CompactField
          inputRef={username}
          label={STAFF_SIGN_IN_TEXTS.username}
          name="username"
          autoComplete="username"
          autoFocus
          required
          maxLength={64}
          error={missing.username ? STAFF_SIGN_IN_TEXTS.usernameMissing : null}
        />
        <PasswordField
          inputRef={password}
          error={missing.password ? STAFF_SIGN_IN_TEXTS.passwordMissing : null}
        />
        <FormError title={failure === null ? null : STAFF_SIGN_IN_TEXTS.error}>
          {failure !== null && <Explanation reason={failure} />}
        </FormError>
        <PrimaryButton
          type="submit"
          size="small"
          loading={isSending}
          loadingLabel={STAFF_SIGN_IN_TEXTS.submitting}
        >
          {STAFF_SIGN_IN_TEXTS.submit}
        </PrimaryButton>
      </Form>
    </SignedOutStaffFrame>
  );
}

function PasswordField({
  inputRef,
  error,
}: {
  inputRef: React.RefObject<HTMLInputElement | null>;
  error: string | null;
}) {
  const [hasCapsLock, setHasCapsLock] = useState(false);
  return (
    <CompactField
      inputRef={inputRef}
      label={STAFF_SIGN_IN_TEXTS.password}
      name="password"
      type="password"
      autoComplete="current-password"
      required
      maxLength={256}
      error={error}
      onKey={(event: KeyboardEvent) => setHasCapsLock(event.getModifierState('CapsLock'))}
      {...(hasCapsLock ? { hint: <span role="status">{STAFF_SIGN_IN_TEXTS.capsLock}</span> } : {})}
    />
  );
}

function Explanation({ reason }: { reason: StaffSignInReason }) {
  switch (reason.kind) {
    case 'refused':
      return null;
    case 'unreachable':
      return <span>{STAFF_SIGN_IN_TEXTS.unreachable}</span>;
    case 'throttled':
      return (
        <span>
          {STAFF_SIGN_IN_TEXTS.throttled(
            reason.retryAfterSeconds === null ? null : waitingTime(reason.retryAfterSeconds),
          )}
        </span>
      );
  }
}

const Form = styled('form')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
});
