/** Texts of `/pay`, the campaign page. */
import { OFFER_TERMS, type OfferTerms } from '../../shared/offerTerms';
import { capitalized, periodWords } from '../../shared/offerWords';
import { formatAmount } from '../../shared/russianFormats';
import { type Charge, chargeDays } from './shop';

export const buildPayTexts = (terms: OfferTerms) =>
  ({
    title: `${capitalized(periodWords(terms.campaignTrialDays).first)} за ${formatAmount(terms.campaignPriceRub)}`,
    lead: 'Оплати картой, и сразу придёт письмо для входа.',
    charge: ({ now, monthly, currency, ...days }: Charge) =>
      `${formatAmount(now, currency)} сейчас за ${periodWords(terms.campaignTrialDays).accusative}, затем ${formatAmount(monthly, currency)} каждый месяц${chargeDays(days)}`,
    why: 'Отменить можно в любой момент. Подписка привяжется к почте, которую укажешь при оплате.',
    price: (now: number, currency: string) => ({
      amount: formatAmount(now, currency),
      period: `за ${periodWords(terms.campaignTrialDays).firstAccusative}`,
    }),
    pay: (now: number, currency: string) => `Оплатить ${formatAmount(now, currency)}`,
    email: 'Почта для подписки',
    payAgain: 'Попробовать оплатить снова',
    agreement: {
      before: 'Оплачивая, ты соглашаешься на эти списания и принимаешь условия',
      link: 'публичной оферты',
    },
    toFullPrice: (monthly: number, currency: string) =>
      `Войти и оформить за ${formatAmount(monthly, currency)} в месяц`,
    loadFailed: { title: 'Предложение не загрузилось', next: 'Если не поможет, мы рядом.' },
  }) as const;

export const PAY_TEXTS = buildPayTexts(OFFER_TERMS);
