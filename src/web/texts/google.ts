/** Texts of Google sign-in: the button, its replacement inside other apps, and `/desktopGAuth`. */
import type { EmbeddingApp } from '../platform/embeddedBrowser';

/** App names in the Russian prepositional case, as used after «внутри». */
const APP_NAMES: Readonly<Record<EmbeddingApp, string>> = {
  tiktok: 'TikTok',
  instagram: 'Instagram',
  facebook: 'Facebook',
  vk: 'ВКонтакте',
  telegram: 'Telegram',
  snapchat: 'Snapchat',
  twitter: 'X',
  wechat: 'WeChat',
  line: 'LINE',
  linkedin: 'LinkedIn',
  pinterest: 'Pinterest',
  other: 'другого приложения',
};

export const GOOGLE_TEXTS = {
  button: '→ Войти через Google',
  busy: 'Открываем окно Google',
  embedded: {
    title: 'Google здесь не откроется',
    text: (app: EmbeddingApp) =>
      `Страница открыта внутри ${APP_NAMES[app]}, а там Google входить не даёт. Открой её в обычном браузере или войди по почте.`,
    open: 'Открыть в браузере',
    instructions:
      'Нажми на значок «⋯» или «Поделиться» и выбери «Открыть в браузере». Если такого пункта нет, скопируй ссылку и вставь её в Safari.',
    copy: 'Скопировать ссылку',
    copied: 'Ссылка скопирована',
    copyFailed: 'Скопировать не получилось. Вот ссылка: ',
  },
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
  ended: 'Войти через Google не получилось. Попробуй ещё раз.',
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
