/** /thanks: the payment of /pay went through. */
import { DownloadBlock } from '../../components/controls/DownloadBlock';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { TextLink } from '../../components/controls/TextLink';
import { Lead, Note, ScreenTitle } from '../../components/display/Heading';
import { ScreenParts } from '../../components/display/ScreenParts';
import { TitleGroup } from '../../components/display/TitleGroup';
import { Frame } from '../../components/frame/Frame';
import { PATHS } from '../../navigation/paths';
import { THANKS_TEXTS } from '../../texts/thanks';
import { Steps } from './Steps';

export default function Thanks() {
  return (
    <Frame art="full" title={THANKS_TEXTS.title}>
      <ScreenParts>
        <TitleGroup>
          <ScreenTitle>{THANKS_TEXTS.title}</ScreenTitle>
          <Lead>{THANKS_TEXTS.lead}</Lead>
        </TitleGroup>
        <Steps label={THANKS_TEXTS.stepsLabel} steps={THANKS_TEXTS.steps} />
        <PrimaryButton to={PATHS.login}>{THANKS_TEXTS.logIn}</PrimaryButton>
        <Note>
          {THANKS_TEXTS.noLetter.before} <TextLink to={PATHS.support}>{THANKS_TEXTS.noLetter.link}</TextLink>.
        </Note>
        <DownloadBlock variant="compact" />
      </ScreenParts>
    </Frame>
  );
}
