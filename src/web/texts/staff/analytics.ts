/** Texts of `/adept/analytics`. */
import { formatEnglishAmount, formatEnglishCount } from '../../../shared/englishAmounts';

const KINDS: Readonly<Record<string, string>> = {
  check: 'Card verifications (refunded)',
  campaign: 'Campaign trials',
  first: 'First payments',
  charge: 'Monthly charges',
  surplus: 'Rejected payments (refunded)',
};

const count = formatEnglishCount;
const money = (rubles: number): string => formatEnglishAmount(rubles);

/** Returns a percentage such as `12.5%`, or a dash if `whole` is 0. */
function share(part: number, whole: number): string {
  return whole === 0 ? '—' : `${((part / whole) * 100).toFixed(1)}%`;
}

const refundsInWords = (refunds: number): string =>
  `${count(refunds)} ${refunds === 1 ? 'refund' : 'refunds'}`;
const disputesInWords = (disputes: number): string =>
  `${count(disputes)} ${disputes === 1 ? 'dispute' : 'disputes'}`;

export const STAFF_ANALYTICS_TEXTS = {
  title: 'Analytics',
  lead: 'Dates in Moscow time (UTC+3). Payments reported late count on the day they were made.',
  forbidden: 'You need the Admin role to view analytics.',
  loadFailed: 'Couldn’t load analytics.',
  retry: 'Try again',
  filters: 'Period',
  period: 'Period',
  from: 'From',
  to: 'To',
  notUnderstood: 'Invalid date',
  endsEarly: 'End date can’t be before start date',
  tooLong: (days: number) => `Choose at most ${String(days)} days`,
  ownPeriod: 'Custom',
  last: (days: number) => `Last ${String(days)} days`,
  thisMonth: 'This month',
  lastMonth: 'Last month',
  lastYear: 'Last 12 months',
  export: 'Export CSV',
  file: (from: string, to: string) => `analytics-${from}-${to}.csv`,
  exported: (days: number) => `Exported ${String(days)} ${days === 1 ? 'day' : 'days'}`,
  count,
  share,
  amount: money,
  /** Description of a chart for screen readers. */
  plot: (title: string, least: string, most: string) => `${title}, from ${least} to ${most}`,
  step: (label: string, value: string) => `${label}: ${value}`,
  table: { day: 'By day', month: 'By month' },
  when: { day: 'Day', month: 'Month' },
  empty: 'No data in this period',
  partners: 'Partner campaigns',
  noPartners: 'No partner sign-ups in this period',
  prefix: 'Partner',
  kinds: 'Gross volume by type',
  noPayments: 'No payments in this period',
  kindOf: (kind: string) => KINDS[kind] ?? kind,
  kindValue: (payments: number, rubles: number) => `${count(payments)} · ${money(rubles)}`,
  net: 'Net volume',
  active: 'Active',
  activeNote: (cancelled: number, gifted: number) =>
    `+ ${count(cancelled)} canceled (still active), ${count(gifted)} on gifts`,
  paying: 'Paying subscribers',
  payingNote: (joined: number, left: number) => `+${count(joined)} new, −${count(left)} churned`,
  monthly: 'Monthly recurring revenue',
  monthlyNote: 'MRR from active subscribers',
  churn: 'Churned',
  churnNote: (left: number, before: number) =>
    `${share(left, before)} churn (${count(left)} of ${count(before)})`,
  joined: 'New',
  payments: 'Payments',
  paid: 'Gross volume',
  paidNote: (payments: number) => `${count(payments)} ${payments === 1 ? 'payment' : 'payments'}`,
  refunds: 'Number of refunds',
  refunded: 'Refunds',
  refundedNote: (refunds: number, chargebacks: number, chargedBack: number) =>
    chargebacks === 0
      ? refundsInWords(refunds)
      : `${refundsInWords(refunds)}, ${disputesInWords(chargebacks)} (${money(chargedBack)})`,
  chargedBack: 'Disputed',
  chargebacks: 'Disputes',
  trialsBegun: 'Trials started',
  trialsBegunNote: (charged: number, begun: number) =>
    `${count(charged)} converted so far (${share(charged, begun)})`,
  trialsConverted: 'Trials converted',
  trialsConvertedNote: 'first monthly payment',
  failed: 'Failed charges',
  failedFirst: 'Declined first payments',
  failedNote: (first: number) => `+ ${count(first)} declined first ${first === 1 ? 'payment' : 'payments'}`,
  gifts: 'Gifts used',
  returned: 'Refunded',
  cancelled: 'Canceled',
  gifted: 'Gifted',
} as const;
