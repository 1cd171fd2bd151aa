/**
 * Limits on wrong codes from sign-in emails. The limit per network rejects further codes from that network, which bounds
 * the probability of a correct guess. The limit for all networks together rejects no request, because strangers could
 * exhaust it for all customers. When it is exceeded, an alert is raised and each email allows only one code attempt.
 */
import type { Deps } from '../../deps';
import { limitIn, type LimitName } from '../../throttle/limits';
import { networkOf, wideNetworkOf } from '../../throttle/networkOf';
import { countTry, giveTryBack, type ThrottleKey } from '../../throttle/throttle';

export interface CountedCode {
  /**
   * `allowed`: compare the code. `cautious`: compare it, but an email allows only one attempt. `rejected`: the network has
   * exceeded its limit.
   */
  verdict: 'allowed' | 'cautious' | 'rejected';
  /** Uncounts the attempt. To be called if the code was correct or was not compared. */
  giveBack: () => Promise<void>;
}

/** Counts one code before it is compared, so that concurrent guesses share the limits. */
export async function countCode(deps: Deps, ip: string, now: Date): Promise<CountedCode> {
  const wide = wideNetworkOf(ip);
  const ofNetwork: [LimitName, string][] = [['wrongCodesFromNetwork', networkOf(ip)]];
  if (wide !== null) ofNetwork.push(['wrongCodesFromWideNetwork', wide]);
  const counted: ThrottleKey[] = [];
  const giveBack = async (): Promise<void> => {
    for (const key of counted) await giveTryBack(deps.db, key);
  };
  for (const key of ofNetwork) {
    const { allowed } = await countTry(deps.db, key, limitIn(deps.settings.mode, key[0]), now);
    if (!allowed) return { verdict: 'rejected', giveBack };
    counted.push(key);
  }
  const everybody = ['wrongCodes'] as const;
  const { allowed, isFirstRejected } = await countTry(
    deps.db,
    everybody,
    limitIn(deps.settings.mode, 'wrongCodes'),
    now,
  );
  counted.push(everybody);
  if (allowed) return { verdict: 'allowed', giveBack };
  deps.metrics.signInCodeBeyondBudget();
  if (isFirstRejected) {
    deps.logger.error({}, 'sign-in codes are being guessed: the limit on wrong codes is exceeded');
  }
  return { verdict: 'cautious', giveBack };
}
