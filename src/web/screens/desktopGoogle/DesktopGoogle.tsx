/** `/desktopGAuth`: the desktop app's Google sign-in, opened in the person's browser. */
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { ErrorNotice } from '../../components/controls/ErrorNotice';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { SecondaryButton } from '../../components/controls/SecondaryButton';
import { EmailText } from '../../components/display/EmailText';
import { Lead, Note, ScreenTitle } from '../../components/display/Heading';
import { Frame } from '../../components/frame/Frame';
import { GoogleButton } from '../../components/signIn/GoogleButton';
import { OutOfEmbeddedBrowser } from '../../components/signIn/OutOfEmbeddedBrowser';
import { type DesktopSignInOutcome, signInForDesktop } from '../../flows/signIn/desktopSignIn';
import { useAppDispatch } from '../../hooks/storeHooks';
import { PATHS } from '../../navigation/paths';
import { usePlatform } from '../../platform/PlatformContext';
import { DESKTOP_GOOGLE_TEXTS as TEXTS } from '../../texts/google';

export default function DesktopGoogle() {
  const { configuration, embeddedBrowser } = usePlatform();
  const [outcome, setOutcome] = useState<DesktopSignInOutcome | null>(null);
  if (!configuration.google.enabled) return <SwitchedOff />;
  if (outcome?.kind === 'desktopSignedIn') return <Done email={outcome.email} />;
  return (
    <Frame title={TEXTS.title}>
      <ScreenParts>
        <div>
          <ScreenTitle>{TEXTS.title}</ScreenTitle>
          <Lead>{TEXTS.lead}</Lead>
        </div>
        {embeddedBrowser === null ? (
          <SignIn outcome={outcome} onOutcome={setOutcome} />
        ) : (
          <OutOfEmbeddedBrowser embeddedBrowser={embeddedBrowser} />
        )}
      </ScreenParts>
    </Frame>
  );
}

interface SignInProps {
  outcome: DesktopSignInOutcome | null;
  onOutcome: (outcome: DesktopSignInOutcome | null) => void;
}

function SignIn({ outcome, onOutcome }: SignInProps) {
  const [isBusy, setIsBusy] = useState(false);
  const dispatch = useAppDispatch();

  const signIn = async () => {
    setIsBusy(true);
    onOutcome(null);
    onOutcome(await dispatch(signInForDesktop()));
    setIsBusy(false);
  };

  if (outcome?.kind === 'desktopRegisterFailed') {
    return <ErrorNotice title={TEXTS.failed.title} text={TEXTS.failed.text} onRetry={() => void signIn()} />;
  }
  return (
    <>
      <GoogleButton isPrimary isBusy={isBusy} onClick={() => void signIn()} />
      <p role="status">{outcome?.kind === 'googleSignInEnded' ? TEXTS.ended : null}</p>
      <Note>{TEXTS.note}</Note>
    </>
  );
}

function Done({ email }: { email: string }) {
  return (
    <Frame title={TEXTS.done.title}>
      <ScreenParts role="status">
        <div>
          <ScreenTitle>{TEXTS.done.title}</ScreenTitle>
          <Lead>{TEXTS.done.text}</Lead>
        </div>
        <strong>
          <EmailText email={email} />
        </strong>
        <SecondaryButton to={PATHS.profile}>{TEXTS.done.profile}</SecondaryButton>
      </ScreenParts>
    </Frame>
  );
}

function SwitchedOff() {
  return (
    <Frame title={TEXTS.off.title}>
      <ScreenParts>
        <div>
          <ScreenTitle>{TEXTS.off.title}</ScreenTitle>
          <Lead>{TEXTS.off.text}</Lead>
        </div>
        <PrimaryButton to={PATHS.login}>{TEXTS.off.toLogin}</PrimaryButton>
      </ScreenParts>
    </Frame>
  );
}

const ScreenParts = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 20,
  '& > div': { display: 'grid', gap: 12 },
  '& > strong': { fontWeight: 620 },
  '& > p[role=status]': { margin: 0 },
  '& > p:empty': { display: 'none' },
});
