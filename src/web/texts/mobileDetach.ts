/** Texts of `/mobileDetach`. */
import { OFFER_TERMS, type OfferTerms } from '../../shared/offerTerms';

export const buildMobileDetachTexts = (terms: OfferTerms) =>
  ({
    title: 'Устройства',
    slotsLeft: (free: number) => `Свободно мест: ${String(free)}\u00a0из\u00a0${String(terms.maxDevices)}`,
    account: 'Подписка привязана к почте',
    full: 'Чтобы подключить новое устройство, открепи одно из этих.',
    hasFreeSlot: 'Новое устройство можно подключить: вернись в приложение и войди с этой почтой.',
    buyWithAnotherEmail: 'Купить на другую почту',
    buyWithAnotherEmailNote:
      'Понадобится войти с другой почтой. Подписка и устройства этого аккаунта останутся как есть.',
  }) as const;

export const MOBILE_DETACH_TEXTS = buildMobileDetachTexts(OFFER_TERMS);
