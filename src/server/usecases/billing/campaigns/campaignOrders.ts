/**
 * Orders of the campaign page, which offers one week of access for a token price. The payer of a campaign order is not
 * signed in, so each campaign order has its own payer id at the card provider. After the payment of a campaign order is
 * verified, the order is assigned to the account with the email address of the payment.
 */
import { randomBytes } from 'node:crypto';
import { OFFER_EDITION } from '../../../../shared/offerEdition';
import { storedTerms } from '../../../../shared/receiptTerms';
import { isValidEmail, normalizeEmail, partnerPrefix } from '../../../../shared/validation';
import type { Deps } from '../../../deps';
import { AddressReserved } from '../../../domain/addressReserved';
import {
  campaignOffer,
  ORDER_CURRENCY,
  type PaymentRejection,
  rejectFirstPayment,
  rejectPaymentTerms,
} from '../../../domain/billing/orders';
import { termsAt } from '../../../domain/billing/receiptSchedule';
import { NO_SUBSCRIPTION } from '../../../domain/billing/status';
import { Rejection } from '../../../domain/rejection';
import type { PaymentQuestion, ProviderEvent } from '../../../ports/cardProvider';
import { cannotReach } from '../../../ports/mailer';
import { adoptAccountEvents } from '../../../store/accountEvents';
import { addAccountPhone, findOrInsertAccount } from '../../../store/accounts';
import { hasConsent, insertConsent } from '../../../store/consents';
import type { Database } from '../../../store/database';
import { isGone } from '../../../store/goneProviders';
import { findOrder, findOrderOfPayer, giveOrderTo, insertOrder, type OrderRow } from '../../../store/orders';
import { orderDescription } from '../../../texts/payments';
import { limitIn } from '../../../throttle/limits';
import { rejectTooManyTries } from '../../../throttle/throttle';
import { toBroadNetwork, toNetwork } from '../../../throttle/toNetwork';
import { createUid, EMAIL_PROVIDER } from '../../accounts/accounts';
import { hasOutdatedReceipt, payableOrder } from '../ledger/orderRecords';
import { chooseReceiptPhone } from '../receipts/saleReceipt';

/** Campaign order with the payer id under which it is paid. */
export type CampaignOrder = OrderRow & { payerId: string };

/** Returns the payer's email address in normal form, or null if the payment has no valid email. */
export function payerEmail(email: string | null): string | null {
  const normal = normalizeEmail(email ?? '');
  return isValidEmail(normal) ? normal : null;
}

/** Returns whether this email address is missing or invalid, so that it cannot identify the payer. */
export const namesNobody = (email: string | null): boolean => payerEmail(email) === null;

/**
 * Counts a request for a campaign order or its payment. Throws TOO_MANY_REQUESTS if too many come from the client's
 * network, or from its /48 or /24 network. `purpose` names the limit.
 */
export async function limitCampaignNetwork(
  { db, clock, settings }: Deps,
  purpose: 'campaignOrders' | 'campaignPayments' | 'accountPayments',
  ip: string,
): Promise<void> {
  const now = clock.now();
  const { mode } = settings;
  await rejectTooManyTries(db, [purpose, toNetwork(ip)], limitIn(mode, purpose), now);
  const ofBroad = limitIn(mode, `${purpose}FromBroadNetwork`);
  await rejectTooManyTries(db, [`${purpose}FromBroadNetwork`, toBroadNetwork(ip)], ofBroad, now);
}

/**
 * Opens a campaign order for an unknown payer. `partner` is the unmodified query string of the campaign page, which
 * identifies the partner. Throws TOO_MANY_REQUESTS if the client's IP network opens too many orders, and
 * PROVIDER_UNAVAILABLE if the card provider of new orders is marked as gone.
 */
export async function openCampaignOrder(
  deps: Deps,
  input: { partner: string | null; ip: string },
): Promise<CampaignOrder> {
  const now = deps.clock.now();
  await limitCampaignNetwork(deps, 'campaignOrders', input.ip);
  if (await isGone(deps.db, deps.cardProvider.name))
    throw new Rejection('PROVIDER_UNAVAILABLE', 'The card provider of new orders is marked as gone.');
  const payerId = `${partnerPrefix(input.partner)}${createUid()}`;
  const offer = campaignOffer(now);
  const { receiptTerms: schedule } = deps.settings;
  const order = await insertOrder(deps.db, {
    ...offer,
    receiptTerms: storedTerms(termsAt(schedule, now)),
    recurringReceiptTerms: storedTerms(termsAt(schedule, offer.recurringPaymentStartAt)),
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

/**
 * Returns why the payment of an unassigned campaign order must be rejected, or null if it is allowed. The payer signs in by
 * email, so a payer to whom no email can be sent must not pay.
 */
export function rejectCampaignPayment(
  { clock, mailer, settings }: Deps,
  order: OrderRow | null,
  question: PaymentQuestion,
): PaymentRejection | null {
  if (order === null) return 'wrongAccount';
  if (order.id !== question.orderId) return 'wrongOrder';
  if (question.recurringPaymentId !== null) return 'notInForce';
  const email = payerEmail(question.email);
  if (email === null || cannotReach(mailer, email)) return 'payerUnknown';
  const { acceptTestPayments, receiptTerms } = settings;
  const now = clock.now();
  if (hasOutdatedReceipt(order, receiptTerms, now)) return 'overdue';
  return rejectFirstPayment(payableOrder(order), question, NO_SUBSCRIPTION, acceptTestPayments, now);
}

/**
 * Assigns a campaign order, with the phone number of its payer, to the account with the payer's email once the payment is
 * verified. Creates the account if no account has this email; the owner of the email can then sign in after verifying it.
 * This function changes nothing for any other event. The assignment runs before the account is locked, in separate SQL
 * statements, and is idempotent for repeated and concurrent notifications.
 */
export async function giveCampaignOrder(deps: Deps, event: ProviderEvent): Promise<void> {
  if (event.kind !== 'paid' || event.recurringPaymentId !== null || event.orderId === null) return;
  const order = await findOrder(deps.db, event.orderId);
  if (order === null || order.accountId !== null || order.payerId !== event.accountId) return;
  const { acceptTestPayments } = deps.settings;
  if (rejectPaymentTerms(payableOrder(order), 'first', event, acceptTestPayments) !== null) return;
  const email = payerEmail(event.email);
  if (email === null) return;
  const accountId = await accountOfPayer(deps, email);
  const phone = chooseReceiptPhone(deps.settings, order.payerPhone);
  // It is not verified that the payer owns the account, so a number that its customer entered stays.
  if (phone !== null) await addAccountPhone(deps.db, accountId, phone);
  await giveOrderTo(deps.db, order.id, accountId);
}

/** Returns the payer's account. If the address was changed recently, that is the account that changed it. */
async function accountOfPayer(deps: Deps, email: string): Promise<number> {
  try {
    const account = await findOrInsertAccount(deps.db, {
      uid: createUid(),
      email,
      photoUrl: null,
      providerId: EMAIL_PROVIDER,
      createdAt: deps.clock.now(),
    });
    await adoptAccountEvents(deps.db, email, account.id);
    return account.id;
  } catch (error) {
    if (error instanceof AddressReserved) return error.change.accountId;
    throw error;
  }
}

/** Returns the campaign order with this payer id that is not assigned to an account yet. */
export async function findWaitingOrder(db: Deps['db'], payerId: string | null): Promise<OrderRow | null> {
  const order = payerId === null ? null : await findOrderOfPayer(db, payerId);
  return order?.accountId === null ? order : null;
}

/**
 * Records that the payer of a campaign order consented by paying. Recording the consent is idempotent per order. The
 * payment dialog of the campaign page opens automatically and shows the terms. The consent contains the payer's IP
 * address as the card provider reports it, and no User-Agent, because the card provider reports none.
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
