/** Finds out the outcome of charges that this server requested, before anything is charged again. */
import type { Deps } from '../../../deps';
import { CLOCK_SKEW_MS } from '../../../domain/billing/eventOrder';
import { reportKey } from '../../../domain/billing/ledgerEvents';
import { ownChargeOf } from '../../../domain/billing/ownCharges';
import {
  AutopaymentsForbidden,
  CredentialsRejected,
  type ProviderPayment,
  ProviderRejected,
  ProviderUnavailable,
  TooManyProviderRequests,
  type UnscheduledCardProvider,
} from '../../../ports/cardProvider';
import { isGone } from '../../../store/goneProviders';
import { askLater, type RequestedPaymentRow, settleRequested } from '../../../store/requestedPayments';
import { change, readState } from '../change/change';
import { daysBetween } from '../intake/paymentsOfDay';
import { recordPayment } from '../intake/recordPolled';
import { savedTokenOf } from './savedMethods';

/**
 * Time in ms for which a request is repeated with the same key. The card provider remembers a key for 24 hours by its
 * own clock. After this time, the payment is only looked for.
 */
const REPEATED_FOR_MS = 23 * 3_600_000;

const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 30 * 60_000;

/** Pause in ms before this server requests further charges, after the card provider rejected all charges. */
const FORBIDDEN_PAUSE_MS = 10 * 60_000;

/** Time of the next question about an outcome. */
const nextAskAt = ({ tries }: RequestedPaymentRow, now: Date): Date =>
  new Date(now.getTime() + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries));

/** `Deps` of a card provider for which this server schedules the charges. */
export interface ChargingDeps extends Deps {
  cardProvider: UnscheduledCardProvider;
}

/** Looks for the payment of a request: by its transaction id if it is known, or in the lists of the days since. */
async function findPaymentOf(
  { cardProvider, clock }: ChargingDeps,
  { transactionId, key, requestedAt }: RequestedPaymentRow,
): Promise<ProviderPayment | null> {
  if (transactionId !== null) return cardProvider.readPayment(transactionId);
  const from = new Date(requestedAt.getTime() - CLOCK_SKEW_MS);
  for (const day of daysBetween(from, new Date(clock.now().getTime() + CLOCK_SKEW_MS))) {
    const found = (await cardProvider.listPaymentsOfDay(day)).find(({ chargeKey }) => chargeKey === key);
    if (found !== undefined) return found;
  }
  return null;
}

/** Returns whether the requested month is still to be charged, so that the same request may be repeated. */
async function isStillWanted(
  deps: Deps,
  { accountId, chargeAt, orderId }: RequestedPaymentRow,
): Promise<boolean> {
  if (accountId === null || (await isGone(deps.db, deps.cardProvider.name))) return false;
  const charge = ownChargeOf((await readState(deps.db, accountId)).state);
  return charge?.agreement.orderId === orderId && charge.chargeAt.getTime() === chargeAt?.getTime();
}

/** Sends the request, for the first time or again with the same key and terms. */
async function send(deps: ChargingDeps, request: RequestedPaymentRow): Promise<ProviderPayment> {
  const { key, orderId, payerId, amountKopecks, currency, receiptLabel, receiptEmail } = request;
  const savedMethod = await savedTokenOf(deps, deps.cardProvider, orderId);
  if (savedMethod === null) throw new ProviderRejected('no payment method is saved');
  const receipt =
    receiptLabel === null || receiptEmail === null
      ? null
      : { label: receiptLabel, amountKopecks, email: receiptEmail };
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
  outcome: 'rejected' | 'forbidden' | 'absent',
): Promise<void> {
  const { name: provider } = deps.cardProvider;
  await settleRequested(deps.db, { provider, transactionId: null, key }, outcome, deps.clock.now());
}

/** Records the state of a payment. A pending payment is asked for again. */
async function recordOutcome(
  deps: ChargingDeps,
  request: RequestedPaymentRow,
  payment: ProviderPayment,
): Promise<void> {
  await recordPayment(deps, payment);
  if (payment.state === 'pending') await askLater(deps.db, request, nextAskAt(request, deps.clock.now()));
}

/** Sends a request for the first time. The row of the request is committed. */
export async function sendRequest(deps: ChargingDeps, request: RequestedPaymentRow): Promise<void> {
  await resolve(deps, request, () => send(deps, request));
}

/**
 * Asks for the outcome of a request. If the card provider does not list the payment, the same request is repeated while
 * the card provider remembers its key, because a repeated request takes effect once.
 */
export async function askForOutcome(deps: ChargingDeps, request: RequestedPaymentRow): Promise<void> {
  await resolve(deps, request, async () => {
    const found = await findPaymentOf(deps, request);
    if (found !== null) return found;
    const age = deps.clock.now().getTime() - request.requestedAt.getTime();
    if (age < REPEATED_FOR_MS && (await isStillWanted(deps, request))) return send(deps, request);
    // A request that is still being processed may appear in the list later.
    if (age < REPEATED_FOR_MS) throw new ProviderUnavailable('the payment is not listed yet');
    return null;
  });
}

async function resolve(
  deps: ChargingDeps,
  request: RequestedPaymentRow,
  paymentOf: () => Promise<ProviderPayment | null>,
): Promise<void> {
  const { key, orderId } = request;
  const { logger, memory, cardProvider } = deps;
  try {
    const payment = await paymentOf();
    if (payment === null) await settleWithoutCharge(deps, request, 'absent');
    else await recordOutcome(deps, request, payment);
  } catch (error) {
    const now = deps.clock.now();
    if (error instanceof AutopaymentsForbidden || error instanceof CredentialsRejected) {
      const { name: provider } = cardProvider;
      logger.error(
        { provider, reason: error.message },
        'the card provider rejects all charges of this server',
      );
      memory.chargePauses.set(cardProvider.name, new Date(now.getTime() + FORBIDDEN_PAUSE_MS));
      await settleWithoutCharge(
        deps,
        request,
        error instanceof AutopaymentsForbidden ? 'forbidden' : 'rejected',
      );
    } else if (error instanceof ProviderUnavailable || error instanceof TooManyProviderRequests) {
      logger.warn({ orderId, key, reason: error.message }, 'the outcome of a charge is not known');
      await askLater(deps.db, request, nextAskAt(request, now));
    } else if (error instanceof ProviderRejected) {
      logger.error({ orderId, key, reason: error.message }, 'the card provider rejected a charge');
      await recordRejection(deps, request);
    } else throw error;
  }
}
