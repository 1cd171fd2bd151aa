/** Deep links of VPN apps. */
import type { OfferedVpnApp } from '../../../shared/vpnApps';

/**
 * Returns the deep link that opens a VPN app with a device link.
 * @example appLink({ opens: 'happ://add/{url}' }, 'https://a.example/1', 'Phone') // 'happ://add/https://a.example/1'
 */
export function appLink(
  app: { opens: NonNullable<OfferedVpnApp['opens']> },
  url: string,
  name: string,
): string {
  const parts: Readonly<Record<string, string>> = {
    url,
    name,
    encodedUrl: encodeURIComponent(url),
    encodedName: encodeURIComponent(name),
    base64Url: btoa(encodeURI(url)),
  };
  return app.opens.replace(
    /\{(url|name|encodedUrl|encodedName|base64Url)\}/g,
    (_whole, part: string) => parts[part] ?? '',
  );
}
