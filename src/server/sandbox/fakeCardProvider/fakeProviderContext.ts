/** Types that the modules of the fake card provider share. */
import type { Logger } from '../../ports/logger';
import type { Database } from '../../store/database';
import type {
  sandboxCards,
  sandboxNotifications,
  sandboxPayments,
  sandboxRecurringPayments,
} from '../schema/cards';
import type { Terminal } from './terminal';

export interface FakeCardProviderOptions {
  db: Database;
  terminal: Terminal;
  /** Function that sends requests to the product. */
  fetch: typeof fetch;
  /**
   * Base URL of the product's webhooks, without a trailing slash. The notification type is appended as the last path
   * segment.
   */
  notifyBaseUrl: string;
  apiSecret: string;
  /** Base URL of the receipt pages, without a trailing slash. The payment id is appended as the last path segment. */
  receiptBaseUrl: string;
  publicTerminalId: string;
  logger: Logger;
}

export type CardRow = typeof sandboxCards.$inferSelect;
export type PaymentRow = typeof sandboxPayments.$inferSelect;
export type RecurringPaymentRow = typeof sandboxRecurringPayments.$inferSelect;
export type NotificationRow = typeof sandboxNotifications.$inferSelect;

export type NotificationType = 'check' | 'pay' | 'fail' | 'confirm' | 'refund' | 'recurrent' | 'receipt';
