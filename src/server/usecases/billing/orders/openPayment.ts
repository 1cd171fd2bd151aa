/**
 * Opens the payment of an order at a card provider that schedules no charges itself. The payer then makes the payment in
 * the payment widget. The same rules apply as in the authorization request of other card providers.
 */
import { randomBytes } from 'node:crypto';
import { isCardChange, verifiesCard } from '../../../../shared/orderKinds';
import { storedTerms, storesTerms } from '../../../../shared/receiptTerms';
import type { Deps } from '../../../deps';
import { rejectCardChange } from '../../../domain/billing/cardChange';
import { furtherPaymentInMs } from '../../../domain/billing/furtherPayments';
import { type PaymentRejection, rejectFirstPayment } from '../../../domain/billing/orders';
import { termsAt } from '../../../domain/billing/receiptSchedule';
import { NO_SUBSCRIPTION, summarize } from '../../../domain/billing/status';
import {
  AutopaymentsForbidden,
  ProviderRejected,
  ProviderUnavailable,
  TooManyProviderRequests,
  type UnscheduledCardProvider,
} from '../../../ports/cardProvider';
import { cannotReach } from '../../../ports/mailer';
import { findAccountById } from '../../../store/accounts';
import { hasConsent } from '../../../store/consents';
import type { Database } from '../../../store/database';
import { isGone } from '../../../store/goneProviders';
import { findOrder, findOwnOrder, lockOrder, type OrderRow, updateOrder } from '../../../store/orders';
import {
  findLatestOfOrder,
  findLatestOpenPayment,
  hasOpenCharge,
  insertRequestedPayment,
  listRequestTimes,
  noteOpened,
  type RequestedPaymentRow,
  settleRequested,
} from '../../../store/requestedPayments';
import { orderLabel } from '../../../texts/payments';
import { limitIn } from '../../../throttle/limits';
import { rejectTooManyTries } from '../../../throttle/throttle';
import { limitCampaignNetwork } from '../campaigns/campaignOrders';
import { depsOfProvider } from '../cardProviders/cardProviders';
import { lockState } from '../ledger/change';
import { payableOrder } from '../ledger/orderRecords';
import { recordPayment } from '../providerEvents/recordPolled';
import { chooseReceiptPhone, receiptOfRequest } from '../receipts/saleReceipt';
import { depsForBrowser, type Visitor } from './browserCalls';

/** Time in ms for which an opened payment can be made. The card provider ends an unpaid payment after one hour. */
const OPEN_FOR_MS = 55 * 60_000;

/** Age in ms of opened payments whose state is read before another payment is opened. */
const LOOK_BACK_MS = 24 * 3_600_000;

/** Delay in ms after which an opened payment is polled if no notification arrives. */
const FIRST_POLL_MS = 5_000;

/**
 * Result of opening a payment. `unavailable` means that no payment is possible at the moment, and `tooMany` that too many
 * payments of this order were opened. `retryAfterMs` is the time after which another attempt may succeed, if it is known.
 */
export type OpenedPayment =
  | { kind: 'opened'; confirmationToken: string }
  | { kind: 'rejected'; rejection: PaymentRejection }
  | { kind: 'tooMany'; retryAfterMs: number }
  | { kind: 'unavailable'; retryAfterMs?: number }
  /** The mail server cannot send to the email address of the subscription. */
  | { kind: 'addressUnsupported' };

interface OpeningDeps extends Deps {
  cardProvider: UnscheduledCardProvider;
}

/** Payer of an order. The account of a campaign order is null. */
interface Payer {
  accountId: number | null;
  email: string;
  /** Phone number for the receipt, or null if it contains none. */
  phone: string | null;
}

/** Returns `Deps` of the order's card provider, or null if the widget of this card provider opens payments itself. */
function buildOpeningDeps(deps: Deps, order: OrderRow): OpeningDeps | null {
  const ofOrder = depsOfProvider(deps, order.provider);
  const { cardProvider } = ofOrder;
  return cardProvider.chargesScheduledBy === 'merchant' ? { ...ofOrder, cardProvider } : null;
}

/**
 * Records the present state of the payer's latest payment whose outcome is not known, so that no payment with an unknown
 * outcome is repeated. Older payments are read by the schedule of their orders.
 */
async function readLatestPayment(
  deps: OpeningDeps,
  order: OrderRow,
  accountId: number | null,
): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - LOOK_BACK_MS);
  const latest = await findLatestOpenPayment(
    deps.db,
    accountId === null ? { orderId: order.id } : { accountId },
    since,
  );
  if (latest === null || latest.transactionId === null || latest.provider !== deps.cardProvider.name) return;
  const payment = await deps.cardProvider.readPayment(latest.transactionId);
  if (payment !== null) await recordPayment(deps, payment);
}

/** Returns why the payment must not be opened, or null if it may be opened. */
async function findRejection(
  tx: Database,
  deps: OpeningDeps,
  order: OrderRow,
  accountId: number | null,
): Promise<PaymentRejection | null> {
  const now = deps.clock.now();
  const { amountKopecks, currency } = order;
  const payment = { amountKopecks, currency, isTest: false };
  const payable = payableOrder(order);
  if (accountId === null) return rejectFirstPayment(payable, payment, NO_SUBSCRIPTION, true, now);
  const state = await lockState(tx, accountId);
  const account = await findAccountById(tx, accountId);
  if (account === null || account.erasedAt !== null) return 'wrongAccount';
  // The customer pays with another card only once it is known whether the charge of the present card succeeded.
  if (await hasOpenCharge(tx, accountId)) return 'cardChangeOutdated';
  const rejection = isCardChange(order.kind)
    ? rejectCardChange(payable, payment, state, true, now)
    : rejectFirstPayment(payable, payment, summarize(state), true, now);
  if (rejection !== null) return rejection;
  return (await hasConsent(tx, order.id)) ? null : 'noConsent';
}

/** Returns the order's latest request if the payer can still make its payment, or null. */
async function findOpenRequest(
  tx: Database,
  { clock, settings }: OpeningDeps,
  order: OrderRow,
  payer: Payer,
): Promise<RequestedPaymentRow | null> {
  const latest = await findLatestOfOrder(tx, order.id);
  const now = clock.now();
  const isOpen =
    latest?.outcome === null &&
    latest.receiptEmail === payer.email &&
    latest.receiptPhone === payer.phone &&
    latest.amountKopecks === order.amountKopecks &&
    storesTerms(latest.receiptTerms, termsAt(settings.receiptTerms, now)) &&
    now.getTime() - latest.requestedAt.getTime() < OPEN_FOR_MS;
  return isOpen ? latest : null;
}

async function storeRequest(
  tx: Database,
  deps: OpeningDeps,
  order: OrderRow,
  payer: Payer,
): Promise<RequestedPaymentRow> {
  const { name: provider } = deps.cardProvider;
  const now = deps.clock.now();
  const account = payer.accountId === null ? null : await findAccountById(tx, payer.accountId);
  const isHold =
    verifiesCard(order.kind) && deps.cardProvider.capabilities.cardVerification === 'releasedHold';
  return insertRequestedPayment(tx, {
    key: `open:${randomBytes(16).toString('hex')}`,
    provider,
    kind: 'widget',
    orderId: order.id,
    accountId: payer.accountId,
    payerId: order.payerId ?? account?.uid ?? '',
    amountKopecks: order.amountKopecks,
    currency: order.currency,
    isHold,
    savesMethod: true,
    // A released hold needs no receipt, because no money is taken.
    receiptLabel: isHold ? null : orderLabel(deps.settings.brand.product, order.kind),
    receiptTerms: storedTerms(termsAt(deps.settings.receiptTerms, now)),
    receiptEmail: payer.email,
    receiptPhone: payer.phone,
    requestedAt: now,
  });
}

/** Decision about a payment. `request` is null if a new request is needed and `mayStore` was false. */
type Decided =
  | { kind: 'rejected'; rejection: PaymentRejection }
  | { kind: 'tooMany'; retryAfterMs: number }
  | { kind: 'request'; request: RequestedPaymentRow | null };

/**
 * Decides under the locks of the account and the order whether a payment may be opened, and returns its request, which is
 * repeated while its payment can be made. Stores a new request only if `mayStore` is true.
 */
function decide(deps: OpeningDeps, order: OrderRow, payer: Payer, mayStore: boolean): Promise<Decided> {
  return deps.db.transaction(async (tx) => {
    const rejection = await findRejection(tx, deps, order, payer.accountId);
    if (rejection !== null) return { kind: 'rejected', rejection };
    const locked = await lockOrder(tx, order.id);
    if (locked === null || locked.paidTransactionId !== null)
      return { kind: 'rejected', rejection: 'alreadyPaid' };
    const request = await findOpenRequest(tx, deps, locked, payer);
    if (request !== null) return { kind: 'request', request };
    const retryAfterMs = furtherPaymentInMs(await listRequestTimes(tx, order.id), deps.clock.now());
    if (retryAfterMs > 0) return { kind: 'tooMany', retryAfterMs };
    return { kind: 'request', request: mayStore ? await storeRequest(tx, deps, locked, payer) : null };
  });
}

/** Sends a request. Returns `phoneRejected`, and settles the request, if the card provider rejects its phone number. */
async function sendRequest(
  deps: OpeningDeps,
  request: RequestedPaymentRow,
): Promise<OpenedPayment | { kind: 'phoneRejected' }> {
  const { id, key, orderId, payerId, amountKopecks, currency, isHold, savesMethod } = request;
  const { cardProvider, clock, db, logger } = deps;
  const receipt = receiptOfRequest(request);
  const terms = { orderId, accountId: payerId, amountKopecks, currency, receipt, isHold, savesMethod };
  const settle = (outcome: 'rejected' | 'forbidden'): Promise<void> =>
    settleRequested(db, { provider: cardProvider.name, transactionId: null, key }, outcome, clock.now());
  try {
    const { transactionId, confirmationToken } = await cardProvider.openPayment(terms, key);
    await noteOpened(db, id, { transactionId, confirmationToken });
    const now = clock.now();
    await updateOrder(db, orderId, {
      attemptTransactionId: transactionId,
      attemptedAt: now,
      declineReason: null,
      rejection: null,
      reconcileAt: new Date(now.getTime() + FIRST_POLL_MS),
      reconcileTries: 0,
    });
    return { kind: 'opened', confirmationToken };
  } catch (error) {
    if (error instanceof AutopaymentsForbidden) {
      logger.error(
        { provider: cardProvider.name },
        'the card provider does not permit to save payment methods',
      );
      await settle('forbidden');
    } else if (error instanceof ProviderRejected) {
      logger.error({ orderId, reason: error.message }, 'the card provider rejected a payment of an order');
      await settle('rejected');
      if (error.part.kind === 'receiptPhone' && request.receiptPhone !== null)
        return { kind: 'phoneRejected' };
    } else if (error instanceof ProviderUnavailable) {
      logger.warn({ orderId, reason: error.message }, 'the payment of an order could not be opened');
    } else throw error;
    return unavailable(error);
  }
}

/** Returns the result if the card provider gave no usable response, with the pause that it named. */
function unavailable(error: Error): OpenedPayment {
  const retryAfterMs = error instanceof TooManyProviderRequests ? error.retryAfterMs : null;
  return { kind: 'unavailable', ...(retryAfterMs === null ? {} : { retryAfterMs }) };
}

/** Decides whether the payment may be opened, and sends its request. */
async function requestPayment(
  deps: OpeningDeps,
  order: OrderRow,
  payer: Payer,
): ReturnType<typeof sendRequest> {
  const decided = await decide(deps, order, payer, true);
  if (decided.kind !== 'request') return decided;
  if (decided.request === null) throw new Error('the request of a payment was not stored');
  return sendRequest(deps, decided.request);
}

/**
 * Opens the payment of an order. A payment that can still be made is returned as it is stored. Otherwise the card provider
 * is called at most three times: to read the payer's latest payment, to open the payment, and to open it without a phone number
 * that the card provider rejects.
 */
async function open(
  everyProvider: Deps,
  order: OrderRow,
  payer: Payer,
  visitor: Visitor,
): Promise<OpenedPayment> {
  try {
    const deps = buildOpeningDeps(depsForBrowser(everyProvider, visitor, order.id), order);
    if (deps === null || (await isGone(deps.db, order.provider))) return { kind: 'unavailable' };
    const known = await decide(deps, order, payer, false);
    if (known.kind !== 'request') return known;
    const confirmationToken = known.request?.confirmationToken ?? null;
    if (confirmationToken !== null) return { kind: 'opened', confirmationToken };
    await readLatestPayment(deps, order, payer.accountId);
    const opened = await requestPayment(deps, order, payer);
    if (opened.kind !== 'phoneRejected') return opened;
    const withoutPhone = await requestPayment(deps, order, { ...payer, phone: null });
    return withoutPhone.kind === 'phoneRejected' ? { kind: 'unavailable' } : withoutPhone;
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    everyProvider.logger.warn({ orderId: order.id, reason: error.message }, 'no payment can be opened now');
    return unavailable(error);
  }
}

/**
 * Opens the payment of an account's order. Returns null if the account has no such order. Throws TOO_MANY_REQUESTS if the
 * account, or the client's network, opens too many payments.
 */
export async function openPayment(
  deps: Deps,
  { accountId, orderId, ip }: { accountId: number; orderId: string; ip: string },
): Promise<OpenedPayment | null> {
  const limit = limitIn(deps.settings.mode, 'paymentOpeningsOfAccount');
  await rejectTooManyTries(deps.db, ['paymentOpeningsOfAccount', String(accountId)], limit, deps.clock.now());
  await limitCampaignNetwork(deps, 'accountPayments', ip);
  const order = await findOwnOrder(deps.db, accountId, orderId);
  const account = await findAccountById(deps.db, accountId);
  if (order === null || account === null) return null;
  const phone = chooseReceiptPhone(deps.settings, account.phone);
  return open(deps, order, { accountId, email: account.email, phone }, { accountId, ip });
}

/**
 * Opens the payment of a campaign order, whose payer types the email address of the subscription. Returns null if there
 * is no such campaign order without an account. Throws TOO_MANY_REQUESTS if the client's network opens too many payments.
 */
export async function openCampaignPayment(
  deps: Deps,
  { orderId, email, ip }: { orderId: string; email: string; ip: string },
): Promise<OpenedPayment | null> {
  await limitCampaignNetwork(deps, 'campaignPayments', ip);
  const order = await findOrder(deps.db, orderId);
  if (order?.kind !== 'campaign' || order.accountId !== null) return null;
  if (cannotReach(deps.mailer, email)) return { kind: 'addressUnsupported' };
  const phone = chooseReceiptPhone(deps.settings, order.payerPhone);
  return open(deps, order, { accountId: null, email, phone }, { accountId: null, ip });
}
