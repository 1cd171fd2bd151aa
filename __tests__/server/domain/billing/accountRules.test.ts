/** Tests the rules for device names, profile pictures and links in pushes. */
import { availableSlots, devicePlatform } from '../../../../src/server/domain/deviceSlots';
import { isSafePhotoUrl } from '../../../../src/shared/photoUrl';
import { isAllowedPushLink } from '../../../../src/shared/pushLink';

it.each([
  [0, 3],
  [1, 2],
  [2, 1],
  [3, 0],
  [4, 0],
])('with %i devices attached, %i slots are free', (attached, free) => {
  expect(availableSlots(attached)).toBe(free);
});

it.each([
  ['android', 'android'],
  [' iOS ', 'ios'],
  ['DESKTOP', 'desktop'],
  ['Windows', 'other'],
  ['', 'other'],
])('the platform %p is %s', (reported, platform) => {
  expect(devicePlatform(reported)).toBe(platform);
});

it.each([
  ['https://lh3.googleusercontent.com/a/1', true],
  ['http://lh3.googleusercontent.com/a/1', false],
  ['javascript:alert(1)', false],
  ['data:image/png;base64,AA', false],
  ['/avatar.png', false],
  ['', false],
  [`https://example.com/${'a'.repeat(2048)}`, false],
])('the picture %p is kept: %p', (url, kept) => {
  expect(isSafePhotoUrl(url)).toBe(kept);
});

const HOSTS = ['prosvet.example', 'T.me'];

it.each([
  ['https://prosvet.example', true],
  ['https://news.prosvet.example/1?a=b#c', true],
  ['https://PROSVET.example:8443/', true],
  ['https://t.me/prosvet', true],
  ['https://notprosvet.example/', false],
  ['https://prosvet.example.evil.example/', false],
  ['https://user@prosvet.example/', false],
  ['https://prosvet.example:x@evil.example/', false],
  ['http://prosvet.example/', false],
  ['intent://prosvet.example/#Intent;end', false],
  ['prosvet.example', false],
  ['', false],
])('the push link %p is allowed: %p', (link, allowed) => {
  expect(isAllowedPushLink(link, HOSTS)).toBe(allowed);
});

it('any https host is allowed if none is configured', () => {
  expect(isAllowedPushLink('https://anywhere.example/', [])).toBe(true);
  expect(isAllowedPushLink('http://anywhere.example/', [])).toBe(false);
});
