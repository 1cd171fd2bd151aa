/** State of the sandbox's fake card provider. */
import { boolean, index, integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';

/** A recurring payment as the widget was told it. */
export interface SandboxSchedule {
  interval: 'Day' | 'Week' | 'Month';
  period: number;
  amountKopecks: number;
  /** ISO 8601 UTC. */
  startDate: string | null;
}

/** A card as the widget handed it over: the number itself is never kept. */
export const sandboxCards = pgTable('sandbox_cards', {
  token: text('token').primaryKey(),
  /** The same for each payment with the same card. */
  cardId: text('card_id'),
  firstSix: text('first_six').notNull(),
  lastFour: text('last_four').notNull(),
  /** MM/YY */
  expires: text('expires').notNull(),
  brand: text('brand').notNull(),
  threeDs: boolean('three_ds').notNull(),
  /** 0: succeeds; else the reason code of the decline. */
  firstOutcome: integer('first_outcome').notNull(),
  laterOutcome: integer('later_outcome').notNull(),
});

export const sandboxRecurringPayments = pgTable(
  'sandbox_recurring_payments',
  {
    /** sc_… */
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    cardToken: text('card_token').notNull(),
    /** InvoiceId of the payment that began it. */
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
    /** Charges since the start, in the calendar of the recurring payment. */
    periodsDone: integer('periods_done').notNull().default(0),
    /** Reason code with which the next charge is declined; null: the card decides. */
    failNextWith: integer('fail_next_with'),
    /** Time of the payment that began the recurring payment. */
    beganAt: timestamp('began_at', { withTimezone: true }).notNull(),
    /** From then on a search by its payer finds it. */
    visibleAt: timestamp('visible_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('sandbox_recurring_payments_account').on(table.accountId)],
);

export const sandboxPayments = pgTable(
  'sandbox_payments',
  {
    /** TransactionId. */
    id: serial('id').primaryKey(),
    /** Payment or Refund. */
    operation: text('operation').$type<'Payment' | 'Refund'>().notNull(),
    status: text('status')
      .$type<'started' | 'awaiting3ds' | 'completed' | 'declined' | 'refunded'>()
      .notNull(),
    /** Of a refund: the payment. */
    originalId: integer('original_id'),
    amountKopecks: integer('amount_kopecks').notNull(),
    refundedKopecks: integer('refunded_kopecks').notNull().default(0),
    currency: text('currency').notNull(),
    /** Told of first payments alone; a charge has that of the payment which began its recurring payment. */
    invoiceId: text('invoice_id'),
    accountId: text('account_id'),
    email: text('email'),
    description: text('description').notNull(),
    cardToken: text('card_token').notNull(),
    /** first or recurrent. */
    role: text('role').$type<'first' | 'recurrent'>().notNull(),
    recurringPaymentId: text('recurring_payment_id'),
    /** The schedule that the widget was given. */
    recurrent: jsonb('recurrent').$type<SandboxSchedule>(),
    reasonCode: integer('reason_code').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('sandbox_payments_invoice').on(table.invoiceId)],
);

/** Notifications on their way to the product. */
export const sandboxNotifications = pgTable(
  'sandbox_notifications',
  {
    id: serial('id').primaryKey(),
    paymentId: integer('payment_id'),
    type: text('type').$type<'pay' | 'fail' | 'confirm' | 'refund' | 'recurrent' | 'receipt'>().notNull(),
    /** The form-encoded message as it is signed and sent. */
    body: text('body').notNull(),
    dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** pending, delivered, dropped or failed. */
    state: text('state').$type<'pending' | 'delivered' | 'dropped' | 'failed'>().notNull().default('pending'),
    lastError: text('last_error'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('sandbox_notifications_due').on(table.state, table.dueAt)],
);

/** Answers by X-Request-ID. */
export const sandboxCardRequests = pgTable('sandbox_card_requests', {
  requestId: text('request_id').primaryKey(),
  response: jsonb('answer').notNull(),
  at: timestamp('at', { withTimezone: true }).notNull(),
});

/** What is done to coming notifications; one row. */
export const sandboxCardKnobs = pgTable('sandbox_card_knobs', {
  id: integer('id').primaryKey(),
  drop: boolean('drop').notNull(),
  copies: integer('copies').notNull(),
  delayMs: integer('delay_ms').notNull(),
});

/** State of the terminal as the provider's dashboard shows it; one row. */
export const sandboxCardTerminal = pgTable('sandbox_card_terminal', {
  id: integer('id').primaryKey(),
  /** Whether charges of recurring payments carry an AccountId. */
  namesAccount: boolean('names_account').notNull(),
  /** Amount from which refunds are paid; null: unlimited. */
  balanceKopecks: integer('balance_kopecks'),
  /** Difference between the provider's clock and the sandbox's, ms; negative: behind. */
  skewMs: integer('skew_ms').notNull(),
});

/** Which calls of the REST API answer with an error, and how many times more. */
export const sandboxCardFailures = pgTable('sandbox_card_failures', {
  /** As in the address of the call: `subscriptions/find`. */
  method: text('method').primaryKey(),
  times: integer('times').notNull(),
  /** 200 with `Success: false`, or 429. */
  httpStatus: integer('http_status').notNull(),
});
