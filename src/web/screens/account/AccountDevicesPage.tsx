/** Screen /account/devices. Shows the operating system, the app and the last connection of each device. */
import { skipToken } from '@reduxjs/toolkit/query/react';
import type { Device } from '../../../shared/contract/models';
import { useGetDeviceUseQuery } from '../../api/endpoints/deviceUse';
import { serverNow } from '../../api/serverTime';
import { AccountDevices } from '../../components/account/AccountDevices';
import { AccountPanel } from '../../components/account/AccountPanel';
import { useAccount } from '../../components/account/useAccount';
import { useDetachDevice } from '../../components/account/useDetachDevice';
import { SecondaryButton } from '../../components/controls/SecondaryButton';
import { Lead, Note, ScreenTitle } from '../../components/display/Heading';
import { ScreenParts } from '../../components/display/ScreenParts';
import { TitleGroup } from '../../components/display/TitleGroup';
import { Frame } from '../../components/frame/Frame';
import { fetchAccountAhead } from '../../flows/account/fetchAccountAhead';
import { useAppSelector } from '../../hooks/storeHooks';
import { selectCaller } from '../../identity/selectors';
import { PATHS } from '../../navigation/paths';
import { useFollow } from '../../navigation/useFollow';
import { usePlatform } from '../../platform/PlatformContext';
import { ACCOUNT_DEVICES_TEXTS, deviceUseText } from '../../texts/accountDevices';
import { COMMON_TEXTS } from '../../texts/common';
import { formatRecent } from '../../texts/recentTime';

/** @public The router reads the export `prefetch` from the lazily loaded module of the screen. */
export const prefetch = fetchAccountAhead;

export default function AccountDevicesPage() {
  const platform = usePlatform();
  const follow = useFollow();
  const account = useAccount();
  const { detachingId, detach } = useDetachDevice();
  const caller = useAppSelector(selectCaller);
  const use = useGetDeviceUseQuery(caller ?? skipToken, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
    refetchOnReconnect: true,
  });
  const canConnect = platform.configuration.connect !== undefined;

  const describe = (device: Device) => {
    const {
      system = null,
      app = null,
      lastConnectedAt,
    } = use.data?.devices.find(({ deviceId }) => deviceId === device.deviceId) ?? {};
    if (use.data === undefined) return null;
    const last = formatRecent(lastConnectedAt, serverNow(platform));
    return deviceUseText({ deviceName: device.deviceName, system, app }, last);
  };

  return (
    <Frame title={ACCOUNT_DEVICES_TEXTS.title}>
      <ScreenParts>
        <TitleGroup>
          <ScreenTitle>{ACCOUNT_DEVICES_TEXTS.title}</ScreenTitle>
          <Lead>{ACCOUNT_DEVICES_TEXTS.lead}</Lead>
        </TitleGroup>
        {/* The device list is rendered when the device details are loaded, so that no row grows afterwards. */}
        <AccountPanel query={{ ...account, isChecking: account.isChecking || use.isLoading }}>
          <AccountDevices
            account={account.account}
            detachingId={detachingId}
            canConnect={canConnect}
            describe={describe}
            onDetach={(device) =>
              void detach(device).then((outcome) => {
                // After a device is detached, the customer stays on this screen unless the subscription is inactive.
                if (outcome.kind !== 'detached' || !outcome.subscriptionIsActive) follow(outcome);
              })
            }
          />
          {use.isError && !account.hasFailed && <Note>{ACCOUNT_DEVICES_TEXTS.unavailable}</Note>}
        </AccountPanel>
        <SecondaryButton to={PATHS.account}>{COMMON_TEXTS.toAccount}</SecondaryButton>
      </ScreenParts>
    </Frame>
  );
}
