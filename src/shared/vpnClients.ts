/**
 * VPN clients that the server recognizes by their User-Agent. Only a recognized client, or a client that sends a device id,
 * takes a device slot with an unused device link. Other programs, such as link previews, take none.
 */

/**
 * Names of VPN clients: the part of the User-Agent before the first «/». Each name was read in the source code of the client
 * or of a panel that serves it, at the given date. Names without a public source are missing, for example those of Throne
 * and Rabbit Hole. An admin adds names in the console.
 */
export const VPN_CLIENTS = [
  // Remnawave 3.3.2, `extended-clients.ts` (2026-08-20).
  'Happ',
  'INCY',
  'FlClash X',
  'Flowvy',
  'Streisand',
  'V2Box',
  // Remnawave 3.3.2, default response rules (2026-08-20).
  'FlClash',
  'FlClashX',
  'Murge',
  'mihomo',
  'prizrak-box',
  'koala-clash',
  'clash-verge',
  'clash-nyanpasu',
  'ClashX Meta',
  'Clash-Meta',
  'Clash.Meta',
  'ClashMeta',
  'Clash',
  'Stash',
  'SFA',
  'SFI',
  'SFM',
  'SFT',
  'Karing',
  // Marzban, `app/routers/subscription.py` (commit 006ed400), with its rules for v2RayTun of the forks (2026).
  'v2raytun',
  'v2rayN',
  // v2rayNG, `HttpUtil.kt` (commit 0c2a1411, 2026).
  'v2rayNG',
  // hiddify-app, `app_info_entity.dart` (commit 09ce097a, 2026).
  'HiddifyNext',
  // NekoBoxForAndroid, `const val USER_AGENT` (2026).
  'NekoBox',
  // ProxyPanel, `clients_header.md`, which lists observed requests (2026).
  'Shadowrocket',
  // Clash Meta for Android, observed requests (2024).
  'ClashMetaForAndroid',
] as const;

/**
 * Returns the name of the program that sent a request: the User-Agent before the first «/», without a version.
 *
 * @example
 * clientName('Happ/5.6.0/ios/273') // 'Happ'
 * clientName('V2Box 8.8;IOS 15.1') // 'V2Box'
 */
export function clientName(userAgent: string): string {
  return (/^[^/;]*?(?=\s+v?\d|[/;]|$)/.exec(userAgent)?.[0] ?? '').trim();
}

/** Returns whether two names of clients are the same, ignoring upper and lower case. */
export function isSameClient(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
