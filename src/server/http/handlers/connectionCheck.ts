/** Handler of the page /check. Compares the client's address with the exits of the VPN, and stores nothing. */
import type { connectionCheckCalls } from '../../../shared/contract/connectionCheck';
import type { HandlersOf } from './handler';

export const connectionCheckHandlers: HandlersOf<typeof connectionCheckCalls> = {
  checkConnection: async ({ deps, ip }) => ({
    isThroughVpn: deps.vpnExits === null ? null : await deps.vpnExits.include(ip),
  }),
};
