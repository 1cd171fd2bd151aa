/** Texts of `/wait`, shown after a sign-in email was sent. */
import {
  EMAIL_LINK_MINUTES,
  LAST_EMAIL_HOURS,
  LAST_EMAIL_USES,
  SIGN_IN_CODE_LENGTH,
} from '../../shared/constants';
import { formatCount, HOURS_LONG, MINUTES_LONG, TIMES } from '../../shared/plurals';

export const WAIT_TEXTS = {
  title: 'Открой ссылку в письме',
  sentTo: 'Мы отправили письмо на',
  lead: `Перейди по ссылке из него, и вход завершится. Ссылка действует ${formatCount(EMAIL_LINK_MINUTES, MINUTES_LONG)}.`,
  spam: 'Письма нет? Проверь папку «Спам»: иногда оно прячется там.',
  code: {
    label: 'Или введи код из письма',
    placeholder: '0'.repeat(SIGN_IN_CODE_LENGTH),
    checking: 'Проверяем код',
    submit: 'Войти по коду',
    incomplete: `В коде ${SIGN_IN_CODE_LENGTH} цифр.`,
    wrong: 'Код не подошёл. Проверь цифры в последнем письме.',
    wrongWithTries: (tries: string) => `Код не подошёл, ещё есть ${tries}.`,
    spent: 'Этот код больше не действует. Отправь письмо ещё раз.',
    tooManyTries: 'Слишком много неверных кодов. Открой ссылку из письма: она действует.',
    failed: (advice: string) => `Проверить код не удалось. ${advice}`,
  },
  tries: { one: 'попытка', few: 'попытки', many: 'попыток' },
  resend: 'Отправить письмо ещё раз',
  resendIn: (clock: string) => `Отправить ещё раз можно через ${clock}`,
  resent: 'Новое письмо отправлено. Прежняя ссылка больше не действует.',
  changeAddress: 'изменить адрес',
  sandbox: 'Открыть письмо в песочнице',
  sandboxNote: 'Настоящих писем песочница не шлёт: они лежат на её странице.',
  lastOfDay: {
    title: 'Последнее письмо уже в ящике',
    sentTo: 'Оно отправлено на',
    lead: `Сегодня на эту почту просили слишком много писем, поэтому новых пока не будет. Найди то, где сказано, что оно последнее, и открой ссылку из него. Она действует ${formatCount(LAST_EMAIL_HOURS, HOURS_LONG)}, открывается в любом браузере, где ты введёшь эту почту, и срабатывает ${formatCount(LAST_EMAIL_USES, TIMES)}.`,
  },
  nothingSent: {
    title: 'Письма ещё не было',
    text: 'Введи почту на странице входа, и мы пришлём ссылку.',
    toLogin: 'Войти по email ссылке',
  },
} as const;
