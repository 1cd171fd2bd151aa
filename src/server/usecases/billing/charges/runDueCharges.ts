/**
 * Makes the charges of saved payment methods at their due dates, for card providers that schedule no charges themselves.
 * Several server instances share the work. A month is charged at most once, because the request is stored under the
 * account's lock before it is sent, and no request follows while the outcome of an earlier request is unknown.
 */
import { randomBytes } from 'node:crypto';
import { chargeKey } from '../../../../shared/chargeKeys';
import { storedTerms } from '../../../../shared/receiptTerms';
import type { Deps } from '../../../deps';
import { emailMessageKey, postponementKey } from '../../../domain/billing/ledgerEvents';
import { ORDER_CURRENCY } from '../../../domain/billing/orders';
import {
  deriveAccessEnd,
  emailsBefore,
  findOwnCharge,
  type OwnCharge,
  postponedTo,
} from '../../../domain/billing/ownCharges';
import { termsAt } from '../../../domain/billing/receiptSchedule';
import type { SubscriptionState } from '../../../domain/billing/subscriptionState';
import { isAnyAccepted } from '../../../outbox/outbox';
import { findAccountById } from '../../../store/accounts';
import type { Database } from '../../../store/database';
import { isGone } from '../../../store/goneProviders';
import { findOrder } from '../../../store/orders';
import {
  claimRequested,
  insertRequestedPayment,
  isChargeable,
  isCharged,
  listDueCharges,
  type RequestedPaymentRow,
} from '../../../store/requestedPayments';
import { monthLabel } from '../../../texts/payments';
import { countTry, giveTryBack } from '../../../throttle/throttle';
import { depsWith, listCardProviders } from '../cardProviders/cardProviders';
import type { ChargingDeps } from '../cardProviders/cardProviders';
import { change, lockState } from '../ledger/change';
import { chooseReceiptPhone } from '../receipts/saleReceipt';
import { isWaiting, returnTurn, takeChargeTurn } from './chargeLimits';
import { requestOutcomes, sendRequest } from './settleRequested';

const BATCH = 20;
const MINUTE_MS = 60_000;

/** Time in ms for which this process has a claimed question. It exceeds the timeouts of all requests of the question. */
const LEASE_MS = 5 * MINUTE_MS;

type Decided = { kind: 'request'; request: RequestedPaymentRow } | { kind: 'changed' | 'nothing' };

/** Returns whether the customer got an email about an attempt at `now` in time. */
async function isAnnounced(
  tx: Database,
  accountId: number,
  { charge, state }: { charge: OwnCharge; state: SubscriptionState },
  now: Date,
): Promise<boolean> {
  const { keys, acceptedBy } = emailsBefore(charge, state, now);
  return isAnyAccepted(
    tx,
    keys.map((key) => emailMessageKey(accountId, key)),
    acceptedBy,
  );
}

/** Stores the request of a charge, with a lease after which another process asks for its outcome. */
async function storeRequest(
  tx: Database,
  deps: ChargingDeps,
  accountId: number,
  { agreement, chargeAt, attempt }: OwnCharge,
): Promise<RequestedPaymentRow | null> {
  const { orderId, recurringPaymentAmountKopecks: amountKopecks } = agreement;
  const [account, order] = [await findAccountById(tx, accountId), await findOrder(tx, orderId)];
  if (account === null || account.erasedAt !== null || order === null) return null;
  const now = deps.clock.now();
  return insertRequestedPayment(tx, {
    key: chargeKey(randomBytes(16).toString('hex')),
    provider: deps.cardProvider.name,
    kind: 'charge',
    ...{ orderId, accountId, chargeAt, attempt, amountKopecks },
    payerId: order.payerId ?? account.uid,
    currency: ORDER_CURRENCY,
    receiptLabel: monthLabel(deps.settings.brand.product),
    receiptTerms: storedTerms(termsAt(deps.settings.receiptTerms, now)),
    receiptEmail: account.email,
    receiptPhone: chooseReceiptPhone(deps.settings, account.phone),
    requestedAt: now,
    askAt: new Date(now.getTime() + LEASE_MS),
  });
}

/** Decides under the account's lock whether a due charge is requested or postponed. */
async function decide(tx: Database, deps: ChargingDeps, accountId: number): Promise<Decided> {
  const now = deps.clock.now();
  const state = await lockState(tx, accountId);
  const charge = findOwnCharge(state);
  if (charge === null || charge.dueAt > now || charge.agreement.provider !== deps.cardProvider.name)
    return { kind: 'nothing' };
  if (!(await isChargeable(tx, accountId, now))) return { kind: 'nothing' };
  if (await isCharged(tx, accountId, charge.chargeAt)) return { kind: 'nothing' };
  const isTimely =
    now < deriveAccessEnd(charge, state) && (await isAnnounced(tx, accountId, { charge, state }, now));
  if (isTimely) {
    const request = await storeRequest(tx, deps, accountId, charge);
    return request === null ? { kind: 'nothing' } : { kind: 'request', request };
  }
  const to = postponedTo(charge, now);
  if (to === null) return { kind: 'nothing' };
  const { orderId } = charge.agreement;
  const data = { kind: 'chargePostponed' as const, orderId, to: to.toISOString() };
  await change(tx, accountId, [{ key: postponementKey(orderId, now), data }], now);
  deps.logger.warn(
    { accountId, orderId, to: to.toISOString() },
    'a charge was postponed and is announced again',
  );
  return { kind: 'changed' };
}

/** Asks for the outcomes that are not known, unless the card provider has asked this server to wait. */
async function askForOutcomes(deps: ChargingDeps): Promise<void> {
  let asked: number;
  do {
    if (await isWaiting(deps)) return;
    const now = deps.clock.now();
    const claimedUntil = new Date(now.getTime() + LEASE_MS);
    const claimed = await claimRequested(deps.db, deps.cardProvider.name, {
      now,
      claimedUntil,
      limit: BATCH,
    });
    await requestOutcomes(deps, claimed);
    asked = claimed.length;
  } while (asked === BATCH);
}

/** Decides whether the due charge of an account is requested or postponed. */
async function decideOn(deps: ChargingDeps, accountId: number): Promise<Decided> {
  try {
    return await deps.db.transaction((tx) => decide(tx, deps, accountId));
  } catch (error) {
    // The charges of the other accounts do not depend on this account.
    deps.logger.error({ accountId, error }, 'a due charge could not be made');
    return { kind: 'nothing' };
  }
}

/** Sends the request of a charge. An unexpected error leaves the outcome unknown, so that it is asked for later. */
async function send(deps: ChargingDeps, request: RequestedPaymentRow): Promise<void> {
  try {
    await sendRequest(deps, request);
  } catch (error) {
    deps.logger.error({ accountId: request.accountId, error }, 'a due charge could not be made');
  }
}

/**
 * Yields accounts whose charge is due, oldest due date first. An account in `waiting` is due, but its charge has to wait, so
 * it is listed again and ignored.
 */
async function* dueAccounts(deps: ChargingDeps, waiting: ReadonlySet<number>): AsyncGenerator<number> {
  for (;;) {
    const limit = BATCH + waiting.size;
    const due = await listDueCharges(deps.db, deps.cardProvider.name, deps.clock.now(), limit);
    const accountIds = due.filter((accountId) => !waiting.has(accountId));
    if (accountIds.length === 0) return;
    yield* accountIds;
  }
}

/**
 * Makes due charges, oldest first, until none is due, the rate limit is reached or the charges are paused. Decisions are
 * made one after another, and some requests are in flight at the same time, each for another account. A charge that has to
 * wait does not count, so that charges which wait for long cannot use up the limit.
 */
async function makeDueCharges(deps: ChargingDeps): Promise<void> {
  const { cardProvider, db, clock, settings } = deps;
  const key = ['ownCharges', cardProvider.name] as const;
  const waiting = new Set<number>();
  const inFlight = new Set<Promise<void>>();
  for await (const accountId of dueAccounts(deps, waiting)) {
    const { turn, perMinute } = await takeChargeTurn(deps);
    if (turn === 'wait') break;
    const isAllowed = (await countTry(db, key, { tries: perMinute, windowMs: MINUTE_MS }, clock.now()))
      .allowed;
    const decided = isAllowed ? await decideOn(deps, accountId) : null;
    if (decided?.kind !== 'request' && turn === 'probe') await returnTurn(deps);
    if (decided === null) break;
    if (decided.kind === 'nothing') {
      waiting.add(accountId);
      await giveTryBack(db, key);
    }
    if (decided.kind !== 'request') continue;
    const sending: Promise<void> = send(deps, decided.request).finally(() => inFlight.delete(sending));
    inFlight.add(sending);
    // The response to a probe decides whether further charges are made.
    if (turn === 'probe') await sending;
    else if (inFlight.size >= settings.chargesInFlight) await Promise.race(inFlight);
  }
  await Promise.all(inFlight);
}

/** Runs all due charges, and the questions about unknown outcomes, at every card provider that schedules no charges. */
export async function runDueCharges(everyProvider: Deps): Promise<void> {
  for (const cardProvider of listCardProviders(everyProvider)) {
    if (cardProvider.chargesScheduledBy === 'provider') continue;
    const deps: ChargingDeps = { ...depsWith(everyProvider, cardProvider), cardProvider };
    await askForOutcomes(deps);
    // A charge at a card provider that is gone would fail, and a rejected charge is not repeated.
    if (!(await isGone(deps.db, cardProvider.name))) await makeDueCharges(deps);
    deps.wakeOutbox();
  }
}
