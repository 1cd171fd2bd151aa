/** Landing (`/`, `/yt`, `/tt`). */
export const LANDING_TEXTS = {
  title: 'VPN без ограничений',
  headline: { before: 'Интернет ', accent: 'без ограничений', after: ', просто и быстро' },
  lead: 'Быстрый, удобный и простой VPN. Включается одной кнопкой и\u00a0работает там, где другие перестали.',
  benefits: {
    speed: 'Без ограничений скорости',
    traffic: 'Без лимитов трафика в ГБ',
    devices: 'До трёх устройств на одну подписку',
  },
  price: (rubles: string) => `${rubles} ₽`,
  pricePeriod: 'в месяц,',
  priceTrial: 'первая неделя бесплатно',
  tryFree: 'Попробовать 1 неделю бесплатно',
  tryFreeNote: 'Отмена в один жест, в любой момент.',
  protocol: 'Протокол XTLS-Reality. Что это?',
  logIn: 'Войти в аккаунт',
} as const;
