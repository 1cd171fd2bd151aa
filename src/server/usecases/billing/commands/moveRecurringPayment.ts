/** Moves the next charge of a recurring payment, and resumes one that was paused. */
import { addUtcMonths } from '../../../../shared/utcMonths';
import { later } from '../../../domain/billing/billingCalendar';
import { PROVIDER_HORIZON_MONTHS } from '../../../domain/billing/chargeDates';
import { CLOCK_SKEW_MS } from '../../../domain/billing/eventOrder';
import type { SubscriptionState } from '../../../domain/billing/fold';
import {
  type ProviderRecurringPayment,
  ProviderRejected,
  ProviderUnavailable,
} from '../../../ports/cardProvider';
import { readState } from '../change/change';
import { isLive, recurringPaymentEventData } from './accountRecurringPayments';
import { cancelRecurringPayment } from './cancelRecurringPayment';
import type { SchedulingDeps } from './cardProviders';
import { record } from './commandAccount';
import { type CommandOf, keyOfTry, type Try } from './commandTry';
import { endRecurringPayment } from './endRecurringPayment';
import { recurringPaymentOf } from './recurringPaymentOfOrder';

/** The provider rejects a start in the past, and its clock may be ahead of ours, ms. */
const SOONEST_CHARGE_MS = CLOCK_SKEW_MS + 5 * 60_000;

/** A date that differs by less than this is ours, because the provider reports whole seconds, ms. */
const SAME_DATE_MS = 60_000;

/** Whether a date is further from the last payment of an order than the provider allows between two charges. */
function isOutOfReach({ payments }: SubscriptionState, orderId: string, nextChargeAt: Date): boolean {
  const last = payments.findLast((payment) => payment.orderId === orderId);
  return last !== undefined && nextChargeAt > addUtcMonths(last.at, PROVIDER_HORIZON_MONTHS);
}

const isChargedAt = ({ nextChargeAt, startAt }: ProviderRecurringPayment, date: Date): boolean =>
  Math.abs((nextChargeAt ?? startAt).getTime() - date.getTime()) < SAME_DATE_MS;

/** Throws ProviderUnavailable unless the provider would charge at this moment, which it may accept and not do. */
async function readBack(deps: SchedulingDeps, recurringPaymentId: string, chargeAt: Date): Promise<void> {
  const recurringPayment = await deps.cardProvider.readRecurringPayment(recurringPaymentId);
  if (isChargedAt(recurringPayment, chargeAt)) return;
  const { nextChargeAt, startAt } = recurringPayment;
  throw new ProviderUnavailable(
    `the next charge is at ${(nextChargeAt ?? startAt).toISOString()} instead of ${chargeAt.toISOString()}`,
  );
}

/**
 * Sets the next charge; false: the provider never accepts this date. That ends the recurring payment: what is paid or
 * given stays, and the customer gets an email now that no charge follows.
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
    // The provider keeps the answer to a request: a date that was not kept is set by a request of its own.
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

/** A date that has passed is not set while the provider has a later one: it may have charged on a date of its own. */
function hasOwnDate({ nextChargeAt, startAt }: ProviderRecurringPayment, date: Date, now: Date): boolean {
  return date <= now && (nextChargeAt ?? startAt) > now;
}

/**
 * Sets the date of the next charge and reads it back. A move revives a recurring payment that is over: it is made only while
 * it is wanted, and undone else. To take up a paused one is a move of one that is over.
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
  const own = await recurringPaymentOf(deps, { accountId, provider, orderId });
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
