/** Error messages of the sandbox API. */
import { OFFER_TERMS, type OfferTerms } from '../../../shared/offerTerms';
import { DEVICES, formatCount } from '../../../shared/plurals';

export const buildRejections = (terms: OfferTerms) =>
  ({
    malformedJson: 'Тело запроса не читается как JSON.',
    invalidFields: 'Проверь поля запроса.',
    invalidDuration: 'Нужна длительность ISO 8601 вперёд: P1D, P7D, P1M, PT1H; не больше пяти лет.',
    invalidEmail: 'Это не адрес электронной почты.',
    unknownCall: 'Такого вызова у песочницы нет.',
    foreignPage: 'Песочница не принимает запросы с чужих страниц.',
    noAccount: 'Аккаунта с такой почтой нет: сначала войди с ней в продукт.',
    noDevice: 'У этого аккаунта нет такого устройства.',
    noPayment: 'Такого платежа нет.',
    notPossible: 'Сейчас этого сделать нельзя.',
    noCard: 'Это не номер карты.',
    noKey: 'Такого ключа в панели VPN нет.',
    noLink: 'Это не ссылка устройства: она кончается на /s/ и буквы после него.',
    noEmail: 'Такого письма нет.',
    noRecurringPayment: 'У этого платежа нет действующей подписки.',
    noSuchNotification: 'По этому платежу такого уведомления не бывает.',
    noFreeSlot: `У аккаунта уже ${formatCount(terms.maxDevices, DEVICES, ' ')}: открепи одно, потом прикрепляй новое.`,
    internal: 'В песочнице что-то сломалось: подробности в журнале сервера.',
  }) as const;

export const REJECTIONS = buildRejections(OFFER_TERMS);
