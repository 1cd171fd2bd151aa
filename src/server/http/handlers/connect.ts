/** Handlers of the API endpoints that connect a device through a third-party VPN app. */
import type { connectCalls } from '../../../shared/contract/connect';
import { showConnectLink } from '../../usecases/connect/connectLink';
import { readConnectLinkState } from '../../usecases/connect/connectLinkState';
import { listOfferedApps } from '../../usecases/connect/vpnAppList';
import type { HandlersOf } from './handler';

export const connectHandlers: HandlersOf<typeof connectCalls> = {
  getConnectLink: async ({ deps, caller }, { body }) => ({
    success: true,
    ...(await showConnectLink(deps, caller.accountId, body.system)),
  }),

  getConnectLinkState: ({ deps, ip }, { body }) => readConnectLinkState(deps, { token: body.token, ip }),

  listVpnApps: async ({ deps, ip }) => ({ apps: await listOfferedApps(deps, ip) }),
};
