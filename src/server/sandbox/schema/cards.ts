/** Database tables of the sandbox's fake card provider. */
import { boolean, index, integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';

/** Schedule of a recurring payment, as the page passed it to the card widget. */
export interface SandboxSchedule {
  interval: 'Day' | 'Week' | 'Month';
  period: number;
  amountKopecks: number;
  /** Time of the first charge, in ISO 8601 and UTC; null means one interval after the first payment. */
  startDate: string | null;
}

/** Table of the cards that were entered in the card widget. The card number is never stored. */
export const sandboxCards = pgTable('sandbox_cards', {
  token: text('token').primaryKey(),
  /** Card identifier, which is the same for every payment with the same card. */
  cardId: text('card_id'),
  firstSix: text('first_six').notNull(),
  lastFour: text('last_four').notNull(),
  /** Expiry month of the card in the format MM/YY. */
  expires: text('expires').notNull(),
  brand: text('brand').notNull(),
  threeDs: boolean('three_ds').notNull(),
  /** Reason code of the card's first payment; 0 means success. */
  firstOutcome: integer('first_outcome').notNull(),
  laterOutcome: integer('later_outcome').notNull(),
});

export const sandboxRecurringPayments = pgTable(
  'sandbox_recurring_payments',
  {
    /** Recurring payment id, with the prefix `sc_`. */
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    cardToken: text('card_token').notNull(),
    /** InvoiceId (order id) of the payment that created the recurring payment. */
    invoiceId: text('invoice_id'),
    description: text('description').notNull(),
    email: text('email'),
    amountKopecks: integer('amount_kopecks').notNull(),
    currency: text('currency').notNull(),
    interval: text('interval').$type<SandboxSchedule['interval']>().notNull(),
    period: integer('period').notNull(),
    startAt: timestamp('start_at', { withTimezone: true }).notNull(),
    nextAt: timestamp('next_at', { withTimezone: true }),
    lastAt: timestamp('last_at', { withTimezone: true }),
    status: text('status').$type<'Active' | 'PastDue' | 'Cancelled' | 'Rejected' | 'Expired'>().notNull(),
    successes: integer('successes').notNull().default(0),
    failures: integer('failures').notNull().default(0),
    /** Number of calendar periods of the schedule that have passed since `startAt`. */
    periodsDone: integer('periods_done').notNull().default(0),
    /** Reason code with which the next charge is declined; null if the card determines the result of the charge. */
    failNextWith: integer('fail_next_with'),
    /** Time of the payment that created the recurring payment. */
    beganAt: timestamp('began_at', { withTimezone: true }).notNull(),
    /** Time from which a search by account id finds the recurring payment. */
    visibleAt: timestamp('visible_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('sandbox_recurring_payments_account').on(table.accountId)],
);

export const sandboxPayments = pgTable(
  'sandbox_payments',
  {
    /** TransactionId of the payment at the fake card provider. */
    id: serial('id').primaryKey(),
    operation: text('operation').$type<'Payment' | 'Refund'>().notNull(),
    status: text('status')
      .$type<'started' | 'awaiting3ds' | 'completed' | 'declined' | 'refunded'>()
      .notNull(),
    /** Id of the refunded payment; null if the row is not a refund. */
    originalId: integer('original_id'),
    amountKopecks: integer('amount_kopecks').notNull(),
    refundedKopecks: integer('refunded_kopecks').notNull().default(0),
    currency: text('currency').notNull(),
    /**
     * Order id, which is reported for first payments only. The row of a recurring charge stores the order id of the
     * first payment.
     */
    invoiceId: text('invoice_id'),
    accountId: text('account_id'),
    email: text('email'),
    description: text('description').notNull(),
    cardToken: text('card_token').notNull(),
    role: text('role').$type<'first' | 'recurrent'>().notNull(),
    recurringPaymentId: text('recurring_payment_id'),
    /** Schedule of the recurring payment that the page passed to the card widget. */
    recurrent: jsonb('recurrent').$type<SandboxSchedule>(),
    reasonCode: integer('reason_code').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('sandbox_payments_invoice').on(table.invoiceId)],
);

/** Table of notifications to the product, including delivered and dropped notifications. */
export const sandboxNotifications = pgTable(
  'sandbox_notifications',
  {
    id: serial('id').primaryKey(),
    paymentId: integer('payment_id'),
    type: text('type').$type<'pay' | 'fail' | 'confirm' | 'refund' | 'recurrent' | 'receipt'>().notNull(),
    /** Form-encoded body of the notification, which is signed and sent. */
    body: text('body').notNull(),
    dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    state: text('state').$type<'pending' | 'delivered' | 'dropped' | 'failed'>().notNull().default('pending'),
    lastError: text('last_error'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('sandbox_notifications_due').on(table.state, table.dueAt)],
);

/** Table of stored REST API responses by X-Request-ID, which make repeated requests idempotent. */
export const sandboxCardRequests = pgTable('sandbox_card_requests', {
  requestId: text('request_id').primaryKey(),
  response: jsonb('answer').notNull(),
  at: timestamp('at', { withTimezone: true }).notNull(),
});

/** Table of the settings that drop, duplicate or delay future notifications. The settings table has one row. */
export const sandboxCardKnobs = pgTable('sandbox_card_knobs', {
  id: integer('id').primaryKey(),
  drop: boolean('drop').notNull(),
  copies: integer('copies').notNull(),
  delayMs: integer('delay_ms').notNull(),
});

/**
 * Table of the settings of the payment terminal, as the card provider's dashboard shows them. The settings table has
 * one row.
 */
export const sandboxCardTerminal = pgTable('sandbox_card_terminal', {
  id: integer('id').primaryKey(),
  /** Whether charges of recurring payments have an AccountId. */
  namesAccount: boolean('names_account').notNull(),
  /** Balance from which refunds are paid, in kopecks; null means an unlimited balance. */
  balanceKopecks: integer('balance_kopecks'),
  /**
   * Time of the card provider's clock minus time of the sandbox clock, in ms. The difference is negative if the card
   * provider's clock is behind.
   */
  skewMs: integer('skew_ms').notNull(),
});

/** Table of the REST API methods that are set to fail, and of the remaining number of failures. */
export const sandboxCardFailures = pgTable('sandbox_card_failures', {
  /** Path of the REST API method that fails, for example `subscriptions/find`. */
  method: text('method').primaryKey(),
  times: integer('times').notNull(),
  /** HTTP status of the simulated failure: 200 with `Success: false`, or 429. */
  httpStatus: integer('http_status').notNull(),
});
