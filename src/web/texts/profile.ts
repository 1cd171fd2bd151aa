/** Texts of `/profile`. */
import { OFFER_TERMS, type OfferTerms } from '../../shared/offerTerms';
import { devicesGenitive } from '../../shared/offerWords';

export const buildProfileTexts = (terms: OfferTerms) =>
  ({
    title: 'Личный кабинет',
    loading: 'Загружаем личный кабинет',
    unknownUser: 'некий неизвестный',
    changeUser: 'сменить пользователя',
    nextCharge: 'Следующее списание',
    chargeDate: 'Дата списания',
    accessUntil: 'Доступ до',
    accessEnded: 'Доступ закончился',
    card: 'Карта',
    places: `Подписки хватает для ${devicesGenitive(terms)}: телефонов, планшетов, компьютеров и\u00a0телевизоров. Любое можно открепить здесь и\u00a0подключить вместо него другое.`,
    noDevices: 'Установи приложение и войди в\u00a0него с\u00a0этой почтой: устройство появится здесь.',
    /** Text that is shown if devices can be connected with a third-party VPN app. */
    noDevicesToConnect: 'Нажми «Подключить устройство»: оно\u00a0появится здесь.',
    connect: 'Подключить устройство',
    manageSubscription: 'Управлять подпиской',
    manageQuestion: {
      title: 'Открыть управление подпиской?',
      explanation: 'Там видно следующее списание и можно отменить подписку.',
      yes: 'Открыть',
    },
    /** Label of the link to `/account`. The page `/subscription` shows this link too. */
    toAccount: 'Аккаунт и данные',
    loadFailed: {
      title: 'Не получилось обновить данные',
      next: 'Подписка и устройства на месте.',
    },
  }) as const;

export const PROFILE_TEXTS = buildProfileTexts(OFFER_TERMS);
