/** Texts of /adept/numbers. */
import { formatAmount } from '../../../shared/russianFormats';

const KINDS: Readonly<Record<string, string>> = {
  check: 'Card checks of free trials (they go back)',
  campaign: 'Trials of /pay',
  first: 'First months',
  charge: 'Monthly charges',
  surplus: 'Bought nothing (they go back)',
};

const figures = new Intl.NumberFormat('ru-RU');
const count = (value: number): string => figures.format(value);

/** «12.5 %»; a share of nothing is none. */
function share(part: number, whole: number): string {
  return whole === 0 ? 'none' : `${((part / whole) * 100).toFixed(1)}\u00a0%`;
}

export const STAFF_NUMBERS_TEXTS = {
  title: 'Numbers',
  lead: 'Days are those of Moscow. Every figure is summed from the ledger; a payment heard of late changes its day.',
  forbidden: 'Only admins see the numbers.',
  loadFailed: 'The numbers could not be read.',
  retry: 'Try again',
  filters: 'Period',
  period: 'Period',
  from: 'From',
  to: 'To',
  notUnderstood: 'Not understood',
  endsEarly: 'Ends before it begins',
  tooLong: (days: number) => `At most ${String(days)} days`,
  ownPeriod: 'own',
  last: (days: number) => `last ${String(days)} days`,
  thisMonth: 'this month',
  lastMonth: 'last month',
  lastYear: 'last 12 months',
  export: 'CSV',
  file: (from: string, to: string) => `numbers-${from}-${to}.csv`,
  exported: (days: number) => `${String(days)} days saved`,
  count,
  share,
  amount: (rubles: number) => formatAmount(rubles),
  /** Read aloud for a plot. */
  plot: (title: string, least: string, most: string) => `${title}, from ${least} to ${most}`,
  step: (label: string, value: string) => `${label}: ${value}`,
  table: { day: 'By day', month: 'By month' },
  when: { day: 'Day', month: 'Month' },
  empty: 'Nothing in this period.',
  partners: 'Partners of /pay',
  noPartners: 'Nobody came by a partner in this period.',
  prefix: 'Partner',
  kinds: 'Payments by what they bought',
  noPayments: 'No payments in this period.',
  kindOf: (kind: string) => KINDS[kind] ?? kind,
  kindValue: (payments: number, rubles: number) => `${count(payments)} · ${formatAmount(rubles)}`,
  net: 'Taken less what went back',
  active: 'Active',
  activeNote: (cancelled: number, gifted: number) =>
    `besides: ${count(cancelled)} cancelled with access left, ${count(gifted)} on gifts`,
  paying: 'Paying by the month',
  payingNote: (joined: number, left: number) => `${count(joined)} joined, ${count(left)} left`,
  monthly: 'Monthly recurring revenue',
  monthlyNote: 'what the paying are charged in a month',
  churn: 'Left',
  churnNote: (left: number, before: number) =>
    `churn ${share(left, before)} of ${count(before)} at the start`,
  joined: 'Joined',
  payments: 'Payments',
  paid: 'Paid',
  paidNote: (payments: number) => `${count(payments)} payments`,
  refunds: 'Refunds',
  refunded: 'Refunded',
  refundedNote: (refunds: number, chargebacks: number, chargedBack: number) =>
    chargebacks === 0
      ? `${count(refunds)} times`
      : `${count(refunds)} times; by banks ${count(chargebacks)}, ${formatAmount(chargedBack)}`,
  chargedBack: 'Charged back',
  chargebacks: 'Chargebacks',
  trialsBegun: 'Trials begun',
  trialsBegunNote: (charged: number, begun: number) =>
    `${count(charged)} of them charged since, ${share(charged, begun)}`,
  trialsConverted: 'Trials converted',
  trialsConvertedNote: 'charged for a month for the first time',
  failed: 'Failed charges',
  failedFirst: 'Failed first payments',
  failedNote: (first: number) => `besides: ${count(first)} first payments declined`,
  gifts: 'Gifts used',
  returned: 'Gone back',
  cancelled: 'Cancelled',
  gifted: 'Gifted',
} as const;
