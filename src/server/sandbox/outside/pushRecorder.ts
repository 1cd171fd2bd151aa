/** Push service of the sandbox. The fake push service records pushes instead of sending them. */
import { desc } from 'drizzle-orm';
import type { Push } from '../../../shared/contract/staff';
import type { Clock } from '../../ports/clock';
import type { PushOutcome, PushSender } from '../../ports/pushSender';
import type { Database } from '../../store/database';
import { sandboxPushes } from '../schema/outside';

export interface RecordedPush {
  id: number;
  token: string;
  push: Push;
  outcome: string;
  /** Time when the push was sent, in ISO 8601 and UTC. */
  at: string;
}

export interface PushRecorder extends PushSender {
  /** Returns recorded pushes, newest first. */
  list(limit: number): Promise<RecordedPush[]>;
}

/** Prefixes of push tokens that simulate the two kinds of failure of a real push service. */
const UNREGISTERED_TOKEN_PREFIX = 'unregistered';
const FAILING_TOKEN_PREFIX = 'failing';

function outcomeKind(token: string): PushOutcome['kind'] {
  if (token.startsWith(UNREGISTERED_TOKEN_PREFIX)) return 'unregistered';
  if (token.startsWith(FAILING_TOKEN_PREFIX)) return 'failed';
  return 'delivered';
}

export function createPushRecorder(db: Database, clock: Clock): PushRecorder {
  return {
    async send(token, push) {
      const kind = outcomeKind(token);
      try {
        const [row] = await db
          .insert(sandboxPushes)
          .values({ token, push, outcome: kind, at: clock.now() })
          .returning({ id: sandboxPushes.id });
        if (kind === 'unregistered') return { kind };
        if (kind === 'failed' || !row)
          return { kind: 'failed', reason: 'the sandbox simulates a failed push' };
        return { kind, messageId: `sandbox-${row.id}` };
      } catch {
        return { kind: 'failed', reason: 'the sandbox could not record the push' };
      }
    },

    async list(limit) {
      const rows = await db.select().from(sandboxPushes).orderBy(desc(sandboxPushes.id)).limit(limit);
      return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
    },
  };
}
