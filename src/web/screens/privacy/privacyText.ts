/**
 * Text of the privacy policy. The kinds of data, their legal basis and their retention period come from
 * `shared/personalData.ts`. The operator and the recipients come from the configuration. Every change of the text
 * requires a new version in `PRIVACY_EDITION`.
 */
import type { ClientConfiguration } from '../../../shared/configuration';
import { BASIS_WORDS, DATA_KIND_WORDS, retentionWords } from '../../../shared/dataKindWords';
import {
  BACKUP_DAYS_MAX,
  CUSTOMER_DATA_KINDS,
  type CustomerDataKind,
  DATA_KINDS,
  type DataKindRow,
  SHORTER_PERIODS_DAYS,
} from '../../../shared/personalData';
import { DAYS_LONG, formatCount } from '../../../shared/plurals';
import { listRecipients } from '../../../shared/recipients';
import type { DocumentText } from '../../components/document/LegalDocument';
import { PHONE_WORDS, RECIPIENT_NAMES, RECIPIENT_WORDS } from '../../texts/privacy';

export const PRIVACY_TEXTS = {
  title: 'Политика обработки персональных данных',
  subtitle: (product: string) => `Что «${product}» хранит о тебе, зачем и как долго`,
  edition: (version: string, day: string) => `Редакция ${version}, действует с ${day}`,
  contents: 'Содержание',
  summary: 'Коротко о главном',
  summaryNote: 'Это пересказ для удобства. Силу имеет текст ниже.',
  questions: { before: 'Остались вопросы? Напиши в', link: 'поддержку' },
} as const;

type Kinds = Readonly<Partial<Record<CustomerDataKind, DataKindRow>>>;

/** Returns the privacy policy of the operator in the configuration. Tests can replace `kinds`. */
export function buildPrivacyPolicy(
  configuration: ClientConfiguration,
  kinds: Kinds = DATA_KINDS,
): DocumentText {
  const { brand, receiptPhone: asksPhone } = configuration;
  const { product, company, supportEmail } = brand;
  const recipients = listRecipients(configuration);
  const remaining = CUSTOMER_DATA_KINDS.filter((kind) => kinds[kind]?.outlivesAccount).map((kind) => {
    const { name } = DATA_KIND_WORDS[kind];
    return name.charAt(0).toLowerCase() + name.slice(1);
  });
  const abroad = recipients.filter(({ isAbroad }) => isAbroad).map(({ role }) => RECIPIENT_NAMES[role]);
  return {
    summary: [
      asksPhone
        ? 'Мы храним то, без чего подписка не работает: почту, телефон для чеков, устройства и платежи.'
        : 'Мы храним то, без чего подписка не работает: почту, устройства и платежи.',
      'Мы не записываем, какие сайты ты открываешь и что передаёшь.',
      'Мы не показываем рекламу, не продаём данные и не ставим счётчики.',
      'Свои данные можно скачать, исправить и удалить.',
    ],
    sections: [
      {
        id: 'operator',
        title: 'Оператор',
        clauses: [
          {
            text: `Данные обрабатывает ${company} (дальше «мы»):`,
            items: [...brand.sellerRequisites, `Электронная почта: ${supportEmail}`],
          },
          {
            text: `Политика действует для сайта, приложений и серверов сервиса «${product}». Она опубликована по части 2 статьи 18.1 Федерального закона № 152-ФЗ «О персональных данных».`,
          },
        ],
      },
      {
        id: 'data',
        title: 'Какие данные, зачем и как долго',
        clauses: CUSTOMER_DATA_KINDS.flatMap((kind) => {
          const row = kinds[kind];
          if (row === undefined) return [];
          const { name, data, purpose } = DATA_KIND_WORDS[kind];
          const phone = asksPhone && kind === 'account' ? PHONE_WORDS : null;
          return [
            {
              text: `${name}: ${data}${phone?.data ?? ''}.`,
              items: [
                `Зачем: ${purpose}${phone?.purpose ?? ''}.`,
                `Основание: ${BASIS_WORDS[row.basis]}.`,
                `Срок: ${retentionWords(row)}.`,
                ...(kind === 'consents'
                  ? [
                      `Сетевой адрес и сведения о браузере стираются раньше: через ${formatCount(SHORTER_PERIODS_DAYS.consentOrigins, DAYS_LONG)}.`,
                    ]
                  : []),
              ],
            },
          ];
        }),
      },
      {
        id: 'absent',
        title: 'Чего мы не собираем',
        clauses: [
          {
            text: 'Мы не собираем и не храним:',
            items: [
              'адреса посещённых сайтов и запросы имён (DNS);',
              'содержимое того, что ты передаёшь через VPN;',
              'местоположение;',
              'номера карт, сроки их действия и коды CVC;',
              asksPhone ? 'имя и паспортные данные.' : 'имя, телефон и паспортные данные.',
            ],
          },
          {
            text: 'Сетевой адрес, с которого открыт сайт, нужен в момент запроса, чтобы ограничить число попыток и отразить атаки. Мы храним его только при согласии на списание, а в счётчиках попыток и письмах для входа — его хеш. В журналах сервера почты, адреса и ключи не пишутся. С тем, что ты делаешь в сети, сетевой адрес не связывается.',
          },
          {
            text: 'Браузер хранит на твоём устройстве данные для входа, черновики и оформление. Рекламных меток и чужих счётчиков на сайте нет.',
          },
        ],
      },
      {
        id: 'consent',
        title: 'Согласие',
        clauses: [
          {
            text: 'Каждый вид данных нужен для договора, закона или защиты сервиса, поэтому отдельное согласие на обработку не запрашивается. Рекламу мы не рассылаем. Если появится цель, для которой согласие нужно, мы попросим его отдельно и заранее.',
          },
          {
            text: 'Данные обрабатываются автоматически и сотрудниками поддержки. Решений, которые порождают для тебя юридические последствия, только автоматически не принимается; доступ после оплаты открывается и закрывается по договору.',
          },
        ],
      },
      {
        id: 'recipients',
        title: 'Кому передаём данные',
        clauses: [
          {
            text: 'Мы передаём данные только тем, без кого сервис не работает, и только нужное:',
            items: recipients.map(
              ({ role }) =>
                RECIPIENT_WORDS[role] +
                (asksPhone && role === 'cardProvider' ? ` ${PHONE_WORDS.recipient}` : ''),
            ),
          },
          {
            text: 'Если ты пишешь в чат поддержки, сообщения проходят через мессенджер, который ты выбрал, по его правилам. По запросу государственного органа мы передаём только то, что обязаны по закону.',
          },
        ],
      },
      {
        id: 'abroad',
        title: 'Трансграничная передача',
        clauses: [
          {
            text:
              abroad.length === 0
                ? 'Мы не передаём персональные данные за пределы России.'
                : `За пределами России могут находиться: ${abroad.join(', ')}. Им передаётся только то, что указано выше.`,
          },
        ],
      },
      {
        id: 'deletion',
        title: 'Что происходит после удаления аккаунта',
        clauses: [
          {
            text: `Мы завершаем продление подписки и входы, закрываем доступ к VPN и стираем почту,${asksPhone ? ' телефон,' : ''} устройства, журналы, сообщения и заметки.`,
          },
          {
            text: `Под номером, который не связан с тобой, остаются записи без почты и других личных данных: ${remaining.join(', ')}. Их сроки и основания указаны выше, потом удаляются и они.`,
          },
          {
            text: `Резервные копии базы данных хранятся не дольше ${formatCount(BACKUP_DAYS_MAX, DAYS_LONG)} и нужны только для восстановления после сбоя.`,
          },
          {
            text: 'Платёжный оператор и почтовый сервер хранят свои записи по своим правилам и закону.',
          },
        ],
      },
      {
        id: 'rights',
        title: 'Твои права',
        clauses: [
          {
            text: 'Ты вправе:',
            items: [
              'узнать, какие данные о тебе обрабатываются, и скачать их;',
              'исправить неточные данные;',
              'потребовать удалить данные или прекратить их обработку;',
              'возразить против обработки и обжаловать её в Роскомнадзоре или в суде.',
            ],
          },
          {
            text: 'Скачать данные, сменить почту и удалить аккаунт можно самому: в личном кабинете, «Аккаунт и данные».',
          },
          {
            text: `Об остальном напиши на ${supportEmail} с почты, к которой привязан аккаунт. Ответ придёт в течение 10 рабочих дней.`,
          },
        ],
      },
      {
        id: 'protection',
        title: 'Как мы защищаем данные',
        clauses: [
          {
            text: 'Соединение с сайтом зашифровано. Пароля у тебя нет, а ссылки, коды и ключи входа хранятся только в виде хешей. Сотрудники входят с паролем и, если это включено, с одноразовым кодом, видят только нужное для своей роли, и их изменения записываются.',
          },
        ],
      },
      {
        id: 'changes',
        title: 'Изменения политики',
        clauses: [
          {
            text: 'Новая редакция публикуется на этой странице с номером и датой.',
          },
        ],
      },
    ],
  };
}
