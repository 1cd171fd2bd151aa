/** Screen /mobileProfile, for the mobile app. Shows the devices and links to the subscription. */
import { useNavigate } from 'react-router-dom';
import { AccountDevices } from '../../components/account/AccountDevices';
import { AccountPanel } from '../../components/account/AccountPanel';
import { ManageSubscription } from '../../components/account/ManageSubscription';
import { useAccount } from '../../components/account/useAccount';
import { useDetachDevice } from '../../components/account/useDetachDevice';
import { ScreenTitle } from '../../components/display/Heading';
import { ScreenParts } from '../../components/display/ScreenParts';
import { Frame } from '../../components/frame/Frame';
import { fetchAccountAhead } from '../../flows/account/fetchAccountAhead';
import { PATHS } from '../../navigation/paths';
import { useFollow } from '../../navigation/useFollow';
import { PROFILE_TEXTS } from '../../texts/profile';

/** @public The router reads the export `prefetch` from the lazily loaded module of the screen. */
export const prefetch = fetchAccountAhead;

export default function MobileProfile() {
  const navigate = useNavigate();
  const follow = useFollow();
  const query = useAccount();
  const { detachingId, detach } = useDetachDevice();
  return (
    <Frame title={PROFILE_TEXTS.title}>
      <ScreenParts>
        <ScreenTitle>{PROFILE_TEXTS.title}</ScreenTitle>
        <AccountPanel query={query}>
          <AccountDevices
            account={query.account}
            detachingId={detachingId}
            onDetach={(device) => void detach(device).then((outcome) => follow(outcome))}
          />
          <ManageSubscription onHold={() => void navigate(PATHS.subscription)} />
        </AccountPanel>
      </ScreenParts>
    </Frame>
  );
}
