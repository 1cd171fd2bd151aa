import fc from 'fast-check';
import { mayBeGiftKey, withoutGiftKey } from '../../src/shared/giftKeys';
import {
  isGiftKey,
  isStoredEmailSignedIn,
  isValidEmail,
  normalizeEmail,
  parseMonthsInput,
  partnerPrefix,
} from '../../src/shared/validation';

describe('the email rule', () => {
  it.each([
    'a@b.ru',
    'vasilisa.premudraya@yandex.ru',
    'first.last+tag@sub.domain.co',
    "o'brien@example.com",
    'почта@пример.рф',
    'user@[192.168.0.1]', // [input-2]
    'UPPER@EXAMPLE.COM',
    'x_y%z@a-b.info',
    '"quoted part"@example.com',
  ])('accepts %s [input-1]', (text) => expect(isValidEmail(text)).toBe(true));

  it.each([
    '',
    'plain',
    '@b.ru',
    'a@',
    'a@b',
    'a@b.r', // [input-1]
    'a@b.1a',
    'a b@c.ru',
    'a@b c.ru',
    'a@@b.ru',
    'a..b@c.ru',
    '.a@b.ru',
    'a.@b.ru',
    '""@b.ru',
    'a@b..ru',
    'a@-b.ru',
    'a@b-.ru',
    'a@.ru',
    'a@[1.2.3]', // [input-2]
    'a@[1.2.3.4',
    '<a@b.ru>',
    'a@b.ru, c@d.ru',
    'a@b.ru\n',
    `${'a'.repeat(250)}@b.ru`,
  ])('rejects %j', (text) => expect(isValidEmail(text)).toBe(false));

  it('takes a bounded time for any text', () => {
    fc.assert(fc.property(fc.string({ maxLength: 2000 }), (text) => typeof isValidEmail(text) === 'boolean'));
  });

  it('normalising an address twice equals normalising it once', () => {
    expect(normalizeEmail('  Ivan@Example.COM ')).toBe('ivan@example.com');
    expect(normalizeEmail('User@xn--e1afmkfd.xn--p1ai')).toBe('user@пример.рф');
    fc.assert(
      fc.property(fc.string(), (text) => normalizeEmail(normalizeEmail(text)) === normalizeEmail(text)),
    );
  });
});

describe('who counts as signed in', () => {
  it.each([
    [null, false],
    [undefined, false],
    ['', false],
    ['a@b.ru', false],
    ['aa@b.ru', true],
  ])('a stored email of %j [input-5]', (email, expected) =>
    expect(isStoredEmailSignedIn(email)).toBe(expected),
  );
});

describe('gift keys', () => {
  it.each([
    [null, false],
    ['', false],
    ['0123456789', false], // [input-4]
    ['0123456789a', true], // [input-4]
  ])('%j', (key, expected) => expect(isGiftKey(key)).toBe(expected));
});

describe('what may be a gift key', () => {
  it.each([
    ['7WQ2NXK4TDZ9A1BC', '7WQ2NXK4TDZ9A1BC'],
    ['7WQ2NXK4TDZ9A1BC3', '7WQ2NXK4TDZ9A1BC…'],
    ['7wq2-nxk4-tdz9-a1bc-3', '7wq2-nxk4-tdz9-a…'],
    ['7WQ2NXK4TDZ9A1BC3EFGHJMPR', '7WQ2NXK4TDZ9A1BC…'],
    ['7WQ2NXK4TDZ9A1BC3EFGHJMPRS', '7WQ2NXK4TDZ9A1BC…'],
    ['https://prosvet.example/gift?key=7WQ2NXK4TDZ9A1BC3E', '7WQ2NXK4TDZ9A1BC…'],
    ['“7WQ2NXK4TDZ9A1BC3EFGHJMPRS”.', '7WQ2NXK4TDZ9A1BC…'],
    // Names, emails, payment numbers, uids of 28 characters and UUIDs are not gift keys.
    ['konstantinopolskaya', 'konstantinopolskaya'],
    ['agent007smithandson@', 'agent007smithandson@'],
    ['agent007.smith.and.son', 'agent007.smith.and.son'],
    ['alexander1990', 'alexander1990'],
    ['user1234567890123456', 'user1234567890123456'],
    ['12345678901234567', '12345678901234567'],
    ['7WQ2NXK4TDZ9A1BC3EFGHJMPRST2', '7WQ2NXK4TDZ9A1BC3EFGHJMPRST2'],
    ['0f538d48-2834-44d3-96e9-74555ce3189f', '0f538d48-2834-44d3-96e9-74555ce3189f'],
  ])('%j is written down as %j', (text, written) => {
    expect(withoutGiftKey(text)).toBe(written);
    expect(mayBeGiftKey(text)).toBe(text !== written);
  });
});

describe('the partner prefix of /pay', () => {
  it.each([
    ['AB', 'ab-'], // [input-7]
    ['Blogger2024x', 'blogger2024x-'],
    ['a', ''],
    ['thirteenchars', ''],
    ['with-dash', ''],
    ['a b', ''],
    ['', ''],
    [null, ''],
  ])('%j gives %j [input-6]', (raw, expected) => expect(partnerPrefix(raw)).toBe(expected));
});

describe('gift months in the staff console', () => {
  it.each([
    ['', 0],
    ['12', 12],
    ['1a2', 12],
    ['abc', 0],
    ['007', 7],
    ['-3', 3],
  ])('%j is %d', (text, expected) => expect(parseMonthsInput(text)).toBe(expected));
});
