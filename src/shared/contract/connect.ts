/** Connecting a device by an application of others. Ours. */
import * as v from 'valibot';
import { CONNECT_LINK_STATES } from '../connectLinkStates';
import { CONNECT_SYSTEMS } from '../vpnApps';
import { calls } from './call';
import { maybe, secret } from './fields';
import { accountNamed } from './models';

export const connectCalls = calls({
  /**
   * The same link again while no application has fetched it and it is younger than seven days: looking
   * takes no slot. 503 while no VPN network is configured.
   */
  getConnectLink: {
    path: 'profile/connectLink',
    audience: 'customer',
    // Asked again, it shows the same link: a lost answer may be asked for once more.
    kind: 'read',
    body: v.object({ ...accountNamed, system: v.picklist(CONNECT_SYSTEMS) }),
    response: v.object({
      success: v.boolean(),
      /** accessEnded: the link gives nothing until the subscription is renewed, and works again then. */
      reason: maybe(v.string()),
      /** Lets its holder connect one device: a secret. */
      url: v.string(),
      availableDevices: v.number(),
    }),
    summary: 'A link by which one application of one device fetches what it connects with.',
  },

  /** Takes no slot. Whoever holds the link may ask: it lets them connect as well. */
  getConnectLinkState: {
    path: 'connectLink/state',
    audience: 'public',
    kind: 'read',
    body: v.object({
      /** The last part of the link's path. */
      token: secret,
    }),
    response: v.object({
      state: v.picklist(CONNECT_LINK_STATES),
      /** Of the device that the link is bound to. */
      deviceName: maybe(v.string()),
    }),
    summary: 'What has become of a link by which a device is connected.',
  },
});
