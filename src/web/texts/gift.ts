/** Texts of `/gift`: what the gift contains and how to accept it. */
export const GIFT_TEXTS = {
  title: 'Тебе подарили подписку',
  checking: 'Проверяем подарок',
  label: 'Твой подарок',
  lead: 'VPN без ограничений по скорости и\u00a0гигабайтам: на телефоне, планшете, компьютере и\u00a0телевизоре. Карта для этого не\u00a0нужна.',
  signIn: {
    title: 'Войди, чтобы получить подарок',
    note: '* подарок будет привязан к почте, с которой войдёшь',
  },
  own: {
    before: 'Ты уже вошёл. Подарок будет привязан к почте',
    hint: 'Если подписка уже есть, срок подарка добавится к ней, а следующее списание отодвинется.',
    activate: 'Активировать подарок',
    activating: 'Активируем подарок',
    other: 'Войти с другой почтой',
  },
} as const;

/** Toast texts of gifts. A used, an unknown and an incomplete gift key have the same text. */
export const GIFT_TOASTS = {
  unknown: 'Такого подарка нет: он уже активирован или ключ скопирован не целиком.',
  unreadable: 'Это не ключ подарка: в нём есть знаки, которых в ключах не бывает. Скопируй ключ ещё раз.',
  correct: 'Исправить ключ',
  checkFailed: 'Проверить подарок не получилось, но ключ сохранён. Попробуй ещё раз с этой страницы.',
  unknownOutcome: 'Связь прервалась. Узнаём, активирован ли подарок',
  activated: 'Подарок активирован!',
  activationFailed: 'Активировать подарок не получилось, но ключ сохранён. Попробуй ещё раз с этой страницы.',
} as const;

/** Texts on the landing page after a failed activation of a gift whose key is still valid. */
export const WAITING_GIFT_TEXTS = {
  text: 'У тебя есть подарок, он ещё не активирован.',
  open: 'Активировать подарок',
} as const;
