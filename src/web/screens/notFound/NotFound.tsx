/** Screen for a URL that matches no route. */
import { styled } from '@mui/material/styles';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { SecondaryButton } from '../../components/controls/SecondaryButton';
import { Lead, ScreenTitle } from '../../components/display/Heading';
import { Frame } from '../../components/frame/Frame';
import { Stack } from '../../components/layout/Stack';
import { PATHS } from '../../navigation/paths';
import { COMMON_TEXTS } from '../../texts/common';
import { NOT_FOUND_TEXTS } from '../../texts/notFound';

export default function NotFound() {
  return (
    <Frame title={NOT_FOUND_TEXTS.title}>
      <Parts gap={16}>
        <ScreenTitle>{NOT_FOUND_TEXTS.title}</ScreenTitle>
        <Lead>{NOT_FOUND_TEXTS.text}</Lead>
        <PrimaryButton to={PATHS.landing}>{COMMON_TEXTS.toHome}</PrimaryButton>
        <SecondaryButton to={PATHS.login}>{COMMON_TEXTS.toLogin}</SecondaryButton>
      </Parts>
    </Frame>
  );
}

const Parts = styled(Stack)({ '& > p': { marginBottom: 8 } });
