import {
  DEVICES_TEXTS,
  isLikelyComputer,
  shownDeviceId,
  shownDeviceName,
} from '../../../src/web/texts/devices';

describe('a device name', () => {
  it.each([
    ['', ''],
    ['Ноутбук', 'Ноутбук'],
    ['12345678901234567890', '12345678901234567890'],
    ['123456789012345678901', '12345678901234567...'],
    ['Samsung Galaxy S24 Ultra', 'Samsung Galaxy S2...'],
    ['📱'.repeat(20), '📱'.repeat(20)],
    ['📱'.repeat(21), `${'📱'.repeat(17)}...`],
  ])('%s shows as %s [input-8, input-16]', (name, shown) => {
    expect(shownDeviceName(name)).toBe(shown);
  });
});

it.each([
  ['3f9ac21b70', '3f9ac21b70'],
  ['3f9ac21b70d4', '3f9ac21b70'],
  ['3f9', '3f9'],
])('the device id %s shows as %s [input-9, input-17]', (id, shown) => {
  expect(shownDeviceId(id)).toBe(shown);
});

it.each([
  [0, /Все места заняты/],
  [1, /ещё 1\sустройство\./],
  [2, /ещё 2\sустройства\./],
])('%d free slots are put in words', (free, words) => {
  expect(DEVICES_TEXTS.freeSlots(free)).toMatch(words);
});

it.each([
  ['Ноутбук', true],
  ['MacBook Air', true],
  ['Windows PC', true],
  ['Samsung Galaxy S24', false],
  ['iPhone 17', false],
])('%s is taken for a computer: %s', (name, expected) => {
  expect(isLikelyComputer(name)).toBe(expected);
});
