/** Creates the fake card providers with their dependencies, either in the product's process or in a separate process. */
import { createHmac } from 'node:crypto';
import { Hono } from 'hono';
import type { Clock } from '../ports/clock';
import type { Logger } from '../ports/logger';
import type { Database } from '../store/database';
import { createFakeCardProvider, type FakeCardProvider } from './fakeCardProvider/fakeCardProvider';
import { openTerminal } from './fakeCardProvider/terminal';
import { createYooKassaControls, type YooKassaControls } from './fakeYooKassa/controls';
import { type FakeYooKassa, openFakeYooKassa } from './fakeYooKassa/fakeYooKassa';
import { RECEIPTS_PATH } from './sandboxRoutes';

/** Path of the product's webhooks for card provider notifications. */
const WEBHOOKS_PATH = '/api/webhooks/cloudpayments';

export const PUBLIC_TERMINAL_ID = 'pk_sandbox';

/** Path of the fake YooKassa's REST API, below the path of the fake card providers. */
export const FAKE_YOOKASSA_PATH = '/yookassa';

/** Path of the product's webhook for notifications of YooKassa. */
const YOOKASSA_WEBHOOK_PATH = '/api/webhooks/yookassa';

export interface FakeCardProviderSettings {
  db: Database;
  /**
   * Clock of the sandbox. The fake card provider's clock shows the time of the sandbox clock plus the configured skew.
   */
  clock: Clock;
  /** Function that sends requests to the product. */
  fetch: typeof fetch;
  /** Base URL of the product on this machine, without a trailing slash. */
  baseUrl: string;
  /** Public base URL of the product. The default is `baseUrl`. */
  publicUrl?: string;
  sessionSecret: string;
  logger: Logger;
}

/** Returns the API secret of the payment terminal, which is derived from the session secret. */
export const cardTerminal = (sessionSecret: string): { apiSecret: string } => ({
  apiSecret: createHmac('sha256', sessionSecret).update('sandbox card provider').digest('hex'),
});

/** Returns the shop id and the secret key of the shop at the fake YooKassa, derived from the session secret. */
export const yooKassaShop = (sessionSecret: string): { shopId: string; secretKey: string } => ({
  shopId: '100500',
  secretKey: createHmac('sha256', sessionSecret).update('sandbox YooKassa').digest('hex'),
});

/** Fake of CloudPayments, whose process also runs the fake of YooKassa. */
export interface OpenedFakes extends FakeCardProvider, YooKassaControls {
  yooKassa: FakeYooKassa;
}

/**
 * Opens the fake card providers on a migrated database. `app`, `runDueRecurringPayments` and `nextDueAt` include the fake
 * YooKassa.
 */
export async function openFakeCardProvider(settings: FakeCardProviderSettings): Promise<OpenedFakes> {
  const { db, clock, baseUrl, logger, sessionSecret } = settings;
  const yooKassa = await openFakeYooKassa({
    db,
    clock,
    fetch: settings.fetch,
    notifyUrl: `${baseUrl}${YOOKASSA_WEBHOOK_PATH}`,
    logger,
    ...yooKassaShop(sessionSecret),
  });
  const cloudPayments = createFakeCardProvider({
    db,
    terminal: await openTerminal(db, clock),
    fetch: settings.fetch,
    notifyBaseUrl: `${baseUrl}${WEBHOOKS_PATH}`,
    receiptBaseUrl: `${settings.publicUrl ?? baseUrl}${RECEIPTS_PATH}`,
    apiSecret: cardTerminal(sessionSecret).apiSecret,
    publicTerminalId: PUBLIC_TERMINAL_ID,
    logger,
  });
  return {
    ...cloudPayments,
    yooKassa,
    ...createYooKassaControls(db, yooKassa),
    app: new Hono().route(FAKE_YOOKASSA_PATH, yooKassa.app).route('/', cloudPayments.app),
    async runDueRecurringPayments() {
      await cloudPayments.runDueRecurringPayments();
      await yooKassa.runDue();
    },
    async nextDueAt() {
      const [ours, theirs] = [await cloudPayments.nextDueAt(), await yooKassa.nextDueAt()];
      if (ours === null || theirs === null) return ours ?? theirs;
      return ours < theirs ? ours : theirs;
    },
  };
}
