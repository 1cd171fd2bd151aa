/** Texts of `/account/card`, on which the customer changes the card without canceling. */
import { OFFER_TERMS, type OfferTerms } from '../../shared/offerTerms';
import { capitalized, cardCheckWords } from '../../shared/offerWords';

export const cardChangeTextsOf = (terms: OfferTerms) => {
  const check = cardCheckWords(terms);
  return {
    title: 'Поменять карту',
    loading: 'Загружаем условия',
    loadFailed: 'Не получилось узнать, можно ли поменять карту',
    lead: (mask: string | null) =>
      `${mask === null ? 'Подписка продлевается с привязанной карты.' : `Сейчас подписка продлевается с карты ${mask}.`} Отменять подписку не нужно: новая карта встанет на место прежней.`,
    leadFailed: (mask: string | null, day: string | null) =>
      `Списание ${mask === null ? '' : `с карты ${mask} `}${day === null ? '' : `за период с ${day} `}не прошло. Новая карта оплатит этот месяц и встанет на место прежней.`,
    why: (kind: 'check' | 'month') =>
      kind === 'check'
        ? `${capitalized(check.name)} ${check.needed} только для проверки карты и ${check.willGoBack} ${check.backWithin}. Дата и сумма списаний останутся прежними, а с прежней карты мы больше ничего не спишем. Отменить подписку можно в любой момент.`
        : 'Следующее списание будет в тот же день месяца, что и раньше, а с прежней карты мы больше ничего не спишем. Отменить подписку можно в любой момент.',
    cardNeeded: {
      title: 'Здесь нужна банковская карта',
      text: `Поменять способ оплаты пока можно только на карту. ${capitalized(check.name)} за проверку ${check.goesBack}, а подписка продлится, как раньше.`,
    },
    enter: 'Ввести новую карту',
    done: {
      title: 'Карта изменена',
      text: 'Подписка продлится с новой карты. Подробности прислали на почту.',
      card: 'Карта',
      nextCharge: 'Следующее списание',
      chargeDate: 'Дата списания',
      returned:
        'Платёж прошёл, но подписка уже не продлевается: её отменили раньше. Деньги вернём на эту же карту.',
    },
    chargeDue: {
      title: 'Сейчас проходит списание',
      text: 'Мы ждём ответа банка по прежней карте. Как только он придёт, карту можно будет поменять. Если деньги не спишутся, новая карта оплатит этот месяц.',
      again: 'Проверить ещё раз',
    },
    tooFar: (day: string | null) =>
      `До следующего списания больше года, и банк не принимает такую дату. Поменять карту можно будет ${day === null ? 'позже' : `с ${day}`}.`,
    noRenewal: 'Сейчас подписка не продлевается, поэтому менять карту не нужно. Карту спросим при оплате.',
    unavailable: 'Поменять карту здесь пока нельзя. Напиши в поддержку, поможем.',
    support: 'Написать в поддержку',
    back: 'Вернуться к подписке',
  } as const;
};

export const CARD_CHANGE_TEXTS = cardChangeTextsOf(OFFER_TERMS);
