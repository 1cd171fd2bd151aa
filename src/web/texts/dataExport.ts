/** Texts of `/account/data`. */
import { formatCount, type PluralForms } from '../../shared/plurals';

export const EXPORT_FILE_NAMES = {
  html: (day: string) => `moi-dannye-${day}.html`,
  json: (day: string) => `moi-dannye-${day}.json`,
} as const;

const TRIES: PluralForms = { one: 'попытка', few: 'попытки', many: 'попыток' };

export const DATA_EXPORT_TEXTS = {
  title: 'Скачать мои данные',
  lead: 'Соберём всё, что о тебе хранится: страницу, которую удобно читать, и файл JSON для программ.',
  why: 'Сначала пришлём код на почту: так твои данные не скачает тот, кто сел за твой компьютер.',
  privacy: { before: 'Что и зачем мы храним, описывает', link: 'политика' },
  send: 'Прислать код',
  sending: 'Отправляем код',
  sendFailed: 'Код не отправлен',
  unavailable: {
    title: 'Скачать здесь пока нельзя',
    text: 'Напиши в поддержку с почты аккаунта, и данные пришлют в ответ.',
  },
  code: {
    lead: { before: 'Код отправлен на', after: 'Письмо приходит за минуту, проверь и спам.' },
    label: 'Код из письма',
    wrong: (triesLeft: number) => `Код не подошёл. Осталось: ${formatCount(triesLeft, TRIES)}.`,
    invalid: 'Этот код больше не действует. Попроси новый.',
    tooManyTries: 'Слишком много неверных кодов. Попробуй завтра или напиши в поддержку.',
    submit: 'Собрать данные',
    collecting: 'Собираем данные',
    again: 'Прислать новый код',
    sentAgain: 'Новый код отправлен',
  },
  ready: {
    lead: 'Готово. Файлы не останутся ни на сайте, ни в браузере: сохрани их сейчас и никому не пересылай.',
    html: 'Скачать страницу',
    json: 'Скачать JSON',
  },
} as const;
