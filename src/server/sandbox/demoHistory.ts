/** Payment history of a demo customer: the charge schedule, and the ledger events that result from the schedule. */
import { toKopecks } from '../../shared/money';
import { addMonths } from '../../shared/moscowDays';
import { OFFER_TERMS } from '../../shared/offerTerms';
import { CLOUD_PAYMENTS } from '../adapters/cloudPayments/cloudPayments';
import { addDays } from '../domain/billing/billingCalendar';
import { type LedgerEvent, type RecurringPaymentState, reportKey } from '../domain/billing/ledgerEvents';
import type { DemoCustomer, DemoStory } from './demoCustomers';

const DEMO_CARD_MASK = '•••• 3055';
const TRIAL_KOPECKS = toKopecks(OFFER_TERMS.cardCheckRub);
export const MONTH_KOPECKS = toKopecks(OFFER_TERMS.monthlyPriceRub);
/**
 * Hour of all charges of demo customers in UTC, which is noon in Moscow. Charges that are due on the same day are due
 * at the same time.
 */
const DUE_HOUR_UTC = 9;
/** Last day of the month that exists in every month. */
const LAST_COMMON_DAY = 28;

interface DemoPayment {
  at: Date;
  amountKopecks: number;
  role: 'first' | 'recurrent';
}

export interface DemoSchedule {
  orderId: string;
  recurringPaymentId: string;
  /** Payments of the demo customer in chronological order: the card verification, then the monthly charges. */
  payments: [DemoPayment, ...DemoPayment[]];
  /** Time of the first charge of the recurring payment. */
  startAt: Date;
  nextChargeAt: Date;
}

/** Returns noon of the current day in Moscow time. */
export function demoToday(now: Date): Date {
  const today = new Date(now);
  today.setUTCHours(DUE_HOUR_UTC, 0, 0, 0);
  return today;
}

/** Returns the first day at or after `day` that exists in every month. */
function commonDay(day: Date): Date {
  let found = day;
  while (found.getUTCDate() > LAST_COMMON_DAY) found = addDays(found, 1);
  return found;
}

/** Returns the last day at or before `day` that exists in every month. */
function commonDayBefore(day: Date): Date {
  let found = day;
  while (found.getUTCDate() > LAST_COMMON_DAY) found = addDays(found, -1);
  return found;
}

function schedule(customer: DemoCustomer, charges: number, nextChargeAt: Date): DemoSchedule {
  const startAt = addMonths(nextChargeAt, -charges);
  return {
    orderId: `demo-order-${customer.number + 1}`,
    recurringPaymentId: `sc_demo_${customer.number + 1}`,
    startAt,
    nextChargeAt,
    payments: [
      { at: addDays(startAt, -OFFER_TERMS.webTrialDays), amountKopecks: TRIAL_KOPECKS, role: 'first' },
      ...Array.from({ length: charges }, (_, month) => ({
        at: addMonths(startAt, month),
        amountKopecks: MONTH_KOPECKS,
        role: 'recurrent' as const,
      })),
    ],
  };
}

/** Returns the past and planned charges of a demo customer, or null if the customer has no card. */
export function demoSchedule(customer: DemoCustomer, today: Date): DemoSchedule | null {
  const { story } = customer;
  switch (story.kind) {
    case 'paying':
      return schedule(customer, story.charges, commonDay(addDays(today, story.nextChargeInDays)));
    case 'cancelled':
      return schedule(customer, story.charges, commonDay(addDays(today, story.accessEndsInDays)));
    case 'expired':
      return schedule(customer, story.charges, commonDayBefore(addDays(today, -story.accessEndedDaysAgo)));
    case 'newcomer':
    case 'gifted':
      return null;
  }
}

/**
 * Returns a transaction id that the fake card provider never assigns. Such ids are needed because the fake card
 * provider does not store payments of inactive subscriptions.
 */
function forgottenTransaction(customer: number, payment: number): string {
  return String(9_000_000_000_000 + customer * 1000 + payment);
}

function recurringPaymentEvent(
  planned: DemoSchedule,
  at: Date,
  state: RecurringPaymentState,
  failures: number,
): LedgerEvent {
  const successes = planned.payments.length - 1;
  return {
    key: `demo:${planned.recurringPaymentId}:${state}`,
    at,
    data: {
      kind: 'recurringPaymentChanged',
      provider: CLOUD_PAYMENTS,
      orderId: planned.orderId,
      recurringPaymentId: planned.recurringPaymentId,
      state,
      successes,
      failures,
      nextChargeAt: state === 'active' ? planned.nextChargeAt.toISOString() : null,
    },
  };
}

function lastWord(story: DemoStory, planned: DemoSchedule, today: Date): LedgerEvent {
  switch (story.kind) {
    // The demo customer cancelled the recurring payment on the card provider's website.
    case 'cancelled':
      return recurringPaymentEvent(planned, addDays(today, -1), 'cancelled', 0);
    case 'expired':
      return recurringPaymentEvent(planned, addDays(planned.nextChargeAt, 2), 'rejected', 3);
    default:
      return recurringPaymentEvent(planned, planned.payments.at(-1)?.at ?? today, 'active', 0);
  }
}

/**
 * Returns all ledger events that the card provider reported for a demo customer. `transactionIds` are the card
 * provider's ids of the payments in the schedule, in the same order.
 */
export function demoEvents(
  customer: DemoCustomer,
  planned: DemoSchedule,
  transactionIds: readonly string[],
  today: Date,
): LedgerEvent[] {
  const paid = planned.payments.flatMap((payment, index): LedgerEvent[] => {
    const transactionId = transactionIds[index] ?? forgottenTransaction(customer.number, index);
    const succeeded: LedgerEvent = {
      key: reportKey(CLOUD_PAYMENTS, { kind: 'paid', transactionId }),
      at: payment.at,
      data: {
        kind: 'paymentSucceeded',
        provider: CLOUD_PAYMENTS,
        transactionId,
        orderId: planned.orderId,
        role: payment.role,
        orderKind: 'trial',
        amountKopecks: payment.amountKopecks,
        recurringPaymentAmountKopecks: MONTH_KOPECKS,
        recurringPaymentStartAt: planned.startAt.toISOString(),
        trialDays: OFFER_TERMS.webTrialDays,
        cardMask: DEMO_CARD_MASK,
      },
    };
    if (payment.role === 'recurrent') return [succeeded];
    // The payment that verified the card was refunded.
    const refundId = forgottenTransaction(customer.number, planned.payments.length);
    const refunded: LedgerEvent = {
      key: reportKey(CLOUD_PAYMENTS, { kind: 'refunded', refundId }),
      at: payment.at,
      data: {
        kind: 'refunded',
        provider: CLOUD_PAYMENTS,
        transactionId,
        refundId,
        amountKopecks: payment.amountKopecks,
      },
    };
    return [succeeded, refunded];
  });
  return [...paid, lastWord(customer.story, planned, today)];
}
