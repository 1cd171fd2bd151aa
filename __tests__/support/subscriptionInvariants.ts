/**
 * Checks statements about money and access that hold after every step. Each statement relates what the card providers have
 * taken to what the server stores, and does not use the model:
 *
 * - A month is charged once. Another charge of the same month is returned.
 * - Who pays for the present has access.
 * - Who has no renewal is not charged: no payment method is saved, and no recurring payment is active.
 * - Each ruble is access, a refund, a chargeback or a payment issue for staff.
 *
 * `chargeRules.ts` checks each charge when it is made: its announcement, and that it follows no cancellation.
 */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { sandboxRecurringPayments } from '../../src/server/sandbox/schema/cards';
import { paymentIssues } from '../../src/server/store/schema/paymentIssues';
import { requestedPayments, savedMethods } from '../../src/server/store/schema/requestedPayments';
import {
  readSubscriptions,
  type SubscriptionView,
} from '../../src/server/usecases/billing/subscriptions/readSubscription';
import { MONTH_KOPECKS } from './offer';
import { type PaymentFact, paymentName, readPaymentsAgain } from './providerPayments';
import { DAY, HOUR, type SimulationState } from './simulationState';

/** Charges whose dates differ by less than this time pay one month, in ms. */
const SAME_DATE = 12 * HOUR;
/** Charges of a recurring payment at CloudPayments that differ by less than this time pay one month, in ms. */
const SAME_MONTH = 15 * DAY;
/** Length of the shortest month, in ms. A month that is paid in time ends later than this time after its payment. */
const SHORTEST_MONTH = 28 * DAY;
/** Latest time of a charge at CloudPayments after the charge date, in ms. */
const LATEST_CHARGE = 3 * DAY;

/** What the server stores about the money of an account. */
export interface Books {
  view: Pick<SubscriptionView, 'status' | 'isActive' | 'totalPaidKopecks'> | undefined;
  /** Charge dates by transaction id. */
  chargeDates: ReadonlyMap<string, number>;
  hasSavedMethod: boolean;
  hasRecurringPayment: boolean;
  hasIssue: boolean;
}

const isKept = ({ state, amount, returned }: PaymentFact): boolean => state === 'taken' && returned < amount;

/** Returns a charge of a month that another charge has paid, or null. */
function findSecondCharge(payments: readonly PaymentFact[], { chargeDates }: Books): PaymentFact | null {
  const charges = payments.filter((payment) => payment.isCharge && isKept(payment) && payment.returned === 0);
  for (const [index, charge] of charges.entries()) {
    const date = chargeDates.get(charge.id);
    const isSecond = charges.slice(0, index).some((other) => {
      const otherDate = chargeDates.get(other.id);
      if (date !== undefined && otherDate !== undefined) return Math.abs(date - otherDate) < SAME_DATE;
      const isSameAgreement =
        charge.recurringPaymentId !== null && charge.recurringPaymentId === other.recurringPaymentId;
      return isSameAgreement && Math.abs(charge.at - other.at) < SAME_MONTH;
    });
    if (isSecond) return charge;
  }
  return null;
}

/** Returns whether a payment bought a month that lasts at least until `now`. */
function paysFor(payment: PaymentFact, { chargeDates }: Books, now: number): boolean {
  if (!isKept(payment) || payment.amount !== MONTH_KOPECKS) return false;
  const latestStart = payment.isCharge ? payment.at - LATEST_CHARGE : payment.at;
  return (chargeDates.get(payment.id) ?? latestStart) + SHORTEST_MONTH > now;
}

/**
 * Returns the statement that the payments of a customer violate at `now`, or null. `isReversed` means that money was
 * returned or charged back, so that a paid month may have ended early. `chargedBack` is in kopecks.
 */
export function findViolation(
  payments: readonly PaymentFact[],
  books: Books,
  { isReversed, chargedBack, now }: { isReversed: boolean; chargedBack: number; now: number },
): string | null {
  const { view, hasSavedMethod, hasRecurringPayment, hasIssue } = books;
  const second = findSecondCharge(payments, books);
  if (second !== null) return `${paymentName(second)} charges a paid month and is kept`;
  if (view?.isActive !== true && !isReversed && payments.some((each) => paysFor(each, books, now)))
    return 'a customer who has paid for the present has no access';
  if (view?.status !== 'ACTIVE' && hasSavedMethod) return 'a payment method is saved without a renewal';
  if (view?.status !== 'ACTIVE' && hasRecurringPayment)
    return 'a recurring payment is active without a renewal';
  let held = -chargedBack;
  for (const payment of payments) if (isKept(payment)) held += payment.amount - payment.returned;
  const booked = view?.totalPaidKopecks ?? 0;
  if (held !== booked && !hasIssue)
    return `the card providers hold ${String(held)} kopecks, and the server accounts for ${String(booked)}`;
  return null;
}

/** Checks the customers to whom something happened since the last check. */
export async function checkInvariants(state: SimulationState): Promise<void> {
  const { db } = state.world;
  const touched = state.subjects.filter(({ isTouched, isDifferent }) => isTouched && !isDifferent);
  if (touched.length === 0) return;
  const ids = touched.map(({ customer }) => customer.id);
  const views = await readSubscriptions(db, ids, new Date(state.now));
  const requested = await db
    .select()
    .from(requestedPayments)
    .where(and(inArray(requestedPayments.accountId, ids), eq(requestedPayments.kind, 'charge')));
  const chargeDates = new Map(
    requested.flatMap(({ transactionId, chargeAt }): [string, number][] =>
      transactionId === null || chargeAt === null ? [] : [[transactionId, chargeAt.getTime()]],
    ),
  );
  const saved = await db.select().from(savedMethods).where(inArray(savedMethods.accountId, ids));
  const withMethod = new Set(saved.map(({ accountId }) => accountId));
  const recurring = await db
    .select({ orderId: sandboxRecurringPayments.invoiceId })
    .from(sandboxRecurringPayments)
    .where(inArray(sandboxRecurringPayments.status, ['Active', 'PastDue']));
  const withRecurring = new Set(recurring.map(({ orderId }) => state.orders.get(orderId ?? '')?.subject));
  const issues = await db.select().from(paymentIssues).where(isNull(paymentIssues.outcome));
  const withIssue = new Set(issues.map(({ accountId }) => accountId));
  const again = await readPaymentsAgain(
    db,
    touched.flatMap((subject) => [...subject.payments.values()]),
  );
  for (const subject of touched) {
    const { id } = subject.customer;
    const payments = [...subject.payments.keys()].flatMap((name) => again.get(name) ?? []);
    let chargedBack = 0;
    for (const payment of subject.model.payments.values()) chargedBack += payment.chargedBack;
    const books = {
      ...{ view: views.get(id), chargeDates, hasSavedMethod: withMethod.has(id) },
      ...{ hasRecurringPayment: withRecurring.has(subject), hasIssue: withIssue.has(id) },
    };
    const { isReversed } = subject;
    const found = findViolation(payments, books, { isReversed, chargedBack, now: state.now });
    state.count('checks of invariants');
    if (found !== null) state.fail(subject, found);
    subject.isTouched = false;
  }
}
