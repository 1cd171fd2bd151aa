/** Texts of /shop and /mobileShop (spec sections 2 and 4) and of the wait for a payment. */
import type { ShopVariant } from '../../shared/contract/shop';
import { MOBILE_TRIAL_DAYS } from '../../shared/constants';
import { formatAmount } from './amounts';
import { formatDay } from './dates';
import { countOf } from './plurals';

const DAYS = { one: 'день', few: 'дня', many: 'дней' };

interface Charge {
  /** Rubles charged now. */
  now: number;
  /** Rubles of every following month. */
  monthly: number;
  currency: string;
  /** ISO 8601 UTC of the first monthly charge, when the server says it. */
  startDate: string | null;
}

const from = (startDate: string | null) => {
  const day = formatDay(startDate);
  return day ? ` с\u00a0${day}` : '';
};

export const SHOP_TEXTS = {
  title: 'Подписка',
  loading: 'Загрузка...',
  price: (monthly: number, currency: string) => ({
    amount: formatAmount(monthly, currency),
    period: 'в месяц',
  }),
  benefitsLabel: 'Что входит',
  benefits: [
    { key: 'traffic', text: 'Безлимитные гигабайты' },
    { key: 'speed', text: 'Без ограничения скорости' },
    { key: 'privacy', text: 'Не собираем данные о тебе' },
    { key: 'unblockable', text: 'Невозможно заблокировать' },
  ],
  trial: (variant: ShopVariant) =>
    variant === 'mobile'
      ? `Попробовать ${countOf(MOBILE_TRIAL_DAYS, DAYS)} бесплатно`
      : 'Попробовать 1\u00a0неделю бесплатно',
  renew: 'Возобновить подписку',
  trialCharge: ({ now, monthly, currency, startDate }: Charge) =>
    `${formatAmount(now, currency)} сейчас (вернём сразу), затем ${formatAmount(monthly, currency)} каждый месяц${from(startDate)}`,
  renewalCharge: ({ now, monthly, currency, startDate }: Charge) =>
    `${formatAmount(now, currency)} сейчас, затем ${formatAmount(monthly, currency)} каждый месяц${from(startDate)}`,
  trialWhy: 'Рубль нужен только для проверки карты. Отменить можно в любой момент.',
  renewalWhy: 'Отменить можно в любой момент: доступ останется до конца оплаченного срока.',
  agreement: {
    before: 'Нажимая кнопку, ты соглашаешься на эти списания и принимаешь условия',
    link: 'публичной оферты',
  },
  loadFailed: {
    title: 'Не получилось загрузить цену',
    text: 'Проверь интернет и попробуй ещё раз. Если не поможет, мы рядом.',
  },
  widgetUnavailable: {
    title: 'Окно оплаты не открылось',
    text: 'Его мог заблокировать браузер или медленный интернет. Деньги не списаны.',
  },
  declined: { title: 'Оплата не прошла', nothingCharged: 'Деньги не списаны.' },
  retry: 'Попробовать снова',
  support: 'Написать в поддержку',
  toProfile: 'В личный кабинет',
} as const;

export const PAYMENT_CHECK_TEXTS = {
  checking: 'Проверяем оплату…',
  checkingHint:
    'Обычно это занимает несколько секунд. Страницу можно обновить или закрыть: оплата не потеряется.',
  late: 'Оплата ещё не пришла',
  lateHint:
    'Иногда банк отвечает дольше обычного. Платить ещё раз не нужно: как только деньги придут, напишем на почту',
  checkAgain: 'Проверить ещё раз',
  leave: 'Вернуться к подписке',
} as const;
