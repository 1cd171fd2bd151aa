/** Connecting a device by an application of others. Ours. */
import * as v from 'valibot';
import { CONNECT_SYSTEMS } from '../vpnApps';
import { call } from './call';
import { accountNamed } from './models';

/**
 * The same link again while no application has fetched it and it is younger than seven days: looking
 * takes no slot. 503 while no VPN network is configured.
 */
export const getConnectLink = call({
  method: 'POST',
  path: 'profile/connectLink',
  audience: 'customer',
  kind: 'change',
  body: v.object({ ...accountNamed, system: v.picklist(CONNECT_SYSTEMS) }),
  response: v.object({
    success: v.boolean(),
    /** Lets its holder connect one device: a secret. */
    url: v.string(),
    availableDevices: v.number(),
  }),
  summary: 'A link by which one application of one device fetches what it connects with.',
});
