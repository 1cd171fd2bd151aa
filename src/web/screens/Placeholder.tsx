/** A screen that is still being built, said plainly, with a way back. */
import { styled } from '@mui/material/styles';
import { Frame } from '../components/Frame';
import { Lead, ScreenTitle } from '../components/Heading';
import { SecondaryButton } from '../components/SecondaryButton';
import { PATHS } from '../routes/paths';
import { COMMON_TEXTS } from '../texts/common';
import { PLACEHOLDER_TEXTS } from '../texts/placeholder';

export default function Placeholder() {
  return (
    <Frame title={PLACEHOLDER_TEXTS.title}>
      <Stack>
        <ScreenTitle>{PLACEHOLDER_TEXTS.title}</ScreenTitle>
        <Lead>{PLACEHOLDER_TEXTS.text}</Lead>
        <SecondaryButton to={PATHS.landing}>{COMMON_TEXTS.toHome}</SecondaryButton>
      </Stack>
    </Frame>
  );
}

const Stack = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 22 });
