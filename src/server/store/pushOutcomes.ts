/**
 * What became of staff's pushes, in SQL. A push is two rows: who sends what, in the audit log before it
 * leaves, and the push service's answer, in the customer's timeline after it. The request's id joins them.
 */
import { and, eq, inArray } from 'drizzle-orm';
import type { StaffAction } from '../../shared/contract/auditEntries';
import type { Database } from './database';
import { accountEvents } from './schema/accountEvents';

interface PushOutcome {
  /** delivered, failed or unregistered; null: the server has not written it down. */
  outcome: string | null;
  /** What the push service said. */
  reason?: string;
}

interface AuditedAction {
  action: string;
  accountId: number | null;
  requestId: string;
  details: Record<string, unknown>;
}

/** The rows with the outcome among the facts of each push; other rows are left as they are. */
export async function withPushOutcomes<Row extends AuditedAction>(
  db: Database,
  rows: readonly Row[],
): Promise<Row[]> {
  const pushes = rows.filter(({ action }) => action === ('sendPush' satisfies StaffAction));
  if (pushes.length === 0) return [...rows];
  const events = await db
    .select({ requestId: accountEvents.requestId, details: accountEvents.details })
    .from(accountEvents)
    .where(
      and(
        inArray(accountEvents.accountId, [...new Set(pushes.flatMap(({ accountId }) => accountId ?? []))]),
        eq(accountEvents.kind, 'push'),
        inArray(
          accountEvents.requestId,
          pushes.map(({ requestId }) => requestId),
        ),
      ),
    );
  const outcomes = new Map(
    events.map(({ requestId, details }): [string | null, PushOutcome] => {
      const { action, reason } = details;
      const outcome = typeof action === 'string' ? action : null;
      return [requestId, { outcome, ...(typeof reason === 'string' ? { reason } : {}) }];
    }),
  );
  return rows.map((row) =>
    pushes.includes(row)
      ? { ...row, details: { ...row.details, ...(outcomes.get(row.requestId) ?? { outcome: null }) } }
      : row,
  );
}
