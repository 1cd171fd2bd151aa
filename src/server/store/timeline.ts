/**
 * Reads the timeline of an account from three tables: account events, connections and staff actions. Each table is read
 * along its own index, starting at the end of the last page. The timeline has no total count of entries.
 */
import {
  and,
  type AnyColumn,
  desc,
  eq,
  gte,
  inArray,
  lt,
  lte,
  notExists,
  notInArray,
  notLike,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { StaffAction } from '../../shared/contract/auditEntries';
import type { TimelineKind } from '../../shared/contract/timeline';
import { ADDRESS_REJECTED } from '../ports/mailer';
import { ACCOUNT_EVENT_KINDS, type AccountEventKind } from './accountEvents';
import { withRemovedNotes } from './customerNotes';
import type { Database } from './database';
import { withPushOutcomes } from './pushOutcomes';
import { accountEvents } from './schema/accountEvents';
import { connections } from './schema/devices';
import { outbox } from './schema/outbox';
import { staffAudit } from './schema/staff';

/**
 * Sources of timeline entries. If entries of several sources have the same time, they are shown in the order of this
 * list.
 */
const SOURCES = ['staff', 'event', 'connection'] as const;
type TimelineSource = (typeof SOURCES)[number];

/** Position of an entry in the sort order of the timeline. Every entry has a different position. */
export interface TimelinePlace {
  at: Date;
  source: TimelineSource;
  id: number;
}

export interface TimelineRow extends TimelinePlace {
  kind: string;
  action: string;
  details: Record<string, unknown>;
  requestId: string | null;
  outcome: { state: string; reason: string | null } | null;
}

export interface TimelineQuery {
  accountId: number;
  kinds: readonly TimelineKind[];
  /**
   * Position of the last entry of the previous page. The position is null for the first page, which starts with the
   * newest entry.
   */
  after: TimelinePlace | null;
  limit: number;
  /**
   * Time before which no entry can be among the `limit` newest entries. `since` is omitted if this time is not known
   * yet.
   */
  since?: Date;
}

/**
 * LIKE pattern of read actions. A read action changes nothing for the customer, so it appears in the audit log but not
 * in the timeline.
 */
const READ_ACCESS = 'view%';

/** Searches that found the customer. They change nothing for the customer either. */
const SEARCHES: StaffAction[] = ['findUsers', 'searchUsers'];

/**
 * Pairs of a staff action and the account event that it causes in the same request. Each pair of action and event is
 * shown as one timeline entry. If the timeline includes both kinds, the entry is the event together with the staff
 * username. If the timeline includes only staff actions or only events of that kind, the entry is the action or the
 * event.
 */
const EVENT_OF_ACTION = [
  ['sendPush', 'push'],
  ['detachDevice', 'device'],
  ['resendSignInEmail', 'email'],
] as const satisfies readonly (readonly [StaffAction, AccountEventKind])[];

/** Maximum length of the failure reason of an undelivered message, in characters. */
const REASON_MAX_LENGTH = 200;

function isAfter(
  after: TimelinePlace | null,
  source: TimelineSource,
  at: AnyColumn,
  id: AnyColumn,
): SQL | undefined {
  if (after === null) return undefined;
  const rank = SOURCES.indexOf(source) - SOURCES.indexOf(after.source);
  if (rank > 0) return lte(at, after.at);
  if (rank < 0) return lt(at, after.at);
  // The first condition is redundant, but with it the index scan can start at the right position.
  return and(lte(at, after.at), or(lt(at, after.at), lt(id, after.id)));
}

/** Returns the SQL query for account events, with the delivery state of the outbox messages that the events caused. */
export function eventsQuery(db: Database, { accountId, kinds, after, limit }: TimelineQuery) {
  const wanted = ACCOUNT_EVENT_KINDS.filter((kind) => kinds.includes(kind));
  // The `limit` of the page is applied in a subquery, because otherwise the whole history of the account would be
  // joined with the outbox.
  const page = db
    .select()
    .from(accountEvents)
    .where(
      and(
        eq(accountEvents.accountId, accountId),
        wanted.length === ACCOUNT_EVENT_KINDS.length ? undefined : inArray(accountEvents.kind, wanted),
        isAfter(after, 'event', accountEvents.at, accountEvents.id),
      ),
    )
    .orderBy(desc(accountEvents.at), desc(accountEvents.id))
    .limit(limit)
    .as('page');
  return db
    .select({
      id: page.id,
      at: page.at,
      kind: page.kind,
      details: page.details,
      requestId: page.requestId,
      storedOutcome: page.outcome,
      storedReason: page.outcomeReason,
      state: outbox.state,
      lastError: outbox.lastError,
    })
    .from(page)
    .leftJoin(outbox, eq(outbox.dedupeKey, page.outboxKey))
    .orderBy(desc(page.at), desc(page.id));
}

export function connectionsQuery(db: Database, { accountId, after, limit, since }: TimelineQuery) {
  return db
    .select()
    .from(connections)
    .where(
      and(
        eq(connections.accountId, accountId),
        since === undefined ? undefined : gte(connections.connectedAt, since),
        isAfter(after, 'connection', connections.connectedAt, connections.id),
      ),
    )
    .orderBy(desc(connections.connectedAt), desc(connections.id))
    .limit(limit);
}

/** Returns the SQL condition that excludes staff actions whose account event is already in the timeline. */
function withoutEvents(db: Database, { kinds, since }: TimelineQuery): SQL | undefined {
  const doubled = EVENT_OF_ACTION.filter(([, kind]) => kinds.includes(kind));
  if (doubled.length === 0) return undefined;
  const pairs = doubled.map(
    ([action, kind]) => sql`(${staffAudit.action} = ${action} and ${accountEvents.kind} = ${kind})`,
  );
  return notExists(
    db
      .select({ id: accountEvents.id })
      .from(accountEvents)
      .where(
        and(
          eq(accountEvents.accountId, staffAudit.accountId),
          eq(accountEvents.requestId, staffAudit.requestId),
          // An account event is recorded at the time of its staff action or later, never earlier.
          since === undefined ? undefined : gte(accountEvents.at, since),
          or(...pairs),
        ),
      ),
  );
}

export function staffActionsQuery(db: Database, query: TimelineQuery) {
  const { accountId, after, limit, since } = query;
  return db
    .select()
    .from(staffAudit)
    .where(
      and(
        eq(staffAudit.accountId, accountId),
        since === undefined ? undefined : gte(staffAudit.at, since),
        notLike(staffAudit.action, READ_ACCESS),
        notInArray(staffAudit.action, SEARCHES),
        withoutEvents(db, query),
        isAfter(after, 'staff', staffAudit.at, staffAudit.id),
      ),
    )
    .orderBy(desc(staffAudit.at), desc(staffAudit.id))
    .limit(limit);
}

function deriveOutcome(state: string, reason: string | null): { state: string; reason: string | null } {
  const hasBounced = state === 'failed' && reason?.startsWith(ADDRESS_REJECTED) === true;
  return hasBounced ? { state: 'bounced', reason: reason.slice(ADDRESS_REJECTED.length) } : { state, reason };
}

async function readEvents(db: Database, query: TimelineQuery): Promise<TimelineRow[]> {
  const rows = await eventsQuery(db, query);
  return rows.map(({ storedOutcome, storedReason, state: liveState, lastError, ...row }) => {
    const { action, ...details } = row.details;
    const state = storedOutcome ?? liveState;
    const reason = (storedOutcome === null ? lastError : storedReason)?.slice(0, REASON_MAX_LENGTH) ?? null;
    return {
      ...row,
      source: 'event' as const,
      action: typeof action === 'string' ? action : '',
      details,
      outcome: state === null ? null : deriveOutcome(state, reason),
    };
  });
}

async function readConnections(db: Database, query: TimelineQuery): Promise<TimelineRow[]> {
  const rows = await connectionsQuery(db, query);
  return rows.map(({ id, connectedAt, success, deviceId, deviceName, platform }) => ({
    id,
    at: connectedAt,
    source: 'connection' as const,
    kind: 'connection',
    action: success ? 'connected' : 'failed',
    details: { deviceId, deviceName, platform },
    requestId: null,
    outcome: null,
  }));
}

async function readStaffActions(db: Database, query: TimelineQuery): Promise<TimelineRow[]> {
  const rows = await withRemovedNotes(db, await withPushOutcomes(db, await staffActionsQuery(db, query)));
  return rows.map(({ id, at, action, username, details, requestId }) => ({
    id,
    at,
    source: 'staff' as const,
    kind: 'staff',
    action,
    details: { ...details, username },
    requestId,
    outcome: null,
  }));
}

/** Adds the staff username and the audit details to each account event that staff caused. */
async function withStaff(db: Database, accountId: number, rows: TimelineRow[]): Promise<TimelineRow[]> {
  const findAction = ({ source, kind }: TimelineRow) =>
    source === 'event' ? EVENT_OF_ACTION.find(([, caused]) => caused === kind)?.[0] : undefined;
  const requestIds = rows.flatMap((row) => (findAction(row) === undefined ? [] : (row.requestId ?? [])));
  if (requestIds.length === 0) return rows;
  const audited = await db
    .select()
    .from(staffAudit)
    .where(and(inArray(staffAudit.requestId, requestIds), eq(staffAudit.accountId, accountId)));
  return rows.map((row) => {
    const action = findAction(row);
    const cause = audited.find((each) => each.requestId === row.requestId && each.action === action);
    if (action === undefined || cause === undefined) return row;
    return { ...row, details: { ...cause.details, ...row.details, username: cause.username } };
  });
}

function compareRows(a: TimelineRow, b: TimelineRow): number {
  return (
    b.at.getTime() - a.at.getTime() || SOURCES.indexOf(a.source) - SOURCES.indexOf(b.source) || b.id - a.id
  );
}

/**
 * Returns one page of an account's timeline, newest entry first.
 * @example await readTimeline(db, { accountId: 7, kinds: ['payment', 'staff'], after: null, limit: 50 })
 */
export async function readTimeline(db: Database, query: TimelineQuery): Promise<TimelineRow[]> {
  const wants = (kind: TimelineKind): boolean => query.kinds.includes(kind);
  let rows: TimelineRow[] = [];
  const readers = [
    ...(ACCOUNT_EVENT_KINDS.some(wants) ? [readEvents] : []),
    ...(wants('connection') ? [readConnections] : []),
    ...(wants('staff') ? [readStaffActions] : []),
  ];
  for (const read of readers) {
    const since = rows[query.limit - 1]?.at;
    const more = await read(db, since === undefined ? query : { ...query, since });
    rows = [...rows, ...more].sort(compareRows).slice(0, query.limit);
  }
  return withStaff(db, query.accountId, rows);
}

/** Encodes a timeline position as a cursor that is opaque to clients. */
export function encodePlace({ at, source, id }: TimelinePlace): string {
  return Buffer.from(`${at.getTime()}.${source}.${id}`).toString('base64url');
}

/** Decodes a cursor of `encodePlace`. Returns null if the text is not a valid cursor. */
export function decodePlace(text: string): TimelinePlace | null {
  const match = /^(\d{1,13})\.(staff|event|connection)\.(\d{1,10})$/.exec(
    Buffer.from(text, 'base64url').toString('latin1'),
  );
  const source = SOURCES.find((name) => name === match?.[2]);
  const at = new Date(Number(match?.[1]));
  const id = Number(match?.[3]);
  if (source === undefined || Number.isNaN(at.getTime()) || id > 2_147_483_647) return null;
  return { at, source, id };
}
