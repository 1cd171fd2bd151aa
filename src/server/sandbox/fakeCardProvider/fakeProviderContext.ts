/** What the parts of the sandbox's card provider share. */
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
  /** How it reaches the product. */
  fetch: typeof fetch;
  /** Where the product listens to notifications, by kind below it; no trailing slash. */
  notifyBaseUrl: string;
  apiSecret: string;
  /** Where receipts can be read, by number below it; no trailing slash. */
  receiptBaseUrl: string;
  publicTerminalId: string;
  logger: Logger;
}

export type CardRow = typeof sandboxCards.$inferSelect;
export type PaymentRow = typeof sandboxPayments.$inferSelect;
export type RecurringPaymentRow = typeof sandboxRecurringPayments.$inferSelect;
export type NotificationRow = typeof sandboxNotifications.$inferSelect;

export type NotificationType = 'check' | 'pay' | 'fail' | 'confirm' | 'refund' | 'recurrent' | 'receipt';

/** Runs what it is given one after another. */
export function createQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
