/** The customer's payment history on /subscription. */
import { describeDecline } from './declines';

const PURPOSES: Readonly<Record<string, string>> = {
  trial: 'Проверка карты',
  campaign: 'Первая неделя',
  renewal: 'Подписка на месяц',
  month: 'Подписка на месяц',
};

const STATES: Readonly<Record<string, string>> = {
  paid: 'оплачено',
  returning: 'возвращаем',
  returned: 'возвращено',
  voided: 'возвращено сразу',
  declined: 'отклонено',
};

export const PAYMENT_TEXTS = {
  title: 'Платежи',
  loading: 'Загружаем платежи',
  loadFailed: 'Не получилось загрузить платежи',
  none: 'Платежей пока не было.',
  purpose: (purpose: string) => PURPOSES[purpose] ?? 'Платёж',
  /** `returned` is the amount given back. A state that this page does not know is just a payment. */
  state: (state: string, returned: string) =>
    state === 'partlyReturned' ? `возвращено ${returned}` : (STATES[state] ?? 'принято'),
  /** What happened, without what to do now: the payment is long over. */
  declineReason: (reasonCode: number | null | undefined) => {
    const [first = ''] = describeDecline(reasonCode).split('. ');
    return first.replace(/\.$/, '');
  },
  receipt: 'Чек',
  /** Heard after «Чек», where its payment is not seen beside it. */
  receiptOf: (day: string) => ` от ${day}`,
} as const;
