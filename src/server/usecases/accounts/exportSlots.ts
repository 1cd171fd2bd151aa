/** Limits the exports of customer data that run at the same time, because each reads many rows. */
import type { Deps } from '../../deps';
import { Rejection } from '../../domain/rejection';
import { LIMITS } from '../../throttle/limits';
import { forgetTries, rejectTooManyTries } from '../../throttle/throttle';

/** Maximum number of exports that one process makes at the same time. */
const EXPORTS_OF_PROCESS = 2;

/** Time in seconds after which a rejected export may be requested again. */
const RETRY_SECONDS = 30;

/**
 * Takes a slot for the export of an account. Returns the function that releases the slot, which may be called repeatedly.
 * Throws TOO_MANY_REQUESTS if an export of this account is running, or two exports of this process. A slot that a killed
 * process did not release ends with the window of the limit.
 */
export async function takeExportSlot(
  { db, clock, memory }: Pick<Deps, 'db' | 'clock' | 'memory'>,
  accountId: number,
): Promise<() => Promise<void>> {
  if (memory.exports >= EXPORTS_OF_PROCESS)
    throw new Rejection(
      'TOO_MANY_REQUESTS',
      'Too many exports are running. Try again later.',
      undefined,
      RETRY_SECONDS,
    );
  memory.exports += 1;
  const key = ['exportsOfAccount', String(accountId)] as const;
  try {
    await rejectTooManyTries(db, key, LIMITS.exportsOfAccount, clock.now());
  } catch (error) {
    memory.exports -= 1;
    throw error;
  }
  let isReleased = false;
  return async () => {
    if (isReleased) return;
    isReleased = true;
    memory.exports -= 1;
    await forgetTries(db, key);
  };
}
