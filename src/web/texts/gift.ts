/** `/gift`: what is given and how it is taken. */
export const GIFT_TEXTS = {
  title: 'Тебе подарили подписку',
  checking: 'Проверяем подарок',
  label: 'Твой подарок',
  lead: 'VPN без ограничений по скорости и гигабайтам.',
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

/** Toasts: a used, an unknown and a malformed key look the same. */
export const GIFT_TOASTS = {
  unknown: 'Такого подарка нет: он уже активирован или ключ скопирован не целиком.',
  checkFailed: 'Проверить подарок не получилось, но ключ сохранён. Попробуй ещё раз с этой страницы.',
  unknownOutcome: 'Связь прервалась. Узнаём, активирован ли подарок',
  activated: 'Подарок активирован!',
  activationFailed: 'Активировать подарок не получилось, но ключ сохранён. Попробуй ещё раз с этой страницы.',
} as const;

/** On the landing, where a gift that could not be activated leads: its key is still good. */
export const WAITING_GIFT_TEXTS = {
  text: 'У тебя есть подарок, он ещё не активирован.',
  open: 'Активировать подарок',
} as const;
