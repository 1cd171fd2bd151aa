/** Device pushes: the interface that Firebase Cloud Messaging and the sandbox implement. */
import type { Push } from '../../shared/contract/staff';

export type PushOutcome =
  | { kind: 'delivered'; messageId: string }
  /** The service says that the token belongs to no installed app any more. */
  | { kind: 'unregistered' }
  | { kind: 'failed'; reason: string };

export interface PushSender {
  /** Sends a data message to the device that holds `token`. Never rejects: the outcome tells. */
  send(token: string, push: Push): Promise<PushOutcome>;
}
