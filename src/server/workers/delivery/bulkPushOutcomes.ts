/** What became of a message to many on each device, written down where staff and the customer's timeline read it. */
import type { Deps } from '../../deps';
import type { OutboxPush } from '../../outbox/outbox';
import type { PushOutcome } from '../../ports/pushSender';
import { insertAccountEvent } from '../../store/accountEvents';
import { settleBulkPushDevice } from '../../store/bulkPushes';
import { clearPushToken } from '../../store/devices';

/** Once; a token that the push service has forgotten is forgotten here too. */
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

/** Of one that was tried for long enough. */
export async function settlePermanentlyFailed(
  deps: Deps,
  { token, push, bulkPushDeviceId }: OutboxPush,
  reason: string,
): Promise<void> {
  if (bulkPushDeviceId === undefined) return;
  await settleBulkPush(deps, bulkPushDeviceId, { token, push, outcome: { kind: 'failed', reason } });
}
