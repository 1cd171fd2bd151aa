/**
 * Default list of VPN apps that customers may connect with. The environment variable `VPN_APPS` overrides the list,
 * because app store URLs change over time.
 */
import type { VpnApp } from './vpnApps';

/**
 * Default VPN apps. The first app that supports an operating system is the recommended app. The URLs were checked in
 * August 2026.
 */
export const DEFAULT_VPN_APPS: readonly VpnApp[] = [
  {
    id: 'happ',
    name: 'Happ',
    opens: 'happ://add/{url}',
    sendsToTv: 'https://tv.happ.su',
    stores: {
      ios: [
        { kind: 'appStoreRu', url: 'https://apps.apple.com/ru/app/id6783623643' },
        { kind: 'appStore', url: 'https://apps.apple.com/app/id6504287215' },
      ],
      android: [
        { kind: 'googlePlay', url: 'https://play.google.com/store/apps/details?id=com.happproxy' },
        {
          kind: 'download',
          url: 'https://github.com/Happ-proxy/happ-android/releases/latest/download/Happ.apk',
        },
      ],
      windows: [
        {
          kind: 'download',
          url: 'https://github.com/Happ-proxy/happ-desktop/releases/latest/download/setup-Happ.x64.exe',
        },
      ],
      macos: [
        { kind: 'appStoreRu', url: 'https://apps.apple.com/ru/app/id6783623643' },
        { kind: 'appStore', url: 'https://apps.apple.com/app/id6504287215' },
      ],
      tv: [{ kind: 'googlePlay', url: 'https://play.google.com/store/apps/details?id=com.happproxy' }],
    },
  },
  {
    id: 'v2raytun',
    name: 'v2RayTun',
    opens: 'v2raytun://import/{url}',
    stores: {
      ios: [{ kind: 'appStore', url: 'https://apps.apple.com/app/id6476628951' }],
      android: [
        { kind: 'googlePlay', url: 'https://play.google.com/store/apps/details?id=com.v2raytun.android' },
      ],
      macos: [{ kind: 'appStore', url: 'https://apps.apple.com/app/id6476628951' }],
    },
  },
  {
    id: 'hiddify',
    name: 'Hiddify',
    opens: 'hiddify://import/{url}#{encodedName}',
    stores: {
      ios: [{ kind: 'appStore', url: 'https://apps.apple.com/app/id6596777532' }],
      android: [{ kind: 'googlePlay', url: 'https://play.google.com/store/apps/details?id=app.hiddify.com' }],
      windows: [{ kind: 'download', url: 'https://github.com/hiddify/hiddify-app/releases/latest' }],
      macos: [{ kind: 'download', url: 'https://github.com/hiddify/hiddify-app/releases/latest' }],
      linux: [{ kind: 'download', url: 'https://github.com/hiddify/hiddify-app/releases/latest' }],
    },
  },
];
