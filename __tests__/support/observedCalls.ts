/**
 * Observes the SQL statements of each call that a test sends to the test server, and compares them with the call's rules
 * (`callRules.ts`): the limits that it counts, its audit entries and the tables to which it appends. A difference fails the
 * test.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { CALL_RULES, type CallRules, ROUTE_RULES } from '../../src/server/http/callRules';
import { listPaths } from '../../src/server/http/contractRoutes';
import * as schema from '../../src/server/store/schema/schema';
import { CALL_NAMES, CONTRACT } from '../../src/shared/contract/contract';

/** Tables of the product. The fakes of external services have further tables, which are not part of a call. */
const TABLES: ReadonlySet<string> = new Set(
  Object.values<unknown>(schema).flatMap((each) => (is(each, PgTable) ? [getTableName(each)] : [])),
);

interface Observed {
  path: string;
  isOver: boolean;
}

const calls = new AsyncLocalStorage<Observed>();

const RULES_OF_PATH = new Map<string, CallRules>(
  CALL_NAMES.flatMap((name) => listPaths(CONTRACT[name]).map((path) => [`/api/${path}`, CALL_RULES[name]])),
);

function findRules(path: string): CallRules | undefined {
  if (path.startsWith('/s/')) return ROUTE_RULES.subscriptionLink;
  if (path.startsWith('/api/webhooks/')) return ROUTE_RULES.webhook;
  return RULES_OF_PATH.get(path);
}

/** Rows that any call may append: the record of an HTTP 500, and the audit entry of a caller without the right. */
const OF_EVERY_CALL = {
  limits: ['failedRequests', 'failedRequestsInADay'],
  audit: ['accessRejected'],
  appends: ['failedRequests'],
} as const;

const differences: string[] = [];

afterEach(() => {
  const [first] = differences.splice(0);
  if (first !== undefined) throw new Error(first);
});

/** Runs a request of a test. Statements that it has not awaited when it returns are not observed. */
export async function observeCall<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const call = { path, isOver: false };
  try {
    return await calls.run(call, work);
  } finally {
    call.isOver = true;
  }
}

/** Runs work that a call causes but that is not part of it, such as deliveries of the outbox. */
export const outsideCalls = <Result>(work: () => Result): Result => calls.exit(work);

const isOneOf = (names: unknown, name: unknown): boolean => Array.isArray(names) && names.includes(name);

/** Returns a description of a row that the rules do not permit, or null. */
function findDifference(rules: CallRules, table: string, parameters: readonly unknown[]): string | null {
  if (table === 'throttle_counters') {
    const limit = String(parameters[0]).split(':')[0];
    const isKnown = isOneOf(rules.limits, limit) || isOneOf(OF_EVERY_CALL.limits, limit);
    return isKnown ? null : `counts towards the limit ${String(limit)}`;
  }
  if (table === 'staff_audit') {
    const isKnown = [
      ...(Array.isArray(rules.audit) ? (rules.audit as unknown[]) : []),
      ...OF_EVERY_CALL.audit,
    ].some((action) => parameters.includes(action));
    return isKnown ? null : `writes an audit entry: ${JSON.stringify(parameters)}`;
  }
  const tables: readonly string[] = [...rules.appends, ...OF_EVERY_CALL.appends].map((name) =>
    getTableName(schema[name]),
  );
  return tables.includes(table) ? null : `appends to the table ${table}`;
}

const listeners = new Set<(statement: string) => void>();

/** Calls `listener` with each statement of the test database, until the returned function is called. */
export function listenToStatements(listener: (statement: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Compares a statement with the rules of the call that executes it. Receives all statements of the test database. */
export function onStatement(statement: string, parameters: readonly unknown[]): void {
  for (const listener of listeners) listener(statement);
  const call = calls.getStore();
  const rules = call === undefined || call.isOver ? undefined : findRules(call.path);
  if (call === undefined || rules === undefined) return;
  for (const [, table = ''] of statement.matchAll(/insert into "?(\w+)"?/g)) {
    if (!TABLES.has(table)) continue;
    const difference = findDifference(rules, table, parameters);
    if (difference !== null) differences.push(`${call.path} ${difference}, which its rules do not state.`);
  }
}
