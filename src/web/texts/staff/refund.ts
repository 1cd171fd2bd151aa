/** Texts of the refund dialog. */
import type { RefundReason } from '../../../shared/contract/staffPayments';
import { formatEnglishAmount } from '../../../shared/englishAmounts';
import { OFFER_TERMS, type OfferTerms } from '../../../shared/offerTerms';
import { formatCampaignName } from './campaignName';

const DAYS = { one: 'day', other: 'days' } as const;
const pluralRules = new Intl.PluralRules('en-US');

const days = (count: number): string =>
  `${String(count)} ${pluralRules.select(count) === 'one' ? DAYS.one : DAYS.other}`;

export const REFUND_REASON_TEXTS: Readonly<Record<RefundReason, string>> = {
  changedMind: 'Changed their mind',
  doesNotWork: 'Service didn’t work',
  unexpectedCharge: 'Unexpected charge',
  duplicate: 'Duplicate charge',
  other: 'Other',
};

export const buildRefundTexts = (terms: OfferTerms) =>
  ({
    title: 'Refund',
    subject: 'refund the payment',
    of: (email: string) => `Customer: ${email}`,
    loading: 'Loading payments...',
    nothing: 'No payments can be refunded. Refunds are available for active subscriptions.',
    unused: {
      title: 'Refund unused days',
      lead: (amount: string, moment: string) =>
        `Refunds the unused part of ${amount} paid on ${moment}. The subscription is already canceled.`,
      nothing: 'No unused days to refund',
    },
    loadFailed: 'Couldn’t load payments.',
    payment: 'Payments',
    paymentMissing: 'Choose a payment',
    access: 'Access',
    endAccess: (until: string | null) =>
      until === null ? 'End now' : `Remove time this payment bought (ends ${until})`,
    keepAccess: (until: string) => `Keep until ${until}`,
    stopRenewal: 'Also cancel renewal',
    kinds: {
      recurrent: 'Monthly charge',
      trial: `Free trial (${formatEnglishAmount(terms.cardCheckRub)} verification refunded)`,
      campaign: formatCampaignName(terms),
      renewal: 'First month',
      cardChange: `Card change (${formatEnglishAmount(terms.cardCheckRub)} verification refunded)`,
      cardChangeMonth: 'Monthly charge (new card)',
    } as Readonly<Record<string, string>>,
    used: (count: number) => (count === 0 ? 'paid today' : `${days(count)} used`),
    howMuch: 'Amount',
    full: (left: string) => `Full (${left})`,
    part: 'Partial',
    amount: 'Partial amount, ₽',
    amountMissing: 'Enter an amount, e.g. 150 or 149.50',
    amountTooMuch: (left: string) => `Enter at most ${left}`,
    reason: 'Reason',
    consequences: 'Summary',
    moneyBack: (amount: string, card: string) =>
      `${amount} will be refunded to ${card}. It may take up to 10 days to appear.`,
    noMoney: `No refund is due: the ${formatEnglishAmount(terms.cardCheckRub)} verification was already refunded.`,
    anyCard: 'the original card',
    accessEndsNow: 'Access ends immediately.',
    accessUntil: (moment: string) => `Access lasts until ${moment}, from other payments or gifts.`,
    nextCharge: (amount: string, moment: string) =>
      `The next charge (${amount} on ${moment}) will be canceled.`,
    accessStays: (moment: string) => `Access stays until ${moment}.`,
    renewalGoesOn: (amount: string, moment: string) =>
      `Renewal stays on: ${amount} will be charged on ${moment}.`,
    email: 'We’ll email the customer a refund receipt.',
    submit: (amount: string) => `Refund ${amount}`,
    submitTrial: 'End access',
    submitting: 'Refunding...',
    rejected: 'Refund failed',
    unknown: 'No response from server',
    unknownExplanation: 'We couldn’t confirm the refund. It’s safe to retry: you won’t refund twice.',
    lastPayment: 'Refunds the last payment in full and ends the subscription.',
    unknownOfLast: 'We couldn’t confirm the refund. Check the status before retrying.',
    success: 'Refund Successfully',
    money: formatEnglishAmount,
  }) as const;

export const REFUND_TEXTS = buildRefundTexts(OFFER_TERMS);
