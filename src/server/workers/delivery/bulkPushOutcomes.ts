/**
 * Stores the delivery result of a broadcast push for each device, for the staff console and the customer's timeline.
 */
import type { Deps } from '../../deps';
import type { OutboxPush } from '../../outbox/outbox';
import type { PushOutcome } from '../../ports/pushSender';
import { insertAccountEvent } from '../../store/accountEvents';
import { settleBulkPushDevice } from '../../store/bulkPushes';
import { clearPushToken } from '../../store/devices';

/**
 * Stores the delivery result of a broadcast push for one device. Does nothing if the result is already stored. Deletes
 * a push token that the push service reports as unregistered.
 */
export async function settleBulkPush(
  { db, clock }: Deps,
  id: number,
  { token, push, outcome }: Pick<OutboxPush, 'token' | 'push'> & { outcome: PushOutcome },
): Promise<void> {
  const at = clock.now();
  const reason = outcome.kind === 'failed' ? outcome.reason : null;
  await db.transaction(async (tx) => {
    const device = await settleBulkPushDevice(tx, id, { outcome: outcome.kind, reason, at });
    if (device === null) return;
    const { accountId, deviceId, deviceName } = device;
    const said =
      outcome.kind === 'delivered' ? { messageId: outcome.messageId } : reason === null ? {} : { reason };
    await insertAccountEvent(
      tx,
      { accountId },
      {
        at,
        kind: 'push',
        details: { action: outcome.kind, type: push.type, deviceId, deviceName, push, ...said },
      },
    );
    if (outcome.kind === 'unregistered') await clearPushToken(tx, token);
  });
}

/** Stores the delivery result `failed` for a push whose delivery attempts are used up. */
export async function settlePermanentlyFailed(
  deps: Deps,
  { token, push, bulkPushDeviceId }: OutboxPush,
  reason: string,
): Promise<void> {
  if (bulkPushDeviceId === undefined) return;
  await settleBulkPush(deps, bulkPushDeviceId, { token, push, outcome: { kind: 'failed', reason } });
}
