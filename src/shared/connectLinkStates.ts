/** States of a device link, which is the link that connects one device through a VPN app. */

/**
 * - `unused`: no VPN app has fetched the link yet, and the first app that fetches it takes a device slot.
 * - `full`: no VPN app has fetched the link yet, but the account has no free device slot.
 * - `preparing`: a VPN app has fetched the link, but the VPN panel has not created the credential yet.
 * - `connected`: the VPN credential is ready for the app.
 * - `detached`: the device was detached, so the link returns no configuration.
 * - `stale`: no VPN app fetched the link for seven days, so the link expired.
 * - `accessEnded`: the account has no access, so the link returns no configuration.
 * - `unknown`: no device link has the requested token.
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
