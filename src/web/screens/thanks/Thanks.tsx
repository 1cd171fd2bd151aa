/** Screen /thanks, shown after a successful payment on /pay. */
import { ToConnect } from '../../components/connect/ToConnect';
import { DownloadBlock } from '../../components/controls/DownloadBlock';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { SecondaryButton } from '../../components/controls/SecondaryButton';
import { TextLink } from '../../components/controls/TextLink';
import { Lead, Note, ScreenTitle } from '../../components/display/Heading';
import { ScreenParts } from '../../components/display/ScreenParts';
import { TitleGroup } from '../../components/display/TitleGroup';
import { Frame } from '../../components/frame/Frame';
import { useAppSelector } from '../../hooks/storeHooks';
import { selectIsSignedIn } from '../../identity/selectors';
import { PATHS } from '../../navigation/paths';
import { usePlatform } from '../../platform/PlatformContext';
import { THANKS_TEXTS } from '../../texts/thanks';
import { Steps } from './Steps';

export default function Thanks() {
  const canConnect = usePlatform().configuration.connect !== undefined;
  const isSignedIn = useAppSelector(selectIsSignedIn);
  return (
    <Frame art="full" title={THANKS_TEXTS.title}>
      <ScreenParts>
        <TitleGroup>
          <ScreenTitle>{THANKS_TEXTS.title}</ScreenTitle>
          <Lead>{THANKS_TEXTS.lead}</Lead>
        </TitleGroup>
        <Steps
          label={THANKS_TEXTS.stepsLabel}
          steps={canConnect ? THANKS_TEXTS.stepsToConnect : THANKS_TEXTS.steps}
        />
        {!canConnect ? (
          <PrimaryButton to={PATHS.login}>{THANKS_TEXTS.logIn}</PrimaryButton>
        ) : isSignedIn ? (
          <>
            <ToConnect>{THANKS_TEXTS.connect}</ToConnect>
            <SecondaryButton to={PATHS.login}>{THANKS_TEXTS.logIn}</SecondaryButton>
          </>
        ) : (
          <ToConnect>{THANKS_TEXTS.logIn}</ToConnect>
        )}
        <Note>
          {THANKS_TEXTS.noEmail.before} <TextLink to={PATHS.support}>{THANKS_TEXTS.noEmail.link}</TextLink>.
        </Note>
        <DownloadBlock variant="compact" />
      </ScreenParts>
    </Frame>
  );
}
