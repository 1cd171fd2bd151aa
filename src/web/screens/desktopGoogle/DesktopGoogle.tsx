/** Screen `/desktopGAuth`. Google sign-in of the desktop app, which opens this page in the customer's browser. */
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { ErrorNotice } from '../../components/controls/ErrorNotice';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { SecondaryButton } from '../../components/controls/SecondaryButton';
import { EmailText } from '../../components/display/EmailText';
import { Lead, Note, ScreenTitle } from '../../components/display/Heading';
import { TitleGroup } from '../../components/display/TitleGroup';
import { Frame } from '../../components/frame/Frame';
import { Stack } from '../../components/layout/Stack';
import { EmbeddedBrowserHint } from '../../components/signIn/EmbeddedBrowserHint';
import { GoogleButton } from '../../components/signIn/GoogleButton';
import { type DesktopSignInOutcome, signInForDesktop } from '../../flows/signIn/desktopSignIn';
import { useAppDispatch } from '../../hooks/storeHooks';
import { PATHS } from '../../navigation/paths';
import { usePlatform } from '../../platform/PlatformContext';
import { DESKTOP_GOOGLE_TEXTS as TEXTS } from '../../texts/google';

const MESSAGES: Partial<Record<DesktopSignInOutcome['kind'], string | null>> = TEXTS.outcomes;

export default function DesktopGoogle() {
  const { configuration, embeddedBrowser } = usePlatform();
  const [outcome, setOutcome] = useState<DesktopSignInOutcome | null>(null);
  if (!configuration.google.enabled) return <SwitchedOff />;
  if (outcome?.kind === 'desktopSignedIn') return <Done email={outcome.email} />;
  return (
    <Frame title={TEXTS.title}>
      <Parts gap={20}>
        <TitleGroup>
          <ScreenTitle>{TEXTS.title}</ScreenTitle>
          <Lead>{TEXTS.lead}</Lead>
        </TitleGroup>
        {embeddedBrowser === null ? (
          <SignIn outcome={outcome} onOutcome={setOutcome} />
        ) : (
          <EmbeddedBrowserHint />
        )}
      </Parts>
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
      <GoogleButton
        isPrimary
        isBusy={isBusy}
        message={outcome === null ? null : (MESSAGES[outcome.kind] ?? null)}
        onClick={() => void signIn()}
      />
      <Note>{TEXTS.note}</Note>
    </>
  );
}

function Done({ email }: { email: string }) {
  return (
    <Frame title={TEXTS.done.title}>
      <Parts gap={20} role="status">
        <TitleGroup>
          <ScreenTitle>{TEXTS.done.title}</ScreenTitle>
          <Lead>{TEXTS.done.text}</Lead>
        </TitleGroup>
        <strong>
          <EmailText email={email} />
        </strong>
        <SecondaryButton to={PATHS.profile}>{TEXTS.done.profile}</SecondaryButton>
      </Parts>
    </Frame>
  );
}

function SwitchedOff() {
  return (
    <Frame title={TEXTS.off.title}>
      <Parts gap={20}>
        <TitleGroup>
          <ScreenTitle>{TEXTS.off.title}</ScreenTitle>
          <Lead>{TEXTS.off.text}</Lead>
        </TitleGroup>
        <PrimaryButton to={PATHS.login}>{TEXTS.off.toLogin}</PrimaryButton>
      </Parts>
    </Frame>
  );
}

const Parts = styled(Stack)({ '& > strong': { fontWeight: 620 } });
