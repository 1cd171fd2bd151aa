/** Tests the detection of the operating system from browser properties. */
import { detectDeviceSystem } from '../../../src/web/platform/deviceSystem';

it.each([
  [
    'ios',
    5,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1',
  ],
  [
    'ios',
    5,
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  ],
  [
    'macos',
    0,
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  ],
  [
    'android',
    5,
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  ],
  [
    'tv',
    0,
    'Mozilla/5.0 (Linux; Android 12; BRAVIA 4K VH22 Build/STT2.230203.001) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36',
  ],
  ['tv', 0, 'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36 Version/6.0 TV Safari/537.36'],
  [
    'tv',
    0,
    'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 Chrome/94.0.4606.128 Safari/537.36 WebAppManager',
  ],
  [
    'windows',
    10,
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  ],
  ['linux', 0, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  [null, 0, ''],
])('%s with %i fingers: %s', (system, maxTouchPoints, userAgent) => {
  expect(detectDeviceSystem(userAgent, maxTouchPoints)).toBe(system);
});
