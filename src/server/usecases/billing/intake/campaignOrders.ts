/**
 * Orders of the campaign page: a week for a token price. Whoever pays one is not
 * signed in: the order stands under a name of its own at the card provider, and belongs to an
 * account from its verified payment on, by the email that came with it.
 */
import { randomBytes } from 'node:crypto';
import { OFFER_EDITION } from '../../../../shared/offerEdition';
import { isValidEmail, normalizeEmail, partnerPrefix } from '../../../../shared/validation';
import type { Deps } from '../../../deps';
import {
  campaignOffer,
  ORDER_CURRENCY,
  type PaymentRejection,
  rejectFirstPayment,
  rejectPaymentTerms,
} from '../../../domain/billing/orders';
import { NO_SUBSCRIPTION } from '../../../domain/billing/status';
import type { PaymentQuestion, ProviderEvent } from '../../../ports/cardProvider';
import { adoptAccountEvents } from '../../../store/accountEvents';
import { findOrInsertAccount } from '../../../store/accounts';
import { hasConsent, insertConsent } from '../../../store/consents';
import type { Database } from '../../../store/database';
import { findOrder, findOrderOfPayer, giveOrderTo, insertOrder, type OrderRow } from '../../../store/orders';
import { orderDescription } from '../../../texts/payments';
import { limitIn } from '../../../throttle/limits';
import { networkOf } from '../../../throttle/networkOf';
import { rejectTooManyTries } from '../../../throttle/throttle';
import { createUid, EMAIL_PROVIDER } from '../../accounts/accounts';
import { payableOrder } from '../change/orderRecords';

/** A campaign order with the name under which it is paid. */
export type CampaignOrder = OrderRow & { payerId: string };

/** The email by which a payment names its payer, in normal form; null when it names none. */
function payerEmail(email: string | null): string | null {
  const normal = normalizeEmail(email ?? '');
  return isValidEmail(normal) ? normal : null;
}

/** Whether nobody can be told by this address of a payer. */
export const namesNobody = (email: string | null): boolean => payerEmail(email) === null;

/**
 * Opens an order for an unknown payer. `partner` is the query of the page as it came. Throws a
 * TOO_MANY_REQUESTS when the network address opens too many.
 */
export async function openCampaignOrder(
  deps: Deps,
  input: { partner: string | null; ip: string },
): Promise<CampaignOrder> {
  const now = deps.clock.now();
  const limit = limitIn(deps.settings.mode, 'campaignOrders');
  await rejectTooManyTries(deps.db, ['campaignOrders', networkOf(input.ip)], limit, now);
  const payerId = `${partnerPrefix(input.partner)}${createUid()}`;
  const order = await insertOrder(deps.db, {
    ...campaignOffer(now),
    id: `o-${randomBytes(16).toString('hex')}`,
    accountId: null,
    provider: deps.cardProvider.name,
    payerId,
    currency: ORDER_CURRENCY,
    createdAt: now,
    offeredAt: now,
  });
  return { ...order, payerId };
}

/** Whether the payment of a campaign order that belongs to nobody yet may be made; null: it may. */
export function rejectCampaignPayment(
  order: OrderRow | null,
  question: PaymentQuestion,
  acceptTestPayments: boolean,
  now: Date,
): PaymentRejection | null {
  if (order === null) return 'wrongAccount';
  if (order.id !== question.orderId) return 'wrongOrder';
  if (question.recurringPaymentId !== null) return 'notInForce';
  if (payerEmail(question.email) === null) return 'payerUnknown';
  return rejectFirstPayment(payableOrder(order), question, NO_SUBSCRIPTION, acceptTestPayments, now);
}

/**
 * Gives a campaign order to the account of its payer's email once its payment is verified. The
 * account is made when there is none: it waits for the first sign-in that proves the email.
 * Anything else that is reported changes nothing here. Runs before the account is locked, in
 * statements of its own: repeated and concurrent reports give the order once.
 */
export async function giveCampaignOrder(deps: Deps, event: ProviderEvent): Promise<void> {
  if (event.kind !== 'paid' || event.recurringPaymentId !== null || event.orderId === null) return;
  const order = await findOrder(deps.db, event.orderId);
  if (order === null || order.accountId !== null || order.payerId !== event.accountId) return;
  const { acceptTestPayments } = deps.settings;
  if (rejectPaymentTerms(payableOrder(order), 'first', event, acceptTestPayments) !== null) return;
  const email = payerEmail(event.email);
  if (email === null) return;
  const account = await findOrInsertAccount(deps.db, {
    uid: createUid(),
    email,
    photoUrl: null,
    providerId: EMAIL_PROVIDER,
    createdAt: deps.clock.now(),
  });
  await adoptAccountEvents(deps.db, email, account.id);
  await giveOrderTo(deps.db, order.id, account.id);
}

/** The campaign order under this name that belongs to nobody yet. */
export async function findWaitingOrder(db: Deps['db'], payerId: string | null): Promise<OrderRow | null> {
  const order = payerId === null ? null : await findOrderOfPayer(db, payerId);
  return order?.accountId === null ? order : null;
}

/**
 * Records that whoever pays a campaign order agreed by paying, once for an order: its dialog opens by
 * itself and shows the terms. The payer's address comes from the provider, which names no user agent.
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
