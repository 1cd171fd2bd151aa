/** Texts of /subscription (spec section 2, «Subscription (cancel) screen»). */
export const SUBSCRIPTION_TEXTS = {
  title: 'Управление подпиской',
  loading: 'Загружаем подписку',
  nextCharge: 'Следующее списание',
  amount: 'Сумма',
  date: 'Дата',
  card: 'Карта',
  cancel: 'Отменить подписку',
  cancelMeaning: (date: string | null) =>
    date
      ? `Если отменить, деньги больше не спишутся, а доступ останется до ${date}.`
      : 'Если отменить, деньги больше не спишутся, а доступ останется до конца оплаченного срока.',
  cancelConfirm: { title: 'Отменить подписку?', yes: 'Отменить подписку' },
  canceled: 'Подписка отменена',
  accessUntil: (date: string) => `Доступ останется до ${date}. Деньги больше не спишутся.`,
  noAccess: 'Списаний больше не будет.',
  renew: 'Возобновить подписку',
  back: 'Вернуться в личный кабинет',
  loadFailed: {
    title: 'Не получилось узнать состояние подписки',
    text: 'Проверь интернет и попробуй ещё раз.',
  },
  retry: 'Попробовать снова',
} as const;
