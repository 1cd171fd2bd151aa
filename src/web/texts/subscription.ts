/** Texts of /subscription (spec section 2, «Subscription (cancel) screen»). */
export const SUBSCRIPTION_TEXTS = {
  title: 'Управление подпиской',
  loading: 'Загружаем подписку',
  nextCharge: 'Следующее списание',
  card: 'Карта',
  cancel: 'Отменить подписку',
  cancelMeaning: (date: string | null) =>
    date
      ? `Если отменить, деньги больше не спишутся, а доступ останется до ${date}.`
      : 'Если отменить, деньги больше не спишутся, а доступ останется до конца оплаченного срока.',
  cancelQuestion: { title: 'Отменить подписку?', yes: 'Отменить подписку' },
  canceled: 'Подписка отменена',
  accessLasts: (date: string) => `Доступ останется до ${date}. Деньги больше не спишутся.`,
  accessEnded: 'Доступ закончился, деньги больше не спишутся.',
  toShop: 'Возобновить подписку',
  back: 'Вернуться в личный кабинет',
  loadFailed: {
    title: 'Не получилось узнать состояние подписки',
    text: 'Проверь интернет и попробуй ещё раз.',
  },
} as const;
