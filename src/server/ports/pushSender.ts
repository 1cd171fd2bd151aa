/** Interface for device push messages. Firebase Cloud Messaging and the sandbox implement it. */
import type { Push } from '../../shared/contract/staff';

/** Result of one attempt to send a push. `failed` covers every error except an unregistered token. */
export type PushOutcome =
  | { kind: 'delivered'; messageId: string }
  /** The push service reports that the token no longer belongs to an installed app. */
  | { kind: 'unregistered' }
  | { kind: 'failed'; reason: string };

export interface PushSender {
  /**
   * Sends a data message to the device with this push token. The promise never rejects, because the returned outcome
   * reports failures.
   * @example if ((await pushes.send(token, push)).kind === 'unregistered') await forgetToken(token);
   */
  send(token: string, push: Push): Promise<PushOutcome>;
}
