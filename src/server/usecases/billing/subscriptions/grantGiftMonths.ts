/** Grants the prepaid months of a gift to an account. */
import type { Deps } from '../../../deps';
import { giftKey } from '../../../domain/billing/ledgerEvents';
import { summarize } from '../../../domain/billing/status';
import type { Database } from '../../../store/database';
import { change } from '../ledger/change';
import { type SubscriptionView, viewSubscription } from './readSubscription';

/**
 * Adds `months` of access after the end of the account's paid or granted access, in the caller's transaction. The next
 * charge of an ACTIVE subscription moves by the same number of months. Granting months is idempotent per gift. The
 * caller must call `wakeOutbox` after the commit.
 */
export async function grantGiftMonths(
  tx: Database,
  deps: Pick<Deps, 'logger'>,
  grant: { accountId: number; months: number; giftId: number; at: Date },
): Promise<SubscriptionView> {
  const { accountId, months, giftId, at } = grant;
  const data = { kind: 'giftGranted' as const, months };
  const { after } = await change(tx, accountId, [{ key: giftKey(giftId), data }], at);
  deps.logger.info({ accountId, giftId, months }, 'a gift was granted');
  return viewSubscription(summarize(after), at);
}
