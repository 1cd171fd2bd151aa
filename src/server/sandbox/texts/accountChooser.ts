/** Texts of the sandbox's Google account chooser. */
export const CHOOSER = {
  title: 'Вход через Google',
  lead: 'Учебное окно песочницы: пароль не нужен, наружу ничего не уходит.',
  accounts: 'Выбери аккаунт',
  disabled: 'заблокирован',
  other: 'Другой аккаунт',
  email: 'Почта аккаунта',
  emailHint: 'name@gmail.com',
  emailInvalid: 'Это не адрес электронной почты.',
  signIn: 'Войти',
  cancel: 'Отмена',
  working: 'Секунду…',
  done: 'Готово. Окно можно закрыть.',
  failed: 'Не получилось: сервер не отвечает. Попробуй ещё раз.',
  foreign: 'Это окно открывает кнопка «Войти через Google». Вернись в продукт и нажми её.',
  toProduct: 'В продукт',
  /** Google accounts that the chooser suggests before any sign-in. */
  suggestions: [
    { email: 'vasilisa@gmail.example', name: 'Василиса Светлова' },
    { email: 'ivan@gmail.example', name: 'Иван Лучинин' },
  ],
} as const;
