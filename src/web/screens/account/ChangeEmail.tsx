/**
 * Screen /account/email. Changes the account's email address in four steps: code to the present address, new address, code to
 * the new address, done.
 */
import { type SubmitEvent, useRef, useState } from 'react';
import { isValidEmail, typedEmail } from '../../../shared/validation';
import { CodeForm } from '../../components/account/CodeForm';
import { ErrorNotice } from '../../components/controls/ErrorNotice';
import { Field } from '../../components/controls/Field';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { SecondaryButton } from '../../components/controls/SecondaryButton';
import { TextLink } from '../../components/controls/TextLink';
import { Lead, Note, ScreenTitle, SectionTitle } from '../../components/display/Heading';
import { ScreenParts } from '../../components/display/ScreenParts';
import { TitleGroup } from '../../components/display/TitleGroup';
import { Frame } from '../../components/frame/Frame';
import { SupportLink } from '../../components/frame/SupportLink';
import { FormStack, Stack } from '../../components/layout/Stack';
import {
  changeEmail,
  confirmPresent,
  sendCodeToNew,
  sendCodeToPresent,
} from '../../flows/account/changeEmail';
import { useAppSelector } from '../../hooks/storeHooks';
import { selectEmail } from '../../identity/selectors';
import { PATHS } from '../../navigation/paths';
import { CHANGE_EMAIL_TEXTS as TEXTS } from '../../texts/changeEmail';
import { formatMoneyTime } from '../../texts/dates';
import { type EmailSteps, useEmailSteps } from './useEmailSteps';

type Step =
  | { name: 'start' }
  | { name: 'oldCode'; requestToken: string }
  | { name: 'newEmail'; requestToken: string }
  | { name: 'newCode'; requestToken: string; newRequestToken: string; newEmail: string }
  | { name: 'done'; email: string; until: string | null };

export default function ChangeEmail() {
  const steps = useEmailSteps();
  const [step, setStep] = useState<Step>({ name: 'start' });
  return (
    <Frame title={TEXTS.title}>
      <ScreenParts>
        <TitleGroup>
          <ScreenTitle>{step.name === 'done' ? TEXTS.done.title : TEXTS.title}</ScreenTitle>
          <Lead>{step.name === 'done' ? TEXTS.done.text(step.email) : TEXTS.lead}</Lead>
        </TitleGroup>
        {steps.isUnavailable ? (
          <ErrorNotice title={TEXTS.unavailable.title} text={TEXTS.unavailable.text}>
            <SupportLink />
          </ErrorNotice>
        ) : (
          <StepForm step={step} steps={steps} onStep={setStep} />
        )}
        <SecondaryButton to={PATHS.account}>{TEXTS.backToAccount}</SecondaryButton>
      </ScreenParts>
    </Frame>
  );
}

interface StepProps {
  step: Step;
  steps: EmailSteps;
  onStep: (step: Step) => void;
}

function StepForm({ step, steps, onStep }: StepProps) {
  const present = useAppSelector(selectEmail) ?? '';
  const { isBusy, problem, run, clearProblem } = steps;
  switch (step.name) {
    case 'start': {
      const start = async () => {
        const sent = await run(sendCodeToPresent());
        if (sent !== null && 'requestToken' in sent)
          onStep({ name: 'oldCode', requestToken: sent.requestToken });
      };
      return (
        <Stack gap={12}>
          <p>{TEXTS.present(present)}</p>
          {problem !== null && <ErrorNotice title={problem} />}
          <PrimaryButton loading={isBusy} onClick={() => void start()}>
            {TEXTS.start}
          </PrimaryButton>
          <Note>{TEXTS.lost}</Note>
          <SupportLink />
        </Stack>
      );
    }
    case 'oldCode': {
      const { requestToken } = step;
      const confirm = async (code: string) => {
        const confirmed = await run(confirmPresent({ requestToken, code }));
        if (confirmed !== null && 'requestToken' in confirmed) onStep({ name: 'newEmail', requestToken });
      };
      return (
        <Stack gap={12}>
          <SectionTitle>{TEXTS.oldCode.title}</SectionTitle>
          <Note>{TEXTS.oldCode.sentTo(present)}</Note>
          <CodeForm
            key="oldCode"
            label={TEXTS.oldCode.label}
            submit={TEXTS.oldCode.submit}
            isBusy={isBusy}
            problem={problem}
            onEdit={clearProblem}
            onCode={(code) => void confirm(code)}
          />
          <StartAgain steps={steps} onStep={onStep} />
        </Stack>
      );
    }
    case 'newEmail': {
      const { requestToken } = step;
      const send = async (newEmail: string) => {
        const sent = await run(sendCodeToNew({ requestToken, newEmail }));
        if (sent !== null && 'requestToken' in sent)
          onStep({ name: 'newCode', requestToken, newRequestToken: sent.requestToken, newEmail });
      };
      return (
        <Stack gap={12}>
          <SectionTitle>{TEXTS.newEmail.title}</SectionTitle>
          <AddressForm steps={steps} onAddress={(email) => void send(email)} />
          <StartAgain steps={steps} onStep={onStep} />
        </Stack>
      );
    }
    case 'newCode': {
      const { requestToken, newRequestToken, newEmail } = step;
      const change = async (code: string) => {
        const changed = await run(changeEmail({ requestToken, newRequestToken, code }));
        if (changed !== null && 'requestToken' in changed)
          onStep({ name: 'done', email: newEmail, until: changed.until });
      };
      return (
        <Stack gap={12}>
          <SectionTitle>{TEXTS.newCode.title}</SectionTitle>
          <Note>{TEXTS.newCode.sentTo(newEmail)}</Note>
          <CodeForm
            key="newCode"
            label={TEXTS.newCode.label}
            submit={TEXTS.newCode.submit}
            isBusy={isBusy}
            problem={problem}
            onEdit={clearProblem}
            onCode={(code) => void change(code)}
          />
          <TextLink
            onClick={() => {
              clearProblem();
              onStep({ name: 'newEmail', requestToken });
            }}
          >
            {TEXTS.newCode.another}
          </TextLink>
        </Stack>
      );
    }
    case 'done':
      return <Note>{TEXTS.done.back(formatMoneyTime(step.until))}</Note>;
  }
}

function StartAgain({ steps, onStep }: Omit<StepProps, 'step'>) {
  return (
    <TextLink
      onClick={() => {
        steps.clearProblem();
        onStep({ name: 'start' });
      }}
    >
      {TEXTS.startAgain}
    </TextLink>
  );
}

function AddressForm({ steps, onAddress }: { steps: EmailSteps; onAddress: (email: string) => void }) {
  const [isInvalid, setIsInvalid] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const texts = TEXTS.newEmail;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (steps.isBusy) return;
    const email = typedEmail(input.current?.value ?? '');
    setIsInvalid(!isValidEmail(email));
    if (isValidEmail(email)) onAddress(email);
    else input.current?.focus();
  };

  return (
    <FormStack gap={14} noValidate onSubmit={submit}>
      <Field
        inputRef={input}
        label={texts.label}
        name="email"
        type="email"
        inputMode="email"
        enterKeyHint="go"
        autoComplete="email"
        spellCheck={false}
        required
        placeholder={texts.placeholder}
        error={isInvalid ? texts.invalid : steps.problem}
        onChange={(event) => {
          if (isValidEmail(typedEmail(event.target.value))) setIsInvalid(false);
          steps.clearProblem();
        }}
      />
      <PrimaryButton type="submit" loading={steps.isBusy}>
        {texts.submit}
      </PrimaryButton>
    </FormStack>
  );
}
