/** The fake card provider put together, for the product's process and for its own. */
import { createHmac } from 'node:crypto';
import type { Clock } from '../ports/clock';
import type { Logger } from '../ports/logger';
import type { Database } from '../store/database';
import { createFakeCardProvider, type FakeCardProvider } from './fakeCardProvider/fakeCardProvider';
import { openTerminal } from './fakeCardProvider/terminal';
import { RECEIPTS_PATH } from './sandboxRoutes';

/** Where the product expects the card provider's notifications. */
const WEBHOOKS_PATH = '/api/webhooks/cloudpayments';

export const PUBLIC_TERMINAL_ID = 'pk_sandbox';

export interface FakeCardProviderSettings {
  db: Database;
  /** The sandbox's clock, from which the provider's differs by its skew. */
  clock: Clock;
  /** How it calls the product. */
  fetch: typeof fetch;
  /** Where the product answers on this machine, no trailing slash. */
  baseUrl: string;
  /** Where customers reach the product; absent: `baseUrl`. */
  publicUrl?: string;
  sessionSecret: string;
  logger: Logger;
}

/** The credentials of the terminal; the secret is derived from the session secret. */
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
