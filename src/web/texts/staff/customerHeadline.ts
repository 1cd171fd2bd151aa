/**
 * Headline of a customer's page: sentences that answer whether the customer's VPN works, and if not, why. The sentences
 * are computed from the customer record and the payments.
 */
import type { ResponseOf } from '../../../shared/contract/call';
import type { StaffDevice, StaffUser } from '../../../shared/contract/staffModels';
import type { StaffPayment, staffPaymentsCalls } from '../../../shared/contract/staffPayments';
import type { DeclineReason } from '../../../shared/declines';
import { formatEnglishAmount } from '../../../shared/englishAmounts';
import { moscowDay } from '../../../shared/moscowDays';
import { OFFER_TERMS, type OfferTerms } from '../../../shared/offerTerms';
import { formatDateTime, readMoment } from '../dates';
import { staffDeviceName } from './device';
import { emailName } from './emailNames';
import { declineReasonWords } from './timeline';
import { dayOfEntry, timeOfEntry } from './timelineMoments';

export type CustomerPayments = ResponseOf<(typeof staffPaymentsCalls)['getUserPayments']>;

export interface CustomerInput {
  user: StaffUser;
  /** Payments of the customer, or undefined if the server or the agent's role does not provide them. */
  payments: CustomerPayments | undefined;
  now: Date;
}

/** Sentence of the headline. A problem can be the reason why the VPN does not work. */
export interface Sentence {
  text: string;
  isProblem: boolean;
}

const fine = (text: string): Sentence => ({ text, isProblem: false });
const problem = (text: string): Sentence => ({ text, isProblem: true });

/** Returns the sentences of the headline, most important first. */
export function buildHeadline(input: CustomerInput, terms: OfferTerms = OFFER_TERMS): Sentence[] {
  const { user } = input;
  if (user.deletedAt) {
    return [fine(`Account deleted ${moment(user.deletedAt, input.now)}.`), ...refundSentences(input)];
  }
  return [
    ...accessSentences(input),
    ...chargeSentences(input),
    ...refundSentences(input),
    ...deviceSentences(input, terms),
    ...emailSentences(input),
  ];
}

/** Returns a time as «today 14:20», «yesterday 14:20» or `dd.mm.yy hh:mm`. */
function moment(iso: string, now: Date): string {
  const isNear = moscowDay(now) >= moscowDay(new Date(iso)) && !/^\d/.test(dayOfEntry(iso, now));
  return isNear
    ? `${dayOfEntry(iso, now).toLowerCase()} ${timeOfEntry(iso)}`
    : (formatDateTime(iso) ?? 'at an unknown time');
}

const isAhead = (iso: string | null | undefined, now: Date): iso is string => {
  const at = readMoment(iso);
  return at !== null && at > now;
};

const isGiven = <Value>(value: Value | null | undefined): value is Value =>
  value !== null && value !== undefined;

/** Whether the present access was bought by a trial payment. */
function isOnTrial({ payments, paidUntil }: CustomerPayments): boolean {
  return payments.some(
    ({ role, orderKind, boughtUntil }) =>
      role === 'first' &&
      (orderKind === 'trial' || orderKind === 'campaign') &&
      isGiven(boughtUntil) &&
      boughtUntil === paidUntil,
  );
}

function accessSentences({ user, payments, now }: CustomerInput): Sentence[] {
  const { status = '', endDate } = user.subscription ?? {};
  const end = readMoment(payments?.paidUntil ?? endDate) === null ? null : (payments?.paidUntil ?? endDate);
  const until = end ? moment(end, now) : 'an unknown date';
  switch (status) {
    case 'NOT_ACTIVE':
      return [problem('No subscription yet.')];
    case 'EXPIRED':
      return [problem(end ? `Access ended ${until}.` : 'Access has ended.')];
    case 'CANCELED':
      return [fine(`Renewal canceled, access until ${until}.`)];
    case 'GIFTED':
      return [fine(`Gifted access until ${until}.`)];
    case 'ACTIVE':
      return activeSentences({ user, payments, now }, until);
    default:
      return [problem(`Unknown subscription status “${status}”.`)];
  }
}

function activeSentences({ user, payments, now }: CustomerInput, until: string): Sentence[] {
  if (payments === undefined || !isGiven(payments.paidUntil)) {
    const { endDate } = user.subscription ?? {};
    return [fine(endDate ? `Active, next charge ${moment(endDate, now)}.` : 'Active.')];
  }
  const { paidUntil, worksUntil, nextChargeAt, nextChargeAmount, failedCharge } = payments;
  if (!isAhead(paidUntil, now)) {
    const grace = worksUntil ? `, works without payment until ${moment(worksUntil, now)}` : '';
    return [problem(`Paid until ${until}${grace}.`)];
  }
  const what = isOnTrial(payments) ? 'Trial' : 'Paid';
  const amount = isGiven(nextChargeAmount)
    ? ` ${formatEnglishAmount(nextChargeAmount, user.currency ?? undefined)}`
    : '';
  return [
    fine(`${what} until ${until}.`),
    ...(nextChargeAt && !failedCharge ? [fine(`Next charge${amount} on ${moment(nextChargeAt, now)}.`)] : []),
  ];
}

function chargeSentences({ payments, now }: CustomerInput): Sentence[] {
  if (payments === undefined) return [];
  const { failedCharge } = payments;
  if (failedCharge) {
    const { willRetry, retryAt, reason } = failedCharge;
    const next = !willRetry
      ? 'the provider won’t try again'
      : retryAt
        ? `next attempt ${moment(retryAt, now)}`
        : 'next attempt: date not reported by the provider';
    return [problem(`Last charge declined${because(reason)}; ${next}.`)];
  }
  const [newest] = payments.payments;
  if (newest?.state !== 'declined') return [];
  const what = newest.role === 'recurrent' ? 'charge' : 'payment';
  const why = newest.decline ? because(newest.decline.reason) : '';
  return [problem(`Last ${what} declined ${moment(newest.at, now)}${why}.`)];
}

/** Returns the reason of a decline after a colon, or an empty text if the provider named no reason. */
function because(reason: DeclineReason): string {
  const words = declineReasonWords(reason);
  return words === declineReasonWords('unknown') ? '' : `: ${words}`;
}

function refundSentences({ payments }: CustomerInput): Sentence[] {
  const all = payments?.payments ?? [];
  return all.flatMap((payment) => {
    const { refund } = payment;
    if (refund?.rejection)
      return [
        problem(`Refund of ${money(refund.amount, payment)} declined by the provider: ${refund.rejection}.`),
      ];
    if (payment.state !== 'returning') return [];
    return [fine(`Refund of ${money(refund?.amount ?? payment.amount, payment)} pending.`)];
  });
}

const money = (amount: number, { currency }: StaffPayment): string =>
  formatEnglishAmount(amount, currency ?? undefined);

const COUNTS = ['No', 'One', 'Two', 'Three'] as const;

function deviceSentences({ user, now }: CustomerInput, { maxDevices }: OfferTerms): Sentence[] {
  const { devices, vpnPanelReadAt } = user;
  const hasAccess = ['ACTIVE', 'CANCELED', 'GIFTED'].includes(user.subscription?.status ?? '');
  if (devices.length === 0) return [{ text: 'No device attached.', isProblem: hasAccess }];
  const count = `${COUNTS[devices.length] ?? String(devices.length)} of ${String(maxDevices)} devices`;
  const deliveries = devices.flatMap(({ delivery }) => delivery ?? []);
  const read = vpnPanelReadAt ? ` (panel read ${timeOrMoment(vpnPanelReadAt, now)})` : '';
  const seen = deliveries.flatMap(({ lastSeenAt }) => lastSeenAt ?? []);
  const last = [...seen, ...(user.lastConnectedAt ? [user.lastConnectedAt] : [])].sort().at(-1);
  const summary =
    deliveries.length === 0 && last === undefined
      ? fine(`${count} attached.`)
      : last === undefined
        ? { text: `${count} attached, never connected${read}.`, isProblem: hasAccess }
        : fine(`${count} attached, last seen ${moment(last, now)}${read}.`);
  return [summary, ...devices.flatMap((device) => deviceProblems(device, hasAccess, now))];
}

/** Returns the time alone for today, because the text before it names the day. */
const timeOrMoment = (iso: string, now: Date): string =>
  moscowDay(now) === moscowDay(new Date(iso)) ? timeOfEntry(iso) : moment(iso, now);

function deviceProblems(device: StaffDevice, hasAccess: boolean, now: Date): Sentence[] {
  const name = `“${staffDeviceName(device.deviceName)}”`;
  const { delivery } = device;
  const found: Sentence[] = [];
  if (!device.isActive) found.push(problem(`${name} isn’t active.`));
  if (!delivery) return found;
  const { waiting, until } = delivery;
  if (delivery.isBlocked) found.push(problem(`${name} is blocked on the VPN panel.`));
  if (waiting) {
    const why = waiting.problem ? `: ${waiting.problem}` : '';
    const next = waiting.nextTryAt ? `; next attempt ${moment(waiting.nextTryAt, now)}` : '';
    const state = waiting.rejectedAt ? 'is rejected by the panel' : 'is waiting for the panel';
    found.push(problem(`VPN access of ${name} ${state}${why}${next}.`));
  } else if (hasAccess && until && !isAhead(until, now)) {
    found.push(problem(`VPN access of ${name} expired ${moment(until, now)}.`));
  }
  return found;
}

function emailSentences({ user, now }: CustomerInput): Sentence[] {
  const { mailboxRejectedAt, undeliveredEmail } = user;
  if (mailboxRejectedAt) return [problem(`Emails bounce since ${moment(mailboxRejectedAt, now)}.`)];
  if (!undeliveredEmail) return [];
  const { at, template, reason } = undeliveredEmail;
  const what = template ? emailName(template) : 'An email';
  const why = reason === '' ? '' : `: ${reason}`;
  return [problem(`${what} not delivered ${moment(at, now)}${why}.`)];
}
