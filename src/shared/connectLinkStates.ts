/** What may have become of a link by which a device is connected. */

/**
 * - `unused`: no application has fetched it, and the first one that does takes a slot;
 * - `full`: the same, but no slot is left;
 * - `preparing`: an application has, and the network has not answered it yet;
 * - `connected`: an application has what it connects with;
 * - `detached`, `stale` (nobody fetched it for seven days), `accessEnded`, `unknown`: it gives nothing.
 */
export const CONNECT_LINK_STATES = [
  'unused',
  'full',
  'preparing',
  'connected',
  'detached',
  'stale',
  'accessEnded',
  'unknown',
] as const;
export type ConnectLinkState = (typeof CONNECT_LINK_STATES)[number];
