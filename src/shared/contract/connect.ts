/** API calls for connecting a device through a third-party VPN app. These calls are an addition to the specified API. */
import * as v from 'valibot';
import { CONNECT_LINK_STATES } from '../connectLinkStates';
import { CONNECT_SYSTEMS } from '../vpnApps';
import { calls } from './call';
import { maybe, secret } from './fields';
import { accountNamed } from './models';

export const connectCalls = calls({
  /**
   * Returns the existing device link if no VPN app has fetched it yet and it is less than seven days old. Showing the
   * link takes no device slot. Returns 503 if no VPN panel is configured.
   */
  getConnectLink: {
    path: 'profile/connectLink',
    audience: 'customer',
    // The call is safe to retry because a repeated request returns the same link.
    kind: 'read',
    body: v.object({ ...accountNamed, system: v.picklist(CONNECT_SYSTEMS) }),
    response: v.object({
      success: v.boolean(),
      /** `accessEnded` if the account has no access. The link works again after the subscription is renewed. */
      reason: maybe(v.string()),
      /** Device link, which connects one device. It is a secret, because any holder of the link can use it. */
      url: v.string(),
      availableDevices: v.number(),
    }),
    summary: 'Get the link from which the VPN app of one device fetches its configuration.',
  },

  /** This call takes no device slot. It is public because a holder of the link can connect with it anyway. */
  getConnectLinkState: {
    path: 'connectLink/state',
    audience: 'public',
    kind: 'read',
    body: v.object({
      /** Last segment of the link's path. */
      token: secret,
    }),
    response: v.object({
      state: v.picklist(CONNECT_LINK_STATES),
      /** Name of the device that the link is bound to. */
      deviceName: maybe(v.string()),
    }),
    summary: 'Get the state of a device link.',
  },
});
