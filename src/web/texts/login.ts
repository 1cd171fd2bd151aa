/** Texts of `/login`: the email form and the other sign-in methods. */
import { EMAIL_FIELD_TEXTS } from './emailField';

export const LOGIN_TEXTS = {
  title: 'Войти / Зарегистрироваться',
  lead: 'Пароль не нужен: пришлём на почту ссылку для входа.',
  email: {
    label: 'Почта',
    ...EMAIL_FIELD_TEXTS,
    submit: '→ Войти по email ссылке',
    sending: 'Отправляем письмо',
    reload: 'Перезагрузить страницу',
  },
  privacy: { before: 'Как мы храним почту и другие данные:', link: 'политика' },
  note: '* подписка будет привязана к этой почте',
  forgetfulBrowser: 'Этот браузер не запоминает вход: после закрытия вкладки войти придётся снова.',
  or: 'или',
  gift: {
    label: 'Подарочный ключ',
    placeholder: 'Если есть, вставь его сюда',
    tooShort: 'Ключ длиннее 10 символов: вставь его целиком.',
    known: (duration: string) =>
      `Подарок: ${duration}. Включится после входа и привяжется к почте, с которой войдёшь.`,
    stored: 'Ключ принят. Подарок включится после входа и привяжется к почте, с которой войдёшь.',
  },
} as const;
