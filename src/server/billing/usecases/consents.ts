/**
 * Consent to a charge now and to recurrent charges later (design section 4). In the shop it is a
 * tick beside the terms, recorded before the card dialog opens. The campaign's dialog opens by
 * itself: there the payment is the consent, and the dialog shows the terms as its description.
 */
import { OFFER_EDITION } from '../../../shared/offerEdition';
import type { Deps } from '../../deps';
import { insertAccountEvent } from '../../store/accountEvents';
import { lockAccount } from '../../store/accounts';
import { hasConsent, hasConsentTo, insertConsent } from '../../store/consents';
import type { Database } from '../../store/database';
import { findOwnOrder, type OrderRow } from '../../store/orders';
import { orderDescription } from '../../texts/payments';

/** What is kept of a user agent, characters. */
const USER_AGENT_MAX = 400;

/**
 * Records what the customer ticked, the same once. From then on the order stays as it is. False, and nothing is
 * recorded, when the account has no such unpaid order or the offer that was shown is not in force.
 */
export async function recordConsent(
  deps: Deps,
  input: {
    accountId: number;
    orderId: string;
    offerEdition: string;
    wording: string;
    ip: string;
    userAgent: string;
  },
): Promise<boolean> {
  const { accountId, orderId, offerEdition, wording, ip } = input;
  if (offerEdition !== OFFER_EDITION.version) return false;
  const at = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    await lockAccount(tx, accountId);
    const order = await findOwnOrder(tx, accountId, orderId);
    if (order === null || order.paidTransactionId !== null) return false;
    if (await hasConsentTo(tx, { orderId, offerEdition, wording })) return true;
    const userAgent = input.userAgent.slice(0, USER_AGENT_MAX);
    await insertConsent(tx, { order, accountId, offerEdition, wording, at, ip, userAgent });
    await noteConsent(tx, accountId, order, at);
    return true;
  });
}

/**
 * Records that whoever pays a campaign order agreed by paying, once for an order. The payer's
 * address comes from the provider, which tells no user agent.
 */
export async function recordConsentByPayment(
  tx: Database,
  deps: Deps,
  order: OrderRow,
  payerIp: string | null,
): Promise<void> {
  if (order.kind !== 'campaign' || (await hasConsent(tx, order.id))) return;
  await insertConsent(tx, {
    order,
    accountId: order.accountId,
    offerEdition: OFFER_EDITION.version,
    wording: orderDescription(deps.settings.brand.product, order),
    at: deps.clock.now(),
    ip: payerIp ?? '',
    userAgent: '',
  });
}

async function noteConsent(tx: Database, accountId: number, order: OrderRow, at: Date): Promise<void> {
  await insertAccountEvent(
    tx,
    { accountId },
    {
      at,
      kind: 'payment',
      details: {
        action: 'consentGiven',
        orderId: order.id,
        amountKopecks: order.amountKopecks,
        recurrenceAmountKopecks: order.recurrenceAmountKopecks,
        recurrenceStartAt: order.recurrenceStartAt.toISOString(),
        offerEdition: OFFER_EDITION.version,
      },
    },
  );
}
