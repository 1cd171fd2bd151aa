/** Texts of the HTML document that are visible before any script runs. */
import { OFFER_TERMS, type OfferTerms } from '../../shared/offerTerms';
import { DAYS, OF_DEVICES, RUBLES } from '../../shared/offerWords';
import { formatCount } from '../../shared/plurals';

export const buildDocumentTexts = (terms: OfferTerms) =>
  ({
    title: (product: string) => `${product} — VPN без ограничений`,
    description:
      `VPN-подписка за ${formatCount(terms.monthlyPriceRub, RUBLES, ' ')} в месяц: без ограничений по скорости и трафику, ` +
      `до ${formatCount(terms.maxDevices, OF_DEVICES, ' ')}. Первые ${formatCount(terms.webTrialDays, DAYS, ' ')} бесплатно.`,
    oldBrowser:
      'Браузер слишком старый: войти и оплатить в нём не получится. Обнови его или открой сайт в другом.',
    oldBrowserSupport: 'Написать в поддержку',
    noScript: 'Чтобы войти и оформить подписку, включи JavaScript в браузере и обнови страницу.',
  }) as const;

export const DOCUMENT_TEXTS = buildDocumentTexts(OFFER_TERMS);
