/** Texts of the hint in in-app browsers, by what may not work on the page. */
import type { EmbeddingApp } from '../platform/embeddedBrowser';

/** App names in the Russian prepositional case, as used after «внутри». */
const APP_NAMES: Readonly<Record<EmbeddingApp, string>> = {
  tiktok: 'TikTok',
  instagram: 'Instagram',
  facebook: 'Facebook',
  telegram: 'Telegram',
  snapchat: 'Snapchat',
  twitter: 'X',
  wechat: 'WeChat',
  line: 'LINE',
  linkedin: 'LinkedIn',
  pinterest: 'Pinterest',
  other: 'другого приложения',
};

const inside = (app: EmbeddingApp) => `Страница открыта внутри ${APP_NAMES[app]}`;

export const EMBEDDED_BROWSER_TEXTS = {
  topics: {
    google: {
      title: 'Google здесь не откроется',
      text: (app: EmbeddingApp) =>
        `${inside(app)}, а там Google входить не даёт. Открой её в обычном браузере или войди по почте.`,
    },
    payment: {
      title: 'Банк может здесь не открыться',
      text: (app: EmbeddingApp) =>
        `${inside(app)}. Некоторые банки не показывают там подтверждение оплаты. Тогда открой её в обычном браузере.`,
    },
    files: {
      title: 'Файл может здесь не сохраниться',
      text: (app: EmbeddingApp) =>
        `${inside(app)}, а там файлы часто не скачиваются. Открой её в обычном браузере и войди по почте.`,
    },
    everything: {
      title: 'В браузере работает всё',
      text: (app: EmbeddingApp) =>
        `${inside(app)}. Войти по почте можно и тут, а Google, подтверждение оплаты в банке и скачивание файлов могут не сработать.`,
    },
  },
  open: 'Открыть в браузере',
  instructions:
    'Нажми на значок «⋯» или «Поделиться» и выбери «Открыть в браузере». Или скопируй ссылку и вставь её в Safari.',
  copy: 'Скопировать ссылку',
  copied: 'Ссылка скопирована',
  copyFailed: 'Скопировать не получилось. Вот ссылка: ',
  close: 'Закрыть подсказку',
} as const;

/** What may not work on a page in an in-app browser. */
export type EmbeddedTopic = keyof typeof EMBEDDED_BROWSER_TEXTS.topics;
