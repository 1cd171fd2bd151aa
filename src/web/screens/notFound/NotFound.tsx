/** An address that leads nowhere. */
import { styled } from '@mui/material/styles';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { SecondaryButton } from '../../components/controls/SecondaryButton';
import { Lead, ScreenTitle } from '../../components/display/Heading';
import { Frame } from '../../components/frame/Frame';
import { PATHS } from '../../navigation/paths';
import { COMMON_TEXTS } from '../../texts/common';
import { NOT_FOUND_TEXTS } from '../../texts/notFound';

export default function NotFound() {
  return (
    <Frame title={NOT_FOUND_TEXTS.title}>
      <ScreenParts>
        <ScreenTitle>{NOT_FOUND_TEXTS.title}</ScreenTitle>
        <Lead>{NOT_FOUND_TEXTS.text}</Lead>
        <PrimaryButton to={PATHS.landing}>{COMMON_TEXTS.toHome}</PrimaryButton>
        <SecondaryButton to={PATHS.login}>{COMMON_TEXTS.toLogin}</SecondaryButton>
      </ScreenParts>
    </Frame>
  );
}

const ScreenParts = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  '& > p': { marginBottom: 8 },
});
