/** Texts that a VPN app displays instead of VPN servers if its request is rejected, and default names of devices. */
import { OFFER_TERMS, type OfferTerms } from '../../shared/offerTerms';
import { formatCount, PLACES } from '../../shared/plurals';
import type { ConnectSystem } from '../../shared/vpnApps';

/** Reason why a VPN app gets no VPN configuration. */
export type LinkRejection =
  | 'noSlot'
  | 'otherDevice'
  | 'noDeviceId'
  /** The program is no known VPN app, and sent no device id. It gets no stub, because it may not be a VPN app at all. */
  | 'unknownClient'
  | 'accessEnded'
  | 'detached'
  | 'stale'
  /** An admin of the VPN panel disabled the device. */
  | 'blocked';

export const buildLinkRejections = (terms: OfferTerms): Readonly<Record<LinkRejection, string>> => ({
  noSlot: `Все ${formatCount(terms.maxDevices, PLACES, ' ')} заняты. Открепи устройство в личном кабинете и обнови подписку.`,
  otherDevice: 'Эта ссылка уже на другом устройстве. Возьми новую в личном кабинете.',
  noDeviceId:
    'Приложение не передало HWID. Включи его передачу в настройках или возьми новую ссылку в личном кабинете.',
  unknownClient:
    'Приложение не распознано. Открой эту ссылку в браузере: там написано, какие приложения подходят.',
  accessEnded: 'Доступ закончился. Продли подписку и обнови.',
  detached: 'Устройство откреплено. Подключи его снова в личном кабинете.',
  blocked: 'VPN на этом устройстве отключён. Напиши в поддержку.',
  stale: 'Эта ссылка устарела. Возьми новую в личном кабинете.',
});

export const LINK_REJECTIONS = buildLinkRejections(OFFER_TERMS);

export const SYSTEM_NAMES: Readonly<Record<ConnectSystem, string>> = {
  ios: 'iPhone',
  android: 'Android',
  windows: 'Windows',
  macos: 'Mac',
  linux: 'Linux',
  tv: 'Телевизор',
};
