/** Texts of `/shop`, `/mobileShop` and the payment check. */
import type { ShopVariant } from '../../shared/contract/shop';
import { EVERY_MONTH_HAS } from '../../shared/moscowDays';
import { OFFER_TERMS, type OfferTerms } from '../../shared/offerTerms';
import {
  capitalized,
  cardCheckWords,
  chargeDayWords,
  periodWords,
  trialWords,
  tryFreeText,
} from '../../shared/offerWords';
import { formatAmount } from '../../shared/russianFormats';
import { formatDay, formatMoneyDay } from './dates';

export interface Charge {
  /** Amount of the immediate charge, in rubles. */
  now: number;
  /** Amount of each following monthly charge, in rubles. */
  monthly: number;
  currency: string;
  /** Date of the first monthly charge as ISO 8601 in UTC, or null if the server does not send it. */
  startDate: string | null;
  /** Day of the month of the monthly charges, in Moscow time, or null if the server does not send it. */
  dayOfMonth: number | null;
}

/** Returns the first day of the monthly charges, and the day of the month of all charges if some months lack it. */
export function chargeDays({ startDate, dayOfMonth }: Pick<Charge, 'startDate' | 'dayOfMonth'>): string {
  const day = formatMoneyDay(startDate);
  if (day === null) return '';
  const isLacked = dayOfMonth !== null && dayOfMonth > EVERY_MONTH_HAS;
  return ` с\u00a0${day}${isLacked ? `: ${chargeDayWords(dayOfMonth)}` : ''}`;
}

export const buildShopTexts = (terms: OfferTerms) => {
  const check = cardCheckWords(terms);
  return {
    title: 'Подписка',
    loading: 'Загрузка...',
    paying: 'Открываем окно оплаты',
    signInFirst: 'Сначала попросим войти: подписка привязывается к почте.',
    price: (monthly: number, currency: string) => ({
      amount: formatAmount(monthly, currency),
      period: 'в месяц',
    }),
    benefitsLabel: 'Что входит',
    benefits: [
      { key: 'traffic', text: 'Безлимитные гигабайты' },
      { key: 'speed', text: 'Без ограничения скорости' },
      { key: 'privacy', text: 'Не собираем данные о том, что ты делаешь в сети' },
      { key: 'unblockable', text: 'Невозможно заблокировать' },
    ],
    trial: (variant: ShopVariant) =>
      tryFreeText(variant === 'mobile' ? terms.mobileTrialDays : terms.webTrialDays),
    renew: 'Возобновить подписку',
    trialCharge: ({ now, monthly, currency, ...days }: Charge) =>
      `${formatAmount(now, currency)} сейчас (вернём), затем ${formatAmount(monthly, currency)} каждый месяц${chargeDays(days)}`,
    /** Returns the day in Moscow time without a time zone note, whatever the time zone of the prerendering server is. */
    fromDay: (startDate: string) => ` с\u00a0${formatDay(startDate) ?? ''}`,
    renewalCharge: ({ now, monthly, currency, ...days }: Charge) =>
      `${formatAmount(now, currency)} сейчас, затем ${formatAmount(monthly, currency)} каждый месяц${chargeDays(days)}`,
    trialWhy: `${capitalized(check.name)} ${check.needed} только для проверки карты и ${check.willGoBack} ${check.backWithin}. Отменить можно в любой момент.`,
    /**
     * This text explains the later charge date, because the actual trial is longer than the trial that the mobile shop
     * advertises.
     */
    mobileLonger: `На самом деле бесплатно ${periodWords(terms.webTrialDays).nominative}: первое списание будет в указанную дату.`,
    renewalWhy: 'Отменить можно в любой момент: доступ останется до конца оплаченного срока.',
    loadFailed: { title: 'Не получилось загрузить цену', next: 'Если не поможет, мы рядом.' },
    widgetUnavailable: {
      title: 'Окно оплаты не открылось',
      text: 'Ему мог помешать браузер или медленный интернет. Деньги не списаны.',
    },
    paymentsPaused: {
      title: 'Оплата временно недоступна',
      text: 'Деньги не списаны. Попробуй позже.',
    },
    paymentsTooMany: {
      title: 'Слишком много попыток подряд',
      text: 'Деньги не списаны. Попробуй ещё раз через минуту.',
    },
    nothingToPay: {
      title: 'Платить пока не за что',
      text: 'Похоже, подписка уже оформлена. Проверь ещё раз или напиши нам.',
    },
    elsewhere: {
      title: 'Похоже, подписка уже есть',
      text: 'В её адрес когда-то попал невидимый символ, поэтому вход по почте открывает другой аккаунт. Не плати второй раз: напиши нам, и мы перенесём подписку на эту почту.',
    },
    termsChanged: {
      title: 'Условия обновились',
      text: 'Обнови страницу и прочитай их ещё раз. Деньги не списаны.',
      reload: 'Обновить страницу',
    },
    trialUsed: {
      title: `С этой картой ${trialWords(terms.webTrialDays).name} уже ${trialWords(terms.webTrialDays).was}`,
      text: `${capitalized(trialWords(terms.webTrialDays).pronoun)} бывает один раз на карту. Возьми другую карту или оформи подписку сразу за полную цену.`,
    },
    trialLimit: {
      title: 'С этой картой сейчас можно оформить подписку только за полную цену',
      text: 'За 30 дней по картам с такими же цифрами и сроком уже дважды брали пробный доступ, а отличить твою карту от них мы не можем. Возьми другую карту или оформи подписку сразу за полную цену.',
    },
    cardNeeded: {
      title: 'Здесь нужна банковская карта',
      text: `По кошельку или приложению банка не видно, ${trialWords(terms.webTrialDays).was} ли уже ${trialWords(terms.webTrialDays).name}, поэтому платёж мы вернули. Заплати картой или оформи подписку сразу за полную цену.`,
    },
    showFullPrice: (monthly: number, currency: string) =>
      `Показать цену: ${formatAmount(monthly, currency)} в месяц`,
    fullPrice: (monthly: number, currency: string) =>
      `Оформить за ${formatAmount(monthly, currency)} в месяц`,
    backToTrial: `Вернуться к ${trialWords(terms.webTrialDays).dative}`,
    declined: 'Оплата не прошла',
    retry: 'Попробовать снова',
    support: 'Написать в поддержку',
    history: 'Прошлые платежи и чеки',
  } as const;
};

/** Sample date of a hidden placeholder. Any date can be used, because all formatted dates have a similar width. */
export const SOME_DAY = '2026-11-29T09:00:00.000Z';

export const SHOP_TEXTS = buildShopTexts(OFFER_TERMS);

/** Texts of the consent checkbox before a payment. */
export const CONSENT_TEXTS = {
  label: 'Соглашаюсь на эти списания и принимаю условия',
  link: 'публичной оферты',
  missing: 'Поставь галочку: без согласия списать деньги нельзя.',
} as const;

/** Order descriptions for the card dialog and the receipt if the server does not send a description. */
export const buildOwnOrderTexts = (terms: OfferTerms) =>
  ({
    trial: (product: string) =>
      `Подписка «${product}»: проверка карты, ${periodWords(terms.webTrialDays).first} бесплатно`,
    renewal: (product: string) => `Подписка «${product}»: один месяц`,
    campaign: (product: string) => `Подписка «${product}»: ${periodWords(terms.campaignTrialDays).first}`,
  }) as const;

export const OWN_ORDER_TEXTS = buildOwnOrderTexts(OFFER_TERMS);

export const PAYMENT_CHECK_TEXTS = {
  checking: 'Проверяем оплату…',
  checkingHint:
    'Обычно это занимает несколько секунд. Страницу можно обновить или закрыть: оплата не потеряется.',
  paid: 'Оплата прошла',
  paidHint: 'Открываем следующую страницу.',
  late: 'Оплата ещё не пришла',
  lateHint:
    'Иногда банк отвечает дольше обычного. Платить ещё раз не нужно: как только деньги придут, напишем на почту',
  checkAgain: 'Проверить ещё раз',
  leave: 'Вернуться к подписке',
} as const;
