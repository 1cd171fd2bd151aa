/** Texts of `/privacy` about the recipients of personal data. */
import type { RecipientRole } from '../../shared/recipients';

export const RECIPIENT_WORDS: Readonly<Record<RecipientRole, string>> = {
  cardProvider:
    'Платёжный оператор получает адрес почты для чека, случайный номер плательщика, суммы и даты. Данные карты он получает от тебя напрямую: мы видим только её маску.',
  mailServer: 'Почтовый сервер получает адрес почты и текст письма.',
  pushService: 'Служба уведомлений получает ключ устройства и текст уведомления.',
  googleSignIn:
    'Google узнаёт о входе, если ты выбрал вход через Google, и сообщает нам почту, идентификатор и ссылку на фотографию.',
  vpnPanel:
    'Панель управления VPN получает случайный номер подключения и срок доступа, а когда приложение загружает настройки, ещё сетевой адрес и название приложения. Всё это, время последнего подключения и общий объём данных она хранит по номеру подключения, без посещённых адресов. Почту и имя она не получает.',
  errorReports:
    'Сервис отчётов об ошибках получает сведения о браузере и место ошибки, без почты и содержания страницы.',
};

/** Additions if receipts contain the phone number of the payer (`receiptPhone` in the configuration). */
export const PHONE_WORDS = {
  data: '; номер телефона, если ты указал его для чеков',
  purpose: '; номер телефона — указывать в кассовых чеках, когда этого требует банк',
  recipient: 'Если ты указал номер телефона, оператор получает и его.',
} as const;

/** Names of the recipients in a sentence about transfers abroad. */
export const RECIPIENT_NAMES: Readonly<Record<RecipientRole, string>> = {
  cardProvider: 'платёжный оператор',
  mailServer: 'почтовый сервер',
  pushService: 'служба уведомлений',
  googleSignIn: 'Google',
  vpnPanel: 'панель управления VPN',
  errorReports: 'сервис отчётов об ошибках',
};
