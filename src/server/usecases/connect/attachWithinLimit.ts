/** Attaching as customers do it themselves, over and over if they like: each time costs the VPN network a key. */
import type { Deps } from '../../deps';
import type { Database } from '../../store/database';
import { LIMITS } from '../../throttle/limits';
import { rejectTooManyTries } from '../../throttle/throttle';
import { attachDevice, type AttachOutcome, type DeviceAttachment } from '../customer/devices';

/** In a transaction of its caller's, which is undone with the attachment. Throws TOO_MANY_REQUESTS. */
export async function attachWithinLimit(
  tx: Database,
  clock: Deps['clock'],
  attachment: DeviceAttachment,
): Promise<AttachOutcome> {
  const outcome = await attachDevice(tx, clock, attachment);
  // What is rejected is undone and counts no further: the window ends as if nobody had asked.
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
