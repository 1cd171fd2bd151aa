/** Texts of the customer's payment history on `/subscription`. */
import type { DeclineReason } from '../../shared/declines';
import { OFFER_TERMS, type OfferTerms } from '../../shared/offerTerms';
import { capitalized, periodWords } from '../../shared/offerWords';
import { describeDecline } from './declines';

const buildPurposes = (terms: OfferTerms): Readonly<Record<string, string>> => ({
  trial: 'Проверка карты',
  campaign: capitalized(periodWords(terms.campaignTrialDays).first),
  renewal: 'Подписка на месяц',
  cardChange: 'Смена карты: проверка новой',
  cardChangeMonth: 'Подписка на месяц с новой карты',
  month: 'Подписка на месяц',
});

const STATES: Readonly<Record<string, string>> = {
  paid: 'оплачено',
  returning: 'возвращаем',
  returned: 'возвращено',
  voided: 'возвращено',
  declined: 'отклонено',
};

export const buildPaymentTexts = (terms: OfferTerms) =>
  ({
    title: 'Платежи',
    loading: 'Загружаем платежи',
    loadFailed: 'Не получилось загрузить платежи',
    none: 'Платежей пока не было.',
    purpose: (purpose: string) => buildPurposes(terms)[purpose] ?? 'Платёж',
    /**
     * Returns the text for a payment state. `returned` is the refunded amount. An unknown state is shown as a plain
     * payment.
     */
    state: (state: string, returned: string) =>
      state === 'partlyReturned' ? `возвращено ${returned}` : (STATES[state] ?? 'принято'),
    /** Returns the text of a decline reason without advice, because the payment is in the past. */
    declineReason: (reason: DeclineReason | null | undefined) => {
      const [first = ''] = describeDecline(reason).split('. ');
      return first.replace(/\.$/, '');
    },
    receipt: 'Чек',
    /**
     * Text that is appended to «Чек» for screen readers only, because they do not convey to which payment the receipt
     * belongs.
     */
    formatReceiptDay: (day: string) => ` от ${day}`,
  }) as const;

export const PAYMENT_TEXTS = buildPaymentTexts(OFFER_TERMS);
