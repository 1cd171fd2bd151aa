/** Queries emails that have permanently failed, and sign-in emails and codes that wait or expired. */
import { and, count, desc, eq, gt, inArray, lt, lte, min, or, sql } from 'drizzle-orm';
import type { Database } from '../store/database';
import { isRejectedForGood } from '../store/rejectedAddresses';
import { accountEvents } from '../store/schema/accountEvents';
import { accounts } from '../store/schema/accounts';
import { rejectedAddresses } from '../store/schema/emailLinks';
import { outbox } from '../store/schema/outbox';
import { EMAIL_LANES } from './outbox';

/** SQL condition for permanently failed emails, written so that PostgreSQL can use the table's partial index. */
const isUndelivered = and(inArray(outbox.lane, [...EMAIL_LANES]), sql`${outbox.state} = 'failed'`);

/** Time in ms after which a sign-in email that no server instance has tried counts as waiting. */
const LATE_MS = 60_000;

/** Maximum number of waiting and expired emails that are listed. A stranger may request many. */
const LATE_MAX = 500;

/**
 * Returns the ids of sign-in emails and confirmation codes of the last day that wait, or expired before they were
 * delivered. The clock of the database is used, because it also sets the time of the request.
 */
const lateEmails = (db: Database) =>
  db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        sql`${outbox.lane} in ('signIn', 'confirmation')`,
        sql`${outbox.wantedAt} > now() - interval '1 day'`,
        or(
          and(
            eq(outbox.state, 'pending'),
            or(
              gt(outbox.attempts, 0),
              sql`${outbox.wantedAt} < now() - ${LATE_MS} * interval '1 millisecond'`,
            ),
          ),
          and(eq(outbox.state, 'dropped'), lte(outbox.dropAfter, outbox.finishedAt)),
        ),
      ),
    )
    .orderBy(desc(outbox.wantedAt), desc(outbox.id))
    .limit(LATE_MAX);

/** State of an undelivered email, as in the contract. */
type UndeliveredState = 'failed' | 'waiting' | 'expired';

const STATES: Readonly<Record<string, UndeliveredState>> = { pending: 'waiting', dropped: 'expired' };

export interface UndeliveredEmail {
  id: number;
  dedupeKey: string;
  /** Template name of the email from the account's timeline; null if the timeline has no entry for the email. */
  template: string | null;
  accountId: number | null;
  /** Email address of the account, or the email address for which the email was requested if there is no account. */
  email: string | null;
  /** Time of the failure or the expiry. For a waiting email, the time of its request. */
  failedAt: Date;
  state: UndeliveredState;
  attempts: number;
  reason: string;
  rejectedSince: Date | null;
  /**
   * Whether the email can be rendered again. A sign-in email cannot be rendered again, because its secret was erased.
   */
  canBeSentAgain: boolean;
}

function isRequest(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && 'template' in payload;
}

async function select(
  db: Database,
  where: ReturnType<typeof and>,
  limit: number,
): Promise<UndeliveredEmail[]> {
  const rows = await db
    .select({
      id: outbox.id,
      dedupeKey: outbox.dedupeKey,
      payload: outbox.payload,
      details: accountEvents.details,
      accountId: accountEvents.accountId,
      accountEmail: accounts.email,
      askedEmail: accountEvents.email,
      failedAt: outbox.finishedAt,
      wantedAt: outbox.wantedAt,
      state: outbox.state,
      attempts: outbox.attempts,
      reason: outbox.lastError,
    })
    .from(outbox)
    .leftJoin(accountEvents, eq(accountEvents.outboxKey, outbox.dedupeKey))
    .leftJoin(accounts, eq(accounts.id, accountEvents.accountId))
    .where(where)
    .orderBy(desc(outbox.id))
    .limit(limit);
  const emails = rows.flatMap(({ accountEmail, askedEmail }) => accountEmail ?? askedEmail ?? []);
  const rejected = new Map(
    emails.length === 0
      ? []
      : (
          await db
            .select({ email: rejectedAddresses.email, rejectedAt: rejectedAddresses.rejectedAt })
            .from(rejectedAddresses)
            .where(and(inArray(rejectedAddresses.email, emails), isRejectedForGood))
        ).map(({ email, rejectedAt }) => [email, rejectedAt]),
  );
  return rows.map(
    ({ payload, details, accountEmail, askedEmail, failedAt, wantedAt, state, reason, ...row }) => {
      const email = accountEmail ?? askedEmail;
      const action = details?.['action'];
      return {
        ...row,
        template: typeof action === 'string' ? action : null,
        email,
        failedAt: failedAt ?? wantedAt,
        state: STATES[state] ?? 'failed',
        reason: reason ?? '',
        rejectedSince: email === null ? null : (rejected.get(email) ?? null),
        canBeSentAgain: isRequest(payload),
      };
    },
  );
}

/**
 * Returns permanently failed emails, and sign-in emails and codes that wait or expired, newest first. `before` is the id of
 * the last email on the previous page.
 */
export function listUndeliveredEmails(
  db: Database,
  { before, limit }: { before: number | null; limit: number },
): Promise<UndeliveredEmail[]> {
  const failed = db.select({ id: outbox.id }).from(outbox).where(isUndelivered);
  const isListed = inArray(outbox.id, sql`(${failed} union all (${lateEmails(db)}))`);
  return select(db, and(isListed, before === null ? undefined : lt(outbox.id, before)), limit);
}

/** Returns the newest email to an account that permanently failed, or null if there is none. */
export async function findNewestUndelivered(
  db: Database,
  accountId: number,
): Promise<UndeliveredEmail | null> {
  return (await select(db, and(isUndelivered, eq(accountEvents.accountId, accountId)), 1))[0] ?? null;
}

/** Returns the email, or null if no permanently failed email has this id. */
export async function findUndeliveredEmail(db: Database, id: number): Promise<UndeliveredEmail | null> {
  return (await select(db, and(isUndelivered, eq(outbox.id, id)), 1))[0] ?? null;
}

/** Returns the number of permanently failed emails and the time of the oldest failure, or null if there is none. */
export async function countUndeliveredEmails(
  db: Database,
): Promise<{ count: number; oldestAt: Date | null }> {
  const [row] = await db
    .select({ count: count(), oldestAt: min(outbox.finishedAt) })
    .from(outbox)
    .where(isUndelivered);
  return row ?? { count: 0, oldestAt: null };
}
