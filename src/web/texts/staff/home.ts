/** Texts of the panels beside the search on `/adept`. */
import {
  type AttentionKind,
  type CardProviderProblem,
  PROVIDER_PROBLEMS,
  type ProviderProblem,
} from '../../../shared/contract/staffHome';
import { formatEnglishCount } from '../../../shared/englishAmounts';
import { dateTimeText } from '../../../shared/russianFormats';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

const counted = (count: number, unit: string): string => `${String(count)} ${unit}${count === 1 ? '' : 's'}`;

/**
 * Returns an age in its largest unit, rounded down.
 * @example ageText(90 * 60_000) // '1 hour'
 */
export function ageText(ms: number): string {
  if (ms < MINUTE) return 'less than a minute';
  if (ms < HOUR) return `${String(Math.floor(ms / MINUTE))} min`;
  if (ms < DAY) return counted(Math.floor(ms / HOUR), 'hour');
  if (ms < MONTH) return counted(Math.floor(ms / DAY), 'day');
  return counted(Math.floor(ms / MONTH), 'month');
}

/**
 * Returns the relative change of a value, or null if the earlier value was 0.
 * @example changeText(150, 100) // '+50%'
 */
export function changeText(now: number, before: number): string | null {
  if (before === 0) return null;
  const percent = Math.round(((now - before) / before) * 100);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${formatEnglishCount(Math.abs(percent))}%`;
}

/** Returns the time in Moscow, such as `14:30`, and the weekday in Moscow, such as `Wed`. */
function formatClock(iso: string): { time: string; weekday: string } {
  const moment = new Date(iso);
  const inMoscow = new Date(moment.getTime() + 3 * HOUR);
  return { time: dateTimeText(moment).slice(-5), weekday: WEEKDAYS[inMoscow.getUTCDay()] ?? '' };
}

const ATTENTION_NAMES: Readonly<Record<AttentionKind, (count: number) => string>> = {
  paymentIssues: (count) => (count === 1 ? 'payment issue' : 'payment issues'),
  failedEmails: (count) => (count === 1 ? 'failed email' : 'failed emails'),
  pendingVpn: (count) =>
    count === 1 ? 'device waiting for a VPN credential' : 'devices waiting for a VPN credential',
  declinedRenewals: (count) => (count === 1 ? 'renewal declined today' : 'renewals declined today'),
  uncleanAddresses: (count) =>
    count === 1 ? 'address with invisible characters' : 'addresses with invisible characters',
};

const PROBLEM_TEXTS: Readonly<Record<ProviderProblem, (row: CardProviderProblem) => string>> = {
  gone: ({ customers }) =>
    customers
      ? `is gone. Customers affected: ${formatEnglishCount(customers.affected)}, moved: ${formatEnglishCount(customers.moved)}, waiting: ${formatEnglishCount(customers.waiting)}`
      : 'is gone',
  noAutopayments: () => 'doesn’t permit autopayments: its charges and new orders fail',
  chargesPaused: () => 'rejects every charge: charges are paused, and one charge is tried every ten minutes',
};

/** Returns the text of a problem after the name of the card provider, or null if the problem is unknown. */
export function providerProblemText(row: CardProviderProblem): string | null {
  const problem = PROVIDER_PROBLEMS.find((each) => each === row.problem);
  return problem === undefined ? null : PROBLEM_TEXTS[problem](row);
}

export const STAFF_HOME_TEXTS = {
  loading: 'Loading the overview...',
  loadFailed: 'Couldn’t load the overview. The search still works.',
  attention: 'Needs attention',
  kinds: ATTENTION_NAMES,
  oldest: (age: string) => `oldest ${age}`,
  ago: (age: string) => `${age} ago`,
  customer: (id: number) => `Customer ${String(id)}`,
  calm: 'Nothing needs attention right now. Payment issues, failed emails, waiting VPN credentials and declined renewals appear here.',
  lastCustomers: 'My last customers',
  noCustomers: 'No customers yet. The customers you open appear here.',
  figures: 'Today',
  figuresTable: 'Figures of today',
  today: (until: string) => `Until ${formatClock(until).time}`,
  lastWeek: (until: string) => `Last ${formatClock(until).weekday}`,
  figuresHint: (until: string) =>
    `Compared with last ${formatClock(until).weekday} until ${formatClock(until).time} Moscow time. Card checks and rejected payments don’t count.`,
  revenue: 'Gross sales',
  trials: 'New trials',
  subscriptions: 'New subscriptions',
  refunds: 'Refunds',
} as const;
