/** Polls the card providers for overdue charges, because their notifications may be lost. */
import type { Deps } from '../../../deps';
import { addDays, later } from '../../../domain/billing/billingCalendar';
import { CLOCK_SKEW_MS } from '../../../domain/billing/eventOrder';
import { chargesToPoll, pollChargeAt, UNHEARD_DAYS } from '../../../domain/billing/overdueCharges';
import { ProviderRejected, ProviderUnavailable } from '../../../ports/cardProvider';
import { type AccountRow, findAccountById, hasUid } from '../../../store/accounts';
import { listOrders } from '../../../store/orders';
import { claimOverdueCharges, schedulePoll } from '../../../store/subscriptions';
import { depsOfProvider } from '../cardProviders/cardProviders';
import { lockState, readState } from '../ledger/change';
import { findPayerIds } from '../ledger/orderRecords';
import { daysBetween, type PaymentsOfDay } from './paymentsOfDay';
import { recordPayment, recordRecurringPayments } from './recordPolled';

/** Number of accounts that are claimed for polling at once. */
const BATCH = 20;

/** Interval between polls for an overdue charge, in ms. */
const OVERDUE_PAUSE_MS = 60 * 60_000;

/** Number of past days that are searched for charges. */
const OVERDUE_DAYS = UNHEARD_DAYS + 1;

/**
 * Records the charges that one card provider has made to an account since `since`, and the state of the account's
 * recurring payments.
 */
async function reconcileChargesSince(
  deps: Deps,
  account: AccountRow,
  since: Date,
  listDayPayments: PaymentsOfDay,
): Promise<void> {
  const now = deps.clock.now();
  const payerIds = await findPayerIds(deps.db, account);
  const ownRecurringPayments = new Set(
    (await listOrders(deps.db, account.id)).map((order) => order.recurringPaymentId),
  );
  const earliest = new Date(since.getTime() - CLOCK_SKEW_MS);
  const from = later(earliest, addDays(now, -OVERDUE_DAYS));
  for (const day of daysBetween(from, now)) {
    const mine = (await listDayPayments(deps.cardProvider, day)).filter(
      ({ accountId: payerId, recurringPaymentId }) =>
        recurringPaymentId !== null &&
        (payerId === null
          ? ownRecurringPayments.has(recurringPaymentId)
          : payerIds.includes(payerId) || hasUid(account, payerId)),
    );
    for (const payment of mine) await recordPayment(deps, payment);
  }
  for (const payerId of payerIds) await recordRecurringPayments(deps, payerId);
}

async function reconcileCharges(
  everyProvider: Deps,
  account: AccountRow,
  listDayPayments: PaymentsOfDay,
): Promise<void> {
  const { state } = await readState(everyProvider.db, account.id);
  const polled = chargesToPoll(state, everyProvider.clock.now());
  for (const provider of new Set(polled.map(({ agreement }) => agreement.provider))) {
    const ofProvider = polled.filter(({ agreement }) => agreement.provider === provider);
    const [first, ...others] = ofProvider.map(({ since }) => since);
    if (first === undefined) continue;
    const from = others.reduce((earliest, chargeAt) => (chargeAt < earliest ? chargeAt : earliest), first);
    await reconcileChargesSince(depsOfProvider(everyProvider, provider), account, from, listDayPayments);
  }
}

/**
 * Schedules the next poll of the account for its next charge. If a charge is overdue, the poll that `claimOverdueCharges`
 * has scheduled stays.
 */
async function scheduleNextPoll(deps: Deps, accountId: number): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const pollAt = pollChargeAt(await lockState(tx, accountId), now);
    if (pollAt === null || pollAt > now) await schedulePoll(tx, accountId, pollAt);
  });
}

/** Polls the card providers for a batch of accounts with overdue charges. Several server instances share the work. */
export async function reconcileOverdueCharges(deps: Deps, listDayPayments: PaymentsOfDay): Promise<void> {
  const now = deps.clock.now();
  const overdue = await claimOverdueCharges(deps.db, now, new Date(now.getTime() + OVERDUE_PAUSE_MS), BATCH);
  for (const { accountId } of overdue) {
    const account = await findAccountById(deps.db, accountId);
    if (account === null) continue;
    try {
      await reconcileCharges(deps, account, listDayPayments);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable || error instanceof ProviderRejected)) throw error;
      deps.logger.warn({ accountId, reason: error.message }, 'an overdue charge could not be asked about');
    }
    await scheduleNextPoll(deps, accountId);
  }
}
