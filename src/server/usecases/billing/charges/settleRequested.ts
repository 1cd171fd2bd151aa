/**
 * Finds out the outcome of charges that this server requested, before anything is charged again. A request charged
 * nothing if it never left this process, or if the card provider rejected it in the response to its first attempt. After
 * any other response, also to a repeated request or to a query, the outcome is unknown until the card provider's payments
 * have been read.
 */
import type { Deps } from '../../../deps';
import { CLOCK_SKEW_MS } from '../../../domain/billing/eventOrder';
import { reportKey } from '../../../domain/billing/ledgerEvents';
import { findOwnCharge } from '../../../domain/billing/ownCharges';
import {
  AutopaymentsForbidden,
  CredentialsRejected,
  type ProviderPayment,
  ProviderRejected,
  ProviderUnavailable,
  TooManyProviderRequests,
} from '../../../ports/cardProvider';
import { dropAccountPhone } from '../../../store/accounts';
import { isGone } from '../../../store/goneProviders';
import { askLater, type RequestedPaymentRow, settleRequested } from '../../../store/requestedPayments';
import type { ChargingDeps } from '../cardProviders/cardProviders';
import { change, readState } from '../ledger/change';
import { recordPayment } from '../providerEvents/recordPolled';
import { receiptOfRequest } from '../receipts/saleReceipt';
import { readSavedToken } from '../savedMethods/savedMethods';
import { endPause, isWaiting, pauseAllCharges, slowDownAfter } from './chargeLimits';
import { putAside, settlePutAside } from './putAside';

/**
 * Time in ms for which a request is repeated with the same key. The card provider remembers a key for 24 hours by its
 * own clock. After this time, the payment is only looked for.
 */
const REPEATED_FOR_MS = 23 * 3_600_000;

const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 30 * 60_000;

/** Time of the next question about an outcome. */
const nextAskAt = ({ tries }: RequestedPaymentRow, now: Date): Date =>
  new Date(now.getTime() + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries));

/** Payments of requests that the card provider lists, by the key of the request. */
type ListedPayments = ReadonlyMap<string, ProviderPayment>;

/**
 * Reads the payments of requests without a transaction id with one list, from ten minutes before the oldest request. The
 * list is newest first, so reading ends when all payments are found.
 */
async function listRequestedPayments(
  { cardProvider }: ChargingDeps,
  requests: readonly RequestedPaymentRow[],
): Promise<ListedPayments> {
  const found = new Map<string, ProviderPayment>();
  const wanted = new Set(requests.map(({ key }) => key));
  const oldest = Math.min(...requests.map(({ requestedAt }) => requestedAt.getTime()));
  if (requests.length === 0) return found;
  await cardProvider.readPayments({ from: new Date(oldest - CLOCK_SKEW_MS) }, ({ payments }) => {
    for (const payment of payments) {
      const key = payment.chargeKey ?? null;
      if (key !== null && wanted.has(key)) found.set(key, payment);
    }
    return found.size < wanted.size;
  });
  return found;
}

/** Returns whether the requested month is still to be charged, so that the same request may be repeated. */
async function isStillWanted(
  deps: Deps,
  { accountId, chargeAt, orderId }: RequestedPaymentRow,
): Promise<boolean> {
  if (accountId === null || (await isGone(deps.db, deps.cardProvider.name))) return false;
  const charge = findOwnCharge((await readState(deps.db, accountId)).state);
  return charge?.agreement.orderId === orderId && charge.chargeAt.getTime() === chargeAt?.getTime();
}

/** Sends the request, for the first time or again with the same key and terms. */
async function send(deps: ChargingDeps, request: RequestedPaymentRow): Promise<ProviderPayment> {
  const { key, orderId, payerId, amountKopecks, currency } = request;
  const savedMethod = await readSavedToken(deps, deps.cardProvider, orderId);
  if (savedMethod === null) throw new ProviderRejected('no payment method is saved', { kind: 'savedMethod' });
  const receipt = receiptOfRequest(request);
  const terms = { orderId, accountId: payerId, amountKopecks, currency, receipt };
  return deps.cardProvider.chargeSavedMethod({ ...terms, savedMethod }, key);
}

/**
 * Records that the card provider rejected a request, so that nothing was charged. The customer must pay with another
 * card, because the saved payment method cannot be charged. No payment exists, so the key identifies the failed charge,
 * and the staff console shows no payment number (`isChargeKey`).
 */
async function recordRejection(deps: ChargingDeps, request: RequestedPaymentRow): Promise<void> {
  const { accountId, orderId, key, amountKopecks } = request;
  const { name: provider } = deps.cardProvider;
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    await settleRequested(tx, { provider, transactionId: null, key }, 'rejected', now);
    if (accountId === null) return;
    const decline = { reason: 'rejectedForGood' as const, code: null };
    await change(
      tx,
      accountId,
      [
        {
          key: reportKey(provider, { kind: 'failed', transactionId: key }),
          at: now,
          data: {
            kind: 'paymentFailed',
            role: 'recurrent',
            ...{ provider, transactionId: key, orderId, decline, amountKopecks },
          },
        },
      ],
      now,
    );
  });
}

/** Settles a request that certainly charged nothing, so that the month may be requested with another key. */
async function settleWithoutCharge(
  deps: ChargingDeps,
  { key }: RequestedPaymentRow,
  outcome: 'rejected' | 'forbidden' | 'absent' | 'notSent',
): Promise<void> {
  const { name: provider } = deps.cardProvider;
  await settleRequested(deps.db, { provider, transactionId: null, key }, outcome, deps.clock.now());
}

/**
 * Removes a phone number that the card provider rejects from the account, whose charge is requested again at once without it.
 * The customer is then asked for the number again.
 */
async function chargeWithoutPhone(
  deps: ChargingDeps,
  request: RequestedPaymentRow,
  phone: string,
): Promise<void> {
  if (request.accountId !== null) await dropAccountPhone(deps.db, request.accountId, phone);
  await settleWithoutCharge(deps, request, 'notSent');
}

/** Records the state of a payment. An unfinished payment is asked for again. */
async function recordOutcome(
  deps: ChargingDeps,
  request: RequestedPaymentRow,
  payment: ProviderPayment,
): Promise<void> {
  await recordPayment(deps, payment);
  if (payment.state === 'pending' || payment.state === 'authorized')
    await askLater(deps.db, request, nextAskAt(request, deps.clock.now()));
}

/** Notes that the outcome of a request is unknown, and schedules the next question. Throws errors of other origin. */
async function noteUnknown(deps: ChargingDeps, request: RequestedPaymentRow, error: unknown): Promise<void> {
  if (!(error instanceof ProviderUnavailable || error instanceof ProviderRejected)) throw error;
  const { orderId, key } = request;
  deps.logger.warn({ orderId, key, reason: error.message }, 'the outcome of a charge is not known');
  await askLater(deps.db, request, nextAskAt(request, deps.clock.now()));
}

/**
 * Sends a request for the first time. The row of the request is committed. Only here does a rejection mean that nothing
 * was charged.
 */
export async function sendRequest(deps: ChargingDeps, request: RequestedPaymentRow): Promise<void> {
  const sentAt = deps.clock.now();
  try {
    await recordOutcome(deps, request, await send(deps, request));
    await settlePutAside(deps, request);
    await endPause(deps);
  } catch (error) {
    // Charges are paused or slowed down first, because the charge is due again as soon as its request is settled.
    if (error instanceof AutopaymentsForbidden) {
      await pauseAllCharges(deps, 'forbidden', error.message);
      await settleWithoutCharge(deps, request, 'forbidden');
    } else if (error instanceof CredentialsRejected) {
      await pauseAllCharges(deps, 'credentials', error.message);
      await settleWithoutCharge(deps, request, 'rejected');
    } else if (error instanceof TooManyProviderRequests) {
      await slowDownAfter(deps, error, sentAt);
      await settleWithoutCharge(deps, request, 'notSent');
    } else if (error instanceof ProviderRejected) {
      const { part, message: reason } = error;
      const { orderId, key } = request;
      deps.logger.error({ orderId, key, reason }, 'the card provider rejected a charge');
      if (part.kind === 'savedMethod') await recordRejection(deps, request);
      else if (part.kind === 'receiptPhone' && request.receiptPhone !== null)
        await chargeWithoutPhone(deps, request, request.receiptPhone);
      else await putAside(deps, request, part);
    } else await noteUnknown(deps, request, error);
  }
}

/** Returns the payment of a request with an unknown outcome, or null if the request certainly charged nothing. */
async function findOutcome(
  deps: ChargingDeps,
  request: RequestedPaymentRow,
  listed: ListedPayments,
): Promise<ProviderPayment | null> {
  const { key, transactionId, requestedAt } = request;
  const found =
    transactionId === null ? (listed.get(key) ?? null) : await deps.cardProvider.readPayment(transactionId);
  if (found !== null) return found;
  const age = deps.clock.now().getTime() - requestedAt.getTime();
  if (age >= REPEATED_FOR_MS) return null;
  // A request that is still being processed may appear in the list later.
  if (!(await isStillWanted(deps, request))) throw new ProviderUnavailable('the payment is not listed yet');
  return send(deps, request);
}

/** Asks for the outcome of one request, after the list of the card provider's payments was read. */
async function askForOutcome(
  deps: ChargingDeps,
  request: RequestedPaymentRow,
  listed: ListedPayments,
): Promise<void> {
  const sentAt = deps.clock.now();
  try {
    const payment = await findOutcome(deps, request, listed);
    if (payment === null) await settleWithoutCharge(deps, request, 'absent');
    else await recordOutcome(deps, request, payment);
  } catch (error) {
    await slowDownAfter(deps, error, sentAt);
    await noteUnknown(deps, request, error);
  }
}

/**
 * Asks for the outcomes of requests. If the card provider does not list a payment, the same request is repeated while the
 * card provider remembers its key, because a repeated request takes effect once. After HTTP 429 nothing more is asked.
 */
export async function requestOutcomes(
  deps: ChargingDeps,
  requests: readonly RequestedPaymentRow[],
): Promise<void> {
  const sentAt = deps.clock.now();
  let listed: ListedPayments = new Map();
  let failure: unknown = null;
  try {
    listed = await listRequestedPayments(
      deps,
      requests.filter(({ transactionId }) => transactionId === null),
    );
  } catch (error) {
    failure = error;
    await slowDownAfter(deps, error, sentAt);
  }
  for (const request of requests) {
    try {
      if (failure !== null && request.transactionId === null) await noteUnknown(deps, request, failure);
      else if (await isWaiting(deps)) await askLater(deps.db, request, nextAskAt(request, deps.clock.now()));
      else await askForOutcome(deps, request, listed);
    } catch (error) {
      // The requests of the other accounts do not depend on this request.
      deps.logger.error({ key: request.key, error }, 'the outcome of a charge could not be asked for');
    }
  }
}
