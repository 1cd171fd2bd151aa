import { domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { withReadableDomain } from '../../src/shared/internationalDomain';

describe('an international domain (the value of an email field is encoded by browsers)', () => {
  it.each([
    ['user@xn--e1afmkfd.xn--p1ai', 'user@пример.рф'],
    ['user@XN--E1AFMKFD.xn--p1ai', 'user@пример.рф'],
    ['user@mail.xn--80a1acny.xn--p1ai', 'user@mail.почта.рф'],
    ['user@xn--mnchen-3ya.de', 'user@münchen.de'],
    ['почта@пример.рф', 'почта@пример.рф'],
    ['user@example.com', 'user@example.com'],
    ['xn--p1ai@example.com', 'xn--p1ai@example.com'],
    ['no address', 'no address'],
  ])('%s reads %s', (encoded, readable) => expect(withReadableDomain(encoded)).toBe(readable));

  it.each([
    'user@xn--.ru',
    'user@xn--99999999.ru',
    'user@xn--abc-.ru',
    'user@xn--zz_.ru',
    'user@xn--ls8h=.la',
  ])('leaves the malformed %s as it is', (malformed) =>
    expect(withReadableDomain(malformed)).toBe(malformed),
  );

  it('decodes every label like the JavaScript platform', () => {
    const label = fc
      .string({
        unit: fc.constantFrom(...Array.from('абвгдеёжзиклмнопрстуфхцчшщъыьэюяaz09')),
        minLength: 1,
        maxLength: 30,
      })
      .filter((text) => /[^a-z0-9]/.test(text));
    fc.assert(
      fc.property(label, (text) => {
        const { hostname } = new URL(`http://${text}.ru/`);
        expect(withReadableDomain(`a@${hostname}`)).toBe(`a@${domainToUnicode(hostname)}`);
      }),
    );
  });

  it('does not throw for any text', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof withReadableDomain(`a@xn--${text}`) === 'string'));
  });
});
