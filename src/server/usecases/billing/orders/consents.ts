/**
 * Records the customer's consent to a charge now and to recurring charges later. In the shop, the customer ticks a
 * checkbox beside the terms before the payment dialog opens. For a campaign order, the payment itself counts as consent
 * (`campaignOrders.ts`).
 */
import { OFFER_EDITION } from '../../../../shared/offerEdition';
import { isCardChange } from '../../../../shared/orderKinds';
import type { Deps } from '../../../deps';
import { deriveChargeDay } from '../../../domain/billing/orders';
import { insertAccountEvent } from '../../../store/accountEvents';
import { lockAccount } from '../../../store/accounts';
import { hasConsentTo, insertConsent } from '../../../store/consents';
import type { Database } from '../../../store/database';
import { findOwnOrder, type OrderRow } from '../../../store/orders';
import { consentWording } from '../../../texts/payments';
import { limitIn } from '../../../throttle/limits';
import { rejectTooManyTries } from '../../../throttle/throttle';
import { readState } from '../ledger/change';

/** Maximum stored length of a User-Agent, in characters. */
const USER_AGENT_MAX = 400;

/**
 * Records the customer's consent to an order, with the wording of this server. The call is idempotent per order and
 * edition of the public offer. Once consent is recorded, the terms of the order
 * cannot change. Returns false, and records nothing, if the account has no such unpaid order or if the customer saw an
 * outdated version of the public offer. Throws TOO_MANY_REQUESTS if the account consents too often, because each consent
 * stays stored, and the shop opens another order after it.
 */
export async function recordConsent(
  deps: Deps,
  input: {
    accountId: number;
    orderId: string;
    offerEdition: string;
    ip: string;
    userAgent: string;
  },
): Promise<boolean> {
  const { accountId, orderId, offerEdition, ip } = input;
  if (offerEdition !== OFFER_EDITION.version) return false;
  const at = deps.clock.now();
  const limit = limitIn(deps.settings.mode, 'consentsOfAccount');
  await rejectTooManyTries(deps.db, ['consentsOfAccount', String(accountId)], limit, at);
  return deps.db.transaction(async (tx) => {
    if (!(await lockAccount(tx, accountId))) return false;
    const order = await findOwnOrder(tx, accountId, orderId);
    if (order === null || order.paidTransactionId !== null) return false;
    if (await hasConsentTo(tx, { orderId, offerEdition })) return true;
    const userAgent = input.userAgent.slice(0, USER_AGENT_MAX);
    const { agreement, accessUntil } = (await readState(tx, accountId)).state;
    const dayOfMonth = isCardChange(order.kind)
      ? (agreement?.anchorDay ?? null)
      : deriveChargeDay(order, accessUntil);
    const wording = consentWording(deps.settings.brand.product, order, offerEdition, dayOfMonth);
    await insertConsent(tx, { order, accountId, offerEdition, wording, at, ip, userAgent });
    await recordInTimeline(tx, accountId, order, at);
    return true;
  });
}

async function recordInTimeline(tx: Database, accountId: number, order: OrderRow, at: Date): Promise<void> {
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
        recurringPaymentAmountKopecks: order.recurringPaymentAmountKopecks,
        recurringPaymentStartAt: order.recurringPaymentStartAt.toISOString(),
        offerEdition: OFFER_EDITION.version,
      },
    },
  );
}
