/** Payments and recurring payments of the fake card provider. */
import { randomBytes } from 'node:crypto';
import { and, asc, eq, inArray, lte, min } from 'drizzle-orm';
import type { Database } from '../../store/database';
import { createQueue } from '../outside/queue';
import {
  sandboxCards,
  sandboxPayments,
  sandboxRecurringPayments,
  type SandboxSchedule,
} from '../schema/cards';
import { isFinalDecline, REJECTED_BY_SHOP, THREE_DS_FAILED } from './declines';
import {
  type CardRow,
  type FakeCardProviderOptions,
  type PaymentRow,
  type RecurringPaymentRow,
} from './fakeProviderContext';
import {
  checkMessage,
  failMessage,
  payMessage,
  receiptMessage,
  recurrentMessage,
  refundMessage,
} from './notificationMessages';
import type { NotificationKnobs, Notifications } from './notifications';
import { addDays, addMonths, wholeSeconds } from './providerCalendar';

/** Maximum time between two charges of a recurring payment, in months. The first payment also counts as a charge. */
const LONGEST_INTERVAL_MONTHS = 12;

/** Maximum age of a payment that can be refunded, in months. */
const REFUNDABLE_MONTHS = 12;

/** Delay until a new recurring payment appears in searches by account id, in ms. */
const VISIBLE_AFTER_MS = 5_000;

/** Number of consecutive failed charges after which a recurring payment is rejected. */
const MAX_FAILURES = 3;
const LIVE = ['Active', 'PastDue'] as const;

/** Reason why a refund was rejected. */
export type RefundRejection = 'unknown' | 'tooMuch' | 'tooOld' | 'noBalance';
type RefundResult = { refund: PaymentRow } | { rejected: RefundRejection };

interface WidgetPayment {
  amountKopecks: number;
  currency: string;
  invoiceId: string | null;
  accountId: string | null;
  email: string | null;
  description: string;
  cardToken: string;
  schedule: SandboxSchedule | null;
}

export interface Charges {
  /**
   * Sends a Check notification (authorization request) to the product. If the product accepts the payment, the card is
   * charged, or the payment waits for 3-D Secure.
   */
  pay(payment: WidgetPayment): Promise<PaymentRow>;
  /**
   * Completes a payment with the result of the payer's 3-D Secure check. Returns null if the payment does not wait for
   * 3-D Secure.
   */
  responseThreeDs(paymentId: number, isConfirmed: boolean): Promise<PaymentRow | null>;
  /** Refunds a payment in full or in part. */
  refund(paymentId: number, amountKopecks: number): Promise<RefundResult>;
  /**
   * Returns whether a new recurring payment may have its first charge at `startAt`. The time of the first charge must
   * not be in the past or more than 12 months ahead.
   */
  mayBegin(startAt: Date): boolean;
  /**
   * Charges a recurring payment immediately with a different card, and uses that card from then on if the charge
   * succeeds. Returns null if the recurring payment does not exist or is not active.
   */
  replaceCard(recurringPaymentId: string, cardToken: string): Promise<PaymentRow | null>;
  /**
   * Postpones the next charge of a recurring payment as the card provider's dashboard does, without a notification.
   * Returns null if no charge is scheduled.
   */
  postpone(recurringPaymentId: string, days: number): Promise<RecurringPaymentRow | null>;
  /** Cancels a recurring payment. Returns null if the recurring payment does not exist or has already ended. */
  cancelRecurringPayment(id: string): Promise<RecurringPaymentRow | null>;
  /**
   * Changes a recurring payment. Returns null if the recurring payment does not exist, or if its new start is in the
   * past or too far ahead.
   */
  changeRecurringPayment(
    id: string,
    change: { startAt?: Date; amountKopecks?: number; email?: string },
  ): Promise<RecurringPaymentRow | null>;
  /** Delivers due notifications and makes due charges, in the order of their due times. */
  runDueRecurringPayments(): Promise<void>;
  nextDueAt(): Promise<Date | null>;
}

/** Returns the time of a charge in the schedule of a recurring payment; charges are counted from 0. */
function chargeAt(
  recurringPayment: Pick<RecurringPaymentRow, 'startAt' | 'interval' | 'period'>,
  n: number,
): Date {
  const steps = n * recurringPayment.period;
  switch (recurringPayment.interval) {
    case 'Day':
      return addDays(recurringPayment.startAt, steps);
    case 'Week':
      return addDays(recurringPayment.startAt, steps * 7);
    case 'Month':
      return addMonths(recurringPayment.startAt, steps);
  }
}

export function createCharges(options: FakeCardProviderOptions, notifications: Notifications): Charges {
  const { db, terminal } = options;
  const { clock } = terminal;
  const inTurn = createQueue();
  const now = (): Date => wholeSeconds(clock.now());

  async function findCard(tx: Database, payment: { cardToken: string }): Promise<CardRow> {
    const [card] = await tx.select().from(sandboxCards).where(eq(sandboxCards.token, payment.cardToken));
    if (card === undefined) throw new Error('the card of the payment does not exist');
    return card;
  }

  async function insertPayment(
    tx: Database,
    values: typeof sandboxPayments.$inferInsert,
  ): Promise<PaymentRow> {
    const [payment] = await tx.insert(sandboxPayments).values(values).returning();
    if (payment === undefined) throw new Error('the payment was not stored');
    return payment;
  }

  /**
   * Updates a payment if its status is unchanged. Returns null if a concurrent request has already changed the status.
   */
  async function moveOn(
    tx: Database,
    payment: PaymentRow,
    change: Partial<typeof sandboxPayments.$inferInsert>,
  ): Promise<PaymentRow | null> {
    const [changed] = await tx
      .update(sandboxPayments)
      .set(change)
      .where(and(eq(sandboxPayments.id, payment.id), eq(sandboxPayments.status, payment.status)))
      .returning();
    return changed ?? null;
  }

  async function mayPay(payment: PaymentRow, card: CardRow): Promise<boolean> {
    const { status, code } = await notifications.send('check', checkMessage(payment, card));
    return status === 200 && code === 0;
  }

  async function issueReceipt(tx: Database, payment: PaymentRow, knobs: NotificationKnobs): Promise<void> {
    const body = receiptMessage(payment, options.receiptBaseUrl);
    await notifications.enqueue(tx, { paymentId: payment.id, type: 'receipt', body, knobs });
  }

  /** Completes or declines a payment of the card widget and enqueues its notifications, all in one transaction. */
  async function finish(payment: PaymentRow, reasonCode: number): Promise<PaymentRow> {
    const knobs = await notifications.knobs();
    const finished = await db.transaction(async (tx) => {
      const card = await findCard(tx, payment);
      if (reasonCode !== 0) {
        const declined = await moveOn(tx, payment, { status: 'declined', reasonCode });
        if (declined !== null) {
          const body = failMessage(declined, card);
          await notifications.enqueue(tx, { paymentId: declined.id, type: 'fail', body, knobs });
        }
        return declined;
      }
      const schedule = payment.recurrent;
      const recurringPaymentId = schedule === null ? null : `sc_${randomBytes(16).toString('hex')}`;
      const completed = await moveOn(tx, payment, { status: 'completed', recurringPaymentId });
      if (completed === null) return null;
      const body = payMessage(completed, card);
      await notifications.enqueue(tx, { paymentId: completed.id, type: 'pay', body, knobs });
      await issueReceipt(tx, completed, knobs);
      if (schedule !== null && recurringPaymentId !== null && payment.accountId !== null) {
        const terms = { interval: schedule.interval, period: schedule.period };
        const startAt =
          schedule.startDate === null
            ? chargeAt({ ...terms, startAt: payment.createdAt }, 1)
            : wholeSeconds(new Date(schedule.startDate));
        const [recurringPayment] = await tx
          .insert(sandboxRecurringPayments)
          .values({
            ...terms,
            id: recurringPaymentId,
            accountId: payment.accountId,
            cardToken: payment.cardToken,
            invoiceId: payment.invoiceId,
            description: payment.description,
            email: payment.email,
            amountKopecks: schedule.amountKopecks,
            currency: payment.currency,
            startAt,
            nextAt: startAt,
            beganAt: payment.createdAt,
            status: 'Active',
            visibleAt: new Date(clock.now().getTime() + VISIBLE_AFTER_MS),
          })
          .returning();
        if (recurringPayment !== undefined) {
          await notifications.enqueue(tx, {
            paymentId: completed.id,
            type: 'recurrent',
            body: recurrentMessage(recurringPayment),
            knobs,
          });
        }
      }
      return completed;
    });
    await notifications.deliverDue();
    return finished ?? payment;
  }

  /**
   * Returns the reason code of a charge; 0 means success. `isFinal` means that the card provider does not retry the
   * charge.
   */
  function chooseOutcome(
    recurringPayment: RecurringPaymentRow,
    card: CardRow,
    { isAllowed, isNewCard }: { isAllowed: boolean; isNewCard: boolean },
  ): { reasonCode: number; isFinal: boolean } {
    if (!isAllowed) return { reasonCode: REJECTED_BY_SHOP, isFinal: false };
    const reasonCode = isNewCard ? card.firstOutcome : (recurringPayment.failNextWith ?? card.laterOutcome);
    return { reasonCode, isFinal: isFinalDecline(reasonCode) };
  }

  /** Charges a recurring payment now, with its stored card or with a new card that the payer entered. */
  async function chargeRecurringPayment(
    recurringPayment: RecurringPaymentRow,
    newCardToken: string | null = null,
  ): Promise<PaymentRow | null> {
    const at = now();
    const cardToken = newCardToken ?? recurringPayment.cardToken;
    const card = await findCard(db, { cardToken });
    const started = await insertPayment(db, {
      operation: 'Payment',
      status: 'started',
      role: 'recurrent',
      amountKopecks: recurringPayment.amountKopecks,
      currency: recurringPayment.currency,
      invoiceId: recurringPayment.invoiceId,
      accountId: terminal.settings().namesAccount ? recurringPayment.accountId : null,
      email: recurringPayment.email,
      description: recurringPayment.description,
      cardToken,
      recurringPaymentId: recurringPayment.id,
      createdAt: at,
    });
    const isAllowed = await mayPay(started, card);
    const isNewCard = newCardToken !== null;
    const { reasonCode, isFinal } = chooseOutcome(recurringPayment, card, { isAllowed, isNewCard });
    const knobs = await notifications.knobs();
    return db.transaction(async (tx) => {
      let periodsDone = recurringPayment.periodsDone;
      while (chargeAt(recurringPayment, periodsDone) <= at) periodsDone += 1;
      const failures = recurringPayment.failures + 1;
      const change: Partial<typeof sandboxRecurringPayments.$inferInsert> =
        reasonCode === 0
          ? {
              status: 'Active',
              successes: recurringPayment.successes + 1,
              failures: 0,
              periodsDone,
              nextAt: chargeAt(recurringPayment, periodsDone),
              cardToken,
            }
          : isNewCard
            ? { failures: recurringPayment.failures }
            : isFinal || failures >= MAX_FAILURES
              ? { status: 'Rejected', failures, nextAt: null }
              : { status: 'PastDue', failures, nextAt: addDays(at, 1) };
      const [charged] = await tx
        .update(sandboxRecurringPayments)
        .set({ ...change, ...(isNewCard && reasonCode !== 0 ? {} : { lastAt: at, failNextWith: null }) })
        .where(
          and(
            eq(sandboxRecurringPayments.id, recurringPayment.id),
            inArray(sandboxRecurringPayments.status, [...LIVE]),
          ),
        )
        .returning();
      if (charged === undefined) {
        await tx.delete(sandboxPayments).where(eq(sandboxPayments.id, started.id));
        return null;
      }
      const payment = await moveOn(tx, started, {
        status: reasonCode === 0 ? 'completed' : 'declined',
        reasonCode,
      });
      if (payment === null) return null;
      const body = reasonCode === 0 ? payMessage(payment, card) : failMessage(payment, card);
      const type = reasonCode === 0 ? 'pay' : 'fail';
      await notifications.enqueue(tx, { paymentId: payment.id, type, body, knobs });
      if (reasonCode === 0) await issueReceipt(tx, payment, knobs);
      if (charged.status === recurringPayment.status) return payment;
      const changed = recurrentMessage(charged);
      await notifications.enqueue(tx, { paymentId: payment.id, type: 'recurrent', body: changed, knobs });
      return payment;
    });
  }

  async function runDue(): Promise<void> {
    await notifications.deliverDue();
    for (;;) {
      const [recurringPayment] = await db
        .select()
        .from(sandboxRecurringPayments)
        .where(
          and(
            inArray(sandboxRecurringPayments.status, [...LIVE]),
            lte(sandboxRecurringPayments.nextAt, clock.now()),
          ),
        )
        .orderBy(asc(sandboxRecurringPayments.nextAt), asc(sandboxRecurringPayments.id))
        .limit(1);
      if (recurringPayment === undefined) break;
      await chargeRecurringPayment(recurringPayment);
      await notifications.deliverDue();
    }
  }

  async function findPayment(tx: Database, id: number): Promise<PaymentRow | null> {
    const [payment] = await tx.select().from(sandboxPayments).where(eq(sandboxPayments.id, id));
    return payment ?? null;
  }

  async function findLive(id: string): Promise<RecurringPaymentRow | null> {
    const [recurringPayment] = await db
      .select()
      .from(sandboxRecurringPayments)
      .where(and(eq(sandboxRecurringPayments.id, id), inArray(sandboxRecurringPayments.status, [...LIVE])));
    return recurringPayment ?? null;
  }

  /**
   * Returns whether a charge at `startAt` is allowed. The maximum interval between charges is counted from the last
   * charge, or from the first payment if there was no charge.
   */
  const mayCharge = (startAt: Date, lastChargeAt: Date): boolean =>
    startAt >= now() && startAt <= addMonths(lastChargeAt, LONGEST_INTERVAL_MONTHS);

  return {
    mayBegin: (startAt) => mayCharge(startAt, now()),

    async pay(values) {
      const { schedule, ...payment } = values;
      const card = await findCard(db, payment);
      const started = await insertPayment(db, {
        ...payment,
        recurrent: schedule,
        operation: 'Payment',
        status: 'started',
        role: 'first',
        createdAt: now(),
      });
      if (!(await mayPay(started, card))) return finish(started, REJECTED_BY_SHOP);
      if (!card.threeDs) return finish(started, card.firstOutcome);
      return (await moveOn(db, started, { status: 'awaiting3ds' })) ?? started;
    },

    async responseThreeDs(paymentId, isConfirmed) {
      const payment = await findPayment(db, paymentId);
      if (payment?.status !== 'awaiting3ds') return null;
      const card = await findCard(db, payment);
      return finish(payment, isConfirmed ? card.firstOutcome : THREE_DS_FAILED);
    },

    async refund(paymentId, amountKopecks) {
      const knobs = await notifications.knobs();
      const result = await db.transaction(async (tx): Promise<RefundResult> => {
        const payment = await findPayment(tx, paymentId);
        if (payment?.operation !== 'Payment') return { rejected: 'unknown' };
        if (payment.status !== 'completed') return { rejected: 'tooMuch' };
        if (payment.createdAt < addMonths(now(), -REFUNDABLE_MONTHS)) return { rejected: 'tooOld' };
        const refundedKopecks = payment.refundedKopecks + amountKopecks;
        if (amountKopecks <= 0 || refundedKopecks > payment.amountKopecks) return { rejected: 'tooMuch' };
        if (!(await terminal.payOut(tx, amountKopecks))) return { rejected: 'noBalance' };
        const isWhole = refundedKopecks === payment.amountKopecks;
        await moveOn(tx, payment, { refundedKopecks, status: isWhole ? 'refunded' : 'completed' });
        const { invoiceId, accountId, email, description, cardToken, currency, role } = payment;
        const made = await insertPayment(tx, {
          operation: 'Refund',
          status: 'completed',
          role,
          originalId: payment.id,
          amountKopecks,
          currency,
          invoiceId,
          accountId,
          email,
          description,
          cardToken,
          createdAt: now(),
        });
        const body = refundMessage(made);
        await notifications.enqueue(tx, { paymentId: made.id, type: 'refund', body, knobs });
        await issueReceipt(tx, made, knobs);
        return { refund: made };
      });
      await notifications.deliverDue();
      return result;
    },

    async replaceCard(recurringPaymentId, cardToken) {
      const recurringPayment = await findLive(recurringPaymentId);
      if (recurringPayment === null) return null;
      const payment = await inTurn(() => chargeRecurringPayment(recurringPayment, cardToken));
      await notifications.deliverDue();
      return payment;
    },

    async postpone(recurringPaymentId, days) {
      const recurringPayment = await findLive(recurringPaymentId);
      if (recurringPayment === null || recurringPayment.nextAt === null) return null;
      const startAt = addDays(recurringPayment.nextAt, days);
      const [changed] = await db
        .update(sandboxRecurringPayments)
        .set({ startAt, nextAt: startAt, periodsDone: 0 })
        .where(eq(sandboxRecurringPayments.id, recurringPaymentId))
        .returning();
      return changed ?? null;
    },

    async cancelRecurringPayment(id) {
      const knobs = await notifications.knobs();
      const cancelled = await db.transaction(async (tx) => {
        const [recurringPayment] = await tx
          .update(sandboxRecurringPayments)
          .set({ status: 'Cancelled', nextAt: null })
          .where(
            and(eq(sandboxRecurringPayments.id, id), inArray(sandboxRecurringPayments.status, [...LIVE])),
          )
          .returning();
        if (recurringPayment === undefined) return null;
        const body = recurrentMessage(recurringPayment);
        await notifications.enqueue(tx, { paymentId: null, type: 'recurrent', body, knobs });
        return recurringPayment;
      });
      await notifications.deliverDue();
      return cancelled;
    },

    async changeRecurringPayment(id, change) {
      const [current] = await db
        .select()
        .from(sandboxRecurringPayments)
        .where(eq(sandboxRecurringPayments.id, id));
      if (current === undefined) return null;
      const { startAt } = change;
      if (startAt !== undefined && !mayCharge(startAt, current.lastAt ?? current.beganAt)) return null;
      const [recurringPayment] = await db
        .update(sandboxRecurringPayments)
        .set({
          // A new email address alone does not reactivate the recurring payment.
          ...(change.startAt === undefined && change.amountKopecks === undefined
            ? {}
            : { status: 'Active' as const, failures: 0 }),
          ...(change.email === undefined ? {} : { email: change.email }),
          ...(change.amountKopecks === undefined ? {} : { amountKopecks: change.amountKopecks }),
          ...(change.startAt === undefined
            ? {}
            : { startAt: change.startAt, nextAt: change.startAt, periodsDone: 0 }),
        })
        .where(eq(sandboxRecurringPayments.id, id))
        .returning();
      return recurringPayment ?? null;
    },

    runDueRecurringPayments: () => inTurn(runDue),

    async nextDueAt() {
      const [row] = await db
        .select({ at: min(sandboxRecurringPayments.nextAt) })
        .from(sandboxRecurringPayments)
        .where(inArray(sandboxRecurringPayments.status, [...LIVE]));
      const charge = row?.at ?? null;
      const notification = await notifications.nextDueAt();
      if (charge === null || notification === null) return charge ?? notification;
      return charge < notification ? charge : notification;
    },
  };
}
