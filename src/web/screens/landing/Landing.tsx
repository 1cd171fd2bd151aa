/** Landing page at `/`, `/yt` and `/tt`. Presents the subscription. All actions of the page are links. */
import { styled } from '@mui/material/styles';
import { DownloadBlock } from '../../components/controls/DownloadBlock';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { SecondaryButton } from '../../components/controls/SecondaryButton';
import { TextLink } from '../../components/controls/TextLink';
import { Lead, Note, ScreenTitle } from '../../components/display/Heading';
import { InfinityIcon, PhoneIcon, SpeedIcon } from '../../components/display/icons';
import { Frame } from '../../components/frame/Frame';
import { PlainList, Stack } from '../../components/layout/Stack';
import { PATHS } from '../../navigation/paths';
import { LANDING_TEXTS } from '../../texts/landing';
import { WaitingGift } from './WaitingGift';

const { headline, benefits } = LANDING_TEXTS;

export default function Landing() {
  return (
    <Frame art="full" title={LANDING_TEXTS.title}>
      <Parts gap="clamp(18px, 2.5vh, 28px)">
        <WaitingGift />
        <ScreenTitle>
          {headline.before}
          <Warm>{headline.accent}</Warm>
          {headline.after}
        </ScreenTitle>
        <Lead>{LANDING_TEXTS.lead}</Lead>
        <TextLink strong to={PATHS.login}>
          {LANDING_TEXTS.logIn}
        </TextLink>
        <Benefits gap={10}>
          <li>
            <SpeedIcon />
            {benefits.speed}
          </li>
          <li>
            <InfinityIcon />
            {benefits.traffic}
          </li>
          <li>
            <PhoneIcon />
            {benefits.devices}
          </li>
        </Benefits>
        <Price>
          <strong>{LANDING_TEXTS.price}</strong> {LANDING_TEXTS.pricePeriod}{' '}
          <span>{LANDING_TEXTS.priceTrial}</span>
        </Price>
        <Actions gap={14}>
          <PrimaryButton to={PATHS.shop}>{LANDING_TEXTS.tryFree}</PrimaryButton>
          <Note>{LANDING_TEXTS.tryFreeNote}</Note>
          <SecondaryButton to={PATHS.info}>{LANDING_TEXTS.protocol}</SecondaryButton>
        </Actions>
        <DownloadBlock variant="compact" />
      </Parts>
    </Frame>
  );
}

const Parts = styled(Stack)({ '& > a': { justifySelf: 'start' } });

const Warm = styled('span')(({ theme: { vars } }) => ({ color: vars.palette.accent.text }));

const Benefits = styled(PlainList)(({ theme: { vars } }) => ({
  '& > li': { display: 'flex', alignItems: 'center', gap: 13, lineHeight: 1.35 },
  '& svg': { flex: 'none', color: vars.palette.accent.text },
}));

const Price = styled('p')(({ theme: { vars } }) => ({
  margin: 0,
  color: vars.palette.text.secondary,
  '& > span': { display: 'inline-block' },
  '& > strong': {
    marginRight: 6,
    fontSize: '1.875rem',
    fontWeight: 720,
    letterSpacing: '-0.03em',
    color: vars.palette.text.primary,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
  },
}));

const Actions = styled(Stack)({ '& > p': { marginBottom: 6 } });
