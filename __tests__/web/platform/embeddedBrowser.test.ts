/**
 * Tests which pages are in browsers embedded in other apps. The User-Agents were recorded by matomo/device-detector and
 * inapp-spy. Those of Telegram follow from the published sources of its apps.
 */
import { browserIntentFor } from '../../../src/web/components/signIn/browserIntent';
import { detectEmbeddedBrowser, isInTelegram } from '../../../src/web/platform/embeddedBrowser';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; SM-S928B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.122 Mobile Safari/537.36';
const ANDROID_CHROME =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const IPHONE_SAFARI = `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`;
const MAC_SAFARI = `${MAC} Version/17.5 Safari/605.1.15`;

test.each([
  [
    'tiktok',
    'android',
    `${ANDROID} musical_ly_2022704050 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musical_ly app_version/27.4.5 ByteLocale/en ByteFullLocale/en Region/US Spark/1.2.4-alpha.5`,
  ],
  // Some apps append their name without a space.
  ['tiktok', 'android', `${ANDROID}trill_400 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musically_go`],
  [
    'tiktok',
    'android',
    `${ANDROID} Channel/release AppName/ultralite app_version/26.4.4 Region/EG ByteLocale/ar`,
  ],
  [
    'tiktok',
    'ios',
    `${IPHONE} Mobile/15E148 BytedanceWebview/d8a21c6 trill_34.9.0 JsSdk/2.0 NetType/4G Channel/App Store ByteLocale/en Region/MY`,
  ],
  ['tiktok', 'ios', `${IPHONE} Mobile/15E148 Safari/604.1 musical_ly_41.9.0`],
  ['instagram', 'android', `${ANDROID} Instagram 222.0.0.15.114 Android (30/11; 420dpi; 1080x2195; samsung)`],
  [
    'instagram',
    'ios',
    `${IPHONE} Mobile/15E148 Instagram 283.0.0.16.103 (iPhone15,3; iOS 16_5; ru_UZ; ru-UZ; scale=3.00; 1290x2796; 474411477)`,
  ],
  [
    'instagram',
    'ios',
    `${IPHONE} Mobile/22F76 Instagram 393.1.0.36.70 (iPhone15,3; iOS 18_5; en_US; en; scale=3.00; 1290x2796; IABMV/1; 776538208) Safari/604.1)`,
  ],
  ['instagram', 'ios', `${IPHONE} Mobile/23D8133 Barcelona 379.0.0.26.99 (iPhone18,5; iOS 26_3_1; en_GB)`],
  ['facebook', 'android', `${ANDROID} [FB_IAB/FB4A;FBAV/399.0.0.24.93;]`],
  ['facebook', 'android', `${ANDROID} [FB_IAB/Orca-Android;FBAV/267.0.0.15.119;]`],
  ['facebook', 'ios', `${IPHONE} Mobile/21G93 [FBAN/FBIOS;FBAV/479.1.0.33.109;FBBV/637241220;IABMV/1]`],
  ['facebook', 'ios', `${IPHONE} Mobile/14G60 [FBAN/MessengerForiOS;FBAV/132.0.0.41.90;FBBV/69171754]`],
  // A mini app of Telegram names the app, a link does not.
  [
    'telegram',
    'android',
    `${ANDROID_CHROME} Telegram-Android/12.2.10 (Zte ZTE Blade A3 2020RU; Android 9; SDK 28; LOW)`,
  ],
  ['snapchat', 'android', `${ANDROID}Snapchat11.59.0.35 (M2006C3LG; Android 10#V12.0.17.0.QCDMIXM#29; gzip)`],
  [
    'snapchat',
    'ios',
    `${IPHONE} Version/17.3.1 Mobile/15E148 Snapchat/12.72.0.39 (like Safari/8617.2.4.10.8)`,
  ],
  ['twitter', 'android', `${ANDROID} TwitterAndroid`],
  ['twitter', 'ios', `${IPHONE} Mobile/15A372 Twitter for iPhone/7.52`],
  ['wechat', 'android', `${ANDROID} MicroMessenger/6.5.7.1041 NetType/WIFI Language/zh_TW`],
  ['line', 'android', `${ANDROID} Line/12.21.1/IAB`],
  ['line', 'ios', `${IPHONE} Mobile/13D15 Safari Line/5.10.0`],
  ['linkedin', 'ios', `${IPHONE} Mobile/15E148 [LinkedInApp]/9.24.1488`],
  ['pinterest', 'android', `${ANDROID} [Pinterest/Android]`],
  ['other', 'android', ANDROID],
  [
    'other',
    'android',
    'Mozilla/5.0 (Linux; U; Android 4.4.4) AppleWebKit/537.36 Version/4.0 Chrome/33.0.0.0 Mobile Safari/537.36',
  ],
  ['other', 'ios', `${IPHONE} Mobile/15E148`],
  ['other', 'ios', `${IPHONE.replace('iPhone;', 'iPad;')} Mobile/15E148`],
])('%s on %s: %s', (app, system, userAgent) => {
  expect(detectEmbeddedBrowser(userAgent)).toEqual({ app, system });
});

describe('Telegram', () => {
  test.each([
    ['android', ANDROID_CHROME, 5],
    ['ios', IPHONE_SAFARI, 5],
    // On an iPad, the in-app browser sends the User-Agent of Safari on a Mac.
    ['ios', MAC_SAFARI, 5],
    ['other', MAC_SAFARI, 0],
  ] as const)('on %s is recognized by its properties: %s', (system, userAgent, touchPoints) => {
    expect(detectEmbeddedBrowser(userAgent, false, { touchPoints, isInTelegram: true })).toEqual({
      app: 'telegram',
      system,
    });
    expect(detectEmbeddedBrowser(userAgent, false, { touchPoints })).toBeNull();
  });

  test.each(['TelegramWebview', 'TelegramWebviewProxy', 'TelegramWebviewProxyProto'])(
    'defines the property %s',
    (name) => {
      expect(isInTelegram({ [name]: {} })).toBe(true);
    },
  );

  test('does not define the property of its script for mini apps, which any page may load', () => {
    expect(isInTelegram({ Telegram: {} })).toBe(false);
    expect(isInTelegram(window)).toBe(false);
  });
});

describe('an iPad, which sends the User-Agent of a Mac', () => {
  const embedded = (userAgent: string, touchPoints = 5, isInstalled = false) =>
    detectEmbeddedBrowser(userAgent, isInstalled, { touchPoints });

  test('sends no browser’s name in a web view', () => {
    expect(embedded(MAC)).toEqual({ app: 'other', system: 'ios' });
    expect(embedded(`${MAC} Mobile/15E148`)).toEqual({ app: 'other', system: 'ios' });
  });

  test('is no Mac, whose web views are not recognized', () => {
    expect(embedded(MAC, 0)).toBeNull();
    expect(embedded(MAC, 1)).toBeNull();
  });

  test('sends no browser’s name from the home screen either', () => {
    expect(embedded(MAC, 5, true)).toBeNull();
  });

  test.each([
    ['Safari', MAC_SAFARI],
    ['Chrome', `${MAC} CriOS/126 Version/11.1.1 Safari/605.1.15`],
    ['Firefox', `${MAC} FxiOS/127 Safari/605.1.15`],
    [
      'a Chromium with a touch screen',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    ],
    [
      'a Firefox with a touch screen',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:141.0) Gecko/20100101 Firefox/141.0',
    ],
  ])('runs %s as a browser', (_name, userAgent) => {
    expect(embedded(userAgent)).toBeNull();
  });
});

test.each([
  ['Chrome on Android', ANDROID_CHROME],
  [
    'Samsung Internet',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
  ],
  [
    'Yandex Browser on Android',
    'Mozilla/5.0 (Linux; arm_64; Android 14; SM-S928B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.6367.243 YaBrowser/24.6.4.243.00 SA/3 Mobile Safari/537.36',
  ],
  ['Firefox on Android', 'Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0'],
  ['Safari on iPhone', IPHONE_SAFARI],
  ['Chrome on iPhone', `${IPHONE} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`],
  ['Firefox on iPhone', `${IPHONE} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`],
  ['Edge on iPhone', `${IPHONE} Version/17.0 EdgiOS/125.0.2535.96 Mobile/15E148 Safari/604.1`],
  [
    'Yandex Browser on iPhone',
    `${IPHONE} Version/17.5 YaBrowser/24.6.3.332.10 SA/3 Mobile/15E148 Safari/604.1`,
  ],
  ['the Google app on iPhone', `${IPHONE} GSA/322.0.643 Mobile/15E148 Safari/604.1`],
  [
    'Chrome on Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  ],
  ['Safari on a Mac', MAC_SAFARI],
  ['nothing', ''],
])('%s is a browser', (_name, userAgent) => {
  expect(detectEmbeddedBrowser(userAgent)).toBeNull();
});

test('a page on the home screen of an iPhone is no web view of an app', () => {
  expect(detectEmbeddedBrowser(`${IPHONE} Mobile/15E148`, true)).toBeNull();
  expect(detectEmbeddedBrowser(`${IPHONE} Mobile/15E148 Instagram 338.0`, true)).toMatchObject({
    app: 'instagram',
  });
});

test.each([
  ['https://prosvet.example/login', 'intent://prosvet.example/login#Intent;scheme=https;'],
  ['http://localhost:8080/gift?key=a%20b', 'intent://localhost:8080/gift?key=a%20b#Intent;scheme=http;'],
])('%s opens in the browser by an intent', (url, start) => {
  expect(browserIntentFor(url)).toBe(
    `${start}action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;S.browser_fallback_url=${encodeURIComponent(url)};end`,
  );
});
