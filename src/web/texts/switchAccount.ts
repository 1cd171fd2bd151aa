/** Texts of `/switchAccount`: confirmation of a sign-in link that this browser did not request. */
export const SWITCH_ACCOUNT_TEXTS = {
  title: 'Вход по ссылке',
  heading: 'Войти в этот аккаунт?',
  account: 'Ссылка ведёт в аккаунт',
  warning:
    'В этом браузере её никто не запрашивал. Если письмо запросил не ты, не входи: покупки и подарки достанутся хозяину этого аккаунта.',
  leaves: (email: string) => `Из аккаунта ${email} ты выйдешь.`,
  leavesStaff: 'Сеанс сотрудника в этом браузере завершится.',
  giftOfLink: 'Подарок из ссылки активируется на этот аккаунт.',
  giftWaits: 'Подарок, который ждёт в этом браузере, останется ждать.',
  accept: 'Войти',
  decline: 'Не входить',
  gone: {
    title: 'Ссылка больше не действует',
    text: 'Она действует одну минуту. Запроси новое письмо, и вход займёт полминуты.',
    toLogin: 'Получить новое письмо',
  },
} as const;
