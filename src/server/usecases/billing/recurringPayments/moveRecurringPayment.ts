/** Moves the date of a recurring payment's next charge, and resumes a paused recurring payment. */
import { addUtcMonths } from '../../../../shared/utcMonths';
import { later } from '../../../domain/billing/billingCalendar';
import { PROVIDER_HORIZON_MONTHS } from '../../../domain/billing/chargeDates';
import { CLOCK_SKEW_MS } from '../../../domain/billing/eventOrder';
import type { SubscriptionState } from '../../../domain/billing/subscriptionState';
import {
  type ProviderRecurringPayment,
  ProviderRejected,
  ProviderUnavailable,
} from '../../../ports/cardProvider';
import type { SchedulingDeps } from '../cardProviders/cardProviders';
import { type CommandOf, keyOfTry, type Try } from '../cardProviders/commandTry';
import { readState } from '../ledger/change';
import { record } from '../ledger/commandAccount';
import { isLive, recurringPaymentEventData } from './accountRecurringPayments';
import { cancelRecurringPayment } from './cancelRecurringPayment';
import { endRecurringPayment } from './endRecurringPayment';
import { findRecurringPayment } from './recurringPaymentOfOrder';

/**
 * Minimum time from now until a new charge date, in ms. The card provider rejects dates in the past, and its clock may
 * be ahead of this server's clock.
 */
const SOONEST_CHARGE_MS = CLOCK_SKEW_MS + 5 * 60_000;

/**
 * Maximum difference in ms at which two charge dates count as the same, because the card provider reports dates in
 * whole seconds.
 */
const SAME_DATE_MS = 60_000;

/**
 * Returns whether the time between the last payment of the order and the new charge date exceeds the maximum that the
 * card provider allows between two charges.
 */
function isOutOfReach({ payments }: SubscriptionState, orderId: string, nextChargeAt: Date): boolean {
  const last = payments.findLast((payment) => payment.orderId === orderId);
  return last !== undefined && nextChargeAt > addUtcMonths(last.at, PROVIDER_HORIZON_MONTHS);
}

const isChargedAt = ({ nextChargeAt, startAt }: ProviderRecurringPayment, date: Date): boolean =>
  Math.abs((nextChargeAt ?? startAt).getTime() - date.getTime()) < SAME_DATE_MS;

/**
 * Throws `ProviderUnavailable` unless the card provider now reports the requested charge date, because the provider may
 * accept a date without applying it.
 */
async function readBack(deps: SchedulingDeps, recurringPaymentId: string, chargeAt: Date): Promise<void> {
  const recurringPayment = await deps.cardProvider.readRecurringPayment(recurringPaymentId);
  if (isChargedAt(recurringPayment, chargeAt)) return;
  const { nextChargeAt, startAt } = recurringPayment;
  throw new ProviderUnavailable(
    `the next charge is at ${(nextChargeAt ?? startAt).toISOString()} instead of ${chargeAt.toISOString()}`,
  );
}

/**
 * Sets the date of the next charge. Returns false if the card provider can never accept the date. If the date can never
 * be accepted, the recurring payment is cancelled, the paid or granted access remains, and an email informs the
 * customer that no charge follows.
 */
async function setNextCharge(
  deps: SchedulingDeps,
  target: {
    accountId: number;
    provider: string;
    orderId: string;
    own: ProviderRecurringPayment;
    chargeAt: Date;
  },
  { key, tries }: Try,
): Promise<boolean> {
  const { accountId, provider, orderId, own, chargeAt } = target;
  try {
    // The card provider repeats its response to a known idempotency key, so a date that was not applied must be
    // requested with a new key.
    await deps.cardProvider.moveRecurringPayment(own.id, chargeAt, tries > 1 ? `${key}:${tries}` : key);
    return true;
  } catch (error) {
    const { state } = await readState(deps.db, accountId);
    if (!(error instanceof ProviderRejected) || !isOutOfReach(state, orderId, chargeAt)) throw error;
    if (isLive(own)) await endRecurringPayment(deps, own.id, keyOfTry(`${key}:outOfReach`, own.id, tries));
    const report = {
      ...own,
      kind: 'recurringPayment' as const,
      recurringPaymentId: own.id,
      state: 'cancelled' as const,
    };
    const data = recurringPaymentEventData(provider, orderId, { ...report, nextChargeAt: null });
    await record(deps, accountId, { key: `${key}:outOfReach`, at: deps.clock.now(), data });
    return false;
  }
}

/**
 * Returns whether the wanted charge date has passed and the card provider has scheduled a later date. The later date is
 * not changed, because the card provider may already have charged on a date that it chose itself.
 */
function hasOwnDate({ nextChargeAt, startAt }: ProviderRecurringPayment, date: Date, now: Date): boolean {
  return date <= now && (nextChargeAt ?? startAt) > now;
}

/**
 * Sets the date of the next charge at the card provider, then reads the date back to verify it. Moving the date
 * reactivates an ended recurring payment. Therefore an outdated command moves nothing, and the move is undone if the
 * subscription was cancelled in the meantime. Moving the date also resumes a paused recurring payment.
 */
export async function moveRecurringPayment(
  deps: SchedulingDeps,
  {
    kind,
    accountId,
    provider,
    orderId,
    nextChargeAt,
  }: CommandOf<'moveRecurringPayment' | 'resumeRecurringPayment'>,
  attempt: Try,
): Promise<void> {
  const { key } = attempt;
  const commandsNow = async () =>
    (await readState(deps.db, accountId)).state.commands.filter(
      (command) => 'orderId' in command && command.orderId === orderId,
    );
  const isWanted = (await commandsNow()).some(
    (command) => command.kind === kind && command.nextChargeAt === nextChargeAt,
  );
  if (!isWanted) return;
  const own = await findRecurringPayment(deps, { accountId, provider, orderId });
  if (own === null || !(isLive(own) || kind === 'resumeRecurringPayment')) return;
  const date = new Date(nextChargeAt);
  const now = deps.clock.now();
  if (isLive(own) && (isChargedAt(own, date) || hasOwnDate(own, date, now))) return;
  const chargeAt = later(date, new Date(now.getTime() + SOONEST_CHARGE_MS));
  const isMoved = await setNextCharge(deps, { accountId, provider, orderId, own, chargeAt }, attempt);
  const cancel = (await commandsNow()).find((command) => command.kind === 'cancelRecurringPayment');
  if (cancel?.kind === 'cancelRecurringPayment')
    await cancelRecurringPayment(deps, { accountId, ...cancel }, { ...attempt, key: `${key}:cancelled` });
  else if (isMoved) await readBack(deps, own.id, chargeAt);
}
