/** Texts of `/account`, the overview of the pages about the customer's account. */
export const ACCOUNT_TEXTS = {
  title: 'Аккаунт',
  lead: 'Здесь то, чем ты управляешь без поддержки.',
  listLabel: 'Страницы аккаунта',
  /** Link to `/account` on other screens. */
  link: 'Аккаунт и данные',
  back: 'Вернуться в личный кабинет',
  /** Rows of the list: the title of the page, and one line on what can be done there. */
  rows: {
    support: { title: 'Поддержка', text: 'Чат и почта, если что-то не получается.' },
  },
} as const;
