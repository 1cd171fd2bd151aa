/** Records requests that failed unexpectedly, so that staff find the request id that a customer names. */
import type { Deps } from '../../deps';
import { type FailedRequest, insertFailedRequest } from '../../store/failedRequests';
import { LIMITS } from '../../throttle/limits';
import { countTry } from '../../throttle/throttle';
import { toNetwork } from '../../throttle/toNetwork';

/**
 * Records a failed request, unless too many requests of the same network or on the same day failed. Never throws, because
 * the response must not depend on the record.
 */
export async function recordFailedRequest(
  { db, clock, logger }: Pick<Deps, 'db' | 'clock' | 'logger'>,
  ip: string,
  failure: Omit<FailedRequest, 'at'>,
): Promise<void> {
  const at = clock.now();
  try {
    const ofNetwork = await countTry(db, ['failedRequests', toNetwork(ip)], LIMITS.failedRequests, at);
    if (!ofNetwork.allowed) return;
    const ofDay = await countTry(db, ['failedRequestsInADay'], LIMITS.failedRequestsInADay, at);
    if (ofDay.allowed) await insertFailedRequest(db, { ...failure, at });
  } catch {
    logger.warn({ requestId: failure.requestId }, 'a failed request could not be recorded');
  }
}
