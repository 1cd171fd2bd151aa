/** Link to redeem a gift whose key is stored in this browser. Renders nothing if no gift key is stored. */
import { styled } from '@mui/material/styles';
import { RADIUS } from '../../../shared/designTokens';
import { isGiftKey } from '../../../shared/validation';
import { TextLink } from '../../components/controls/TextLink';
import { useAppSelector } from '../../hooks/storeHooks';
import { selectHasGift } from '../../identity/selectors';
import { PATHS } from '../../navigation/paths';
import { usePlatform } from '../../platform/PlatformContext';
import { readTabValue } from '../../tabStorage/tabStorage';
import { WAITING_GIFT_TEXTS } from '../../texts/gift';

export function WaitingGift() {
  const { sessionStorage } = usePlatform();
  const hasChecked = useAppSelector(selectHasGift);
  if (!hasChecked && !isGiftKey(readTabValue(sessionStorage, 'giftLink'))) return null;
  return (
    <Gift>
      {WAITING_GIFT_TEXTS.text} <TextLink to={PATHS.gift}>{WAITING_GIFT_TEXTS.open}</TextLink>
    </Gift>
  );
}

const Gift = styled('p')(({ theme: { vars } }) => ({
  margin: 0,
  padding: '14px 18px',
  borderRadius: RADIUS.control,
  color: vars.palette.tone.successText,
  backgroundColor: vars.palette.tone.successGround,
  // The link moves to the next line as a whole if it does not fit.
  '& > a': { display: 'inline-block' },
}));
