/**
 * Screen /account/email. Changes the account's email address in four steps: code to the present address, new address, code to
 * the new address, done.
 */
import { useState } from 'react';
import { CodeForm } from '../../components/account/CodeForm';
import { AddressForm } from '../../components/controls/AddressForm';
import { ErrorNotice } from '../../components/controls/ErrorNotice';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { SecondaryButton } from '../../components/controls/SecondaryButton';
import { TextLink } from '../../components/controls/TextLink';
import { Lead, Note, ScreenTitle, SectionTitle } from '../../components/display/Heading';
import { ScreenParts } from '../../components/display/ScreenParts';
import { StrongEmail } from '../../components/display/StrongEmail';
import { TitleGroup } from '../../components/display/TitleGroup';
import { Frame } from '../../components/frame/Frame';
import { SupportLink } from '../../components/frame/SupportLink';
import { Stack } from '../../components/layout/Stack';
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
import { COMMON_TEXTS } from '../../texts/common';
import { formatMoneyTime } from '../../texts/dates';
import { type EmailSteps, useEmailSteps } from './useEmailSteps';

type Step =
  | { name: 'start'; isAgain: boolean }
  | { name: 'oldCode'; requestToken: string }
  | { name: 'newEmail'; requestToken: string }
  | { name: 'newCode'; requestToken: string; newRequestToken: string; newEmail: string }
  | { name: 'done'; email: string; until: string | null };

export default function ChangeEmail() {
  const steps = useEmailSteps();
  const [step, setStep] = useState<Step>({ name: 'start', isAgain: false });
  return (
    <Frame title={TEXTS.title}>
      <ScreenParts>
        <TitleGroup>
          <ScreenTitle
            takesFocus={
              steps.isUnavailable || step.name === 'done' || (step.name === 'start' && step.isAgain)
            }
          >
            {step.name === 'done' ? TEXTS.done.title : TEXTS.title}
          </ScreenTitle>
          <Lead>
            {step.name === 'done' ? <Sentence to={step.email}>{TEXTS.done.text}</Sentence> : TEXTS.lead}
          </Lead>
        </TitleGroup>
        {steps.isUnavailable ? (
          <ErrorNotice title={TEXTS.unavailable.title} text={TEXTS.unavailable.text}>
            <SupportLink />
          </ErrorNotice>
        ) : (
          <StepForm step={step} steps={steps} onStep={setStep} />
        )}
        <SecondaryButton to={PATHS.account}>{COMMON_TEXTS.toAccount}</SecondaryButton>
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
          <p>
            <Sentence to={present}>{TEXTS.present}</Sentence>
          </p>
          {problem !== null && <ErrorNotice title={problem} />}
          <PrimaryButton loading={isBusy} onClick={() => void start()}>
            {TEXTS.start}
          </PrimaryButton>
          <Note>{TEXTS.takeBack}</Note>
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
          <Note>
            <Sentence to={present}>{TEXTS.oldCode.sentTo}</Sentence>
          </Note>
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
          <AddressForm
            label={TEXTS.newEmail.label}
            submit={TEXTS.newEmail.submit}
            isBusy={isBusy}
            problem={problem}
            takesFocus
            onEdit={clearProblem}
            onAddress={(email) => void send(email)}
          />
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
          <Note>
            <Sentence to={newEmail}>{TEXTS.newCode.sentTo}</Sentence>
          </Note>
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
      return (
        <Stack gap={12}>
          <Note>{TEXTS.done.back(formatMoneyTime(step.until))}</Note>
          <SectionTitle>{TEXTS.done.sessions.title}</SectionTitle>
          <Note>{TEXTS.done.sessions.text}</Note>
          <SecondaryButton to={PATHS.sessions}>{TEXTS.done.sessions.end}</SecondaryButton>
        </Stack>
      );
  }
}

function StartAgain({ steps, onStep }: Omit<StepProps, 'step'>) {
  return (
    <TextLink
      onClick={() => {
        steps.clearProblem();
        onStep({ name: 'start', isAgain: true });
      }}
    >
      {TEXTS.startAgain}
    </TextLink>
  );
}

/** Sentence that ends with an email address. */
function Sentence({ to, children }: { to: string; children: string }) {
  return (
    <span key={children}>
      {children} <StrongEmail email={to} end="." />
    </span>
  );
}
