/** The four pushes to a device and the true outcome of the last one. */
import { styled } from '@mui/material/styles';
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { EMAIL_TYPED_MAX, PUSH_LINK_MAX, PUSH_TEXT_MAX, PUSH_TITLE_MAX } from '../../../../shared/constants';
import type { Push } from '../../../../shared/contract/staff';
import { isAllowedPushLink } from '../../../../shared/pushLink';
import { isValidEmail, normalizeEmail } from '../../../../shared/validation';
import { isUnconfirmed } from '../../../api/callError';
import { CompactField } from '../../../components/staff/CompactField';
import { ConsoleButton } from '../../../components/staff/ConsoleButton';
import { CONSOLE_RADIUS } from '../../../components/staff/consoleStyles';
import { Panel } from '../../../components/staff/Panel';
import { type Question, QuestionDialog } from '../../../components/staff/QuestionDialog';
import { type FormDraft, useDraft } from '../../../components/staff/useDraft';
import { useStaffChange } from '../../../components/staff/useStaffChange';
import { sendPush } from '../../../flows/staff/staffDevice';
import { useAppDispatch } from '../../../hooks/storeHooks';
import { usePlatform } from '../../../platform/PlatformContext';
import { STAFF_DEVICE_TEXTS } from '../../../texts/staff/device';
import { toast } from '../../../toasts/toasts';

interface DevicePushesProps {
  userId: number;
  deviceId: number;
  email: string;
  /** Null: the device cannot be reached. */
  token: string | null;
  /** The application of others that uses the device's key; null: ours, or none is known. */
  foreignApp: string | null;
}

interface Outcome {
  tone: 'good' | 'bad';
  text: string;
}

type Send = (push: Push) => void;

export function DevicePushes({ userId, deviceId, email, token, foreignApp }: DevicePushesProps) {
  const dispatch = useAppDispatch();
  const loginDraft = useDraft('loginPush', deviceId);
  const linkDraft = useDraft('linkPush', deviceId);
  const { send, isSending } = useStaffChange(
    ({ reason, message }) => STAFF_DEVICE_TEXTS.errorToast(reason ?? message),
    linkDraft,
  );
  const [lastType, setLastType] = useState<Push['type'] | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [question, setQuestion] = useState<(Question & { push: Push }) | null>(null);

  const sending = isSending ? lastType : null;

  const start: Send = (push) => {
    if (isSending || token === null) return;
    const texts = STAFF_DEVICE_TEXTS;
    setLastType(push.type);
    setOutcome(null);
    void send(
      () => dispatch(sendPush({ userId, token, push })),
      (result) => {
        if (result.kind === 'pushAccepted') {
          if (push.type === 'LOGIN') loginDraft.drop();
          if (push.type === 'LINK_MSG') linkDraft.drop();
          setOutcome({ tone: 'good', text: texts.accepted(push.type, result.messageId) });
          return;
        }
        toast.error(texts.errorToast(result.reason));
        setOutcome({
          tone: 'bad',
          text: result.hasToken ? texts.failed(push.type, result.reason) : texts.tokenCleared(push.type),
        });
      },
      {
        onFailed: (error) => {
          const reason = error.reason ?? error.message;
          toast.error(texts.errorToast(reason));
          setOutcome({ tone: 'bad', text: isUnconfirmed(error) ? reason : texts.failed(push.type, reason) });
        },
      },
    );
  };
  const ask = (push: Push, title: string, text: string) =>
    setQuestion({ push, title, text, yes: STAFF_DEVICE_TEXTS.send(push.type) });

  return (
    <Panel title={STAFF_DEVICE_TEXTS.pushes}>
      {token === null && (
        <Muted>
          {foreignApp === null
            ? STAFF_DEVICE_TEXTS.pushesNeedToken
            : STAFF_DEVICE_TEXTS.pushesNeedOurApp(foreignApp)}
        </Muted>
      )}
      <Result role="status" data-tone={outcome?.tone}>
        {outcome?.text}
      </Result>
      {token !== null && (
        <Kinds>
          <LoginPush email={email} draft={loginDraft} isSending={sending === 'LOGIN'} onSend={start} />
          <PlainPush
            type="LOGOUT"
            explanation={STAFF_DEVICE_TEXTS.logoutExplanation}
            isSending={sending === 'LOGOUT'}
            onSend={() =>
              ask({ type: 'LOGOUT' }, STAFF_DEVICE_TEXTS.logoutQuestion, STAFF_DEVICE_TEXTS.logoutConsequence)
            }
          />
          <PlainPush
            type="TURN_OFF"
            explanation={STAFF_DEVICE_TEXTS.turnOffExplanation}
            isSending={sending === 'TURN_OFF'}
            onSend={() =>
              ask(
                { type: 'TURN_OFF' },
                STAFF_DEVICE_TEXTS.turnOffQuestion,
                STAFF_DEVICE_TEXTS.turnOffConsequence,
              )
            }
          />
          <LinkPush draft={linkDraft} isSending={sending === 'LINK_MSG'} onSend={start} />
        </Kinds>
      )}
      {question !== null && (
        <QuestionDialog
          question={question}
          onYes={() => {
            setQuestion(null);
            start(question.push);
          }}
          onNo={() => setQuestion(null)}
        />
      )}
    </Panel>
  );
}

interface LoginPushProps {
  email: string;
  draft: FormDraft;
  isSending: boolean;
  onSend: Send;
}

function LoginPush({ email, draft, isSending, onSend }: LoginPushProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isWrong, setIsWrong] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = normalizeEmail(input.current?.value ?? '');
    setIsWrong(!isValidEmail(typed));
    if (isValidEmail(typed)) onSend({ type: 'LOGIN', email: typed });
    else input.current?.focus();
  };
  return (
    <PushForm
      type="LOGIN"
      explanation={STAFF_DEVICE_TEXTS.loginExplanation}
      isSending={isSending}
      draft={draft}
      onSubmit={submit}
    >
      <CompactField
        inputRef={input}
        label={STAFF_DEVICE_TEXTS.loginEmail}
        name="email"
        autoComplete="off"
        defaultValue={draft.typed['email'] ?? email}
        maxLength={EMAIL_TYPED_MAX}
        error={isWrong ? STAFF_DEVICE_TEXTS.emailWrong : null}
        onChange={() => setIsWrong(false)}
      />
    </PushForm>
  );
}

interface LinkPushProps {
  draft: FormDraft;
  isSending: boolean;
  onSend: Send;
}

function LinkPush({ draft, isSending, onSend }: LinkPushProps) {
  const { pushLinkHosts: hosts } = usePlatform().configuration;
  const link = useRef<HTMLInputElement>(null);
  const title = useRef<HTMLInputElement>(null);
  const description = useRef<HTMLInputElement>(null);
  const [isWrong, setIsWrong] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = link.current?.value.trim() ?? '';
    const isAllowed = isAllowedPushLink(typed, hosts ?? []);
    setIsWrong(!isAllowed);
    if (!isAllowed) {
      link.current?.focus();
      return;
    }
    onSend({
      type: 'LINK_MSG',
      link: typed,
      title: title.current?.value.trim() ?? '',
      description: description.current?.value.trim() ?? '',
    });
  };
  return (
    <PushForm
      type="LINK_MSG"
      explanation={STAFF_DEVICE_TEXTS.linkExplanation}
      isSending={isSending}
      draft={draft}
      onSubmit={submit}
    >
      <CompactField
        inputRef={link}
        label={STAFF_DEVICE_TEXTS.linkAddress}
        name="link"
        defaultValue={draft.typed['link'] ?? ''}
        autoComplete="off"
        placeholder="https://"
        maxLength={PUSH_LINK_MAX}
        hint={STAFF_DEVICE_TEXTS.linkHint(hosts ?? [])}
        error={isWrong ? STAFF_DEVICE_TEXTS.linkWrong(hosts ?? []) : null}
        onChange={() => setIsWrong(false)}
      />
      <CompactField
        inputRef={title}
        label={STAFF_DEVICE_TEXTS.linkTitle}
        name="title"
        defaultValue={draft.typed['title'] ?? ''}
        autoComplete="off"
        maxLength={PUSH_TITLE_MAX}
      />
      <CompactField
        inputRef={description}
        label={STAFF_DEVICE_TEXTS.linkDescription}
        name="description"
        defaultValue={draft.typed['description'] ?? ''}
        autoComplete="off"
        maxLength={PUSH_TEXT_MAX}
      />
    </PushForm>
  );
}

function PlainPush({
  type,
  explanation,
  isSending,
  onSend,
}: {
  type: Push['type'];
  explanation: string;
  isSending: boolean;
  onSend: () => void;
}) {
  return (
    <PushForm
      type={type}
      explanation={explanation}
      isSending={isSending}
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    />
  );
}

function PushForm({
  type,
  explanation,
  isSending,
  draft,
  onSubmit,
  children,
}: {
  type: Push['type'];
  explanation: string;
  isSending: boolean;
  draft?: FormDraft;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  children?: ReactNode;
}) {
  return (
    <Kind noValidate aria-label={type} onInput={draft?.onInput} onSubmit={onSubmit}>
      <div>
        <h3>{type}</h3>
        <Muted>{explanation}</Muted>
      </div>
      {children}
      <ConsoleButton type="submit" loading={isSending} loadingLabel={STAFF_DEVICE_TEXTS.sending}>
        {STAFF_DEVICE_TEXTS.send(type)}
      </ConsoleButton>
    </Kind>
  );
}

const Kinds = styled('div')({
  display: 'grid',
  gap: 12,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 230px), 1fr))',
});

const Kind = styled('form')(({ theme: { vars } }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: 12,
  padding: 12,
  borderRadius: CONSOLE_RADIUS,
  boxShadow: `inset 0 0 0 1px ${vars.palette.surface.line}`,
  '& h3': { margin: 0, fontSize: '0.875rem' },
  // The buttons of a row stand on one line.
  gridTemplateRows: 'auto 1fr',
  '& > button': { justifySelf: 'start', alignSelf: 'end' },
  // The long one stands alone, below the short ones.
  '&:last-of-type': { gridColumn: '1 / -1', gridTemplateRows: 'none' },
}));

const Muted = styled('p')(({ theme: { vars } }) => ({
  margin: 0,
  fontSize: '0.8125rem',
  color: vars.palette.text.secondary,
}));

const Result = styled('div')(({ theme: { vars } }) => ({
  fontSize: '0.875rem',
  overflowWrap: 'anywhere',
  // Stays to be announced when it says something; no row is kept for it.
  '&:empty': { position: 'absolute' },
  '&:not(:empty)': { padding: '8px 12px', borderRadius: CONSOLE_RADIUS },
  '&[data-tone="good"]': {
    color: vars.palette.tone.successText,
    backgroundColor: vars.palette.tone.successGround,
  },
  '&[data-tone="bad"]': {
    color: vars.palette.tone.dangerText,
    backgroundColor: vars.palette.tone.dangerGround,
  },
}));
