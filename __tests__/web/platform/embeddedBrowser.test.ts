/** Tests which User-Agent values belong to browsers embedded in other apps. */
import { browserIntentFor } from '../../../src/web/components/signIn/browserIntent';
import { embeddedBrowserOf } from '../../../src/web/platform/embeddedBrowser';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; SM-S928B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.122 Mobile Safari/537.36';
const ANDROID_CHROME =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';

test.each([
  ['tiktok', 'android', `${ANDROID} trill_350103 BytedanceWebview/d8a21c6`],
  ['tiktok', 'ios', `${IPHONE} Mobile/15E148 musical_ly_34.9.0 BytedanceWebview/d8a21c6 ByteLocale/ru`],
  ['instagram', 'android', `${ANDROID} Instagram 338.0.0.29.93 Android (34/14; 480dpi)`],
  [
    'instagram',
    'ios',
    `${IPHONE} Mobile/15E148 Instagram 338.0.3.37.101 (iPhone15,2; iOS 17_5; ru_RU) FBAV/1`,
  ],
  ['instagram', 'ios', `${IPHONE} Mobile/15E148 Barcelona 289.0.0.22.109 (iPhone15,2)`],
  ['facebook', 'android', `${ANDROID} [FB_IAB/FB4A;FBAV/471.0.0.45.70;]`],
  ['facebook', 'ios', `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/470.0.0.33.110;FBBV/610261318]`],
  ['facebook', 'ios', `${IPHONE} Mobile/15E148 [FBAN/MessengerForiOS;FBAV/460.0]`],
  ['vk', 'android', `${ANDROID} VKAndroidApp/8.87-21000`],
  ['vk', 'ios', `${IPHONE} Mobile/15E148 com.vk.vkclient/4500`],
  [
    'telegram',
    'android',
    `${ANDROID_CHROME} Telegram-Android/11.3.3 (Samsung SM-S928B; Android 14; SDK 34; HIGH)`,
  ],
  ['telegram', 'ios', `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1 Telegram-iOS/11.2`],
  ['snapchat', 'ios', `${IPHONE} Mobile/15E148 Snapchat/12.91.0.38`],
  ['twitter', 'ios', `${IPHONE} Mobile/15E148 Twitter for iPhone/10.47`],
  ['wechat', 'android', `${ANDROID} MicroMessenger/8.0.50`],
  ['line', 'ios', `${IPHONE} Mobile/15E148 Safari Line/14.9.0`],
  ['linkedin', 'ios', `${IPHONE} Mobile/15E148 [LinkedInApp]/9.29`],
  ['pinterest', 'ios', `${IPHONE} Mobile/15E148 [Pinterest/iOS]`],
  ['other', 'android', ANDROID],
  [
    'other',
    'android',
    'Mozilla/5.0 (Linux; U; Android 4.4.4) AppleWebKit/537.36 Version/4.0 Chrome/33.0.0.0 Mobile Safari/537.36',
  ],
  ['other', 'ios', `${IPHONE} Mobile/15E148`],
  ['other', 'ios', `${IPHONE.replace('iPhone;', 'iPad;')} Mobile/15E148`],
])('%s on %s: %s', (app, system, userAgent) => {
  expect(embeddedBrowserOf(userAgent)).toEqual({ app, system });
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
  ['Safari on iPhone', `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`],
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
  [
    'Safari on a Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
  ],
  ['nothing', ''],
])('%s is a browser', (_name, userAgent) => {
  expect(embeddedBrowserOf(userAgent)).toBeNull();
});

test('a page on the home screen of an iPhone is no web view of an app', () => {
  expect(embeddedBrowserOf(`${IPHONE} Mobile/15E148`, true)).toBeNull();
  expect(embeddedBrowserOf(`${IPHONE} Mobile/15E148 Instagram 338.0`, true)).toMatchObject({
    app: 'instagram',
  });
});

test.each([
  ['https://prosvet.example/login', 'intent://prosvet.example/login#Intent;scheme=https;'],
  ['http://localhost:8080/gift?key=a%20b', 'intent://localhost:8080/gift?key=a%20b#Intent;scheme=http;'],
])('%s opens in the browser by an intent', (url, start) => {
  expect(browserIntentFor(url)).toBe(
    `${start}action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`,
  );
});
