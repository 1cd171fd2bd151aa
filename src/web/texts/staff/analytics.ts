/** Texts of `/adept/analytics`. */
import { formatEnglishAmount, formatEnglishCount } from '../../../shared/englishAmounts';
import { cardProviderName } from './cardProviderName';

const KINDS: Readonly<Record<string, string>> = {
  check: 'Card verifications',
  campaign: 'Campaign trials',
  first: 'First payments',
  charge: 'Monthly charges',
  surplus: 'Rejected payments',
};

const MINUS = '\u2212';
const GAP = '\u00a0';
const RUBLE = '\u20bd';

const count = (value: number): string => (value < 0 ? MINUS : '') + formatEnglishCount(Math.abs(value));
const money = (rubles: number): string =>
  rubles < 0 ? MINUS + formatEnglishAmount(-rubles) : formatEnglishAmount(rubles);
const signed = (value: number, format: (value: number) => string): string =>
  value > 0 ? `+${format(value)}` : format(value);

/** Returns a percentage such as `12.5%`, or a dash if there is no value. */
const percent = (share: number | null): string =>
  share === null ? '—' : `${share < 0 ? MINUS : ''}${(Math.abs(share) * 100).toFixed(1)}%`;

const THOUSANDS = [
  { unit: 1_000_000, sign: 'M' },
  { unit: 1_000, sign: 'k' },
] as const;

/** Returns a short number for an axis, such as `1.5k`. */
function short(value: number): string {
  const size = value < 0 ? -value : value;
  const scale = THOUSANDS.find(({ unit }) => size >= unit);
  const scaled = scale === undefined ? size : size / scale.unit;
  return `${value < 0 ? MINUS : ''}${String(Number(scaled.toFixed(2)))}${scale?.sign ?? ''}`;
}

const some = (value: number, one: string, many: string): string =>
  `${count(value)} ${value === 1 ? one : many}`;

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
  lastWeeks: (weeks: number) => `Last ${String(weeks)} weeks`,
  thisMonth: 'This month',
  lastMonth: 'Last month',
  lastMonths: (months: number) => `Last ${String(months)} months`,
  exportCsv: 'Export CSV',
  exportSheet: 'Export Excel',
  file: (from: string, to: string, type: string) => `analytics-${from}-${to}.${type}`,
  exported: (days: number) => `Exported ${some(days, 'day', 'days')}`,
  exportFailed: 'Export failed. Try again.',
  count,
  percent,
  amount: money,
  short,
  shortAmount: (rubles: number) => `${short(rubles)}${GAP}${RUBLE}`,
  shortPercent: (share: number) => `${short(share * 100)}%`,
  signed,

  inProgress: 'in progress',
  cut: 'only part of it is in this period',
  trialsRunning: 'some trials are still running',
  partialStep: (dates: string, reason: string) => `${dates}, ${reason}`,
  seriesValue: (name: string, value: string) => `${name}: ${value}`,
  previousValue: (dates: string, value: string) => `${dates}: ${value}`,
  /** Text of a step for screen readers. */
  step: (lines: readonly string[]) => lines.join('; '),
  chart: (title: string, step: string) => `${title}, by ${step}`,
  legend: {
    label: 'How to read the charts',
    previous: (dates: string) => `Thin line: previous period, ${dates}`,
    partial: 'Hatched or dashed: not a complete day, week or month',
    keys: 'Hover a chart, or focus it and use the arrow keys, to see values',
  },
  change: (change: string, dates: string) => `${change} vs ${dates}`,
  sameAs: 'No change',
  noPrevious: (dates: string) => `Nothing to compare with in ${dates}`,
  computed: 'How it’s computed',
  asTable: 'Show as table',
  previousColumn: 'Previous period',

  net: 'Net revenue',
  netMeaning: 'Gross sales minus refunds and disputes.',
  paid: 'Gross sales',
  paidNote: (payments: number) => some(payments, 'sale', 'sales'),
  paidMeaning:
    'All payments that bought access, including those refunded later. Card verifications and rejected payments aren’t sales.',
  returned: 'Refunds and disputes',
  returnedNote: (refunds: number, disputes: number) =>
    `${some(refunds, 'refund', 'refunds')}, ${some(disputes, 'dispute', 'disputes')}`,
  returnedMeaning: 'Sales that were refunded, and sales that the customer’s bank charged back.',
  monthly: 'Monthly recurring revenue',
  monthlyNote: 'MRR at the end of the period',
  monthlyMeaning:
    'Monthly prices of all paying subscribers, added up at the end of the day. Trials, gifts and canceled subscriptions don’t count.',
  movements: 'MRR movements',
  movementsNote: (before: string, after: string) => `From ${before} to ${after}`,
  movementsMeaning:
    'New: first paid month ever. Returned: paid before, stopped, and pays again. Canceled: stopped by the customer, staff, a refund or a dispute. Lapsed: no charge succeeded. Price changes: pays another monthly price.',
  movement: {
    new: 'New',
    returned: 'Returned',
    canceled: 'Canceled',
    lapsed: 'Lapsed',
    repriced: 'Price changes',
  },
  paying: 'Paying subscribers',
  payingNote: (added: number, left: number) => `+${count(added)} started, ${MINUS}${count(left)} stopped`,
  payingMeaning: 'Active subscribers who have paid for a month of their current subscription.',
  churn: 'Monthly churn',
  churnNote: (canceled: number, lapsed: number) => `${count(canceled)} canceled, ${count(lapsed)} lapsed`,
  churnMeaning:
    'Subscribers who stopped paying, divided by the average number of paying subscribers, per 30 days. The chart shows how many stopped.',
  conversion: 'Trial conversion',
  conversionNote: (charged: number, begun: number) =>
    `${count(charged)} of ${some(begun, 'trial', 'trials')} of complete weeks`,
  conversionMeaning:
    'Of the trials that started in a week (Monday to Sunday), the share that has been charged for a month since. Weeks with running trials don’t count in the total.',
  conversionColumns: {
    week: 'Week from',
    begun: 'Trials started',
    charged: 'Converted',
    share: 'Conversion',
  },
  formatConversion: (charged: number, begun: number) => `${count(charged)} of ${count(begun)} converted`,
  weekFrom: (date: string) => `Week from ${date}`,
  trialsBegun: 'Trials started',
  trialsBegunNote: (converted: number) => `${some(converted, 'trial', 'trials')} converted in this period`,
  trialsBegunMeaning: 'Trials whose first payment (card verification or campaign price) succeeded.',
  active: 'Active subscribers',
  activeNote: (cancelled: number, gifted: number) =>
    `+ ${count(cancelled)} canceled (still active), ${count(gifted)} on gifts`,
  activeMeaning: 'Subscribers with an active subscription, including trials, at the end of the day.',
  failed: 'Failed charges',
  failedNote: (first: number) => `+ ${some(first, 'declined first payment', 'declined first payments')}`,
  failedMeaning: 'Declined monthly charges. Each attempt counts.',
  gifts: 'Gifts used',
  giftsMeaning: 'Gift keys that customers activated.',

  kinds: 'From gross sales to net revenue',
  providers: 'Gross sales by card provider',
  ofProvider: (figure: string, provider: string) => `${figure}, ${cardProviderName(provider)}`,
  provider: cardProviderName,
  refunds: 'Refunds',
  disputes: 'Disputes',
  notSales: 'Not sales',
  notSalesMeaning: 'Card verifications and rejected payments bought no access and are refunded.',
  noPayments: 'No payments in this period',
  kindOf: (kind: string) => KINDS[kind] ?? kind,
  kindValue: (payments: number, rubles: number) => `${count(payments)} · ${money(rubles)}`,
  apartValue: (payments: number, rubles: number, returned: number) =>
    `${count(payments)} · ${money(rubles)}, ${money(returned)} refunded`,

  table: { day: 'All figures by day', week: 'All figures by week', month: 'All figures by month' },
  when: { day: 'Day', week: 'Week', month: 'Month' },
  empty: 'No data in this period',
  partners: 'Partner campaigns',
  noPartners: 'No partner sign-ups in this period',
  prefix: 'Partner',
  partnerPaid: 'Paid',
  trialsConverted: 'Trials converted',
  refunded: 'Refunded',

  columns: {
    day: 'Day (Moscow)',
    net: 'Net revenue',
    payments: 'Sales',
    paid: 'Gross sales',
    refunds: 'Refunds',
    refunded: 'Refunded',
    chargebacks: 'Disputes',
    chargedBack: 'Disputed',
    monthly: 'MRR',
    newMonthly: 'MRR new',
    returnedMonthly: 'MRR returned',
    canceledMonthly: 'MRR canceled',
    lapsedMonthly: 'MRR lapsed',
    repricedMonthly: 'MRR price changes',
    paying: 'Paying subscribers',
    newPaying: 'New',
    returnedPaying: 'Returned',
    canceledPaying: 'Canceled',
    lapsedPaying: 'Lapsed',
    active: 'Active',
    cancelled: 'Canceled (still active)',
    gifted: 'On gifts',
    trialsBegun: 'Trials started',
    trialsConverted: 'Trials converted',
    trialsCharged: 'Trials started and converted until now',
    failedCharges: 'Failed charges',
    failedFirstPayments: 'Declined first payments',
    giftsUsed: 'Gifts used',
    checks: 'Card verifications',
    checked: 'Card verifications, amount',
    checksReturned: 'Card verifications refunded',
    rejectedPayments: 'Rejected payments',
    rejectedPaid: 'Rejected payments, amount',
    rejectedReturned: 'Rejected payments refunded',
  },
  sheets: { days: 'Days', summary: 'Summary', weeks: 'Trials by week', partners: 'Partners' },
  summary: { figure: 'Figure', value: 'Value', previous: 'Previous period', meaning: 'How it’s computed' },
  summaryPeriod: 'Period (Moscow time)',
  payingBefore: 'Paying subscribers at the start',
  monthlyBefore: 'MRR at the start',
} as const;
