/** Texts of `/account`, the overview of the pages about the customer's account. */
export const ACCOUNT_TEXTS = {
  title: 'Аккаунт',
  lead: 'Здесь то, чем ты управляешь без поддержки.',
  listLabel: 'Страницы аккаунта',
  back: 'Вернуться в личный кабинет',
  /** Rows of the list. Each row has the title of a page, and one line about what customers can do on the page. */
  rows: {
    card: { title: 'Поменять карту', text: 'Новая карта для продления, без отмены подписки.' },
    devices: { title: 'Устройства', text: 'Что подключено и когда работало в\u00a0последний раз.' },
    email: { title: 'Почта', text: 'Привязать аккаунт к другой почте.' },
    sessions: { title: 'Где открыт аккаунт', text: 'Браузеры и приложения, в которых ты вошёл.' },
    check: { title: 'Проверить подключение', text: 'Идёт\u00a0ли этот браузер через VPN.' },
    data: { title: 'Скачать мои данные', text: 'Всё, что о тебе хранится, одним файлом.' },
    support: { title: 'Поддержка', text: 'Чат и почта, если что-то не получается.' },
    deleteAccount: { title: 'Удалить аккаунт', text: 'Что закончится, что останется и почему.' },
  },
} as const;
