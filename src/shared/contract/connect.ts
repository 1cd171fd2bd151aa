/**
 * API calls for connecting a device through a third-party VPN app. The API calls for device links are additions to the
 * specified API.
 */
import * as v from 'valibot';
import { CONNECT_LINK_STATES } from '../connectLinkStates';
import { CONNECT_SYSTEMS, offeredVpnApp } from '../vpnApps';
import { calls } from './call';
import { maybe, secret } from './fields';
import { accountNamed } from './models';

export const connectCalls = calls({
  /**
   * Returns the existing device link if it is less than seven days old and no VPN app has fetched it. Showing a device
   * link takes no device slot. Returns 503 if no VPN panel is configured.
   */
  getConnectLink: {
    path: 'profile/connectLink',
    audience: 'customer',
    // The API call `getConnectLink` is safe to retry, because a repeated request returns the same device link.
    kind: 'read',
    body: v.object({ ...accountNamed, system: v.picklist(CONNECT_SYSTEMS) }),
    response: v.object({
      success: v.boolean(),
      /** `accessEnded` if the account has no access. The device link works again after the subscription is renewed. */
      reason: maybe(v.string()),
      /**
       * Device link, which connects one device. The device link is a secret, because anyone who has the link can use
       * it.
       */
      url: v.string(),
      availableDevices: v.number(),
    }),
    summary: 'Get the link from which the VPN app of one device fetches its configuration.',
  },

  /**
   * The API call `getConnectLinkState` takes no device slot. The API call is public, because anyone who has the device
   * link can connect a device anyway.
   */
  getConnectLinkState: {
    path: 'connectLink/state',
    audience: 'public',
    kind: 'read',
    body: v.object({
      /** Last segment of the device link's path. */
      token: secret,
    }),
    response: v.object({
      state: v.picklist(CONNECT_LINK_STATES),
      /** Name of the device that is connected by the device link. */
      deviceName: maybe(v.string()),
      /** True if the VPN panel rejects the access of the device, so that waiting does not help; otherwise omitted. */
      isRejected: maybe(v.boolean()),
      /** Base URL for the device link if the domain of the page may be blocked; otherwise omitted. */
      baseUrl: maybe(v.string()),
    }),
    summary: 'Get the state of a device link.',
  },

  /** The API call is public, because the page of a device link needs no account. */
  listVpnApps: {
    path: 'connectLink/apps',
    audience: 'public',
    kind: 'read',
    body: v.object({}),
    response: v.object({
      /** VPN apps in the order in which customers see them. The first app of an operating system is the recommended app. */
      apps: v.array(offeredVpnApp),
    }),
    summary: 'List the VPN apps that customers are offered.',
  },
});
