/** Texts of the sandbox page that shows every email of the product. */
import type { OfferTerms } from '../../../shared/offerTerms';
import { capitalized, periodWords, rublesText, trialWords } from '../../../shared/offerWords';

export const EMAILS = {
  title: 'Письма',
  lead: 'Каждое письмо продукта на выдуманных данных, светлым и тёмным. Настоящие приходят в почту песочницы.',
  backToSandbox: 'В песочницу',
  call: 'JSON',
  light: 'светлая тема',
  dark: 'тёмная тема',
  asText: 'Текстом',
} as const;

/** Returns the name of the campaign offer, for example «Неделя за рубль». */
const formatCampaign = (terms: OfferTerms): string =>
  `${capitalized(periodWords(terms.campaignTrialDays).nominative)} за ${rublesText(terms.campaignPriceRub)}`;

const NEEDED = { '': 'нужен', а: 'нужна', ы: 'нужны' } as const;

export const EXAMPLE_CARD_MASK = '•••• 4242';

/** Returns texts that describe when each email is sent, in the order in which a customer receives the emails. */
export const buildEmailTitles = (terms: OfferTerms) =>
  ({
    signIn: 'Вход',
    giftSignIn: 'Вход с подарком',
    newBrowser: 'Вход из нового браузера',
    newBrowsers: 'Остальные новые браузеры за день',
    campaignSignIn: `Вход после оплаты ${periodWords(terms.campaignTrialDays).genitive} за ${rublesText(terms.campaignPriceRub)}`,
    campaignReturned: `${formatCampaign(terms)} не ${NEEDED[periodWords(terms.campaignTrialDays).participleEnding]}: деньги возвращаются`,
    trialStarted: `${capitalized(trialWords(terms.webTrialDays).name)} ${trialWords(terms.webTrialDays).began}`,
    campaignPaid: `${formatCampaign(terms)} оплачен${periodWords(terms.campaignTrialDays).participleEnding}`,
    chargeUpcoming: 'За три дня до списания',
    monthPaid: 'Месяц оплачен',
    monthPaidWithReceipt: 'Месяц оплачен, чек уже есть',
    monthPaidOnLastDay: 'Месяц оплачен, списания 31-го числа',
    chargeFailed: 'Списать не получилось',
    chargeFailedUnknown: 'Списать не получилось, причина неизвестна',
    providerGone: 'Платёжный сервис ушёл',
    subscriptionEnded: 'Попытки закончились',
    subscriptionCancelled: 'Подписка отменена',
    cardChanged: 'Карта изменена',
    cardChangedAndPaid: 'Карта изменена, месяц оплачен',
    cardRemoved: 'Карта отвязана',
    refund: 'Возврат',
    partialRefund: 'Возврат части',
    surplusReturned: 'Возврат лишнего платежа',
    gift: 'Подарок активирован',
    giftOnSubscription: 'Подарок при действующей подписке',
    daysGranted: 'Поддержка добавила дни',
    emailChangedAway: 'Почта изменена: на прежний адрес',
    emailChangedHere: 'Почта изменена: на новый адрес',
    deletionRequestedHere: 'Удаление после смены почты: на нынешний адрес',
    deletionRequestedAway: 'Удаление после смены почты: на прежний адрес',
    deletionWithdrawn: 'Удаление после смены почты отменено',
    emailRestored: 'Смена почты отменена: на прежний адрес',
    emailLeft: 'Смена почты отменена: на оставленный адрес',
    movedHere: 'Подписка перенесена на эту почту',
    movedAway: 'Подписка перенесена на другую почту',
  }) as const;
