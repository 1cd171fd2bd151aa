/** Queries of requests that failed unexpectedly. */
import { and, desc, eq, sql } from 'drizzle-orm';
import { SUPPORT_CODE_LENGTH } from '../../shared/constants';
import type { Database } from './database';
import { accounts } from './schema/accounts';
import { failedRequests } from './schema/failedRequests';

export type FailedRequest = typeof failedRequests.$inferInsert;

export async function insertFailedRequest(db: Database, row: FailedRequest): Promise<void> {
  await db.insert(failedRequests).values(row);
}

export interface FailedRequestRecord extends FailedRequest {
  accountId: number | null;
  /** Email of the account, or null if the request has no account. */
  email: string | null;
}

/** Two requests rarely have the same support code, so a longer list is never needed. */
const FOUND_AT_MOST = 5;

/**
 * Returns the failed requests whose id is `code`, or begins with `code` if `code` has the length of a support code, newest
 * first. Returns an empty list for any other text.
 */
export async function findFailedRequests(db: Database, code: string): Promise<FailedRequestRecord[]> {
  const id = code.toLowerCase();
  if (id.length < SUPPORT_CODE_LENGTH || !/^[\da-f-]+$/.test(id)) return [];
  return db
    .select({
      requestId: failedRequests.requestId,
      at: failedRequests.at,
      call: failedRequests.call,
      accountId: failedRequests.accountId,
      errorCode: failedRequests.errorCode,
      error: failedRequests.error,
      email: accounts.email,
    })
    .from(failedRequests)
    .leftJoin(accounts, eq(accounts.id, failedRequests.accountId))
    .where(
      and(
        // The length is a constant in the SQL text, because the planner recognizes an indexed expression by its text.
        sql`left(${failedRequests.requestId}, ${sql.raw(String(SUPPORT_CODE_LENGTH))}) = ${id.slice(0, SUPPORT_CODE_LENGTH)}`,
        id.length === SUPPORT_CODE_LENGTH ? undefined : eq(failedRequests.requestId, id),
      ),
    )
    .orderBy(desc(failedRequests.at), failedRequests.requestId)
    .limit(FOUND_AT_MOST);
}
