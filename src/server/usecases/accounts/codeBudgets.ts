/**
 * Limits on wrong codes from sign-in emails. The limit per IP network rejects further codes from that network, which
 * bounds the probability of a correct guess. The limit for all IP networks together rejects no request, because an
 * attacker could exhaust it for all customers. When the limit for all IP networks is exceeded, an alert is raised and
 * each sign-in email allows only one code attempt.
 */
import type { Deps } from '../../deps';
import { limitIn, type LimitName } from '../../throttle/limits';
import { networkOf, wideNetworkOf } from '../../throttle/networkOf';
import { countTry, giveTryBack, type ThrottleKey } from '../../throttle/throttle';

export interface CountedCode {
  /**
   * Verdict on a code attempt. `allowed`: the code is compared. `cautious`: the code is compared, but each sign-in
   * email allows only one attempt. `rejected`: the client's IP network has exceeded its limit.
   */
  verdict: 'allowed' | 'cautious' | 'rejected';
  /**
   * Removes this attempt from the count. The caller must call `giveBack` if the code was correct or was not compared.
   */
  giveBack: () => Promise<void>;
}

/** Counts one code attempt before the code is compared, so that concurrent guesses share the limits. */
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
