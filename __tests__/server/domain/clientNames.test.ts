/** Tests the names of browsers and operating systems that are derived from the User-Agent header. */
import { clientNames } from '../../../src/server/domain/clientNames';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; SM-S928B) AppleWebKit/537.36 (KHTML, like Gecko)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';

it.each([
  [`${WINDOWS} Chrome/131.0.0.0 Safari/537.36`, 'Windows', 'Chrome'],
  [`${WINDOWS} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`, 'Windows', 'Edge'],
  [`${WINDOWS} Chrome/130.0.0.0 YaBrowser/24.12.0.0 Safari/537.36`, 'Windows', 'Yandex Browser'],
  [`${WINDOWS} Chrome/131.0.0.0 Safari/537.36 OPR/116.0.0.0`, 'Windows', 'Opera'],
  [`${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, 'iPhone', 'Safari'],
  [`${IPHONE} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`, 'iPhone', 'Chrome'],
  [`${ANDROID} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`, 'Android', 'Samsung Internet'],
  [`${MAC} Version/18.1 Safari/605.1.15`, 'macOS', 'Safari'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Linux', 'Firefox'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/131.0.0.0 Safari/537.36', 'ChromeOS', 'Chrome'],
  ['curl/8.9.1', null, null],
  ['', null, null],
])('%s', (userAgent, system, application) => {
  expect(clientNames(userAgent)).toEqual({ system, application });
});
