/** Payments and recurrences at the sandbox's card provider. */
import { randomBytes } from 'node:crypto';
import { and, asc, eq, inArray, lte, min } from 'drizzle-orm';
import { addDays, addMonths, wholeSeconds } from '../../billing/rules/billingCalendar';
import type { Database } from '../../store/database';
import { sandboxCards, sandboxPayments, sandboxRecurrences, type SandboxSchedule } from '../schema/cards';
import {
  checkMessage,
  failMessage,
  payMessage,
  receiptMessage,
  recurrentMessage,
  refundMessage,
} from './notificationMessages';
import type { NotificationKnobs, Notifications } from './notifications';
import {
  type CardPeerOptions,
  type CardRow,
  createQueue,
  type PaymentRow,
  type RecurrenceRow,
} from './peerContext';

/** The shop refused the payment, or did not answer. */
const REFUSED_BY_SHOP = 5005;
const THREE_DS_FAILED = 5206;
const INSUFFICIENT_FUNDS = 5051;

/** Between two charges, the first payment included, months. */
const LONGEST_INTERVAL_MONTHS = 12;

/** A new recurrence is found by its payer's name after so long, ms. */
const VISIBLE_AFTER_MS = 5_000;

/** So many failures in a row and a recurrence is given up. */
const MAX_FAILURES = 3;
const LIVE = ['Active', 'PastDue'] as const;

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
  /** Asks the product (Check) and charges, or leaves the payment waiting for 3-D Secure. */
  pay(payment: WidgetPayment): Promise<PaymentRow>;
  /** The payer's answer to 3-D Secure; null when no such payment waits for it. */
  answerThreeDs(paymentId: number, isConfirmed: boolean): Promise<PaymentRow | null>;
  /** The refund; null when there is not so much left. */
  refund(paymentId: number, amountKopecks: number): Promise<PaymentRow | null>;
  /** False when the first charge would come later than a recurrence may leave between two. */
  mayBegin(startAt: Date): boolean;
  /** Null when there is no such recurrence or it is over. */
  cancelRecurrence(id: string): Promise<RecurrenceRow | null>;
  /** Null when there is no such recurrence, or it may not be moved so far. */
  changeRecurrence(
    id: string,
    change: { startAt?: Date; amountKopecks?: number; email?: string },
  ): Promise<RecurrenceRow | null>;
  runDueRecurrences(): Promise<void>;
  nextDueAt(): Promise<Date | null>;
}

/** The n-th charge of a schedule, counted from 0. */
function chargeAt(recurrence: Pick<RecurrenceRow, 'startAt' | 'interval' | 'period'>, n: number): Date {
  const steps = n * recurrence.period;
  switch (recurrence.interval) {
    case 'Day':
      return addDays(recurrence.startAt, steps);
    case 'Week':
      return addDays(recurrence.startAt, steps * 7);
    case 'Month':
      return addMonths(recurrence.startAt, steps);
  }
}

export function createCharges(options: CardPeerOptions, notifications: Notifications): Charges {
  const { db, clock } = options;
  const inTurn = createQueue();
  const now = (): Date => wholeSeconds(clock.now());

  async function cardOf(tx: Database, payment: { cardToken: string }): Promise<CardRow> {
    const [card] = await tx.select().from(sandboxCards).where(eq(sandboxCards.token, payment.cardToken));
    if (card === undefined) throw new Error('the card of a payment is gone');
    return card;
  }

  async function insertPayment(
    tx: Database,
    values: typeof sandboxPayments.$inferInsert,
  ): Promise<PaymentRow> {
    const [payment] = await tx.insert(sandboxPayments).values(values).returning();
    if (payment === undefined) throw new Error('a payment vanished while it was being made');
    return payment;
  }

  /** Null when somebody else changed it first. */
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

  /** Ends a payment made in the widget, with all that follows, in one transaction. */
  async function finish(payment: PaymentRow, reasonCode: number): Promise<PaymentRow> {
    const knobs = await notifications.knobs();
    const finished = await db.transaction(async (tx) => {
      const card = await cardOf(tx, payment);
      if (reasonCode !== 0) {
        const declined = await moveOn(tx, payment, { status: 'declined', reasonCode });
        if (declined !== null) {
          const body = failMessage(declined, card);
          await notifications.enqueue(tx, { paymentId: declined.id, type: 'fail', body, knobs });
        }
        return declined;
      }
      const schedule = payment.recurrent;
      const recurrenceId = schedule === null ? null : `sc_${randomBytes(16).toString('hex')}`;
      const completed = await moveOn(tx, payment, { status: 'completed', recurrenceId });
      if (completed === null) return null;
      const body = payMessage(completed, card);
      await notifications.enqueue(tx, { paymentId: completed.id, type: 'pay', body, knobs });
      await issueReceipt(tx, completed, knobs);
      if (schedule !== null && recurrenceId !== null && payment.accountId !== null) {
        const terms = { interval: schedule.interval, period: schedule.period };
        const startAt =
          schedule.startDate === null
            ? chargeAt({ ...terms, startAt: payment.createdAt }, 1)
            : wholeSeconds(new Date(schedule.startDate));
        const [recurrence] = await tx
          .insert(sandboxRecurrences)
          .values({
            ...terms,
            id: recurrenceId,
            accountId: payment.accountId,
            cardToken: payment.cardToken,
            invoiceId: payment.invoiceId,
            description: payment.description,
            email: payment.email,
            amountKopecks: schedule.amountKopecks,
            currency: payment.currency,
            startAt,
            nextAt: startAt,
            status: 'Active',
            visibleAt: new Date(clock.now().getTime() + VISIBLE_AFTER_MS),
          })
          .returning();
        if (recurrence !== undefined) {
          await notifications.enqueue(tx, {
            paymentId: completed.id,
            type: 'recurrent',
            body: recurrentMessage(recurrence),
            knobs,
          });
        }
      }
      return completed;
    });
    await notifications.deliverDue();
    return finished ?? payment;
  }

  /** One due charge of a recurrence. */
  async function chargeRecurrence(recurrence: RecurrenceRow): Promise<void> {
    const at = now();
    const card = await cardOf(db, recurrence);
    const started = await insertPayment(db, {
      operation: 'Payment',
      status: 'started',
      role: 'recurrent',
      amountKopecks: recurrence.amountKopecks,
      currency: recurrence.currency,
      invoiceId: recurrence.invoiceId,
      accountId: recurrence.accountId,
      email: recurrence.email,
      description: recurrence.description,
      cardToken: recurrence.cardToken,
      recurrenceId: recurrence.id,
      createdAt: at,
    });
    const allowed = await mayPay(started, card);
    const reasonCode = !allowed
      ? REFUSED_BY_SHOP
      : recurrence.failNext
        ? INSUFFICIENT_FUNDS
        : card.laterOutcome;
    const knobs = await notifications.knobs();
    await db.transaction(async (tx) => {
      let periodsDone = recurrence.periodsDone;
      while (chargeAt(recurrence, periodsDone) <= at) periodsDone += 1;
      const failures = recurrence.failures + 1;
      const change: Partial<typeof sandboxRecurrences.$inferInsert> =
        reasonCode === 0
          ? {
              status: 'Active',
              successes: recurrence.successes + 1,
              failures: 0,
              periodsDone,
              nextAt: chargeAt(recurrence, periodsDone),
            }
          : failures >= MAX_FAILURES
            ? { status: 'Rejected', failures, nextAt: null }
            : { status: 'PastDue', failures, nextAt: addDays(at, 1) };
      const [charged] = await tx
        .update(sandboxRecurrences)
        .set({ ...change, lastAt: at, failNext: false })
        .where(and(eq(sandboxRecurrences.id, recurrence.id), inArray(sandboxRecurrences.status, [...LIVE])))
        .returning();
      if (charged === undefined) {
        await tx.delete(sandboxPayments).where(eq(sandboxPayments.id, started.id));
        return;
      }
      const payment = await moveOn(tx, started, {
        status: reasonCode === 0 ? 'completed' : 'declined',
        reasonCode,
      });
      if (payment === null) return;
      const body = reasonCode === 0 ? payMessage(payment, card) : failMessage(payment, card);
      const type = reasonCode === 0 ? 'pay' : 'fail';
      await notifications.enqueue(tx, { paymentId: payment.id, type, body, knobs });
      if (reasonCode === 0) await issueReceipt(tx, payment, knobs);
      if (charged.status === recurrence.status) return;
      const changed = recurrentMessage(charged);
      await notifications.enqueue(tx, { paymentId: payment.id, type: 'recurrent', body: changed, knobs });
    });
  }

  async function runDue(): Promise<void> {
    await notifications.deliverDue();
    for (;;) {
      const [recurrence] = await db
        .select()
        .from(sandboxRecurrences)
        .where(
          and(inArray(sandboxRecurrences.status, [...LIVE]), lte(sandboxRecurrences.nextAt, clock.now())),
        )
        .orderBy(asc(sandboxRecurrences.nextAt), asc(sandboxRecurrences.id))
        .limit(1);
      if (recurrence === undefined) break;
      await chargeRecurrence(recurrence);
      await notifications.deliverDue();
    }
  }

  async function findPayment(tx: Database, id: number): Promise<PaymentRow | null> {
    const [payment] = await tx.select().from(sandboxPayments).where(eq(sandboxPayments.id, id));
    return payment ?? null;
  }

  const isNearEnough = (startAt: Date): boolean => startAt <= addMonths(now(), LONGEST_INTERVAL_MONTHS);

  return {
    mayBegin: isNearEnough,

    async pay(values) {
      const { schedule, ...payment } = values;
      const card = await cardOf(db, payment);
      const started = await insertPayment(db, {
        ...payment,
        recurrent: schedule,
        operation: 'Payment',
        status: 'started',
        role: 'first',
        createdAt: now(),
      });
      if (!(await mayPay(started, card))) return finish(started, REFUSED_BY_SHOP);
      if (!card.threeDs) return finish(started, card.firstOutcome);
      return (await moveOn(db, started, { status: 'awaiting3ds' })) ?? started;
    },

    async answerThreeDs(paymentId, isConfirmed) {
      const payment = await findPayment(db, paymentId);
      if (payment?.status !== 'awaiting3ds') return null;
      const card = await cardOf(db, payment);
      return finish(payment, isConfirmed ? card.firstOutcome : THREE_DS_FAILED);
    },

    async refund(paymentId, amountKopecks) {
      const knobs = await notifications.knobs();
      const refund = await db.transaction(async (tx) => {
        const payment = await findPayment(tx, paymentId);
        if (payment?.status !== 'completed' || payment.operation !== 'Payment') return null;
        const refundedKopecks = payment.refundedKopecks + amountKopecks;
        if (amountKopecks <= 0 || refundedKopecks > payment.amountKopecks) return null;
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
        return made;
      });
      await notifications.deliverDue();
      return refund;
    },

    async cancelRecurrence(id) {
      const knobs = await notifications.knobs();
      const cancelled = await db.transaction(async (tx) => {
        const [recurrence] = await tx
          .update(sandboxRecurrences)
          .set({ status: 'Cancelled', nextAt: null })
          .where(and(eq(sandboxRecurrences.id, id), inArray(sandboxRecurrences.status, [...LIVE])))
          .returning();
        if (recurrence === undefined) return null;
        const body = recurrentMessage(recurrence);
        await notifications.enqueue(tx, { paymentId: null, type: 'recurrent', body, knobs });
        return recurrence;
      });
      await notifications.deliverDue();
      return cancelled;
    },

    async changeRecurrence(id, change) {
      if (change.startAt !== undefined && !isNearEnough(change.startAt)) return null;
      const [recurrence] = await db
        .update(sandboxRecurrences)
        .set({
          // Another email alone is no other agreement.
          ...(change.startAt === undefined && change.amountKopecks === undefined
            ? {}
            : { status: 'Active' as const, failures: 0 }),
          ...(change.email === undefined ? {} : { email: change.email }),
          ...(change.amountKopecks === undefined ? {} : { amountKopecks: change.amountKopecks }),
          ...(change.startAt === undefined
            ? {}
            : { startAt: change.startAt, nextAt: change.startAt, periodsDone: 0 }),
        })
        .where(eq(sandboxRecurrences.id, id))
        .returning();
      return recurrence ?? null;
    },

    runDueRecurrences: () => inTurn(runDue),

    async nextDueAt() {
      const [row] = await db
        .select({ at: min(sandboxRecurrences.nextAt) })
        .from(sandboxRecurrences)
        .where(inArray(sandboxRecurrences.status, [...LIVE]));
      const charge = row?.at ?? null;
      const notification = await notifications.nextDueAt();
      if (charge === null || notification === null) return charge ?? notification;
      return charge < notification ? charge : notification;
    },
  };
}
