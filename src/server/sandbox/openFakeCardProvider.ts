/** Creates the fake card providers with their dependencies, either in the product's process or in separate processes. */
import { createHmac } from 'node:crypto';
import type { Clock } from '../ports/clock';
import type { Logger } from '../ports/logger';
import type { Database } from '../store/database';
import { createFakeCardProvider, type FakeCardProvider } from './fakeCardProvider/fakeCardProvider';
import { openTerminal } from './fakeCardProvider/terminal';
import { type ControlledYooKassa, createYooKassaControls } from './fakeYooKassa/controls';
import { openFakeYooKassa } from './fakeYooKassa/fakeYooKassa';
import { RECEIPTS_PATH } from './sandboxRoutes';

/** Path of the product's webhooks for card provider notifications. */
const WEBHOOKS_PATH = '/api/webhooks/cloudpayments';

export const PUBLIC_TERMINAL_ID = 'pk_sandbox';

/** Path of the product's webhook for notifications of YooKassa. */
const YOOKASSA_WEBHOOK_PATH = '/api/webhooks/yookassa';

export interface FakeCardProviderSettings {
  db: Database;
  /** Clock of the sandbox. The clock of each fake shows the time of the sandbox clock plus the skew of its settings. */
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

/** Opens the fake of CloudPayments on a migrated database. */
export async function openFakeCardProvider(settings: FakeCardProviderSettings): Promise<FakeCardProvider> {
  const { db, clock, baseUrl, logger, sessionSecret } = settings;
  return createFakeCardProvider({
    db,
    terminal: await openTerminal(db, clock),
    fetch: settings.fetch,
    notifyBaseUrl: `${baseUrl}${WEBHOOKS_PATH}`,
    receiptBaseUrl: `${settings.publicUrl ?? baseUrl}${RECEIPTS_PATH}`,
    apiSecret: cardTerminal(sessionSecret).apiSecret,
    publicTerminalId: PUBLIC_TERMINAL_ID,
    logger,
  });
}

/** Opens the fake of YooKassa on a migrated database. */
export async function openControlledYooKassa(
  settings: FakeCardProviderSettings,
): Promise<ControlledYooKassa> {
  const { db, clock, baseUrl, logger, sessionSecret } = settings;
  const yooKassa = await openFakeYooKassa({
    db,
    clock,
    fetch: settings.fetch,
    notifyUrl: `${baseUrl}${YOOKASSA_WEBHOOK_PATH}`,
    logger,
    ...yooKassaShop(sessionSecret),
  });
  return { app: yooKassa.app, ...createYooKassaControls(db, yooKassa) };
}
