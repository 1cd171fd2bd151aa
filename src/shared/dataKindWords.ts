/** Russian words for kinds of data, in the privacy policy and in the export of a customer's data. A missing kind does not compile. */
import type { CustomerDataKind, DataKindRow, LegalBasis, Retention, RetentionStart } from './personalData';
import { DAYS_LONG, formatCount, YEARS_LONG } from './plurals';

interface KindWords {
  name: string;
  /** The data of the kind. */
  data: string;
  purpose: string;
}

export const DATA_KIND_WORDS: Readonly<Record<CustomerDataKind, KindWords>> = {
  account: {
    name: 'Аккаунт',
    data: 'адрес почты, номер аккаунта, дата регистрации; при входе через Google — идентификатор и ссылка на фотографию; при ошибке сервера — время и вид запроса',
    purpose: 'узнавать тебя при входе, привязывать к тебе подписку и находить ошибки, о которых ты пишешь',
  },
  signInEmails: {
    name: 'Письма для входа и коды',
    data: 'адрес почты, время, хеши одноразовых ссылок и кодов, хеш сетевого адреса, с которого попросили письмо',
    purpose: 'впускать в аккаунт и подтверждать важные действия',
  },
  sessions: {
    name: 'Входы',
    data: 'браузеры и приложения, в которых выполнен вход, время первого и последнего использования',
    purpose: 'не спрашивать вход каждый раз и показывать тебе, где он выполнен',
  },
  devices: {
    name: 'Устройства',
    data: 'название, идентификатор установки, платформа, ключ для уведомлений, время подключения и открепления',
    purpose: 'подключать устройства и соблюдать их предельное число',
  },
  vpnCredentials: {
    name: 'Доступ к VPN',
    data: 'случайные номера подключений, система и приложение, до какого дня доступ открыт, время последнего подключения',
    purpose: 'открывать и закрывать доступ к VPN',
  },
  connections: {
    name: 'Журнал подключений',
    data: 'время, устройство и результат подключения; без посещённых адресов и без объёма данных',
    purpose: 'помогать, когда не подключается',
  },
  payments: {
    name: 'Платежи',
    data: 'заказы, суммы, даты, статусы, возвраты, чеки, маска карты, номера операций у платёжного оператора и ключ сохранённой карты, по которому он списывает оплату',
    purpose: 'принимать оплату, возвращать деньги, выдавать чеки и вести учёт',
  },
  consents: {
    name: 'Согласия на списания',
    data: 'показанные условия, редакция оферты, суммы и время; сетевой адрес и сведения о браузере',
    purpose: 'подтвердить условия, на которые ты согласился, если о платеже спорят',
  },
  trialCards: {
    name: 'Карты с пробным периодом',
    data: 'хеш карты, по которому номер не восстановить',
    purpose: 'давать пробный период один раз на карту',
  },
  gifts: {
    name: 'Подарки',
    data: 'активированные подарки: число месяцев и время; кто подарил, не хранится',
    purpose: 'зачислить подарок и не дать активировать его дважды',
  },
  timeline: {
    name: 'История аккаунта',
    data: 'входы, письма, платежи и изменения устройств с их временем',
    purpose: 'разбираться в обращениях в поддержку',
  },
  messages: {
    name: 'Письма и уведомления',
    data: 'отправленные и ждущие отправки сообщения, адреса, которые не принимают почту',
    purpose: 'доставить сообщение и узнать, дошло ли оно',
  },
  supportNotes: {
    name: 'Заметки поддержки',
    data: 'заметки и метки, которые оставила поддержка',
    purpose: 'не просить тебя рассказывать одно и то же',
  },
  attemptCounters: {
    name: 'Счётчики попыток',
    data: 'хеши сетевого адреса и почты с числом попыток',
    purpose: 'защищать аккаунты от подбора',
  },
  staffAudit: {
    name: 'Журнал действий поддержки',
    data: 'кто из сотрудников, когда и что изменил в твоём аккаунте',
    purpose: 'проверять, что доступом к данным не злоупотребляют',
  },
  erasures: {
    name: 'Удаления аккаунтов',
    data: 'номер аккаунта и время удаления, без почты и имени',
    purpose: 'подтвердить удаление и повторить его после восстановления из резервной копии',
  },
};

export const BASIS_WORDS: Readonly<Record<LegalBasis, string>> = {
  contract: 'договор с тобой (пункт 5 части 1 статьи 6 закона № 152-ФЗ)',
  law: 'требование закона (пункт 2 части 1 статьи 6 закона № 152-ФЗ, статья 29 закона № 402-ФЗ)',
  security: 'защита сервиса и его пользователей (пункт 7 части 1 статьи 6 закона № 152-ФЗ)',
};

const START_WORDS: Readonly<Record<RetentionStart, string>> = {
  creation: 'с момента записи',
  end: 'после завершения',
  lastUse: 'после последнего использования',
  expiry: 'после истечения срока действия',
  payment: 'после последнего платежа',
};

const periodWords = (retention: Retention): string => {
  if ('until' in retention) return 'пока аккаунт не удалён';
  const period =
    'days' in retention ? formatCount(retention.days, DAYS_LONG) : formatCount(retention.years, YEARS_LONG);
  return `${period} ${START_WORDS[retention.from]}`;
};

/** Returns how long data of a kind is stored, for example «90 дней с момента записи». */
export function retentionWords({ retention, staysWhileUsed, outlivesAccount }: DataKindRow): string {
  return [
    periodWords(retention),
    staysWhileUsed ? ', а пока аккаунт существует и данные нужны для расчётов по нему, — дольше' : '',
    outlivesAccount ? '; после удаления аккаунта остаётся без почты и других личных данных' : '',
  ].join('');
}
