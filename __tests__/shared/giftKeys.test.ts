/** Tests how a gift key is found in what phones, printed cards and chats make of it. */
import { giftKeyIn, normalizeGiftKey, typedGiftKey } from '../../src/shared/giftKeys';

const KEY = '7WQ2NXK4TDZ9A1BC3EFGHJMPRS';
const groups = (separator: string) => (KEY.match(/.{1,4}/g) ?? []).join(separator);

test.each([
  KEY,
  KEY.toLowerCase(),
  `${KEY}.`,
  `«${KEY}»`,
  `${KEY}!`,
  `${KEY} 🎁`,
  groups('-'),
  groups('–'),
  groups('—'),
  groups('\u2011'),
  groups('−'),
  groups(' '),
  groups('\u00a0'),
  groups('\u202f'),
  groups('.'),
  groups('\n'),
  groups('\u200b'),
  groups('\u00ad'),
  `\u200b${KEY}\ufeff`,
  `Ключ: ${KEY}`,
  `Держи подарок на 3 месяца, ключ ${groups('–')}. С праздником!`,
  KEY.replace(/./g, (character) => String.fromCodePoint(character.charCodeAt(0) + 0xfee0)),
  KEY.replaceAll('A', 'А').replaceAll('B', 'В').replaceAll('C', 'С').replaceAll('H', 'Н'),
  KEY.replace('1', 'l'),
  `https://prosvet.example/gift?key=${KEY}`,
  `https://prosvet.example/gift?key=${KEY}.`,
  `https://prosvet.example/gift?key=${KEY}) держи!`,
  `https://prosvet.example/gift?key=${encodeURIComponent(groups('–'))}&utm=1`,
  `<https://prosvet.example/gift?key=${KEY}>`,
])('finds the key in %j', (text) => {
  expect(normalizeGiftKey(giftKeyIn(text) ?? '')).toBe(KEY);
  expect(normalizeGiftKey(typedGiftKey(text))).toBe(KEY);
  expect(normalizeGiftKey(text)).toBe(KEY);
});

test.each([
  '',
  'anna.sidorova1985@example.com',
  'a.very.long.name1985@mail.example',
  '0f538d48-2834-44d3-96e9-74555ce3189f',
  '7WQ2NXK4TDZ9A1BC3EFGHJMPRST2',
  'Ключ потерялся, помогите пожалуйста',
  'please send me the gift key again',
])('finds no key in %j', (text) => expect(giftKeyIn(text)).toBeNull());

test.each([
  [' a-gift-key-of-mine ', 'a-gift-key-of-mine'],
  ['https://prosvet.example/gift?key=a-gift-key-of-mine', 'a-gift-key-of-mine'],
  ['«a-gift-key-of-mine».', 'a-gift-key-of-mine'],
  ['\u200ba-gift-key-of-mine', 'a-gift-key-of-mine'],
  ['short', 'short'],
])('keeps a key of another form in %j', (text, key) => expect(typedGiftKey(text)).toBe(key));
