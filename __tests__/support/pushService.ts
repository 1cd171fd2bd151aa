/** A fake implementation of `PushSender`, the interface of the external push service. */
import type { PushOutcome, PushSender } from '../../src/server/ports/pushSender';
import type { Push } from '../../src/shared/contract/staff';

export interface FakePushService extends PushSender {
  readonly pushes: { token: string; push: Push }[];
  /** Outcome of all further push messages. */
  outcome: PushOutcome;
}

export function fakePushService(): FakePushService {
  const pushes: { token: string; push: Push }[] = [];
  return {
    pushes,
    outcome: { kind: 'delivered', messageId: 'message-1' },
    send(token, push) {
      pushes.push({ token, push });
      return Promise.resolve(this.outcome);
    },
  };
}
