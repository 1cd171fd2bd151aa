/**
 * Checks that every text follows the offer terms. When other terms are set, no text may contain a word of the current
 * terms.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { emailExamples } from '../../src/server/sandbox/outside/emailExamples';
import { monthLabel, orderDescription, orderLabel } from '../../src/server/texts/payments';
import { DEFAULT_BRAND } from '../../src/shared/brand';
import type { TimelineEntry } from '../../src/shared/contract/timeline';
import { toKopecks } from '../../src/shared/money';
import { OFFER_TERMS, type OfferTerms } from '../../src/shared/offerTerms';
import { cardCheckWords, DAYS, devicesGenitive, OF_DEVICES, periodWords } from '../../src/shared/offerWords';
import { ORDER_KINDS, type OrderKind } from '../../src/shared/orderKinds';
import { DEVICES, formatCount } from '../../src/shared/plurals';
import { formatAmount } from '../../src/shared/russianFormats';
import { buildOffer } from '../../src/web/screens/offer/offerText';
import { SAMPLE_TERMS } from '../support/sampleTerms';
import { type SourceFile, sourceFiles } from '../support/sourceTree';

const otherThan = (todays: readonly number[], ...candidates: number[]) =>
  candidates.filter((each) => !todays.includes(each));
const trials = otherThan(
  [OFFER_TERMS.webTrialDays, OFFER_TERMS.mobileTrialDays, OFFER_TERMS.campaignTrialDays],
  14,
  10,
  21,
  12,
  5,
);
/**
 * Offer terms that differ from the current terms. The first terms have a trial of whole weeks. The second terms have a
 * trial of a number of days, because the texts word weeks and days differently.
 */
const OTHER_TERMS = trials.slice(0, 2).map((trialDays): OfferTerms => ({
  monthlyPriceRub: otherThan([OFFER_TERMS.monthlyPriceRub], 499, 599)[0]!,
  webTrialDays: trialDays,
  mobileTrialDays: trialDays,
  campaignPriceRub: otherThan([OFFER_TERMS.campaignPriceRub], 99, 89)[0]!,
  campaignTrialDays: trialDays,
  cardCheckRub: otherThan([OFFER_TERMS.cardCheckRub], 12, 11)[0]!,
  cardCheckReturnDays: otherThan([OFFER_TERMS.cardCheckReturnDays], 8, 9)[0]!,
  maxDevices: otherThan([OFFER_TERMS.maxDevices], 5, 6)[0]!,
}));

/** Returns all words and phrases that describe the given offer terms. */
function listWords(terms: OfferTerms): string[] {
  const trialWords = [terms.webTrialDays, terms.mobileTrialDays, terms.campaignTrialDays].flatMap((days) => [
    ...Object.values<string>({ ...periodWords(days) }).filter(
      (word) => word.length > 2 && !/^нача/.test(word),
    ),
    formatCount(days, DAYS),
  ]);
  const { maxDevices } = terms;
  return [
    ...trialWords,
    String(terms.monthlyPriceRub),
    formatAmount(terms.campaignPriceRub),
    formatAmount(terms.cardCheckRub),
    cardCheckWords(terms).name,
    `${cardCheckWords(terms).willGoBack} ${cardCheckWords(terms).backWithin}`,
    devicesGenitive(terms),
    formatCount(maxDevices, DEVICES),
    formatCount(maxDevices, OF_DEVICES),
    ...['из', 'of'].map((word) => `${word} ${String(maxDevices)}`),
  ];
}

/**
 * Words of the current offer terms, and words for a week and a ruble, which authors tend to write by hand instead of
 * taking them from the terms.
 */
const FORBIDDEN = [
  ...new Set([
    ...listWords(OFFER_TERMS),
    ...listWords(SAMPLE_TERMS),
    'рубля',
    'week',
    '1 ruble',
    'trial ruble',
  ]),
].map(
  (word) =>
    new RegExp(
      `(?<![а-яёa-z\\d]|\\d[ \\u00a0])${word.replace(/[ \u00a0]/g, '[ \\u00a0]')}(?![а-яёa-z\\d])`,
      'i',
    ),
);

/**
 * Text about the notice period before a change of the offer. The notice period is not a trial, and no trial has the same
 * length.
 */
const NOTICE_OF_A_CHANGE = 'не менее чем за 14 дней';

/** Calendar weeks of the analytics in English. */
const CALENDAR_WEEKS = /week from|week \(Monday to Sunday\)|by week|day, week or month/gi;

const saysTodays = (text: string) => {
  const ofTerms = text.replaceAll(NOTICE_OF_A_CHANGE, '').replaceAll(CALENDAR_WEEKS, '');
  return FORBIDDEN.some((word) => word.test(ofTerms));
};

interface Said {
  where: string;
  text: string;
}

/**
 * Texts about a week that is not a trial: a button that moves the sandbox's clock, the interval of a recurring payment,
 * and a column of the analytics.
 */
const NOT_OF_THE_OFFER: readonly Said[] = [
  { where: 'src/server/sandbox/texts/page.ts', text: '+7 дней' },
  { where: 'src/server/sandbox/texts/cardDialog.ts', text: 'неделю' },
  {
    where: 'src/server/sandbox/texts/cardDialog.ts',
    text: 'Сейчас {amount}, затем {later} каждую неделю с {date}',
  },
  { where: 'src/web/texts/staff/analytics.ts', text: 'Week' },
];

const findTodays = (all: readonly Said[]): Said[] =>
  all.filter(
    (each) =>
      saysTodays(each.text) &&
      !NOT_OF_THE_OFFER.some(({ where, text }) => each.where.startsWith(where) && each.text === text),
  );

/** Result for a text function that accepts none of the sample arguments. */
const UNHEARD = 'no sample suits this function';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const paidEntry = (orderKind: OrderKind): TimelineEntry => ({
  id: '1',
  at: '2026-11-21T09:00:00.000Z',
  kind: 'payment',
  action: 'paid',
  details: {
    amountKopecks: 12_300,
    transactionId: '1',
    role: 'first',
    orderKind,
    cardMask: null,
    verdict: 'counted',
  },
});

/**
 * Returns sample arguments for the functions that build texts. Each function is called with all sample arguments that the
 * function accepts.
 */
function buildSamples(terms: OfferTerms): readonly unknown[][] {
  const moment = '2026-11-21T09:00:00.000Z';
  const charge = {
    now: terms.campaignPriceRub,
    monthly: terms.monthlyPriceRub,
    currency: 'RUB',
    startDate: moment,
  };
  return [
    [charge],
    [terms.monthlyPriceRub, 'RUB', 'x'],
    [4, 6, 8],
    [4, String],
    ...['web', 'mobile', 'trial', 'campaign', 'renewal', 'month'].map((text) => [text, text, text]),
    [moment, 'Europe/Moscow'],
    [moment, moment],
    ['telegram'],
    [moment, new Date(moment)],
    [true, false],
    [['prosvet.example']],
    ['refund', { amountKopecks: 12_300 }],
    [4, (count: number, unit: string) => `${String(count)} ${unit}`],
    ...ORDER_KINDS.map((kind) => [paidEntry(kind), terms]),
    [null],
    [{ reason: 'noMoney', code: '5051' }],
    ['noMoney'],
    [{ problem: 'gone', customers: { affected: 4, moved: 3, waiting: 1 } }],
    [{ user: customerWith(1), payments: undefined, now: new Date(moment) }, terms],
    [
      { user: customerWith(1), payments: undefined },
      { user: customerWith(0), payments: undefined },
    ],
  ];
}

/** Sample customer of the console with this number of devices. */
function customerWith(devices: number) {
  const device = { id: 1, deviceName: 'Phone', deviceId: 'a', isActive: true, platform: 'ios' };
  return { id: 1, devices: Array.from({ length: devices }, () => device) };
}

const isWhole = (text: string) => !/undefined|null|NaN|Invalid Date|\[object/.test(text);

/** Returns every string in an exported value. Exported functions are called with the sample arguments. */
function said(where: string, value: unknown, samples: readonly unknown[][]): Said[] {
  if (typeof value === 'string') return [{ where, text: value }];
  if (typeof value === 'function') {
    const responses = samples.flatMap((sample) => {
      try {
        const response: unknown = Reflect.apply(value, undefined, sample);
        const texts = said(where, response, []);
        const isSuited =
          response !== null && response !== undefined && texts.every(({ text }) => isWhole(text));
        return isSuited ? [texts] : [];
      } catch {
        return [];
      }
    });
    return responses.length === 0 ? [{ where, text: UNHEARD }] : responses.flat();
  }
  return isObject(value)
    ? Object.entries(value).flatMap(([name, inner]) => said(`${where}.${name}`, inner, samples))
    : [];
}

const TEXT_FOLDERS = ['src/web/texts', 'src/web/texts/staff', 'src/server/sandbox/texts'];

/** Returns the name of the function that builds a constant of texts. For example, `buildShopTexts` builds `SHOP_TEXTS`. */
const builderName = (constant: string) =>
  `build${constant.toLowerCase().replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())}`;

const isBuilder = (name: string, names: readonly string[]) =>
  /^(build\w+Titles|formatCampaignName)$/.test(name) ||
  names.some((constant) => builderName(constant) === name);

/** Returns all strings of the text modules. Texts that depend on the offer terms are built with the given terms. */
async function textsWith(terms: OfferTerms): Promise<Said[]> {
  const files = TEXT_FOLDERS.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.ts'))
      .map((name) => path.join(folder, name)),
  );
  const perFile = await Promise.all(
    files.map(async (file) => {
      const module: unknown = await import(path.resolve(file));
      const exported = isObject(module) ? Object.entries(module) : [];
      const names = exported.map(([name]) => name);
      return exported
        .filter(([name]) => !names.includes(builderName(name)))
        .flatMap(([name, value]) =>
          said(
            `${file} ${name}`,
            isBuilder(name, names) && typeof value === 'function'
              ? (value as (built: OfferTerms) => unknown)(terms)
              : value,
            buildSamples(terms),
          ),
        );
    }),
  );
  return perFile.flat();
}

function ordersWith(terms: OfferTerms): Said[] {
  const texts = ORDER_KINDS.flatMap((kind) => {
    const order = {
      kind,
      amountKopecks: toKopecks(terms.campaignPriceRub),
      recurringPaymentAmountKopecks: toKopecks(terms.monthlyPriceRub),
      recurringPaymentStartAt: new Date('2026-11-28T09:00:00Z'),
    };
    return [orderDescription('Просвет', order, terms), orderLabel('Просвет', kind, terms)];
  });
  return [...texts, monthLabel('Просвет')].map((text) => ({ where: 'an order', text }));
}

const emailsWith = (terms: OfferTerms): Said[] =>
  emailExamples({ brand: DEFAULT_BRAND, publicUrl: 'https://prosvet.example' }, terms).flatMap(
    ({ name, title, subject, text }) => [title, subject, text].map((words) => ({ where: name, text: words })),
  );

describe.each(OTHER_TERMS)('with a trial of $webTrialDays days', (terms) => {
  it.each([
    ['the screens', textsWith],
    ['the public offer', (with_: OfferTerms) => said('offer', buildOffer(DEFAULT_BRAND, with_), [])],
    ['the card dialog, the consent and the receipts', (with_: OfferTerms) => ordersWith(with_)],
    ['the emails', (with_: OfferTerms) => emailsWith(with_)],
  ])('%s contain no words of the current terms', async (_, buildTexts) => {
    const all = await buildTexts(terms);
    expect(all.length).toBeGreaterThan(5);
    expect([...findTodays(all), ...all.filter(({ text }) => text === UNHEARD)]).toEqual([]);
  });

  it('contain the new price, trial and number of devices', async () => {
    const all = [...(await textsWith(terms)), ...ordersWith(terms), ...emailsWith(terms)]
      .map(({ text }) => text.replaceAll('\u00a0', ' '))
      .join('\n');
    for (const words of [
      `${String(terms.monthlyPriceRub)} ₽`,
      `Попробовать ${periodWords(terms.webTrialDays).counted} бесплатно`,
      `до ${String(terms.maxDevices)} устройств`,
      `за ${String(terms.campaignPriceRub)} ₽`,
    ]) {
      expect(all).toContain(words);
    }
  });
});

/** Returns the string literals and template parts of a source file, and its numbers that equal the price. */
function findLiterals({ path: file, text: source }: SourceFile): Said[] {
  const found: Said[] = [];
  const collect = (node: ts.Node) => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node);
    if (isText || (ts.isNumericLiteral(node) && PRICES.includes(node.text))) {
      found.push({ where: file, text: node.text.trim() });
    }
    ts.forEachChild(node, collect);
  };
  collect(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return found;
}

const PRICES = [OFFER_TERMS, SAMPLE_TERMS].map(({ monthlyPriceRub }) => String(monthlyPriceRub));

const WORDS_OF_TERMS = [
  'src/shared/offerTerms.ts',
  'src/shared/offerWords.ts',
  'src/web/texts/staff/campaignName.ts',
];

it('only the sources of the terms contain a number or a word of the terms', () => {
  const literals = sourceFiles()
    .filter(({ path: file }) => /\.tsx?$/.test(file) && !WORDS_OF_TERMS.includes(file))
    .filter(({ text }) => saysTodays(text))
    .flatMap(findLiterals)
    .filter(
      ({ where, text }) =>
        /[а-яё₽]/i.test(text) || where.includes('/texts/') || PRICES.some((price) => text.includes(price)),
    );
  expect(findTodays(literals)).toEqual([]);
});

it('the check detects words of the current terms', () => {
  expect(
    ['Первая неделя', 'за 449 ₽', 'через неделю', 'до трёх устройств', 'за 1\u00a0₽'].every(saysTodays),
  ).toBe(true);
  const ofOthers = OTHER_TERMS.flatMap((terms) => [
    periodWords(terms.webTrialDays).nominative,
    formatCount(terms.webTrialDays, DAYS),
    `за ${String(terms.monthlyPriceRub)} ₽`,
    `за ${formatAmount(terms.campaignPriceRub)}`,
    `до ${devicesGenitive(terms)}`,
  ]);
  expect(ofOthers.filter(saysTodays)).toEqual([]);
});
