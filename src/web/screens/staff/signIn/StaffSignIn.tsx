/**
 * Screen /capitulum, the staff sign-in. After a correct password, the screen asks for a code of the authenticator app,
 * or sets up the second factor, if the account or the server requires a second factor.
 */
import { styled } from '@mui/material/styles';
import { type KeyboardEvent, type RefObject, type SubmitEvent, useRef, useState } from 'react';
import type { Provisioning } from '../../../../shared/contract/staff';
import {
  normalizeUsername,
  STAFF_PASSWORD_MAX_LENGTH,
  STAFF_USERNAME_TYPED_MAX,
} from '../../../../shared/staffRules';
import { PrimaryButton } from '../../../components/controls/PrimaryButton';
import { TextLink } from '../../../components/controls/TextLink';
import { CodeField, useCodeForm } from '../../../components/staff/CodeField';
import { CompactField } from '../../../components/staff/CompactField';
import { FormError } from '../../../components/staff/FormError';
import { SecondFactorSetUp } from '../../../components/staff/SecondFactorSetUp';
import { signInStaff, type StaffCredentials, type StaffSignInReason } from '../../../flows/staff/staffSignIn';
import { useAppDispatch } from '../../../hooks/storeHooks';
import { useFollow } from '../../../navigation/useFollow';
import { SECOND_FACTOR_TEXTS } from '../../../texts/staff/secondFactor';
import { STAFF_SIGN_IN_TEXTS, waitingTime } from '../../../texts/staff/signIn';
import { RetryRefresh } from './RetryRefresh';
import { SignedOutStaffFrame } from './SignedOutStaffFrame';

type Step =
  | { kind: 'password' }
  | { kind: 'code'; credentials: StaffCredentials }
  | { kind: 'setUp'; credentials: StaffCredentials; provisioning: Provisioning };

export default function StaffSignIn() {
  const dispatch = useAppDispatch();
  const follow = useFollow();
  const [step, setStep] = useState<Step>({ kind: 'password' });
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<StaffSignInReason | null>(null);

  const attempt = async (credentials: StaffCredentials, code?: string) => {
    if (isSending) return;
    setIsSending(true);
    setFailure(null);
    const outcome = await dispatch(signInStaff(credentials, code));
    setIsSending(false);
    if (follow(outcome)) return;
    if (outcome.kind === 'staffCodeNeeded') setStep({ kind: 'code', credentials });
    else if (outcome.kind === 'staffSetUpNeeded') {
      setStep({ kind: 'setUp', credentials, provisioning: outcome.provisioning });
    } else if (outcome.kind === 'staffSignInFailed') {
      if (outcome.message.length > 1) setFailure(outcome.reason);
      // Ask for the password again, because the password was changed or the account was disabled in the meantime.
      if (outcome.reason.kind === 'rejected') setStep({ kind: 'password' });
    }
  };
  const startAgain = () => {
    setFailure(null);
    setStep({ kind: 'password' });
  };

  switch (step.kind) {
    case 'password':
      return (
        <SignedOutStaffFrame title={STAFF_SIGN_IN_TEXTS.title}>
          <RetryRefresh />
          <PasswordStep
            isSending={isSending}
            failure={failure}
            onSubmit={(credentials) => void attempt(credentials)}
            onMissing={() => setFailure(null)}
          />
        </SignedOutStaffFrame>
      );
    case 'code':
      return (
        <SignedOutStaffFrame title={STAFF_SIGN_IN_TEXTS.codeTitle}>
          <CodeStep
            username={step.credentials.username}
            isSending={isSending}
            failure={failure}
            onCode={(code) => void attempt(step.credentials, code)}
          />
          <TextLink onClick={startAgain}>{STAFF_SIGN_IN_TEXTS.anotherAccount}</TextLink>
        </SignedOutStaffFrame>
      );
    case 'setUp':
      return (
        <SignedOutStaffFrame title={SECOND_FACTOR_TEXTS.setUpTitle}>
          <Lead>{SECOND_FACTOR_TEXTS.setUpLead}</Lead>
          <SecondFactorSetUp
            provisioning={step.provisioning}
            isSending={isSending}
            failure={failure === null ? null : (explanation(failure) ?? STAFF_SIGN_IN_TEXTS.error)}
            submitLabel={STAFF_SIGN_IN_TEXTS.submit}
            onCode={(code) => void attempt(step.credentials, code)}
          />
          <TextLink onClick={startAgain}>{STAFF_SIGN_IN_TEXTS.anotherAccount}</TextLink>
        </SignedOutStaffFrame>
      );
  }
}

interface PasswordStepProps {
  isSending: boolean;
  failure: StaffSignInReason | null;
  onSubmit: (credentials: StaffCredentials) => void;
  onMissing: () => void;
}

function PasswordStep({ isSending, failure, onSubmit, onMissing }: PasswordStepProps) {
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [lacks, setLacks] = useState({ username: false, password: false });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Reads the values of the inputs directly, because a password manager may fill the inputs without an event.
    const credentials = { username: username.current?.value ?? '', password: password.current?.value ?? '' };
    const lacking = {
      username: normalizeUsername(credentials.username) === '',
      password: credentials.password === '',
    };
    setLacks(lacking);
    if (lacking.username || lacking.password) {
      onMissing();
      (lacking.username ? username : password).current?.focus();
      return;
    }
    onSubmit(credentials);
  };

  return (
    // The form method `dialog` does nothing outside a dialog, so a password never appears in a query string, even
    // without JavaScript.
    <Form method="dialog" noValidate onSubmit={submit}>
      <CompactField
        inputRef={username}
        label={STAFF_SIGN_IN_TEXTS.username}
        name="username"
        autoComplete="username"
        autoFocus
        required
        maxLength={STAFF_USERNAME_TYPED_MAX}
        error={lacks.username ? STAFF_SIGN_IN_TEXTS.usernameMissing : null}
      />
      <PasswordField
        inputRef={password}
        error={lacks.password ? STAFF_SIGN_IN_TEXTS.passwordMissing : null}
      />
      <SignInError failure={failure} />
      <SubmitButton isSending={isSending} />
    </Form>
  );
}

function PasswordField({
  inputRef,
  error,
}: {
  inputRef: RefObject<HTMLInputElement | null>;
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
      maxLength={STAFF_PASSWORD_MAX_LENGTH}
      error={error}
      onKey={(event: KeyboardEvent) => setHasCapsLock(event.getModifierState('CapsLock'))}
      {...(hasCapsLock ? { hint: <span role="status">{STAFF_SIGN_IN_TEXTS.capsLock}</span> } : {})}
    />
  );
}

interface CodeStepProps {
  username: string;
  isSending: boolean;
  failure: StaffSignInReason | null;
  onCode: (code: string) => void;
}

function CodeStep({ username, isSending, failure, onCode }: CodeStepProps) {
  const { form, field } = useCodeForm(onCode);
  return (
    <Form {...form}>
      <Lead>{STAFF_SIGN_IN_TEXTS.codeLead(username)}</Lead>
      <CodeField autoFocus {...field} />
      <SignInError failure={failure} />
      <SubmitButton isSending={isSending} />
    </Form>
  );
}

function SignInError({ failure }: { failure: StaffSignInReason | null }) {
  const words = failure === null ? null : explanation(failure);
  return (
    <FormError title={failure === null ? null : STAFF_SIGN_IN_TEXTS.error}>
      {words !== null && <span>{words}</span>}
    </FormError>
  );
}

function SubmitButton({ isSending }: { isSending: boolean }) {
  return (
    <PrimaryButton
      type="submit"
      size="small"
      loading={isSending}
      loadingLabel={STAFF_SIGN_IN_TEXTS.submitting}
    >
      {STAFF_SIGN_IN_TEXTS.submit}
    </PrimaryButton>
  );
}

/** Returns the explanation below the error title, or null if the title is sufficient. */
function explanation(reason: StaffSignInReason): string | null {
  switch (reason.kind) {
    case 'rejected':
      return null;
    case 'codeRejected':
      return SECOND_FACTOR_TEXTS.codeRejected;
    case 'unreachable':
      return STAFF_SIGN_IN_TEXTS.unreachable;
    case 'throttled':
      return STAFF_SIGN_IN_TEXTS.throttled(
        reason.retryAfterSeconds === null ? null : waitingTime(reason.retryAfterSeconds),
      );
  }
}

const Form = styled('form')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
});

const Lead = styled('p')(({ theme: { vars, typography } }) => ({
  ...typography.caption,
  margin: 0,
  color: vars.palette.text.secondary,
  overflowWrap: 'anywhere',
}));
