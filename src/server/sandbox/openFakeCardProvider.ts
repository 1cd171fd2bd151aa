/** Creates the fake card provider with its dependencies, either in the product's process or in a separate process. */
import { createHmac } from 'node:crypto';
import type { Clock } from '../ports/clock';
import type { Logger } from '../ports/logger';
import type { Database } from '../store/database';
import { createFakeCardProvider, type FakeCardProvider } from './fakeCardProvider/fakeCardProvider';
import { openTerminal } from './fakeCardProvider/terminal';
import { RECEIPTS_PATH } from './sandboxRoutes';

/** Path of the product's webhooks for card provider notifications. */
const WEBHOOKS_PATH = '/api/webhooks/cloudpayments';

export const PUBLIC_TERMINAL_ID = 'pk_sandbox';

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

export async function openFakeCardProvider(settings: FakeCardProviderSettings): Promise<FakeCardProvider> {
  const { db, clock, baseUrl, logger } = settings;
  return createFakeCardProvider({
    db,
    terminal: await openTerminal(db, clock),
    fetch: settings.fetch,
    notifyBaseUrl: `${baseUrl}${WEBHOOKS_PATH}`,
    receiptBaseUrl: `${settings.publicUrl ?? baseUrl}${RECEIPTS_PATH}`,
    apiSecret: cardTerminal(settings.sessionSecret).apiSecret,
    publicTerminalId: PUBLIC_TERMINAL_ID,
    logger,
  });
}
