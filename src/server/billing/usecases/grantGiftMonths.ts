/** Prepaid months of a gift, given to an account. */
import type { Deps } from '../../deps';
import { summarize } from '../rules/subscription';
import type { Database } from '../../store/database';
import { viewSubscription, type SubscriptionView } from './readSubscription';
import { recordDecision } from '../change/recordSubscriptionEvents';

/**
 * Adds `months` to an account's access in the caller's transaction: after what is paid or given
 * already, and an ACTIVE subscription's next charge moves by as much. The same gift counts once.
 * Call `kickOutbox` after the commit.
 */
export async function grantGiftMonths(
  tx: Database,
  deps: Pick<Deps, 'logger'>,
  grant: { accountId: number; months: number; giftId: number; at: Date },
): Promise<SubscriptionView> {
  const { accountId, months, giftId, at } = grant;
  const decision = { key: `gift:${giftId}`, fact: { kind: 'giftGranted' as const, months } };
  const state = await recordDecision(tx, accountId, decision, at);
  deps.logger.info({ accountId, giftId, months }, 'a gift was granted');
  return viewSubscription(summarize(state), at);
}
