import { campaignEmail } from '../../../src/server/emails/campaignEmail';
import { type EmailBlock, renderEmail } from '../../../src/server/emails/emailLayout';
import { movedAwayEmail } from '../../../src/server/emails/movedEmails';
import { signInEmail } from '../../../src/server/emails/signInEmail';
import { DEFAULT_BRAND } from '../../../src/shared/brand';
import { SAMPLE_TERMS } from '../../support/sampleTerms';

const input = {
  url: 'https://prosvet.example/open#t=el_x&k=KEY',
  code: '04291753',
  lifetimeMinutes: 10,
  uses: 1,
  isLastOfDay: false,
  gift: null,
};

/** CSS properties that the layout may use. A misspelt property would be ignored by email clients without a message. */
const CSS_PROPERTIES = new Set([
  ...[
    'margin',
    'padding',
    'padding-left',
    'border',
    'border-top',
    'border-bottom',
    'border-radius',
    'width',
    'max-width',
    'height',
  ],
  ...['max-height', 'display', 'overflow', 'vertical-align', 'background', 'background-image', 'color'],
  ...['font-family', 'font-size', 'font-weight', 'font-variant-numeric', 'letter-spacing', 'line-height'],
  ...['text-decoration', 'mso-hide', 'mso-padding-alt'],
]);

describe('the sign-in email', () => {
  const emailMessage = signInEmail(input, DEFAULT_BRAND);

  it('states its purpose and its validity period, in text and HTML', () => {
    expect(emailMessage.subject).toBe('Вход в «Просвет»');
    for (const part of [emailMessage.text, emailMessage.html]) {
      expect(part).toContain('04291753');
      expect(part).toContain('10\u00A0минут');
      expect(part).toContain('Или введи этот код на странице, где ты ждёшь письмо:');
      expect(part).toContain(DEFAULT_BRAND.supportEmail);
      expect(part).toContain(DEFAULT_BRAND.taxIdLine);
      expect(part).toContain(DEFAULT_BRAND.privacyUrl);
    }
    expect(emailMessage.text).toContain(input.url);
    expect(emailMessage.html).toContain('href="https://prosvet.example/open#t=el_x&amp;k=KEY"');
  });

  it('has no link except those to sign-in, support and the privacy policy', () => {
    const links = [...emailMessage.html.matchAll(/href="([^"]+)"/g)].map((match) => match[1]);
    expect(links).toEqual([
      'https://prosvet.example/open#t=el_x&amp;k=KEY',
      DEFAULT_BRAND.supportBotUrl,
      `mailto:${DEFAULT_BRAND.supportEmail}`,
      DEFAULT_BRAND.privacyUrl,
    ]);
  });

  it('loads nothing from external hosts and is readable in dark mode', () => {
    expect(emailMessage.html).not.toMatch(/<img|<script|<link|url\(/i);
    expect(emailMessage.html).toContain('prefers-color-scheme:dark');
    expect(emailMessage.html).toContain('<html lang="ru">');
  });

  it('uses only allowlisted CSS properties', () => {
    const styles = [...emailMessage.html.matchAll(/style="([^"]+)"/g)].map((match) =>
      (match[1] ?? '').replaceAll('&#39;', "'"),
    );
    const properties = styles.flatMap((style) =>
      style.split(';').flatMap((declaration) => declaration.split(':')[0] ?? []),
    );
    expect(properties.length).toBeGreaterThan(50);
    expect([...new Set(properties)].filter((property) => !CSS_PROPERTIES.has(property))).toEqual([]);
  });

  it.each([
    [1, '1\u00A0месяц'],
    [3, '3\u00A0месяца'],
    [12, '12\u00A0месяцев'],
    [21, '21\u00A0месяц'],
  ])('of a gift of %i months contains «%s»', (months, words) => {
    const gift = signInEmail({ ...input, gift: { months } }, DEFAULT_BRAND);
    expect(gift.subject).toBe('Твой подарок в «Просвет»');
    expect(gift.text).toContain(words);
    expect(gift.html).toContain(words);
  });
});

describe('the emails about a moved subscription', () => {
  it('inform the former address what ends and what its owner should do if they did not request the move', () => {
    const { text } = movedAwayEmail(DEFAULT_BRAND);
    expect(text).toContain('письма о ней сюда больше не придут');
    expect(text).toContain('Если подписка твоя, а просил не ты, ответь на это письмо');
  });
});

describe('the email after a campaign payment', () => {
  const { url } = input;

  it('states that the week began, what happens next, and how to sign in', () => {
    const emailMessage = campaignEmail(
      { url, lifetimeHours: 24, hasBegun: true, canConnect: true },
      DEFAULT_BRAND,
      SAMPLE_TERMS,
    );
    expect(emailMessage.subject).toBe('Неделя «Просвет» за 1\u00A0руб.: вход внутри');
    for (const part of ['449\u00A0₽', '24\u00A0часа', url]) expect(emailMessage.text).toContain(part);
  });

  it('states when the ruble is returned', () => {
    const emailMessage = campaignEmail(
      { url, lifetimeHours: 24, hasBegun: false, canConnect: true },
      DEFAULT_BRAND,
      SAMPLE_TERMS,
    );
    expect(emailMessage.subject).toBe('Возвращаем 1\u00A0руб. за неделю «Просвет»');
    expect(emailMessage.text).toContain('По этой почте или карте подписка уже есть или была');
    expect(emailMessage.text).toContain('новых списаний по этой оплате не будет');
  });
});

it('the layout escapes every value', () => {
  const nasty = `<script>alert("1")</script>'&`;
  const { html } = renderEmail(
    {
      subject: nasty,
      preview: nasty,
      heading: nasty,
      blocks: [
        { kind: 'paragraph', text: nasty },
        { kind: 'note', text: nasty },
        { kind: 'button', label: nasty, url: `https://x.example/"onclick="${nasty}` },
        { kind: 'link', label: nasty, url: `https://x.example/"${nasty}` },
        { kind: 'code', label: nasty, code: nasty },
        { kind: 'details', rows: [{ name: nasty, value: nasty }] },
      ],
    },
    {
      ...DEFAULT_BRAND,
      product: nasty,
      company: nasty,
      taxIdLine: nasty,
      supportEmail: nasty,
      supportBotUrl: nasty,
    },
  );
  expect(html).not.toContain('<script');
  expect(html).not.toContain('"onclick="');
  expect(html.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(10);
});

const withBlock = (block: EmailBlock) =>
  renderEmail({ subject: '449\u00A0₽', preview: '', heading: 'Тест', blocks: [block] }, DEFAULT_BRAND);

it.each(['note', 'paragraph'] as const)(
  'URLs inside a %s are links without the punctuation of the sentence',
  (kind) => {
    const text =
      'Открой https://a.example/x?y=1&z=2, (https://b.example/) или «https://c.example». Цитата: "https://d.example/q".';
    const { html, text: plain } = withBlock({ kind, text });
    const links = [...html.matchAll(/<a class="l" href="([^"]+)"[^>]*>([^<]+)<\/a>/g)].slice(0, 4);
    expect(links.map(([, url]) => url)).toEqual([
      'https://a.example/x?y=1&amp;z=2',
      'https://b.example/',
      'https://c.example',
      'https://d.example/q',
    ]);
    for (const [, url, label] of links) expect(label).toBe(url);
    expect(html).toContain('</a>&quot;.');
    expect(plain).toContain(text);
  },
);

it('the text ends with a signature, which begins with the delimiter of RFC 3676', () => {
  const { text } = withBlock({ kind: 'note', text: 'Тест' });
  expect(text.match(/^-- $/gm)).toHaveLength(1);
  expect(text.split('\n-- \n')[1]?.split('\n')[0]).toBe(DEFAULT_BRAND.product);
});

it('a subject has no currency sign, which spam filters rate', () => {
  const { subject, html } = withBlock({ kind: 'note', text: '449\u00A0₽' });
  expect(subject).toBe('449\u00A0руб.');
  expect(html).toContain('<title>449\u00A0руб.</title>');
  expect(html).toContain('449\u00A0₽');
});
