/**
 * The fake card provider of the sandbox, a separate HTTP service. The product sends requests to the REST API of the
 * fake card provider, and the fake card provider sends signed HTTP notifications to the product. The product and the
 * fake card provider have no other connection. All state of the fake card provider is in the database, so a killed
 * process loses no data.
 */
import { asc, desc, eq, inArray } from 'drizzle-orm';
import { Hono } from 'hono';
import { formatCardMask } from '../../adapters/providerText';
import { Rejection } from '../../domain/rejection';
import {
  sandboxCardFailures,
  sandboxCards,
  sandboxNotifications,
  sandboxPayments,
  sandboxRecurringPayments,
} from '../schema/cards';
import { REJECTIONS } from '../texts/rejections';
import { isCardNumber, registerCard } from './cards';
import { createCharges } from './charges';
import { INSUFFICIENT_FUNDS } from './declines';
import type {
  CardRow,
  FakeCardProviderOptions,
  NotificationRow,
  NotificationType,
  PaymentRow,
  RecurringPaymentRow,
} from './fakeProviderContext';
import {
  checkMessage,
  failMessage,
  fiscalSign,
  payMessage,
  receiptId,
  receiptMessage,
  recurrentMessage,
  refundMessage,
} from './notificationMessages';
import { createNotifications, type NotificationKnobs, type NotificationResult } from './notifications';
import { REST_METHODS, restApi, type RestMethod } from './restApi';
import type { TerminalChange, TerminalSettings } from './terminal';
import { widgetApi } from './widget/api';
import { widgetScript } from './widget/script';

export type { NotificationType } from './fakeProviderContext';
export type { NotificationKnobs } from './notifications';
export type { TerminalSettings } from './terminal';
export { REST_METHODS, type RestMethod } from './restApi';

/**
 * Payment in the response to `GET /sandbox/api/payments`. Amounts are in kopecks, and times are in ISO 8601 and UTC.
 */
export interface FakePayment {
  /** TransactionId of the payment at the fake card provider. */
  id: string;
  operation: 'payment' | 'refund';
  status: PaymentRow['status'];
  /** Whether the payment was made in the card widget (`first`) or by a recurring payment (`recurrent`). */
  role: 'first' | 'recurrent';
  amountKopecks: number;
  refundedKopecks: number;
  currency: string;
  orderId: string | null;
  accountId: string | null;
  email: string | null;
  description: string;
  cardMask: string | null;
  /** Reason code of the declined payment, or 0 if the payment was not declined. */
  reasonCode: number;
  recurringPayment: {
    id: string;
    status: RecurringPaymentRow['status'];
    nextChargeAt: string | null;
    /** Whether the next charge of the recurring payment will be declined. */
    failNext: boolean;
    amountKopecks: number;
  } | null;
  notifications: {
    type: NotificationType;
    state: NotificationRow['state'];
    attempts: number;
    dueAt: string;
  }[];
  at: string;
}

/** Contents of a fiscal receipt. */
export interface FakeReceipt {
  id: string;
  kind: 'income' | 'incomeReturn';
  amountKopecks: number;
  description: string;
  email: string | null;
  fiscalSign: string;
  at: Date;
}

export interface FakeCardProvider {
  /**
   * HTTP routes of the fake card provider: the REST API under /api, the card widget's script and the card widget's own
   * API.
   */
  app: Hono;
  /** Returns the payments and refunds at the fake card provider, newest first. */
  listPayments(of?: { email?: string | undefined }): Promise<FakePayment[]>;
  /**
   * Sends a notification about a payment, for the first time or again. Throws NOT_FOUND if the payment does not exist,
   * or CONFLICT if a payment in this state never causes such a notification.
   */
  notify(
    paymentId: string,
    notification: { type: NotificationType; copies?: number; delayMs?: number },
  ): Promise<{ sent: number; responses: NotificationResult[] }>;
  /**
   * Makes the next charge of the payment's recurring payment fail. Throws NOT_FOUND if the payment does not exist, or
   * CONFLICT if no charge is scheduled.
   */
  failNext(
    paymentId: string,
    reasonCode?: number,
  ): Promise<{ recurringPaymentId: string; failNext: boolean }>;
  /**
   * Simulates a change of the recurring payment by its payer or in the card provider's dashboard, which causes no
   * notification. Throws NOT_FOUND if the payment does not exist, CONFLICT if no charge is scheduled, or
   * INVALID_REQUEST if the card number is invalid.
   */
  changeRecurringPayment(
    paymentId: string,
    change: RecurringPaymentChange,
  ): Promise<{ recurringPaymentId: string }>;
  terminal(): Promise<TerminalSettings>;
  changeTerminal(settings: TerminalChange): Promise<void>;
  /** Returns whether future notifications are dropped, duplicated or delayed. */
  knobs(): Promise<NotificationKnobs>;
  setKnobs(knobs: NotificationKnobs): Promise<void>;
  /** Returns the REST API methods that are set to fail, each with the remaining number of failures. */
  failures(): Promise<PlannedFailure[]>;
  /** Makes the next `times` requests to a REST API method fail. If `times` is 0, the method works normally again. */
  failCalls(failure: PlannedFailure): Promise<void>;
  /** Returns the fiscal receipt of a payment or refund, or null if no receipt exists. */
  findReceipt(paymentId: string): Promise<FakeReceipt | null>;
  /** Makes due charges and sends due notifications. Resolves after the product has responded to all notifications. */
  runDueRecurringPayments(): Promise<void>;
  /** Returns the time of the next scheduled charge or notification, which may be in the past. */
  nextDueAt(): Promise<Date | null>;
}

/** Number of future requests to a REST API method that will fail. */
export interface PlannedFailure {
  method: RestMethod;
  times: number;
  /**
   * HTTP status of the simulated failure. A failure with status 200 has a response body with `Success: false`. Status
   * 429 means too many requests.
   */
  status: number;
}

/** Change of a recurring payment in the card provider's dashboard. */
export type RecurringPaymentChange =
  | { action: 'amount'; amountKopecks: number }
  | { action: 'card'; number: string }
  | { action: 'postpone'; days: number };

/** Expiry date of a card that is entered in the card provider's dashboard, in the format MM/YY. */
const NEW_CARD_EXPIRES = '12/60';
const NEW_CARD_CVV = '123';

const SHOWN_MAX = 200;

export function createFakeCardProvider(options: FakeCardProviderOptions): FakeCardProvider {
  const { db, terminal } = options;
  const notifications = createNotifications(options);
  const charges = createCharges(options, notifications);
  const app = new Hono();

  app.route('/api', restApi(options, charges));
  app.route('/widget', widgetApi(options, charges));
  for (const path of ['/widget.js', '/bundles/cloudpayments.js']) {
    app.get(path, (context) => {
      context.header('Content-Type', 'text/javascript; charset=utf-8');
      context.header('Cache-Control', 'no-cache');
      context.header('X-Content-Type-Options', 'nosniff');
      return context.body(widgetScript());
    });
  }

  async function findPayment(id: string): Promise<{ payment: PaymentRow; card: CardRow }> {
    const [found] = /^\d{1,9}$/.test(id)
      ? await db
          .select({ payment: sandboxPayments, card: sandboxCards })
          .from(sandboxPayments)
          .innerJoin(sandboxCards, eq(sandboxCards.token, sandboxPayments.cardToken))
          .where(eq(sandboxPayments.id, Number(id)))
      : [];
    if (found === undefined) throw new Rejection('NOT_FOUND', REJECTIONS.noPayment);
    return found;
  }

  async function findRecurringPayment(payment: PaymentRow): Promise<RecurringPaymentRow | null> {
    if (payment.recurringPaymentId === null) return null;
    const [recurringPayment] = await db
      .select()
      .from(sandboxRecurringPayments)
      .where(eq(sandboxRecurringPayments.id, payment.recurringPaymentId));
    return recurringPayment ?? null;
  }

  /** Returns the body of a notification, or null if a payment in this state never causes such a notification. */
  async function buildMessage(
    type: NotificationType,
    payment: PaymentRow,
    card: CardRow,
  ): Promise<string | null> {
    const isPayment = payment.operation === 'Payment';
    const hasSucceeded = isPayment && ['completed', 'refunded'].includes(payment.status);
    switch (type) {
      case 'check':
        return isPayment ? checkMessage(payment, card) : null;
      case 'pay':
      case 'confirm':
        return hasSucceeded ? payMessage(payment, card) : null;
      case 'fail':
        return payment.status === 'declined' ? failMessage(payment, card) : null;
      case 'refund': {
        if (!isPayment) return refundMessage(payment);
        const [refund] = await db
          .select()
          .from(sandboxPayments)
          .where(eq(sandboxPayments.originalId, payment.id))
          .orderBy(desc(sandboxPayments.id))
          .limit(1);
        return refund === undefined ? null : refundMessage(refund);
      }
      case 'receipt':
        return hasSucceeded || !isPayment ? receiptMessage(payment, options.receiptBaseUrl) : null;
      case 'recurrent': {
        const recurringPayment = await findRecurringPayment(payment);
        return recurringPayment === null ? null : recurrentMessage(recurringPayment);
      }
    }
  }

  return {
    app,

    async listPayments({ email } = {}) {
      const rows = await db
        .select({ payment: sandboxPayments, card: sandboxCards, recurringPayment: sandboxRecurringPayments })
        .from(sandboxPayments)
        .innerJoin(sandboxCards, eq(sandboxCards.token, sandboxPayments.cardToken))
        .leftJoin(
          sandboxRecurringPayments,
          eq(sandboxRecurringPayments.id, sandboxPayments.recurringPaymentId),
        )
        .where(email === undefined ? undefined : eq(sandboxPayments.email, email))
        .orderBy(desc(sandboxPayments.createdAt), desc(sandboxPayments.id))
        .limit(SHOWN_MAX);
      const ids = rows.map(({ payment }) => payment.id);
      const sent =
        ids.length === 0
          ? []
          : await db
              .select()
              .from(sandboxNotifications)
              .where(inArray(sandboxNotifications.paymentId, ids))
              .orderBy(asc(sandboxNotifications.id));
      return rows.map(({ payment, card, recurringPayment }) => ({
        id: String(payment.id),
        operation: payment.operation === 'Refund' ? 'refund' : 'payment',
        status: payment.status,
        role: payment.role,
        amountKopecks: payment.amountKopecks,
        refundedKopecks: payment.refundedKopecks,
        currency: payment.currency,
        orderId: payment.invoiceId,
        accountId: payment.accountId,
        email: payment.email,
        description: payment.description,
        cardMask: formatCardMask(card.lastFour),
        reasonCode: payment.reasonCode,
        recurringPayment:
          recurringPayment === null
            ? null
            : {
                id: recurringPayment.id,
                status: recurringPayment.status,
                nextChargeAt: recurringPayment.nextAt?.toISOString() ?? null,
                failNext: recurringPayment.failNextWith !== null,
                amountKopecks: recurringPayment.amountKopecks,
              },
        notifications: sent
          .filter(({ paymentId }) => paymentId === payment.id)
          .map(({ type, state, attempts, dueAt }) => ({ type, state, attempts, dueAt: dueAt.toISOString() })),
        at: payment.createdAt.toISOString(),
      }));
    },

    async notify(paymentId, { type, copies = 1, delayMs = 0 }) {
      const { payment, card } = await findPayment(paymentId);
      const body = await buildMessage(type, payment, card);
      if (body === null) throw new Rejection('CONFLICT', REJECTIONS.noSuchNotification);
      if (delayMs > 0 && type !== 'check') {
        const knobs = { drop: false, copies, delayMs };
        await db.transaction((tx) => notifications.enqueue(tx, { paymentId: payment.id, type, body, knobs }));
        return { sent: 0, responses: [] };
      }
      const responses = await Promise.all(
        Array.from({ length: copies }, () => notifications.send(type, body)),
      );
      return { sent: copies, responses };
    },

    async changeRecurringPayment(paymentId, change) {
      const { payment } = await findPayment(paymentId);
      const recurringPayment = await findRecurringPayment(payment);
      if (recurringPayment === null || recurringPayment.nextAt === null) {
        throw new Rejection('CONFLICT', REJECTIONS.noRecurringPayment);
      }
      switch (change.action) {
        case 'amount':
          await db
            .update(sandboxRecurringPayments)
            .set({ amountKopecks: change.amountKopecks })
            .where(eq(sandboxRecurringPayments.id, recurringPayment.id));
          break;
        case 'postpone':
          await charges.postpone(recurringPayment.id, change.days);
          break;
        case 'card': {
          const digits = change.number.replace(/[\s-]/g, '');
          if (!isCardNumber(digits)) throw new Rejection('INVALID_REQUEST', REJECTIONS.noCard, ['number']);
          const card = { digits, expires: NEW_CARD_EXPIRES, cvv: NEW_CARD_CVV };
          await charges.replaceCard(recurringPayment.id, await registerCard(db, card));
        }
      }
      return { recurringPaymentId: recurringPayment.id };
    },

    terminal: () => Promise.resolve(terminal.settings()),
    changeTerminal: (settings) => terminal.change(settings),

    async failNext(paymentId, reasonCode = INSUFFICIENT_FUNDS) {
      const { payment } = await findPayment(paymentId);
      const recurringPayment = await findRecurringPayment(payment);
      if (recurringPayment === null || recurringPayment.nextAt === null) {
        throw new Rejection('CONFLICT', REJECTIONS.noRecurringPayment);
      }
      await db
        .update(sandboxRecurringPayments)
        .set({ failNextWith: reasonCode })
        .where(eq(sandboxRecurringPayments.id, recurringPayment.id));
      return { recurringPaymentId: recurringPayment.id, failNext: true };
    },

    async findReceipt(paymentId) {
      const [payment] = /^\d{1,9}$/.test(paymentId)
        ? await db
            .select()
            .from(sandboxPayments)
            .where(eq(sandboxPayments.id, Number(paymentId)))
        : [];
      if (payment === undefined || !['completed', 'refunded'].includes(payment.status)) return null;
      return {
        id: receiptId(payment),
        kind: payment.operation === 'Refund' ? 'incomeReturn' : 'income',
        amountKopecks: payment.amountKopecks,
        description: payment.description,
        email: payment.email,
        fiscalSign: fiscalSign(payment),
        at: payment.createdAt,
      };
    },

    async failures() {
      const rows = await db.select().from(sandboxCardFailures);
      return REST_METHODS.flatMap((method) => {
        const row = rows.find((each) => each.method === method && each.times > 0);
        return row === undefined ? [] : [{ method, times: row.times, status: row.httpStatus }];
      });
    },

    async failCalls({ method, times, status: httpStatus }) {
      await db
        .insert(sandboxCardFailures)
        .values({ method, times, httpStatus })
        .onConflictDoUpdate({ target: sandboxCardFailures.method, set: { times, httpStatus } });
    },

    knobs: () => notifications.knobs(),
    setKnobs: (knobs) => notifications.setKnobs(knobs),
    runDueRecurringPayments: () => charges.runDueRecurringPayments(),
    nextDueAt: () => charges.nextDueAt(),
  };
}
