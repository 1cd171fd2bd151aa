/** Handlers of the API endpoints with which admins change the list of VPN apps and request its links. */
import type { staffVpnAppsCalls } from '../../../shared/contract/staffVpnApps';
import {
  checkVpnAppLinks,
  readVpnAppList,
  restoreVpnApps,
  saveVpnApps,
} from '../../usecases/console/vpnApps';
import type { HandlersOf } from './handler';
import { buildStaffOrigin } from './staffOrigin';

export const staffVpnAppsHandlers: HandlersOf<typeof staffVpnAppsCalls> = {
  readVpnApps: async ({ deps }) => {
    const { version, apps, history } = await readVpnAppList(deps);
    return {
      version,
      apps: [...apps],
      history: history.map(({ createdAt, createdBy, restoredVersion, ...list }) => ({
        ...list,
        at: createdAt.toISOString(),
        by: createdBy,
        restored: restoredVersion,
      })),
    };
  },

  saveVpnApps: async (context, { body }) => ({
    version: await saveVpnApps(context.deps, buildStaffOrigin(context), body),
  }),

  restoreVpnApps: async (context, { body }) => ({
    version: await restoreVpnApps(context.deps, buildStaffOrigin(context), body),
  }),

  checkVpnAppLinks: async (context, { body }) => {
    const { reports, isOffline } = await checkVpnAppLinks(context.deps, buildStaffOrigin(context), body.urls);
    return { content: reports, isOffline };
  },
};
