/**
 * The past of a demo customer: when it was charged, and the events of the subscription that follow.
 */
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
/** Noon in Moscow, in UTC: what is due on one day is due at one moment. */
const DUE_HOUR_UTC = 9;
/** Every month has this day. */
const LAST_COMMON_DAY = 28;

interface DemoPayment {
  at: Date;
  amountKopecks: number;
  role: 'first' | 'recurrent';
}

export interface DemoSchedule {
  orderId: string;
  recurringPaymentId: string;
  /** In their order: the one that verifies the card, and the monthly charges. */
  payments: [DemoPayment, ...DemoPayment[]];
  /** First charge of the recurring payment, and the next one. */
  startAt: Date;
  nextChargeAt: Date;
}

/** Today's noon. */
export function demoToday(now: Date): Date {
  const today = new Date(now);
  today.setUTCHours(DUE_HOUR_UTC, 0, 0, 0);
  return today;
}

/** The first day from `day` on that every month has. */
function commonDay(day: Date): Date {
  let found = day;
  while (found.getUTCDate() > LAST_COMMON_DAY) found = addDays(found, 1);
  return found;
}

/** The last day up to `day` that every month has. */
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

/** When a demo customer was, is or would be charged; null for those without a card. */
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

/** A number that the provider's stand-in never gives: the payments of finished stories are not kept there. */
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
    // Left at the provider's own page.
    case 'cancelled':
      return recurringPaymentEvent(planned, addDays(today, -1), 'cancelled', 0);
    case 'expired':
      return recurringPaymentEvent(planned, addDays(planned.nextChargeAt, 2), 'rejected', 3);
    default:
      return recurringPaymentEvent(planned, planned.payments.at(-1)?.at ?? today, 'active', 0);
  }
}

/**
 * Everything that the card provider reported of a demo customer. `transactionIds`: the provider's numbers of the
 * payments of the schedule, in their order.
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
    // The ruble that verified the card went back.
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
