/** Loads the VPN apps that customers are offered. An admin may change them while a page is open. */
import { useListVpnAppsQuery } from '../../api/endpoints/connect';

/**
 * Returns the query of the VPN apps. The apps are requested again when the screen is opened, when the window gets the focus
 * and when the device is online again. If a later request fails, the apps of the last response stay.
 */
export function useVpnApps() {
  const { data, error, refetch } = useListVpnAppsQuery(
    {},
    { refetchOnMountOrArgChange: true, refetchOnFocus: true, refetchOnReconnect: true },
  );
  return {
    apps: data?.apps,
    /** Error if no apps are available, otherwise undefined. */
    failure: data === undefined ? error : undefined,
    retry: () => void refetch(),
  };
}

export type VpnAppsQuery = ReturnType<typeof useVpnApps>;
