/** Texts of `/account/email` and `/account/restoreEmail`. */
import { countOf, type PluralForms } from '../../shared/plurals';

const TRIES: PluralForms = { one: 'попытка', few: 'попытки', many: 'попыток' };

export const CHANGE_EMAIL_TEXTS = {
  title: 'Сменить почту',
  lead: 'Подписка, устройства и вход в этом браузере останутся. Чеки будут приходить на новую почту.',
  present: (email: string) => `Сейчас аккаунт привязан к ${email}.`,
  start: 'Прислать код на эту почту',
  lost: 'Нет доступа к этой почте? Напиши в поддержку: подтвердим, что аккаунт твой, и перенесём его.',
  oldCode: {
    title: 'Код с прежней почты',
    label: 'Код из письма',
    sentTo: (email: string) => `Мы отправили код на ${email}.`,
    submit: 'Подтвердить',
  },
  newEmail: {
    title: 'Новая почта',
    label: 'Новая почта',
    placeholder: 'Введите email',
    invalid: '* почта введена с ошибкой ',
    submit: 'Прислать код на новую почту',
  },
  newCode: {
    title: 'Код с новой почты',
    label: 'Код из письма',
    sentTo: (email: string) => `Мы отправили код на ${email}.`,
    submit: 'Сменить почту',
    another: 'Указать другую почту',
  },
  done: {
    title: 'Почта изменена',
    text: (email: string) => `Теперь входи с почтой ${email}.`,
    back: (until: string | null) =>
      `Если передумаешь, прежнюю почту можно вернуть${until === null ? '' : ` до ${until}`}: ссылка в письме на неё.`,
  },
  backToAccount: 'Вернуться к аккаунту',
  startAgain: 'Начать заново',
  unavailable: {
    title: 'Сменить почту здесь пока нельзя',
    text: 'Напиши в поддержку: мы перенесём аккаунт на другую почту.',
  },
} as const;

export const RESTORE_EMAIL_TEXTS = {
  title: 'Адрес изменён',
  lead: 'Аккаунт с этой почты недавно привязали к другой, поэтому войти с ней нельзя. Если это сделал не ты или ты передумал, верни почту: на неё придёт код.',
  own: 'Почту сменил ты? Тогда входи с новой.',
  start: 'Прислать код на прежнюю почту',
  code: {
    title: 'Код с прежней почты',
    label: 'Код из письма',
    submit: 'Вернуть почту',
  },
  toLogin: 'Войти',
  done: {
    title: 'Почта возвращена',
    text: 'Аккаунт снова на прежней почте. Во всех браузерах мы завершили вход: войди снова.',
  },
  expired: {
    title: 'Ссылка больше не действует',
    text: 'Смену уже отменили, или срок для этого прошёл. Если аккаунт твой, напиши в поддержку.',
  },
} as const;

/** Returns what to say about a rejected step. */
export function rejectionText(reason: string, triesLeft: number | null, until: string | null): string {
  switch (reason) {
    case 'wrong':
      return triesLeft === null
        ? 'Код не подошёл.'
        : `Код не подошёл, ещё есть ${countOf(triesLeft, TRIES)}.`;
    case 'tooManyTries':
      return 'Слишком много неверных кодов. Попробуй завтра или напиши в поддержку.';
    case 'expired':
      return 'Подтверждение устарело. Начни заново.';
    case 'sameEmail':
      return 'Аккаунт уже на этой почте.';
    case 'taken':
      return 'На этой почте уже есть аккаунт. Укажи другую.';
    case 'changedRecently':
      return `Почта недавно менялась. Снова сменить её можно ${until === null ? 'позже' : `с ${until}`}.`;
    default:
      return 'Этот код больше не действует. Запроси новый.';
  }
}
