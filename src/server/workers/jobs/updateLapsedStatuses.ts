/**
 * Updates stored subscription statuses that have changed by time alone, because searches read them. This job also ends
 * subscriptions whose charge was not reported before the grace period ended.
 */
import type { Deps } from '../../deps';
import { lapseOf } from '../../domain/billing/fold';
import { lapseKey, postponementKey } from '../../domain/billing/ledgerEvents';
import { ownChargeOf, postponedTo } from '../../domain/billing/ownCharges';
import { listLapsed } from '../../store/subscriptions';
import { change, type Decide } from '../../usecases/billing/change/change';

const BATCH = 200;

export async function updateLapsedStatuses(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const lapse: Decide = ({ state, state: { agreement, accessUntil } }) => {
    if (agreement === null || !agreement.begun || agreement.ended !== null) return [];
    if (now < lapseOf(agreement, accessUntil)) return [];
    const { orderId, nextChargeAt } = agreement;
    const charge = ownChargeOf(state);
    // This server has not made the charge in time, so the agreement must not end.
    const to = charge === null ? null : postponedTo(charge, now);
    if (to !== null) {
      const data = { kind: 'chargePostponed' as const, orderId, to: to.toISOString() };
      return [{ key: postponementKey(orderId, now), data }];
    }
    return [{ key: lapseKey(orderId, nextChargeAt), data: { kind: 'lapsed', orderId } }];
  };
  let hasLapsed = false;
  for (;;) {
    const accountIds = await listLapsed(deps.db, now, BATCH);
    for (const accountId of accountIds) {
      const { before, after } = await deps.db.transaction((tx) => change(tx, accountId, lapse, now));
      hasLapsed ||= before !== after;
    }
    if (accountIds.length < BATCH) break;
  }
  if (hasLapsed) deps.wakeOutbox();
}
