/** Words of the refund dialog. English, as the whole console. */
import type { RefundReason } from '../../../shared/contract/staffPayments';
import { OFFER_TERMS, type OfferTerms } from '../../../shared/offerTerms';
import { formatAmount } from '../../../shared/russianFormats';
import { campaignNameOf } from './campaignName';

const DAYS = { one: 'day', other: 'days' } as const;
const pluralRules = new Intl.PluralRules('en-US');

const days = (count: number): string =>
  `${String(count)} ${pluralRules.select(count) === 'one' ? DAYS.one : DAYS.other}`;

const rubles = (count: number): string => `${String(count)} ${count === 1 ? 'ruble is' : 'rubles are'}`;

export const REFUND_REASON_TEXTS: Readonly<Record<RefundReason, string>> = {
  changedMind: 'Changed their mind',
  doesNotWork: 'The service does not work for them',
  unexpectedCharge: 'Did not expect the charge',
  duplicate: 'Charged twice',
  other: 'Another reason',
};

export const refundTextsOf = (terms: OfferTerms) =>
  ({
    title: 'Refund',
    subject: 'the refund',
    of: (email: string) => `Customer: ${email}`,
    loading: 'Loading payments...',
    nothing: 'There is nothing to refund. A refund is possible while the subscription is ACTIVE.',
    unused: {
      title: 'Refund unused days',
      lead: (amount: string, moment: string) =>
        `The subscription is cancelled and runs to its paid end. What falls on the days that are left of ${amount}, paid on ${moment}, goes back.`,
      nothing: 'No paid days are left.',
    },
    loadFailed: 'The payments could not be read.',
    payment: 'Payments',
    paymentMissing: 'Choose a payment',
    access: 'The access',
    endAccess: (until: string | null) =>
      until === null ? 'Ends now' : `Ends as far as it was bought by this: then ${until}`,
    keepAccess: (until: string) => `Stays until ${until}`,
    stopRenewal: 'Stop the renewal too',
    kinds: {
      recurrent: 'monthly charge',
      trial: `free trial, ${rubles(terms.cardCheckRub)} back already`,
      campaign: campaignNameOf(terms),
      renewal: 'first month',
    } as Readonly<Record<string, string>>,
    used: (count: number) => (count === 0 ? 'paid today' : `${days(count)} used since`),
    howMuch: 'How much',
    full: (left: string) => `All of it, ${left}`,
    part: 'A part',
    amount: 'Amount, ₽',
    amountMissing: 'Type an amount, such as 150 or 149.50',
    amountTooMuch: (left: string) => `At most ${left}`,
    reason: 'Reason',
    consequences: 'What will happen',
    moneyBack: (amount: string, card: string) =>
      `${amount} go back to ${card} now; the bank shows them within 10 days.`,
    noMoney: `No money moves: the trial ${terms.cardCheckRub === 1 ? 'ruble is' : 'rubles are'} back already.`,
    anyCard: 'the card that paid',
    accessEndsNow: 'The access ends now.',
    accessUntil: (moment: string) => `The access lasts until ${moment}: what else was given or paid stays.`,
    nextCharge: (amount: string, moment: string) => `The next charge, ${amount} on ${moment}, is cancelled.`,
    accessStays: (moment: string) => `The access stays until ${moment}.`,
    renewalGoesOn: (amount: string, moment: string) =>
      `The renewal goes on: ${amount} are charged on ${moment}.`,
    letter: 'A letter about it goes to the customer, with the return receipt.',
    submit: (amount: string) => `Refund ${amount}`,
    submitTrial: 'End the access',
    submitting: 'Refunding...',
    refused: 'The refund was refused',
    unknown: 'The answer was lost',
    unknownExplanation:
      'It is not known whether the refund was made. Try again: the same refund is never made twice.',
    lastPayment: 'All of the last payment goes back, and the subscription ends.',
    unknownOfLast: 'It is not known whether the refund was made. Look at the status before you try again.',
    success: 'Refund Successfully',
    money: formatAmount,
  }) as const;

export const REFUND_TEXTS = refundTextsOf(OFFER_TERMS);
