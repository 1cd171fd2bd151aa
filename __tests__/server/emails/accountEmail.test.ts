/** Tests the content of each billing email, and that the email is readable without colours, images and styles. */
import { describeFailedCharge } from '../../../src/server/emails/chargeFailures';
import { emailExamples, type ExampleName } from '../../../src/server/sandbox/outside/emailExamples';
import { DEFAULT_BRAND } from '../../../src/shared/brand';
import { SAMPLE_TERMS } from '../../support/sampleTerms';

const ORIGIN = 'https://prosvet.example';
const emails = emailExamples({ brand: DEFAULT_BRAND, publicUrl: ORIGIN }, SAMPLE_TERMS);
const withoutDelivery = emailExamples(
  { brand: DEFAULT_BRAND, publicUrl: ORIGIN, canConnect: false },
  SAMPLE_TERMS,
);

/** Replaces no-break spaces between a number and its unit by normal spaces. */
const plain = (text: string) => text.replaceAll('\u00A0', ' ');

const MONTHS = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря';

test.each(emails.map(({ name, ...emailMessage }) => [name, emailMessage] as const))(
  '%s keeps the day, the month and the year of a date on one line',
  (_name, { subject, text, html }) => {
    const torn = new RegExp(`\\d (${MONTHS.replaceAll(' ', '|')})|(${MONTHS.replaceAll(' ', '|')}) \\d{4}`);
    for (const part of [subject, text, html]) expect(part).not.toMatch(torn);
  },
);

function emailNamed(name: ExampleName): { subject: string; text: string; html: string } {
  const emailMessage = emails.find((example) => example.name === name);
  if (emailMessage === undefined) throw new Error(`no email ${name}`);
  return { subject: plain(emailMessage.subject), text: plain(emailMessage.text), html: emailMessage.html };
}

test.each<[ExampleName, string, string[], string]>([
  [
    'trialStarted',
    'Пробная неделя «Просвет» началась',
    [
      '28 ноября 2026',
      '449 ₽',
      '21 ноября 2026 в 12:05 по Москве',
      '•••• 4242',
      'возвращается',
      'Потом подписка будет стоить 449 ₽',
    ],
    '/connect',
  ],
  [
    'campaignPaid',
    'Оплата 1 руб. за «Просвет» получена',
    ['Неделя подписки оплачена', '1 ₽', '449 ₽, 5 декабря 2026', 'Чек появится'],
    '/subscription',
  ],
  [
    'monthPaid',
    'Оплата 449 руб. за «Просвет» получена',
    ['Месяц подписки оплачен', '28 ноября 2026 в 12:05 по Москве', 'Доступ до: 28 декабря 2026'],
    '/subscription',
  ],
  ['monthPaidWithReceipt', 'Оплата 449 руб. за «Просвет» получена', ['Открыть чек'], '/sandbox'],
  [
    'monthPaidOnLastDay',
    'Оплата 449 руб. за «Просвет» получена',
    ['28 февраля 2027', '31-го числа, а если такого числа в месяце нет, в последний день месяца'],
    '/subscription',
  ],
  [
    'chargeUpcoming',
    '28 декабря 2026 спишем 449 руб. за «Просвет»',
    ['с карты •••• 4242 спишется 449 ₽', 'отмени её до списания', '28 декабря 2026 в 12:05 по Москве'],
    '/subscription',
  ],
  [
    'chargeFailed',
    'Не получилось списать 449 руб. за «Просвет»',
    ['не хватило денег', 'Доступ пока работает', '29 декабря 2026 в 12:05 по Москве', 'другой картой'],
    '/account/card',
  ],
  [
    'chargeFailedUnknown',
    'Не получилось списать 449 руб. за «Просвет»',
    ['в ближайшие дни'],
    '/account/card',
  ],
  [
    'subscriptionEnded',
    'Подписка «Просвет» остановлена',
    ['Больше мы ничего не спишем', 'Доступ закончился'],
    '/shop',
  ],
  [
    'subscriptionCancelled',
    'Подписка «Просвет» отменена',
    ['Списаний больше не будет', 'до 28 декабря 2026 в 12:05 по Москве'],
    '/subscription',
  ],
  [
    'cardChanged',
    'Карта для «Просвет» изменена',
    ['картой •••• 4242', 'С прежней карты', 'проверки карты', '449 ₽, 28 декабря 2026'],
    '/subscription',
  ],
  [
    'cardChangedAndPaid',
    'Карта для «Просвет» изменена, месяц оплачен',
    ['Месяц подписки оплачен', '•••• 4242', '449 ₽, 28 декабря 2026'],
    '/subscription',
  ],
  [
    'cardRemoved',
    'Карта отвязана от «Просвет»',
    ['больше ничего не спишем с этой карты', 'только её последние цифры', 'до 28 декабря 2026'],
    '/subscription',
  ],
  [
    'refund',
    'Возвращаем 449 руб. за «Просвет»',
    ['на карту •••• 4242', 'до 10 рабочих дней', 'Подписка отменена'],
    '/shop',
  ],
  ['partialRefund', 'Возвращаем 224,50 руб. за «Просвет»', ['224,50 ₽ из 449 ₽'], '/subscription'],
  ['surplusReturned', 'Возвращаем 449 руб. за «Просвет»', ['был лишним'], '/subscription'],
  ['gift', 'Подарок активирован: 3 месяца «Просвет»', ['до 28 февраля 2027', 'Карта не нужна'], '/connect'],
  [
    'giftOnSubscription',
    'Подарок активирован: 3 месяца «Просвет»',
    ['следующее списание перенесено на 28 марта 2027', '449 ₽, 28 марта 2027'],
    '/connect',
  ],
])('%s describes the event and has one call to action', (name, subject, says, path) => {
  const emailMessage = emailNamed(name);
  expect(emailMessage.subject).toBe(subject);
  for (const words of says) expect(emailMessage.text).toContain(words);
  const buttons = [...emailMessage.html.matchAll(/<a class="bt" href="([^"]+)"/g)].map((match) => match[1]);
  expect(buttons).toEqual([`${ORIGIN}${path}`]);
});

test.each(emails.map(({ name, ...emailMessage }) => [name, emailMessage] as const))(
  '%s is readable in dark mode, without styles and as plain text, and loads nothing',
  (_name, { subject, text, html }) => {
    expect(subject.length).toBeLessThan(80);
    expect(html).toContain('prefers-color-scheme:dark');
    expect(html).not.toMatch(/<img|<script|<link|url\(|undefined|null|NaN|Invalid/i);
    expect(text).not.toMatch(/undefined|null|NaN|Invalid|</);
    expect(text).toContain(DEFAULT_BRAND.supportEmail);
    expect(text).toContain(DEFAULT_BRAND.supportBotUrl);
    // Information that an email shows by colours and tables must also be in its text.
    const words = html
      .replace(/<(style|title)[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[^>]*>/g, ' ')
      .replace(/&quot;/g, '"')
      .replace(/\s+/g, ' ');
    for (const line of text.split('--')[0]?.split('\n') ?? []) {
      if (line === '' || line.includes('http') || line.includes(':')) continue;
      expect(words).toContain(line.replace(/\s+/g, ' '));
    }
  },
);

test.each([
  ['noMoney', 'не хватило денег'],
  ['expired', 'Срок действия карты закончился'],
  ['lostOrStolen', 'утерянной или украденной'],
  ['unavailable', 'недоступны'],
  ['unknown', 'не принял платёж'],
  ['rejectedForGood', 'не принял платёж'],
] as const)('a charge that failed with %s: «…%s…»', (reason, words) => {
  expect(describeFailedCharge(reason)).toContain(words);
});

test.each<ExampleName>(['trialStarted', 'gift', 'giftOnSubscription'])(
  '%s links to the application if no device can be connected',
  (name) => {
    const { html } = withoutDelivery.find((example) => example.name === name)!;
    expect(html).toContain(`<a class="bt" href="${ORIGIN}/profile"`);
    expect(html).toContain('Скачать приложение');
    expect(emailNamed(name).html).toContain('Подключить устройство');
  },
);

test('the sign-in email of the campaign explains how to start using the VPN', () => {
  expect(emailNamed('campaignSignIn').text).toContain('чтобы войти и подключить устройство');
  const other = withoutDelivery.find(({ name }) => name === 'campaignSignIn');
  expect(other?.text).toContain('чтобы войти и скачать приложение');
});
