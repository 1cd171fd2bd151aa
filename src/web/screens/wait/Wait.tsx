/** Screen `/wait`. Says that the sign-in email was sent, and accepts the code in the email. */
import { styled } from '@mui/material/styles';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { TextLink } from '../../components/controls/TextLink';
import { EmailText } from '../../components/display/EmailText';
import { Lead, Note, ScreenTitle } from '../../components/display/Heading';
import { EmailIcon } from '../../components/display/icons';
import { TitleGroup } from '../../components/display/TitleGroup';
import { Frame } from '../../components/frame/Frame';
import { Stack } from '../../components/layout/Stack';
import { SignInCodeForm } from '../../components/signIn/SignInCodeForm';
import { requestEmailLink } from '../../flows/signIn/requestEmailLink';
import { useAppDispatch, useAppSelector } from '../../hooks/storeHooks';
import { useIsInBrowser } from '../../hooks/useIsInBrowser';
import { selectEmailForSignIn, selectIsVerified, selectMailToken } from '../../identity/selectors';
import { PATHS, SANDBOX_PAGE } from '../../navigation/paths';
import { usePlatform } from '../../platform/PlatformContext';
import { readTabValue } from '../../tabStorage/tabStorage';
import { WAIT_TEXTS } from '../../texts/wait';
import { toast } from '../../toasts/toasts';

/** Non-breaking space that reserves the line of the email address. */
const ANY_ADDRESS = '\u00a0';

/**
 * Minimum time in ms between two sign-in emails. A new sign-in email invalidates the previous email, so customers
 * should not request another email while the previous email is still being delivered.
 */
const RESEND_AFTER_MS = 60_000;

export default function Wait() {
  const { mode } = usePlatform().configuration;
  const email = useAppSelector(selectEmailForSignIn);
  // The email address and the time are only known in the browser, because the prerendered page is the same for all
  // visitors.
  const isInBrowser = useIsInBrowser();
  useLeaveOnceSignedIn();
  const { sessionStorage } = usePlatform();
  // Email address to which a further request on this screen has sent the last email that the daily limit allows.
  const [lastSentTo, setLastSentTo] = useState<string | null>(null);
  if (email === null) return <NothingSent />;
  if (isInBrowser && (lastSentTo ?? readTabValue(sessionStorage, 'lastEmailOfDay')) === email) {
    return <LastOfDay email={email} />;
  }
  return (
    <Frame title={WAIT_TEXTS.title}>
      <Parts gap={20}>
        <SentTo texts={WAIT_TEXTS} email={isInBrowser ? email : ANY_ADDRESS} />
        {mode === 'sandbox' && (
          <TitleGroup>
            <PrimaryButton href={SANDBOX_PAGE}>{WAIT_TEXTS.sandbox}</PrimaryButton>
            <Note>{WAIT_TEXTS.sandboxNote}</Note>
          </TitleGroup>
        )}
        <SignInCodeForm />
        <Note>{WAIT_TEXTS.spam}</Note>
        {isInBrowser ? (
          <Resend email={email} onLastOfDay={() => setLastSentTo(email)} />
        ) : (
          <SecondsLeft seconds={RESEND_AFTER_MS / 1000} />
        )}
        <TextLink to={PATHS.login}>{WAIT_TEXTS.changeAddress}</TextLink>
      </Parts>
    </Frame>
  );
}

function LastOfDay({ email }: { email: string }) {
  const hasCode = useAppSelector(selectMailToken) !== null;
  const texts = WAIT_TEXTS.lastOfDay;
  return (
    <Frame title={texts.title}>
      <Parts gap={20}>
        <SentTo texts={texts} email={email} />
        {hasCode && <SignInCodeForm />}
        <Note>{WAIT_TEXTS.spam}</Note>
        <TextLink to={PATHS.login}>{WAIT_TEXTS.changeAddress}</TextLink>
      </Parts>
    </Frame>
  );
}

interface SentToProps {
  texts: Readonly<Record<'title' | 'sentTo' | 'lead', string>>;
  email: string;
}

function SentTo({ texts, email }: SentToProps) {
  return (
    <>
      <Badge>
        <EmailIcon size={30} />
      </Badge>
      <TitleGroup>
        <ScreenTitle>{texts.title}</ScreenTitle>
        <Address key={texts.sentTo}>
          {texts.sentTo}{' '}
          <strong>
            <EmailText email={email} />
          </strong>
        </Address>
        <Lead>{texts.lead}</Lead>
      </TitleGroup>
    </>
  );
}

function NothingSent() {
  return (
    <Frame title={WAIT_TEXTS.nothingSent.title}>
      <Parts gap={20}>
        <ScreenTitle>{WAIT_TEXTS.nothingSent.title}</ScreenTitle>
        <Lead>{WAIT_TEXTS.nothingSent.text}</Lead>
        <PrimaryButton to={PATHS.login}>{WAIT_TEXTS.nothingSent.toLogin}</PrimaryButton>
      </Parts>
    </Frame>
  );
}

/** Redirects to the profile after the sign-in link was opened in another tab, but only while this tab is hidden. */
function useLeaveOnceSignedIn() {
  const isSignedIn = useAppSelector(selectIsVerified);
  const wasSignedIn = useRef(isSignedIn);
  const navigate = useNavigate();
  useEffect(() => {
    if (isSignedIn && !wasSignedIn.current && document.visibilityState === 'hidden') {
      void navigate(PATHS.profile, { replace: true });
    }
    wasSignedIn.current = isSignedIn;
  }, [isSignedIn, navigate]);
}

function Resend({ email, onLastOfDay }: { email: string; onLastOfDay: () => void }) {
  const { now, sessionStorage } = usePlatform();
  const [availableAt, setAvailableAt] = useState(
    () => Math.min(readTabValue(sessionStorage, 'emailSentAt') ?? now(), now()) + RESEND_AFTER_MS,
  );
  const [secondsLeft, setSecondsLeft] = useState(() => secondsUntil(availableAt, now()));
  const [isSending, setIsSending] = useState(false);
  const dispatch = useAppDispatch();

  useEffect(() => {
    const tick = () => {
      const left = secondsUntil(availableAt, now());
      setSecondsLeft(left);
      if (left === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [availableAt, now]);

  const resend = async () => {
    setIsSending(true);
    const outcome = await dispatch(requestEmailLink(email));
    setIsSending(false);
    if (outcome.kind === 'emailLinkSent') {
      toast.success(WAIT_TEXTS.resent);
      const next = now() + RESEND_AFTER_MS;
      setSecondsLeft(secondsUntil(next, now()));
      setAvailableAt(next);
    } else if (outcome.kind === 'lastEmailInMailbox') onLastOfDay();
  };

  return secondsLeft > 0 ? (
    <SecondsLeft seconds={secondsLeft} />
  ) : (
    <TextLink disabled={isSending} onClick={() => void resend()}>
      {WAIT_TEXTS.resend}
    </TextLink>
  );
}

function SecondsLeft({ seconds }: { seconds: number }) {
  return <Countdown role="timer">{WAIT_TEXTS.resendIn(clock(seconds))}</Countdown>;
}

function secondsUntil(at: number, now: number): number {
  return Math.max(0, Math.ceil((at - now) / 1000));
}

function clock(seconds: number): string {
  return `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;
}

const Parts = styled(Stack)({ '& > a, & > button': { justifySelf: 'start' } });

const Badge = styled('span')(({ theme: { vars } }) => ({
  display: 'grid',
  placeItems: 'center',
  width: 58,
  height: 58,
  borderRadius: 18,
  color: vars.palette.accent.text,
  backgroundColor: vars.palette.surface.main,
  boxShadow: `inset 0 0 0 1px ${vars.palette.surface.line}`,
}));

const Address = styled('p')({ margin: 0, '& strong': { display: 'block', fontWeight: 620 } });

const Countdown = styled('p')(({ theme: { vars, typography } }) => ({
  ...typography.body1,
  margin: 0,
  color: vars.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
}));
