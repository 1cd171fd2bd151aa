/** The customer's consent to the charges of an order, as the shop records it before a payment. */
import { hasConsent, insertConsent } from '../../src/server/store/consents';
import type { Database } from '../../src/server/store/database';
import { findOrder } from '../../src/server/store/orders';
import { OFFER_EDITION } from '../../src/shared/offerEdition';

/**
 * Records the consent to an order, unless the consent is recorded already. After the consent, the order can no longer
 * change.
 */
export async function agreeTo(db: Database, orderId: string): Promise<void> {
  const order = await findOrder(db, orderId);
  if (order === null || order.kind === 'campaign' || (await hasConsent(db, orderId))) return;
  await insertConsent(db, {
    order,
    accountId: order.accountId,
    offerEdition: OFFER_EDITION.version,
    wording: 'the terms',
    at: order.offeredAt,
    ip: '203.0.113.1',
    userAgent: 'a test',
  });
}
