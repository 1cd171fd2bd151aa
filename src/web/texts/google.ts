/** Texts of Google sign-in: the button, its replacement in in-app browsers, and `/desktopGAuth`. */
export const GOOGLE_TEXTS = {
  button: '→ Войти через Google',
  busy: 'Открываем окно Google',
  /** Results of a click on the button without a sign-in. */
  outcomes: {
    googleReady: 'Готово. Нажми ещё раз',
    googleUnreachable: 'Google не отвечает. Войди по почте',
    googlePopupBlocked: 'Браузер не дал открыть окно. Нажми ещё раз',
    googleSignInEnded: null,
  },
  /** Text in the place of the button in an in-app browser. */
  elsewhere: 'Через Google можно войти в обычном браузере',
} as const;

export const DESKTOP_GOOGLE_TEXTS = {
  title: 'Вход через Google',
  lead: 'Войди здесь, и приложение на компьютере узнает тебя само.',
  note: '* подписка будет привязана к этой почте',
  done: {
    title: 'Готово',
    text: 'Аккаунт подключён. Можно вернуться в приложение.',
    profile: 'Открыть профиль',
  },
  /** Results of a click on the button without a sign-in. */
  outcomes: {
    ...GOOGLE_TEXTS.outcomes,
    googleSignInEnded: 'Войти через Google не получилось. Попробуй ещё раз.',
  },
  failed: {
    title: 'Войти не получилось',
    text: 'Google тебя узнал, а у нас что-то не сработало. Попробуй ещё раз.',
  },
  off: {
    title: 'Вход через Google выключен',
    text: 'Войди по почте: пришлём ссылку, пароль не нужен.',
    toLogin: 'Войти по почте',
  },
} as const;
