/**
 * Adds delivery results to the audit log entries of staff pushes. Each push has an audit log row and a timeline row
 * with the same request id. The audit log row is written before the push is sent. The timeline row with the push
 * service's response is written after the push was sent.
 */
import { and, eq, inArray } from 'drizzle-orm';
import type { StaffAction } from '../../shared/contract/auditEntries';
import type { Database } from './database';
import { accountEvents } from './schema/accountEvents';

interface PushOutcome {
  /** Delivery result of the push: delivered, failed or unregistered; null if the server has not recorded the result. */
  outcome: string | null;
  /** Error reason that the push service returned. */
  reason?: string;
}

interface AuditedAction {
  action: string;
  accountId: number | null;
  requestId: string;
  details: Record<string, unknown>;
}

/**
 * Adds the delivery result to the details of each audit log entry of a push. Audit log entries of other actions are
 * returned unchanged.
 */
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
