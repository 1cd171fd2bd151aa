/**
 * Updates stored subscription statuses that have changed by time alone, because searches read them. This job also ends
 * subscriptions whose charge was not reported before the grace period ended.
 */
import type { Deps } from '../../deps';
import { lapseKey } from '../../domain/billing/ledgerEvents';
import { buildOverduePostponement } from '../../domain/billing/ownCharges';
import { statusAt, summarize } from '../../domain/billing/status';
import { deriveLapse } from '../../domain/billing/subscriptionState';
import { listLapsed } from '../../store/subscriptions';
import { change, type Decide } from '../../usecases/billing/ledger/change';

const BATCH = 200;

export async function updateLapsedStatuses(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const lapse: Decide = ({ history, state, state: { agreement, accessUntil } }) => {
    if (agreement === null || !agreement.begun || agreement.ended !== null) return [];
    const { orderId, nextChargeAt } = agreement;
    const postponement = buildOverduePostponement(state, now);
    if (postponement !== null) return [postponement];
    if (now < deriveLapse(agreement, accessUntil)) return [];
    const key = lapseKey(orderId, nextChargeAt);
    const isKnown = history.some((event) => event.key === key);
    return [
      {
        // An event that was reported late may have extended the grace period of a renewal that seemed to have ended.
        key: isKnown ? lapseKey(orderId, nextChargeAt, now) : key,
        data: { kind: 'lapsed', orderId },
      },
    ];
  };
  let hasLapsed = false;
  const unchanged = new Set<number>();
  for (;;) {
    const listed = await listLapsed(deps.db, now, BATCH + unchanged.size);
    const accountIds = listed.filter((accountId) => !unchanged.has(accountId));
    for (const accountId of accountIds) {
      const { before, after } = await deps.db.transaction((tx) => change(tx, accountId, lapse, now));
      hasLapsed ||= before !== after;
      const { changesAt } = statusAt(summarize(after), now);
      // A status that is due again would be listed without end.
      if (changesAt !== null && changesAt <= now) unchanged.add(accountId);
    }
    if (accountIds.length < BATCH) break;
  }
  if (hasLapsed) deps.wakeOutbox();
}
