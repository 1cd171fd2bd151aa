/** Queries of requests that failed unexpectedly. */
import { desc, eq, like } from 'drizzle-orm';
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

const REQUEST_ID_LENGTH = 36;

/**
 * Returns the SQL LIKE pattern of a request id in full, or of its beginning as long as a support code. Returns null for any
 * other text.
 */
export function requestIdPattern(text: string): string | null {
  const isRequestId =
    /^[\da-f-]+$/i.test(text) && [SUPPORT_CODE_LENGTH, REQUEST_ID_LENGTH].includes(text.length);
  return isRequestId ? `${text.toLowerCase()}%` : null;
}

/** Returns the failed requests with this request id or support code, newest first. */
export async function findFailedRequests(db: Database, code: string): Promise<FailedRequestRecord[]> {
  const pattern = requestIdPattern(code);
  if (pattern === null) return [];
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
    .where(like(failedRequests.requestId, pattern))
    .orderBy(desc(failedRequests.at), failedRequests.requestId)
    .limit(FOUND_AT_MOST);
}
