/** Limits how often customers can attach devices, because each new attachment creates a credential in the VPN panel. */
import type { Deps } from '../../deps';
import type { Database } from '../../store/database';
import { LIMITS } from '../../throttle/limits';
import { rejectTooManyTries } from '../../throttle/throttle';
import { attachDevice, type AttachOutcome, type DeviceAttachment } from '../customer/devices';

/**
 * Attaches a device and counts new attachments, in the caller's transaction. Throws TOO_MANY_REQUESTS if the limit is
 * exceeded; the error rolls back the attachment.
 */
export async function attachWithinLimit(
  tx: Database,
  clock: Deps['clock'],
  attachment: DeviceAttachment,
): Promise<AttachOutcome> {
  const outcome = await attachDevice(tx, clock, attachment);
  // A rejected attempt is rolled back together with its count, so rejected attempts do not extend the window of the
  // rate limit.
  if (outcome.kind === 'attached' && outcome.isNew) {
    await rejectTooManyTries(
      tx,
      ['attachments', String(attachment.accountId)],
      LIMITS.attachments,
      clock.now(),
    );
  }
  return outcome;
}
