/** Texts of the sandbox pages. */
import { OFFER_TERMS, type OfferTerms } from '../../../shared/offerTerms';
import { trialWords } from '../../../shared/offerWords';

export const PAGE = {
  title: 'Песочница',
  lead: 'Всё, что в жизни снаружи: почта, банк, пуши и само время. Ничего отсюда не уходит и ни одна карта не списывается.',
  backToProduct: 'В продукт',
  docs: 'Вызовы API',
  emails: 'Все письма',
  jumpTo: 'Разделы',
  close: 'Закрыть',
  working: 'Секунду…',
  unreachable: 'Сервер не отвечает. Он запущен?',
  noScript:
    'Кнопки этой страницы работают только с включённым JavaScript; письма и их ссылки открываются и так.',
} as const;

export const MAIL = {
  title: 'Почта',
  hint: 'Новые письма появляются сами.',
  empty: 'Писем пока нет.',
  emptyHint: 'Запроси ссылку на странице входа, и письмо появится здесь.',
  to: 'Кому',
  at: 'Отправлено',
  links: 'Ссылки в письме',
  read: 'Читать письмо',
  newest: 'новое',
  frameTitle: 'Письмо: ',
  email: 'Письмо',
  plainText: 'Текстом',
  hideEmail: 'К списку писем',
  older: 'Показаны последние письма; остальные отдаёт вызов',
} as const;

export const PAYMENTS = {
  provider: 'CloudPayments',
  title: 'Платежи',
  empty: 'Платежей пока нет.',
  emptyHint: 'Оплати в магазине тестовой картой, и платёж появится здесь.',
  unresponsive: 'Процесс этого эквайера не отвечает.',
  unresponsiveHint: 'Перезапусти песочницу, и он запустится снова.',
  older: 'Показаны последние платежи; остальные отдаёт вызов',
  number: '№',
  refundTitle: 'Возврат',
  statuses: {
    started: 'начат',
    awaiting3ds: 'ждёт 3-D Secure',
    completed: 'прошёл',
    declined: 'отклонён',
    refunded: 'возвращён',
  },
  roles: { first: 'первый платёж', recurrent: 'списание по подписке' },
  account: 'Аккаунт',
  card: 'Карта',
  order: 'Заказ',
  reason: 'Код отказа',
  recurringPayment: 'Подписка',
  recurringPaymentStates: {
    Active: 'действует',
    PastDue: 'не смогла списать, попробует ещё',
    Rejected: 'остановлена после отказов',
    Cancelled: 'отменена',
    Expired: 'закончилась',
  },
  nextCharge: 'следующее списание',
  willFail: 'оно не пройдёт',
  failNext: 'Следующее списание не пройдёт',
  failNextForGood: 'Следующее списание не пройдёт, и повторов не будет',
  failNextDone: 'Следующее списание этой подписки не пройдёт.',
  dashboard: 'Кабинет эквайера',
  dashboardHint: 'О таких изменениях эквайер не уведомляет.',
  amount: 'Сумма списания, копеек',
  changeAmount: 'Изменить сумму',
  newCard: 'Номер новой карты',
  replaceCard: 'Заменить карту',
  postponeDays: 'На сколько дней',
  postpone: 'Заморозить',
  dashboardDone: 'Подписка у эквайера изменена.',
  notifications: 'Уведомления',
  noNotifications: 'Уведомлений ещё не было.',
  types: {
    check: 'Check: можно ли списать',
    pay: 'Pay: оплачено',
    fail: 'Fail: отказ',
    confirm: 'Confirm: подтверждено',
    refund: 'Refund: возврат',
    recurrent: 'Recurrent: о подписке',
    receipt: 'Receipt: чек',
  },
  states: {
    pending: 'в пути',
    delivered: 'доставлено',
    dropped: 'потеряно',
    failed: 'не принято',
  },
  attempts: 'попыток',
  due: 'дойдёт',
  send: 'Отправить уведомление',
  deliver: 'Доставить',
  deliverTwice: 'Дважды',
  deliverLater: 'Через минуту',
  sent: 'Уведомление отправлено.',
  coming: 'Новые уведомления:',
  comingNow: 'Сразу',
  comingTwice: 'Дважды',
  comingLater: 'Через минуту',
  comingDropped: 'Терять',
  comingDone: 'Так будет с новыми уведомлениями.',
  failing: 'Вызов, который ответит ошибкой',
  failingHint:
    'Эквайер отвечает на ошибку «Success: false» с кодом HTTP 200, и на чтение тоже; на слишком частые вызовы отвечает 429.',
  failingResponse: 'Чем ответит',
  failingResponses: { 200: 'Success: false', 429: 'HTTP 429' },
  terminal: 'Терминал',
  terminalDone: 'Терминал настроен.',
  namesAccount: 'AccountId в списаниях по подписке:',
  namesAccountOn: 'Есть',
  namesAccountOff: 'Нет',
  balance: 'Баланс для возвратов, копеек',
  setBalance: 'Ограничить',
  noBalance: 'Не ограничен',
  skew: 'Часы эквайера спешат на, мс',
  setSkew: 'Перевести',
  failingTimes: 'Сколько раз',
  fail: 'Пусть откажет',
  failingDone: 'Следующие такие вызовы ответят ошибкой.',
  failingNow: 'Ещё откажут:',
} as const;

export const PUSHES = {
  title: 'Пуши',
  empty: 'Пушей пока не было.',
  emptyHint: 'Их отправляет консоль поддержки на устройство с токеном.',
  token: 'токен',
  outcomes: {
    delivered: 'доставлен',
    unregistered: 'устройство забыто',
    failed: 'не доставлен',
  },
} as const;

export const TIME = {
  title: 'Время',
  zone: 'МСК',
  hint: 'Время идёт само, а вперёд его двигают кнопки: по дороге выполнится всё, чему подошёл срок.',
  day: '+1 день',
  week: '+7 дней',
  month: '+1 месяц',
  custom: 'Длительность ISO 8601',
  customHint: 'P3D, PT6H, P1M2D: только вперёд.',
  go: 'Вперёд',
  /** Prefix of the date that the sandbox clock has reached while it is moving. */
  moving: 'В пути: ',
  done: 'Время переведено.',
} as const;

export const buildCards = (terms: OfferTerms) =>
  ({
    title: 'Тестовые карты',
    hint: `Любой будущий срок и любой CVV. Каждый раз это новая карта; с CVV 000 — одна и та же: ${trialWords(terms.webTrialDays).secondGenitive} ${trialWords(terms.webTrialDays).genitive} по ней не будет.`,
    number: 'Номер',
    behaviour: 'Что будет',
    copy: 'Скопировать номер',
    copied: 'Скопировано',
    copyFailed: 'Выдели и скопируй',
  }) as const;

export const CARDS = buildCards(OFFER_TERMS);

export const DEVICES = {
  title: 'Устройства',
  email: 'Почта аккаунта',
  name: 'Название устройства',
  nameExample: 'Samsung Galaxy S24',
  platform: 'Платформа',
  platforms: { android: 'Android', ios: 'iOS', desktop: 'Компьютер', other: 'Другое' },
  token: 'Токен пушей',
  tokenHint: 'Можно не заполнять. unregistered… и failing… дают отказ службы пушей.',
  attach: 'Прикрепить устройство',
  attached: 'Устройство прикреплено, deviceId: ',
  connectionTitle: 'Записать подключение',
  deviceId: 'deviceId',
  result: 'Чем кончилось',
  success: 'Подключилось',
  failure: 'Не подключилось',
  record: 'Записать подключение',
  recorded: 'Подключение записано.',
} as const;

export const SEED = {
  title: 'Демо-клиенты',
  hint: 'Клиенты в разных состояниях, одни и те же при каждом запуске; повтор ничего не ломает.',
  few: 'Несколько',
  many: '100 000',
  done: 'Создано новых: ',
} as const;

export const SESSION = {
  title: 'Сеанс для скрипта',
  hint: 'Готовый токен клиента без письма: для curl и тестов.',
  email: 'Почта',
  make: 'Получить токен',
  done: 'accessToken: ',
} as const;

export const DOCS = {
  title: 'Вызовы API',
  lead: 'То, что описывает документ OpenAPI, для чтения.',
  document: 'Документ целиком',
  backToSandbox: 'В песочницу',
  callsList: 'Список вызовов',
  bearer: 'с токеном',
} as const;
