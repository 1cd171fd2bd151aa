/**
 * Budgets of wrong codes of sign-in emails. The budget of a network rejects its guesses, which bounds the probability of a
 * right guess. The budget of all networks together rejects nobody, because strangers could use it up for everybody: beyond
 * it an alert is raised, and each email allows one code.
 */
import type { Deps } from '../../deps';
import { limitIn, type LimitName } from '../../throttle/limits';
import { networkOf, wideNetworkOf } from '../../throttle/networkOf';
import { countTry, giveTryBack, type ThrottleKey } from '../../throttle/throttle';

export interface CountedCode {
  /** `allowed`: compare the code; `cautious`: the same, but an email allows one code; `rejected`: the network has guessed too much. */
  verdict: 'allowed' | 'cautious' | 'rejected';
  /** Takes the try back: the code was right, or was not compared. */
  giveBack: () => Promise<void>;
}

/** Counts one code before it is compared, so that concurrent guesses share the budgets. */
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
    deps.logger.error({}, 'sign-in codes are being guessed: the budget of wrong codes is used up');
  }
  return { verdict: 'cautious', giveBack };
}
