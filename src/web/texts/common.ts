/** Texts that more than one screen shows. */
export const COMMON_TEXTS = {
  support: 'Поддержка',
  /** Link to the page with the states of the services, from error screens. */
  status: 'Состояние сервиса',
  offer: 'Публичная оферта',
  privacy: 'Персональные данные',
  copyright: (since: number, year: number, company: string) =>
    `© ${String(since)}–${String(year)} ${company}`,
  pageTitle: (screen: string, product: string) => `${screen} — ${product}`,
  homeLink: (product: string) => `${product}, на главную`,
  colorScheme: {
    legend: 'Оформление',
    system: 'Как в системе',
    light: 'Светлое',
    dark: 'Тёмное',
  },
  sandboxMark: 'песочница',
  sandboxMarkHint: 'Это песочница: письма, платежи и время ненастоящие. Открыть её страницу',
  loading: 'Загрузка...',
  retry: 'Повторить',
  toHome: 'На главную',
  toLogin: 'Войти в аккаунт',
  /** Leads back from the pages of the account. */
  toAccount: 'Вернуться в аккаунт',
  signedIn: { as: 'Ты уже вошёл как', toProfile: 'Открыть личный кабинет' },
  unexpected: {
    title: 'Что-то пошло не так',
    text: 'Мы уже знаем об этом. Обнови страницу, а если не поможет, напиши в поддержку.',
    reload: 'Обновить страницу',
  },
  offline: {
    title: 'Нет связи',
    text: 'Проверь интернет и попробуй ещё раз.',
    /**
     * Text that is shown while the browser is offline. The page that could not be loaded opens automatically when the
     * network connection is restored.
     */
    waiting: 'Проверь интернет: страница откроется сама, как только связь вернётся.',
  },
  /** Text that is shown if the server responded with an error. */
  serverFailed: 'Сервис ответил с ошибкой, интернет ни при чём. Попробуй ещё раз через минуту.',
  /** Text that is shown during maintenance, in addition to the screen's own error text. */
  unavailable: 'Технические работы: сервис скоро вернётся. Попробуй ещё раз через минуту.',
  supportCode: (code: string) => `Код обращения: ${code}.`,
  supportCodeLong: (code: string) => `Код обращения: ${code}. Если напишешь в поддержку, назови его.`,
  opening: {
    login: 'Открываем вход',
    shop: 'Открываем подписку',
    profile: 'Открываем личный кабинет',
    signIn: 'Входим в аккаунт',
    gift: 'Активируем подарок',
  },
} as const;

/** Error screen of the staff console. */
export const STAFF_ERROR_TEXTS = {
  unexpected: {
    title: 'Something went wrong',
    text: 'We already know about it. Reload the page.',
    reload: 'Reload page',
  },
  offline: { title: 'No connection', waiting: 'The page opens by itself when the connection is back.' },
  toHome: 'To the console',
  /** Outcome of the last change, before the text of an error. */
  change: {
    done: 'Your last change was made.',
    unknown: 'Your last change may have been made. Check before you repeat it.',
  },
} as const;

/** Texts that belong to no screen, by page language. */
export const PAGE_TEXTS = {
  ru: {
    loading: COMMON_TEXTS.loading,
    retry: COMMON_TEXTS.retry,
    toasts: {
      regionLabel: 'Уведомления (Alt+T)',
      close: 'Закрыть уведомление',
      types: {
        info: 'К сведению',
        success: 'Готово',
        warning: 'Внимание',
        error: 'Ошибка',
        loading: 'Подожди',
      },
    },
  },
  en: {
    loading: 'Loading...',
    retry: 'Try again',
    toasts: {
      regionLabel: 'Notifications (Alt+T)',
      close: 'Close the notification',
      types: { info: 'Note', success: 'Done', warning: 'Warning', error: 'Error', loading: 'Wait' },
    },
  },
} as const;

export const DOWNLOAD_TEXTS = {
  heading: 'Скачать приложение',
  android: 'Android',
  apk: 'или .apk',
  ios: 'iOS',
  macos: 'для macOS',
  windows: 'Windows',
} as const;
