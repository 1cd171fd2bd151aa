/** A staff push to one device; the answer is the push service's own. */
import type { Push } from '../../shared/contract/staff';
import { isAllowedPushLink } from '../../shared/pushLink';
import type { Deps } from '../deps';
import { Refusal } from '../refusal';
import { insertAccountEvent } from '../store/accountEvents';
import { writeAudit, type StaffOrigin } from '../store/audit';
import type { Database } from '../store/database';
import { clearPushToken, findDeviceByPushToken } from '../store/devices';

const UNREGISTERED = 'the app is no longer registered on this device; its push token was cleared';

/**
 * Sends a push to the attached device that holds `token`. The try is written to the audit log
 * before it leaves, and the outcome after it. Resolves to the service's id of the message. Throws Refusals: 400 for a link that is not allowed,
 * 404 when no attached device holds the token, 502 PUSH_FAILED with the reason.
 */
export async function sendPush(
  deps: Deps,
  staff: StaffOrigin,
  input: { token: string; push: Push },
): Promise<string> {
  const { token, push } = input;
  if (push.type === 'LINK_MSG' && !isAllowedPushLink(push.link, deps.settings.pushLinkHosts)) {
    throw new Refusal(400, 'INVALID_REQUEST', 'The link must be https and lead to an allowed host.', [
      'link',
    ]);
  }
  const device = await deps.db.transaction(async (tx) => {
    const found = await findDeviceByPushToken(tx, token);
    if (found === null) throw new Refusal(404, 'NOT_FOUND', 'No attached device holds this push token.');
    await writeAudit(tx, staff, {
      at: deps.clock.now(),
      action: 'sendPush',
      accountId: found.accountId,
      details: { deviceId: found.deviceId, push },
    });
    return found;
  });
  const outcome = await deps.pushSender.send(token, push);
  const { accountId, deviceId, deviceName } = device;
  const tell = (tx: Database, told: { messageId: string } | { reason: string }): Promise<void> =>
    insertAccountEvent(
      tx,
      { accountId },
      {
        at: deps.clock.now(),
        kind: 'push',
        details: { action: outcome.kind, type: push.type, deviceId, deviceName, ...told },
      },
    );
  if (outcome.kind === 'delivered') {
    const { messageId } = outcome;
    await deps.db.transaction(async (tx) => {
      await tell(tx, { messageId });
      await writeAudit(tx, staff, {
        at: deps.clock.now(),
        action: 'sendPushAccepted',
        accountId,
        details: { deviceId, type: push.type, messageId },
      });
    });
    return messageId;
  }
  const reason = outcome.kind === 'unregistered' ? UNREGISTERED : outcome.reason;
  await deps.db.transaction(async (tx) => {
    await tell(tx, { reason });
    if (outcome.kind === 'unregistered') await clearPushToken(tx, token);
    await writeAudit(tx, staff, {
      at: deps.clock.now(),
      action: 'sendPushFailed',
      accountId: device.accountId,
      details: { deviceId: device.deviceId, type: push.type, reason },
    });
  });
  throw new Refusal(502, 'PUSH_FAILED', reason);
}
