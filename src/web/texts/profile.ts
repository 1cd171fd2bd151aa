/** Texts of /profile (spec section 2). */
export const PROFILE_TEXTS = {
  title: 'Личный кабинет',
  loading: 'Загружаем личный кабинет',
  unknownUser: 'некий неизвестный',
  changeUser: 'сменить пользователя',
  photoAlt: '',
  manageSubscription: 'Управлять подпиской',
  manageConfirm: {
    title: 'Открыть управление подпиской?',
    explanation: 'Там видно следующее списание и можно отменить подписку.',
    yes: 'Открыть',
  },
  facts: {
    label: 'Подписка',
    nextCharge: 'Следующее списание',
    accessUntil: 'Доступ до',
    ended: 'Доступ закончился',
    card: 'Карта',
  },
  loadFailed: {
    title: 'Не получилось обновить данные',
    text: 'Показываем то, что помним. Проверь интернет и попробуй ещё раз.',
  },
  retry: 'Обновить',
} as const;
