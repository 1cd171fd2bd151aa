/** Words of the page with every letter. */

export const LETTERS = {
  title: 'Письма',
  lead: 'Каждое письмо продукта на выдуманных данных, светлым и тёмным. Настоящие приходят в почту песочницы.',
  backToSandbox: 'В песочницу',
  call: 'JSON',
  light: 'светлая тема',
  dark: 'тёмная тема',
  asText: 'Текстом',
} as const;

export const EXAMPLE_CARD_MASK = '•••• 4242';

/** When each letter is sent, in the order of a customer's life. */
export const LETTER_TITLES = {
  signIn: 'Вход',
  giftSignIn: 'Вход с подарком',
  campaignSignIn: 'Вход после оплаты недели за рубль',
  campaignReturned: 'Неделя за рубль не нужна: деньги возвращаются',
  trialStarted: 'Пробная неделя началась',
  campaignPaid: 'Неделя за рубль оплачена',
  chargeUpcoming: 'За три дня до списания',
  monthPaid: 'Месяц оплачен',
  monthPaidWithReceipt: 'Месяц оплачен, чек уже есть',
  chargeFailed: 'Списать не получилось',
  chargeFailedUnknown: 'Списать не получилось, причина неизвестна',
  subscriptionEnded: 'Попытки закончились',
  subscriptionCancelled: 'Подписка отменена',
  cardRemoved: 'Карта отвязана',
  refund: 'Возврат',
  partialRefund: 'Возврат части',
  surplusReturned: 'Возврат лишнего платежа',
  gift: 'Подарок активирован',
  giftOnSubscription: 'Подарок при действующей подписке',
} as const;
