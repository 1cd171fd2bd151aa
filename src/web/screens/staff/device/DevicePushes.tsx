/** Forms for the four kinds of push notifications to a device, with the result of the last push. */
import { styled } from '@mui/material/styles';
import { type SubmitEvent, useState } from 'react';
import type * as v from 'valibot';
import { EMAIL_TYPED_MAX, PUSH_LINK_MAX, PUSH_TEXT_MAX, PUSH_TITLE_MAX } from '../../../../shared/constants';
import { type Push, pushBody } from '../../../../shared/contract/staff';
import { identifyingText } from '../../../../shared/identifyingText';
import { isAllowedPushLink } from '../../../../shared/pushLink';
import { isValidEmail, normalizeEmail } from '../../../../shared/validation';
import { type Answered, type CallError, isUnconfirmed } from '../../../api/callError';
import { CompactField } from '../../../components/staff/CompactField';
import { ConsoleButton } from '../../../components/staff/ConsoleButton';
import { CONSOLE_RADIUS } from '../../../components/staff/consoleStyles';
import { Panel } from '../../../components/staff/Panel';
import { QuestionDialog } from '../../../components/staff/QuestionDialog';
import { useStaffForm } from '../../../components/staff/useStaffForm';
import { type PushOutcome, sendPush } from '../../../flows/staff/staffDevice';
import { useAppDispatch } from '../../../hooks/storeHooks';
import type { Elements } from '../../../platform/elements';
import { usePlatform } from '../../../platform/PlatformContext';
import { STAFF_DEVICE_TEXTS } from '../../../texts/staff/device';
import { toast } from '../../../toasts/toasts';

interface DevicePushesProps {
  userId: number;
  deviceId: number;
  email: string;
  /** Push token of the device, or null if the device has no push token and cannot receive pushes. */
  token: string | null;
  /**
   * Name of the third-party VPN app that uses the device's VPN credential. Null if the product's own app uses the VPN
   * credential or the app is unknown.
   */
  foreignApp: string | null;
}

interface Outcome {
  tone: 'good' | 'bad';
  text: string;
}

/** Shared state of the four push forms. Only one push is sent at a time, and only one result is shown. */
interface Sender {
  deviceId: number;
  /** Kind of the push that is being sent, or null if no push is being sent. */
  sending: Push['type'] | null;
  send: (push: Push) => Promise<Answered<PushOutcome>>;
  onDone: (outcome: PushOutcome, push: Push) => void;
  onFailed: (error: CallError, push: Push) => void;
}

export function DevicePushes({ userId, deviceId, email, token, foreignApp }: DevicePushesProps) {
  const dispatch = useAppDispatch();
  const [sending, setSending] = useState<Push['type'] | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const texts = STAFF_DEVICE_TEXTS;
  const areOn = usePlatform().configuration.pushNotifications !== false;

  const senderTo = (reached: string): Sender => ({
    deviceId,
    sending,
    send: async (push) => {
      setSending(push.type);
      setOutcome(null);
      const answer = await dispatch(sendPush({ userId, token: reached, push }));
      setSending(null);
      return answer;
    },
    onDone: (result, { type }) => {
      if (result.kind === 'pushAccepted') {
        setOutcome({ tone: 'good', text: texts.accepted(type, result.messageId) });
        return;
      }
      const { reason, hasToken } = result;
      toast.error(texts.errorToast(reason));
      setOutcome({ tone: 'bad', text: hasToken ? texts.failed(type, reason) : texts.tokenCleared(type) });
    },
    onFailed: (error, { type }) => {
      const reason = error.reason ?? error.message;
      toast.error(texts.errorToast(reason));
      setOutcome({ tone: 'bad', text: isUnconfirmed(error) ? reason : texts.failed(type, reason) });
    },
  });

  return (
    <Panel title={texts.pushes}>
      {(token === null || !areOn) && <Muted>{reasonWithoutPushes(areOn, foreignApp)}</Muted>}
      <Result role="status" data-tone={outcome?.tone}>
        {outcome?.text}
      </Result>
      {token !== null && areOn && (
        <Kinds>
          <LoginPush email={email} sender={senderTo(token)} />
          <PlainPush
            type="LOGOUT"
            explanation={texts.logoutExplanation}
            question={{ title: texts.logoutQuestion, text: texts.logoutConsequence }}
            sender={senderTo(token)}
          />
          <PlainPush
            type="TURN_OFF"
            explanation={texts.turnOffExplanation}
            question={{ title: texts.turnOffQuestion, text: texts.turnOffConsequence }}
            sender={senderTo(token)}
          />
          <LinkPush sender={senderTo(token)} />
        </Kinds>
      )}
    </Panel>
  );
}

/** Returns why no push can be sent to a device. */
function reasonWithoutPushes(areOn: boolean, foreignApp: string | null): string {
  if (!areOn) return STAFF_DEVICE_TEXTS.pushesOff;
  return foreignApp === null
    ? STAFF_DEVICE_TEXTS.pushesNeedToken
    : STAFF_DEVICE_TEXTS.pushesNeedOurApp(foreignApp);
}

const DRAFTS = {
  LOGIN: 'loginPush',
  LOGOUT: 'logoutPush',
  TURN_OFF: 'turnOffPush',
  LINK_MSG: 'linkPush',
} as const satisfies Record<Push['type'], string>;

/** Input type of a push, before the schema fills in optional fields. */
type TypedPush = v.InferInput<typeof pushBody>;

function usePushForm<Name extends string>(
  type: Push['type'],
  { deviceId, sending, ...sender }: Sender,
  form: Pick<
    Parameters<typeof useStaffForm<Name, TypedPush, Push, PushOutcome>>[0],
    'fields' | 'read' | 'check'
  >,
) {
  return useStaffForm<Name, TypedPush, Push, PushOutcome>({
    ...form,
    ...sender,
    draft: `${DRAFTS[type]} ${deviceId}`,
    subject: ({ reason, message }) => STAFF_DEVICE_TEXTS.errorToast(reason ?? message),
    body: pushBody,
    isReady: sending === null,
    isDone: ({ kind }) => kind === 'pushAccepted',
  });
}

function LoginPush({ email, sender }: { email: string; sender: Sender }) {
  const form = usePushForm('LOGIN', sender, {
    fields: { email },
    read: (typed) => ({ type: 'LOGIN', email: normalizeEmail(typed.email) }),
    check: (typed) => ({
      email: isValidEmail(normalizeEmail(typed.email)) ? null : STAFF_DEVICE_TEXTS.emailWrong,
    }),
  });
  return (
    <PushForm
      type="LOGIN"
      explanation={STAFF_DEVICE_TEXTS.loginExplanation}
      sender={sender}
      onSubmit={form.props.onSubmit}
    >
      <CompactField
        {...form.field('email')}
        label={STAFF_DEVICE_TEXTS.loginEmail}
        autoComplete="off"
        maxLength={EMAIL_TYPED_MAX}
      />
    </PushForm>
  );
}

function LinkPush({ sender }: { sender: Sender }) {
  const hosts = usePlatform().configuration.pushLinkHosts ?? [];
  const form = usePushForm('LINK_MSG', sender, {
    fields: { link: '', title: '', description: '' },
    read: ({ link, title, description }) => ({
      type: 'LINK_MSG',
      link: identifyingText(link),
      title: title.trim(),
      description: description.trim(),
    }),
    check: ({ link }) => ({
      link: isAllowedPushLink(identifyingText(link), hosts) ? null : STAFF_DEVICE_TEXTS.linkWrong(hosts),
    }),
  });
  const link = form.field('link');
  return (
    <PushForm
      type="LINK_MSG"
      explanation={STAFF_DEVICE_TEXTS.linkExplanation}
      sender={sender}
      onSubmit={form.props.onSubmit}
    >
      <CompactField
        {...link}
        label={STAFF_DEVICE_TEXTS.linkAddress}
        autoComplete="off"
        placeholder="https://"
        maxLength={PUSH_LINK_MAX}
        hint={link.error ? undefined : STAFF_DEVICE_TEXTS.linkHint(hosts)}
      />
      <CompactField
        {...form.field('title')}
        label={STAFF_DEVICE_TEXTS.linkTitle}
        autoComplete="off"
        maxLength={PUSH_TITLE_MAX}
      />
      <CompactField
        {...form.field('description')}
        label={STAFF_DEVICE_TEXTS.linkDescription}
        autoComplete="off"
        maxLength={PUSH_TEXT_MAX}
      />
    </PushForm>
  );
}

interface PlainPushProps {
  type: 'LOGOUT' | 'TURN_OFF';
  explanation: string;
  question: { title: string; text: string };
  sender: Sender;
}

/** Form for a push without content, which is sent after a confirmation. */
function PlainPush({ type, explanation, question, sender }: PlainPushProps) {
  const form = usePushForm(type, sender, { fields: {}, read: () => ({ type }) });
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <PushForm
        type={type}
        explanation={explanation}
        sender={sender}
        onSubmit={(event) => {
          event.preventDefault();
          setIsAsking(true);
        }}
      />
      {isAsking && (
        <QuestionDialog
          question={{ ...question, yes: STAFF_DEVICE_TEXTS.send(type) }}
          onYes={() => {
            setIsAsking(false);
            form.submit();
          }}
          onNo={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

interface PushFormProps {
  type: Push['type'];
  explanation: string;
  sender: Pick<Sender, 'sending'>;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  children?: Elements;
}

function PushForm({ type, explanation, sender, onSubmit, children }: PushFormProps) {
  return (
    <Kind noValidate aria-label={type} onSubmit={onSubmit}>
      <div>
        <h3>{type}</h3>
        <Muted>{explanation}</Muted>
      </div>
      {children}
      <ConsoleButton
        type="submit"
        loading={sender.sending === type}
        loadingLabel={STAFF_DEVICE_TEXTS.sending}
      >
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
  // Aligns the buttons of push forms in the same row.
  gridTemplateRows: 'auto 1fr',
  '& > button': { justifySelf: 'start', alignSelf: 'end' },
  // The last form, which is the longest, is in a separate row below the other push forms.
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
  // The live region stays in the document so that screen readers announce a result. An empty live region takes no
  // space.
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
