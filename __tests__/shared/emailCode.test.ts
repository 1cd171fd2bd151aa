/** Tests how a code is found in typed and pasted text. */
import { codeFieldText, codeIn } from '../../src/shared/emailCode';

test.each([
  ['12345678', '12345678'],
  [' 1234 5678 ', '12345678'],
  ['1234-5678', '12345678'],
  ['1234–5678', '12345678'],
  ['1234\u00a05678', '12345678'],
  ['12\u200b34\u200d5678', '12345678'],
  ['１２３４５６７８', '12345678'],
  ['Код: 04291753. Действует 10 минут.', '04291753'],
  ['Вход 27.11.2026 в 12:30, код 12345678 10 минут', '12345678'],
  ['12345678, ещё раз: 1234 5678', '12345678'],
])('finds the code in «%s»', (text, code) => {
  expect(codeIn(text)).toBe(code);
  expect(codeFieldText(text)).toBe(code);
});

test.each([
  '',
  '1234567',
  '123456789',
  '4242 4242 4242 4242',
  '12345678 или 87654321',
  '27.11.2026',
  '1 2 3 4 5 6 7 8',
])('finds no code in «%s»', (text) => expect(codeIn(text)).toBeNull());

test.each([
  ['123', '123'],
  ['1234 ', '1234'],
  ['1234-56', '123456'],
  ['123456789', '12345678'],
  ['Код придёт в 12:30', 'Код придёт в 12:30'],
])('shows «%s» as «%s»', (text, shown) => {
  expect(codeFieldText(text)).toBe(shown);
});
