/** Sends a staff push to one device and returns the push service's response. */
import type { Push } from '../../../shared/contract/staff';
import { isAllowedPushLink } from '../../../shared/pushLink';
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { pushesOff, Rejection } from '../../domain/rejection';
import { insertAccountEvent } from '../../store/accountEvents';
import { clearPushToken, type DeviceRow, findDeviceByPushToken } from '../../store/devices';
import { changeAsStaff } from '../audit/staffChange';

const UNREGISTERED = 'the app was uninstalled or signed out; its push token was removed';

/**
 * Sends a push to the attached device that has the push token `token`, and returns the push service's message id. The
 * attempt is recorded in the audit log before the push is sent. The delivery result is recorded in the customer's
 * timeline after the push was sent; both entries share the request id. Throws INVALID_REQUEST for a link that is not
 * allowed, and NOT_FOUND if no attached device has the push token; both rejections are audited. Throws PUSH_FAILED with
 * the reason if the push cannot be delivered, and CONFLICT if push notifications are switched off.
 */
export async function sendPush(
  deps: Deps,
  staff: StaffOrigin,
  input: { token: string; push: Push },
): Promise<string> {
  const { token, push } = input;
  const { pushSender } = deps;
  if (pushSender === null) throw pushesOff();
  const device = await admitPush(deps, staff, input);
  const outcome = await pushSender.send(token, push);
  const { accountId, deviceId, deviceName } = device;
  const response =
    outcome.kind === 'delivered'
      ? { messageId: outcome.messageId }
      : { reason: outcome.kind === 'unregistered' ? UNREGISTERED : outcome.reason };
  await deps.db.transaction(async (tx) => {
    await insertAccountEvent(
      tx,
      { accountId },
      {
        at: deps.clock.now(),
        kind: 'push',
        details: { action: outcome.kind, type: push.type, deviceId, deviceName, ...response },
      },
    );
    if (outcome.kind === 'unregistered') await clearPushToken(tx, token);
  });
  if (response.messageId !== undefined) return response.messageId;
  throw new Rejection('PUSH_FAILED', response.reason);
}

/**
 * Validates the push and records it in the audit log before it is sent, and returns the push's device. Throws
 * INVALID_REQUEST and NOT_FOUND like `sendPush`.
 */
async function admitPush(
  deps: Deps,
  staff: StaffOrigin,
  { token, push }: { token: string; push: Push },
): Promise<DeviceRow> {
  return changeAsStaff(
    deps,
    staff,
    async ({ tx, audit }) => {
      if (push.type === 'LINK_MSG' && !isAllowedPushLink(push.link, deps.settings.pushLinkHosts)) {
        throw new Rejection(
          'INVALID_REQUEST',
          'Link must start with https:// and point to an allowed host.',
          ['link'],
        );
      }
      const found = await findDeviceByPushToken(tx, token);
      if (found === null) throw new Rejection('NOT_FOUND', 'No device has this push token.');
      const { accountId, deviceId, deviceName } = found;
      await audit({ action: 'sendPush', accountId, details: { deviceId, deviceName, push } });
      return found;
    },
    (because) => ({ action: 'sendPushRejected', details: { push, because } }),
  );
}
