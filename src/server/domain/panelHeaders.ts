/** Names of the VPN panel's response headers that the operator can forward to VPN apps (`VPN_LINK_HEADERS`). */
export const PANEL_HEADERS = [
  'providerid',
  'fallback-url',
  'new-domain',
  'announce',
  'support-url',
  'profile-web-page-url',
] as const;

export type PanelHeader = (typeof PANEL_HEADERS)[number];
