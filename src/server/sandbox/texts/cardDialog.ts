/** Texts of the fake provider's card dialog. */

export const CARD_DIALOG = {
  title: 'Оплата картой',
  sandboxNote: 'Песочница: деньги не списываются, подходят тестовые карты.',
  close: 'Закрыть',
  number: 'Номер карты',
  expires: 'Срок действия',
  expiresHint: 'ММ/ГГ',
  cvv: 'CVV',
  email: 'Email',
  pay: 'Оплатить',
  paying: 'Проводим оплату…',
  wallet: 'Кошелёк ЮMoney',
  success: 'Оплата прошла',
  scheduleNow: 'Сейчас {amount}, затем {later} каждый {interval} с {date}',
  intervals: { Day: 'день', Week: 'неделю', Month: 'месяц' },
  /** Separate text for weekly charges, because the Russian adjective agrees with the noun in gender. */
  scheduleWeek: 'Сейчас {amount}, затем {later} каждую неделю с {date}',
  threeDsTitle: 'Подтверждение банка',
  threeDsText: 'Банк проверяет оплату (3-D Secure). Через секунду она подтвердится сама.',
  confirm: 'Подтвердить',
  reject: 'Отклонить',
  failed: 'Не получилось связаться с платёжным сервисом. Попробуй ещё раз.',
  declined: 'Банк отклонил оплату.',
  errors: {
    number: 'Проверь номер карты',
    expires: 'Введи срок действия: месяц и год',
    expired: 'Срок действия карты истёк',
    cvv: 'Введи три цифры с обратной стороны карты',
    email: 'Введи адрес электронной почты',
  },
  /** Texts about declined payments, by reason code. */
  reasons: {
    5005: 'Оплата не принята магазином.',
    5014: 'Карта с таким номером не найдена. Проверь номер.',
    5051: 'Недостаточно средств на карте. Попробуй другую карту.',
    5206: 'Оплата не подтверждена банком (3-D Secure).',
  },
} as const;

export type CardDialogTexts = typeof CARD_DIALOG;
