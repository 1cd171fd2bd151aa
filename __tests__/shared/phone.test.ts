/** Tests the forms of typed phone numbers, and how numbers are shown to their owner and to staff. */
import * as fc from 'fast-check';
import { formatPhone, maskPhone, normalizePhone, PHONE_TYPED_MAX } from '../../src/shared/phone';

test.each([
  ['+79123456789', '+79123456789'],
  ['8 (912) 345-67-89', '+79123456789'],
  ['7 912 345 67 89', '+79123456789'],
  ['+8 912 345-67-89', '+79123456789'],
  ['912.345.67.89', '+79123456789'],
  ['  +7\u00a0912\u2011345\u201367\u221289\u200b ', '+79123456789'],
  ['＋７９１２３４５６７８９', '+79123456789'],
  ['8 495 123-45-67', '+74951234567'],
  ['+7 701 234 56 78', '+77012345678'],
  ['+375 29 123-45-67', '+375291234567'],
  ['+1 (415) 555-0132', '+14155550132'],
  ['+84 912 345 678', '+84912345678'],
  ['+123456789012345', '+123456789012345'],
])('%s is the number %s', (typed, phone) => {
  expect(normalizePhone(typed)).toBe(phone);
  expect(normalizePhone(formatPhone(phone))).toBe(phone);
});

test.each([
  '',
  '+',
  '912345678',
  '+7912345678',
  '+791234567890',
  '+7 112 345 67 89',
  '375291234567',
  '+0123456789',
  '+1234567',
  '+1234567890123456',
  '+7 912 345-67-8x',
  '+7+9123456789',
  'payer@example.org',
])('%p is no number', (typed) => {
  expect(normalizePhone(typed)).toBeNull();
});

test('any typed text results in null or in a number that stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: PHONE_TYPED_MAX, unit: 'binary' }), (typed) => {
      const phone = normalizePhone(typed);
      return phone === null || (/^\+[1-9]\d{7,14}$/.test(phone) && normalizePhone(phone) === phone);
    }),
  );
});

test('the owner sees groups of a Russian number, and staff only its end', () => {
  expect(formatPhone('+79123451234')).toBe('+7 912 345-12-34');
  expect(formatPhone('+375291234567')).toBe('+375291234567');
  expect(maskPhone('+79123451234')).toBe('+7 ••• •••-12-34');
  expect(maskPhone('+375291234567')).toBe('+• ••• •••-45-67');
});
