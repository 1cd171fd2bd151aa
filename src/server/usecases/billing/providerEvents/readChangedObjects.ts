/**
 * Reads the objects that unsigned notifications named from their card provider, and records them like polled payments.
 * Nothing else in such a notification has an effect.
 */
import type { Deps } from '../../../deps';
import {
  ProviderRejected,
  ProviderUnavailable,
  type UnscheduledCardProvider,
} from '../../../ports/cardProvider';
import {
  type ChangedObjectRow,
  claimChanges,
  finishChange,
  postponeChanges,
} from '../../../store/changedObjects';
import { limitIn } from '../../../throttle/limits';
import { countTry } from '../../../throttle/throttle';
import { depsWith, listCardProviders } from '../cardProviders/cardProviders';
import { recordPayment } from './recordPolled';
import { recordProviderEvent } from './recordProviderEvent';

const BATCH = 20;
const LEASE_MS = 5 * 60_000;
/** Pause in ms after the card provider gave no answer. */
const OUTAGE_PAUSE_MS = 10_000;
/** Pause in ms before an object that has not changed yet is read again. The pause doubles with each reading. */
const FIRST_PAUSE_MS = 10_000;
/** Number of reads after which an object that has not changed is not read again, 11 hours after the notification. */
const TRIES_MAX = 12;

/** Records the current state of an object. Returns whether the state is final, or at least later than `pending`. */
async function recordObject(
  deps: Deps,
  provider: UnscheduledCardProvider,
  { kind, objectId }: ChangedObjectRow,
): Promise<boolean> {
  if (kind === 'payment') {
    const payment = await provider.readPayment(objectId);
    if (payment !== null) await recordPayment(deps, payment);
    // A hold counts once its payment method is saved.
    const awaitsMethod = payment?.state === 'authorized' && (payment.card?.token ?? null) === null;
    return payment?.state !== 'pending' && !awaitsMethod;
  }
  const refund = await provider.readRefund(objectId);
  if (refund === null) return true;
  const { state, transactionId, refundId, amountKopecks, at, accountId } = refund;
  if (state === 'completed' && transactionId !== null) {
    await recordProviderEvent(deps, 'notification', {
      kind: 'refunded',
      ...{ refundId, transactionId, amountKopecks, at, accountId },
    });
  }
  return state !== 'pending';
}

/**
 * Reads claimed objects one after another. If the card provider gives no answer, the objects that are left become due
 * later. Returns false in this case.
 */
async function readAll(
  deps: Deps,
  provider: UnscheduledCardProvider,
  claimed: readonly ChangedObjectRow[],
): Promise<boolean> {
  for (const [index, change] of claimed.entries()) {
    try {
      const isDone = await recordObject(deps, provider, change);
      const isLast = isDone || change.tries + 1 >= TRIES_MAX;
      const pauseMs = FIRST_PAUSE_MS * 2 ** change.tries;
      await finishChange(deps.db, change, isLast ? null : new Date(deps.clock.now().getTime() + pauseMs));
    } catch (error) {
      if (!(error instanceof ProviderUnavailable || error instanceof ProviderRejected)) throw error;
      deps.logger.warn({ reason: error.message }, 'a changed object could not be read');
      const dueAt = new Date(deps.clock.now().getTime() + OUTAGE_PAUSE_MS);
      await postponeChanges(deps.db, claimed.slice(index), dueAt);
      return false;
    }
  }
  return true;
}

/** Claims due objects and reads them. Returns the number of objects, or null if the card provider gave no answer. */
async function readBatch(
  deps: Deps,
  provider: UnscheduledCardProvider,
  batch: { isKnown: boolean; limit: number },
): Promise<number | null> {
  const now = deps.clock.now();
  const until = new Date(now.getTime() + LEASE_MS);
  const claimed = await claimChanges(deps.db, { provider: provider.name, ...batch }, now, until);
  return (await readAll(deps, provider, claimed)) ? claimed.length : null;
}

/** Reads unknown objects until none is due or the rate limit is reached. */
async function readUnknown(deps: Deps, provider: UnscheduledCardProvider): Promise<void> {
  const limit = limitIn(deps.settings.mode, 'unknownObjectReads');
  for (let read: number | null = 1; read === 1;) {
    const verdict = await countTry(deps.db, ['unknownObjectReads', provider.name], limit, deps.clock.now());
    if (!verdict.allowed) return;
    read = await readBatch(deps, provider, { isKnown: false, limit: 1 });
  }
}

/**
 * Reads all due objects at every card provider whose notifications are not signed. Objects of known orders and payments
 * are read first. Several server instances share the work.
 */
export async function readChangedObjects(everyProvider: Deps): Promise<void> {
  for (const provider of listCardProviders(everyProvider)) {
    if (provider.chargesScheduledBy !== 'merchant' || provider.notifications.trust !== 'reread') continue;
    const deps = depsWith(everyProvider, provider);
    let read: number | null;
    do read = await readBatch(deps, provider, { isKnown: true, limit: BATCH });
    while (read === BATCH);
    if (read !== null) await readUnknown(deps, provider);
    deps.wakeOutbox();
  }
}
