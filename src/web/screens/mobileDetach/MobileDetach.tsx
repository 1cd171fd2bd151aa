/**
 * Screen /mobileDetach, which the mobile app opens if no device slot is free. The customer detaches a device or buys a
 * subscription with another email address.
 */
import { styled } from '@mui/material/styles';
import { OFFER_TERMS } from '../../../shared/offerTerms';
import { AccountPanel } from '../../components/account/AccountPanel';
import { DeviceList } from '../../components/account/DeviceList';
import { type Account, useAccount } from '../../components/account/useAccount';
import { useDetachDevice } from '../../components/account/useDetachDevice';
import { SecondaryButton } from '../../components/controls/SecondaryButton';
import { EmailText } from '../../components/display/EmailText';
import { Lead, Note, ScreenTitle, SectionTitle } from '../../components/display/Heading';
import { ScreenParts } from '../../components/display/ScreenParts';
import { Frame } from '../../components/frame/Frame';
import { Stack } from '../../components/layout/Stack';
import { fetchAccountAhead } from '../../flows/account/fetchAccountAhead';
import { logOut } from '../../flows/signIn/logOut';
import { useAppDispatch, useAppSelector } from '../../hooks/storeHooks';
import { selectEmail } from '../../identity/selectors';
import { PATHS } from '../../navigation/paths';
import { useFollow } from '../../navigation/useFollow';
import { usePlatform } from '../../platform/PlatformContext';
import { writeTabValue } from '../../tabStorage/tabStorage';
import { MOBILE_DETACH_TEXTS } from '../../texts/mobileDetach';

/** @public The router reads the export `prefetch` from the lazily loaded module of the screen. */
export const prefetch = fetchAccountAhead;

export default function MobileDetach() {
  const query = useAccount();
  const email = useAppSelector(selectEmail);
  return (
    <Frame title={MOBILE_DETACH_TEXTS.title}>
      <ScreenParts>
        <div>
          <ScreenTitle>{MOBILE_DETACH_TEXTS.title}</ScreenTitle>
          <Owner>
            {MOBILE_DETACH_TEXTS.account} <strong>{email !== null && <EmailText email={email} />}</strong>
          </Owner>
        </div>
        <AccountPanel query={query}>
          {query.account !== null && <Slots account={query.account} />}
        </AccountPanel>
      </ScreenParts>
    </Frame>
  );
}

function Slots({ account }: { account: Account }) {
  const follow = useFollow();
  const { detachingId, detach } = useDetachDevice();
  const isFull = account.availableDeviceCount === 0;
  return (
    <>
      <div>
        <SectionTitle>{MOBILE_DETACH_TEXTS.slotsLeft(account.availableDeviceCount)}</SectionTitle>
        <SlotMeter aria-hidden>
          {Array.from({ length: OFFER_TERMS.maxDevices }, (_, slot) => (
            <span key={slot} data-used={slot < account.usedDeviceCount || undefined} />
          ))}
        </SlotMeter>
        <Lead>{isFull ? MOBILE_DETACH_TEXTS.full : MOBILE_DETACH_TEXTS.hasFreeSlot}</Lead>
      </div>
      <DeviceList
        devices={account.devices}
        usedCount={account.usedDeviceCount}
        detachingId={detachingId}
        onDetach={(device) => void detach(device).then((outcome) => follow(outcome))}
      />
      {isFull && <BuyWithAnotherEmail />}
    </>
  );
}

function BuyWithAnotherEmail() {
  const dispatch = useAppDispatch();
  const follow = useFollow();
  const { sessionStorage } = usePlatform();

  const buy = async () => {
    const outcome = await dispatch(logOut());
    // Return to the mobile shop after the next sign-in, because the customer wants to buy on the terms of the mobile
    // app.
    writeTabValue(sessionStorage, 'wayBack', PATHS.mobileShop);
    follow(outcome);
  };

  return (
    <Stack gap={10}>
      <SecondaryButton onClick={() => void buy()}>{MOBILE_DETACH_TEXTS.buyWithAnotherEmail}</SecondaryButton>
      <Note>{MOBILE_DETACH_TEXTS.buyWithAnotherEmailNote}</Note>
    </Stack>
  );
}

const Owner = styled('p')(({ theme: { vars } }) => ({
  margin: '10px 0 0',
  color: vars.palette.text.secondary,
  '& strong': { display: 'block', fontWeight: 600, color: vars.palette.text.primary },
}));

/**
 * Shows one bar per device slot, which is filled if a device uses the slot. Bars are used because dots in a row would
 * look like a loading indicator.
 */
const SlotMeter = styled('div')(({ theme: { vars } }) => ({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  gap: 6,
  margin: '12px 0',
  '& > span': {
    height: 10,
    borderRadius: 5,
    border: `2px solid ${vars.palette.accent.text}`,
    '&[data-used]': { backgroundColor: vars.palette.accent.text },
  },
}));
