/** Pauses a recurrence whose next charge is further ahead than the provider sets one. */
import { readState } from '../change/change';
import { isLive } from './accountRecurrences';
import type { SchedulingDeps } from './cardProviders';
import { type CommandOf, keyOfTry, type Try } from './commandTry';
import { endRecurrence } from './endRecurrence';
import { recurrenceOf } from './recurrenceOfOrder';

/** Ends a recurrence at the provider whose charge is too far ahead for it, only while that is wanted. */
export async function pauseRecurrence(
  deps: SchedulingDeps,
  { accountId, provider, orderId, nextChargeAt }: CommandOf<'pauseRecurrence'>,
  { key, tries }: Try,
): Promise<void> {
  const { commands } = (await readState(deps.db, accountId)).state;
  const isWanted = commands.some(
    (command) =>
      command.kind === 'pauseRecurrence' &&
      command.orderId === orderId &&
      command.nextChargeAt === nextChargeAt,
  );
  if (!isWanted) return;
  const own = await recurrenceOf(deps, { accountId, provider, orderId });
  if (own !== null && isLive(own)) await endRecurrence(deps, own.id, keyOfTry(key, own.id, tries));
}
