/** Database tables of the sandbox's fake of the card provider YooKassa. */
import { boolean, index, integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';

/** Card as YooKassa reports it. The card number is never stored. */
export interface YooKassaCard {
  first6: string;
  last4: string;
  expiryMonth: string;
  expiryYear: string;
  cardType: string;
}

/** YooMoney wallet as YooKassa reports it. */
export interface YooMoneyWallet {
  accountNumber: string;
}

/** What paid: a card or a wallet. */
export type YooKassaMeans = YooKassaCard | YooMoneyWallet;

export const yooKassaPayments = pgTable(
  'sandbox_yookassa_payments',
  {
    id: text('id').primaryKey(),
    status: text('status').$type<'pending' | 'waiting_for_capture' | 'succeeded' | 'canceled'>().notNull(),
    amountKopecks: integer('amount_kopecks').notNull(),
    refundedKopecks: integer('refunded_kopecks').notNull().default(0),
    /** Whether the money is taken without a separate capture request. */
    capture: boolean('capture').notNull(),
    /** Whether the card is saved for later charges; null if the payer chooses. */
    saveMethod: boolean('save_method'),
    /** Id of the payment method, which equals the id of the first payment with the method. */
    methodId: text('method_id'),
    saved: boolean('saved').notNull().default(false),
    card: jsonb('card').$type<YooKassaMeans>(),
    description: text('description'),
    metadata: jsonb('metadata').$type<Record<string, string>>().notNull(),
    hasReceipt: boolean('has_receipt').notNull(),
    /** Single-use token of the payment widget; null for a charge of a saved method or after the first attempt. */
    confirmationToken: text('confirmation_token').unique(),
    /** Digits of the test card that waits for 3-D Secure. */
    threeDsCard: text('three_ds_card'),
    party: text('party').$type<'merchant' | 'yoo_money' | 'payment_network'>(),
    reason: text('reason'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    capturedAt: timestamp('captured_at', { withTimezone: true }),
    /** Time when a pending payment or a hold is canceled; null if the status is final. */
    expiresAt: timestamp('expires_at', { withTimezone: true }),
  },
  (table) => [index('sandbox_yookassa_payments_created_at').on(table.createdAt)],
);

/** Table of the saved payment methods. */
export const yooKassaMethods = pgTable('sandbox_yookassa_methods', {
  id: text('id').primaryKey(),
  card: jsonb('card').$type<YooKassaMeans>().notNull(),
  /** Cancellation reason of all charges; null if charges succeed. */
  chargeReason: text('charge_reason'),
});

export const yooKassaRefunds = pgTable('sandbox_yookassa_refunds', {
  id: text('id').primaryKey(),
  paymentId: text('payment_id').notNull(),
  status: text('status').$type<'pending' | 'succeeded' | 'canceled'>().notNull(),
  amountKopecks: integer('amount_kopecks').notNull(),
  party: text('party').$type<'yoo_money' | 'refund_network'>(),
  reason: text('reason'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

/** Table of the first response to each `Idempotence-Key`, which is kept for 24 hours. */
export const yooKassaRequests = pgTable('sandbox_yookassa_requests', {
  key: text('key').primaryKey(),
  /** Method, path and body of the request. */
  request: text('request').notNull(),
  status: integer('status').notNull(),
  response: jsonb('response').notNull(),
  at: timestamp('at', { withTimezone: true }).notNull(),
});

/** Table of notifications to the product, including delivered and dropped notifications. */
export const yooKassaNotifications = pgTable(
  'sandbox_yookassa_notifications',
  {
    id: serial('id').primaryKey(),
    event: text('event').notNull(),
    objectId: text('object_id').notNull(),
    body: text('body').notNull(),
    state: text('state').$type<'pending' | 'delivered' | 'dropped' | 'failed'>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('sandbox_yookassa_notifications_due').on(table.state, table.dueAt)],
);

/** Settings of the shop, as the provider's manager and dashboard set them, and of the simulated network. */
export interface YooKassaSettings {
  /** Whether the manager has permitted charges of saved methods. */
  autopayments: boolean;
  /** Whether payment methods are saved if the payment asks for it. */
  savesMethods: boolean;
  /** Whether the payment widget offers another attempt after a decline. Otherwise, a decline cancels the payment. */
  retriesInWidget: boolean;
  /** Whether refunds stay pending until they are settled. */
  refundsPend: boolean;
  /** Whether charges of saved methods stay pending until they are settled. */
  chargesPend: boolean;
  /** Whether charges of saved methods are held until the operator captures them, although their capture was requested. */
  chargesHeld: boolean;
  /** Cancellation reason of the next charge of a saved method; null if the charge depends on the card. */
  nextChargeReason: string | null;
  /** Balance from which refunds are paid, in kopecks; null means an unlimited balance. */
  balanceKopecks: number | null;
  /** Maximum number of API requests in any second of real time; further requests get HTTP 429. Null: no maximum. */
  requestsPerSecond: number | null;
  /** Time of the provider's clock minus time of the sandbox clock, in ms. */
  skewMs: number;
  /** Whether notifications are never sent. */
  drop: boolean;
  /** Number of times that each notification is sent. */
  copies: number;
  delayMs: number;
  /** Whether due notifications are sent newest first. */
  reversed: boolean;
  /** Failures of the next write requests, in order. */
  faults: readonly YooKassaFault[];
  /** Error with which requests are answered until it is removed; null if the API works. */
  outage: YooKassaOutage | null;
}

/** Error of the API for all requests, for requests that read (GET), or for requests that write (POST). */
export interface YooKassaOutage {
  status: 401 | 403 | 429 | 500;
  requests: 'all' | 'reads' | 'writes';
}

/** Failure of a request. `hang` means that no response is sent for 30 seconds, after which the response is HTTP 500. */
export type YooKassaFault = 'errorBefore' | 'errorAfter' | 'hangBefore' | 'hangAfter';

/** Table of the shop's settings, which has one row. */
export const yooKassaShop = pgTable('sandbox_yookassa_shop', {
  id: integer('id').primaryKey(),
  settings: jsonb('settings').$type<YooKassaSettings>().notNull(),
});
