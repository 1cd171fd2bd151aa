/** Texts of the landing pages (`/`, `/yt`, `/tt`). */
import { OFFER_TERMS, type OfferTerms } from '../../shared/offerTerms';
import { devicesGenitive, periodWords, tryFreeText } from '../../shared/offerWords';
export const buildLandingTexts = (terms: OfferTerms) =>
  ({
    title: 'VPN без ограничений',
    headline: { before: 'Интернет ', accent: 'без ограничений', after: ', просто и быстро' },
    lead: 'Быстрый, удобный и простой VPN. Включается одной кнопкой и\u00a0работает там, где другие перестали.',
    benefits: {
      speed: 'Без ограничений скорости',
      traffic: 'Без лимитов трафика в ГБ',
      devices: `До ${devicesGenitive(terms)} на одну подписку`,
    },
    price: `${String(terms.monthlyPriceRub)} ₽`,
    pricePeriod: 'в месяц,',
    priceTrial: `${periodWords(terms.webTrialDays).first} бесплатно`,
    tryFree: tryFreeText(terms.webTrialDays),
    tryFreeNote: 'Отменить можно в любой момент.',
    protocol: 'Протокол XTLS-Reality. Что это?',
    logIn: 'Войти в аккаунт',
  }) as const;

export const LANDING_TEXTS = buildLandingTexts(OFFER_TERMS);
