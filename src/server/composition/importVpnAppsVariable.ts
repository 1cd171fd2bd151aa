/** Imports the list of VPN apps of the variable `VPN_APPS` at the first start. */
import { ConfigurationRejected } from '../configuration/environment';
import type { VpnAppsVariable } from '../configuration/vpn';
import type { Deps } from '../deps';
import { findCurrentList } from '../store/vpnAppLists';
import { importVpnApps } from '../usecases/connect/vpnAppList';
import { announce } from './announce';

/** Sentence about a variable that has no effect any more. */
export const VPN_APPS_IGNORED =
  'VPN_APPS is no longer read, because the database contains the list of VPN apps: change the list in /adept/apps, and remove the variable.';

/**
 * Imports the list unless the database contains one. Throws `ConfigurationRejected` if the value is invalid and no list was
 * imported.
 */
export async function importVpnAppsVariable(
  deps: Pick<Deps, 'db' | 'clock'>,
  variable: VpnAppsVariable | undefined,
): Promise<void> {
  if (variable === undefined) return;
  if ('problem' in variable) {
    if ((await findCurrentList(deps.db)) === null) throw new ConfigurationRejected([variable.problem]);
    announce(`Warning: ${VPN_APPS_IGNORED}`);
    return;
  }
  const outcome = await importVpnApps(deps, variable.apps);
  announce(
    outcome === 'imported'
      ? `Imported ${variable.apps.length} VPN apps from VPN_APPS. From now on /adept/apps keeps the list.`
      : `Warning: ${VPN_APPS_IGNORED}`,
  );
}
