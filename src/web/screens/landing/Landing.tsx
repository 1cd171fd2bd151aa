/** `/`, `/yt`, `/tt`: the offer. Everything on it is a link. */
import { styled } from '@mui/material/styles';
import { DownloadBlock } from '../../components/controls/DownloadBlock';
import { PrimaryButton } from '../../components/controls/PrimaryButton';
import { SecondaryButton } from '../../components/controls/SecondaryButton';
import { TextLink } from '../../components/controls/TextLink';
import { Lead, Note, ScreenTitle } from '../../components/display/Heading';
import { InfinityIcon, PhoneIcon, SpeedIcon } from '../../components/display/icons';
import { Frame } from '../../components/frame/Frame';
import { PATHS } from '../../navigation/paths';
import { LANDING_TEXTS } from '../../texts/landing';
import { WaitingGift } from './WaitingGift';

const { headline, benefits } = LANDING_TEXTS;

export default function Landing() {
  return (
    <Frame art="full" title={LANDING_TEXTS.title}>
      <ScreenParts>
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
        <Benefits>
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
        <Actions>
          <PrimaryButton to={PATHS.shop}>{LANDING_TEXTS.tryFree}</PrimaryButton>
          <Note>{LANDING_TEXTS.tryFreeNote}</Note>
          <SecondaryButton to={PATHS.info}>{LANDING_TEXTS.protocol}</SecondaryButton>
        </Actions>
        <DownloadBlock variant="compact" />
      </ScreenParts>
    </Frame>
  );
}

const ScreenParts = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 'clamp(18px, 2.5vh, 28px)',
  '& > a': { justifySelf: 'start' },
});

const Warm = styled('span')(({ theme: { vars } }) => ({ color: vars.palette.accent.text }));

const Benefits = styled('ul')(({ theme: { vars } }) => ({
  display: 'grid',
  gap: 10,
  margin: 0,
  padding: 0,
  listStyle: 'none',
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

const Actions = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 14,
  '& > p': { marginBottom: 6 },
});
