/** Tests which parts of a page's URL are opened in another browser. */
import { addressToOpen } from '../../../src/web/navigation/addressToOpen';

const opened = (url: string, giftKey: string | null = null) => addressToOpen(new URL(url), giftKey);
const ORIGIN = 'https://shop.example';

test.each([
  '/',
  '/login',
  '/tt?utm_source=tiktok&utm_campaign=autumn&ttclid=E.C.P.1',
  '/yt?gclid=1&yclid=2&erid=3',
  '/pay?i=partner&campaign=autumn',
  '/shop?price=449',
  '/gift?key=a-gift-key-of-mine',
])('%s is kept', (path) => {
  expect(opened(ORIGIN + path)).toBe(ORIGIN + path);
});

test.each([
  ['/confirm?token=secret', '/confirm'],
  ['/login?accessToken=ca_secret&utm_source=tg', '/login?utm_source=tg'],
  ['/profile?email=a@b.ru&uid=7&photoURL=x&providerId=google.com', '/profile'],
  ['/login?mailToken=secret&refreshToken=secret&session=secret', '/login'],
  ['/account/restoreEmail#secret', '/account/restoreEmail'],
  ['/shop?utm_source=tg#access_token=secret', '/shop?utm_source=tg'],
])('%s is opened as %s', (path, expected) => {
  expect(opened(ORIGIN + path)).toBe(ORIGIN + expected);
});

test('a gift is opened at its page, with the marks of the advertisement', () => {
  expect(opened(`${ORIGIN}/login?utm_source=tg&token=secret`, 'a-gift-key-of-mine')).toBe(
    `${ORIGIN}/gift?utm_source=tg&key=a-gift-key-of-mine`,
  );
});

test('a text that is too short for a gift key is no gift', () => {
  expect(opened(`${ORIGIN}/login`, 'short')).toBe(`${ORIGIN}/login`);
});
