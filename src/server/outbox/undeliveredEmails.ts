/** Queries emails that have permanently failed. */
import { and, count, desc, eq, inArray, lt, min, sql } from 'drizzle-orm';
import type { Database } from '../store/database';
import { accountEvents } from '../store/schema/accountEvents';
import { accounts } from '../store/schema/accounts';
import { rejectedAddresses } from '../store/schema/emailLinks';
import { outbox } from '../store/schema/outbox';
import { EMAIL_LANES } from './outbox';

/** SQL condition for permanently failed emails, written so that PostgreSQL can use the table's partial index. */
const isUndelivered = and(inArray(outbox.lane, [...EMAIL_LANES]), sql`${outbox.state} = 'failed'`);

export interface UndeliveredEmail {
  id: number;
  dedupeKey: string;
  /** Template name of the email from the account's timeline; null if the timeline has no entry for the email. */
  template: string | null;
  accountId: number | null;
  /** Email address of the account, or the email address for which the email was requested if there is no account. */
  email: string | null;
  failedAt: Date;
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
      attempts: outbox.attempts,
      reason: outbox.lastError,
    })
    .from(outbox)
    .leftJoin(accountEvents, eq(accountEvents.outboxKey, outbox.dedupeKey))
    .leftJoin(accounts, eq(accounts.id, accountEvents.accountId))
    .where(and(isUndelivered, where))
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
            .where(inArray(rejectedAddresses.email, emails))
        ).map(({ email, rejectedAt }) => [email, rejectedAt]),
  );
  return rows.map(({ payload, details, accountEmail, askedEmail, failedAt, reason, ...row }) => {
    const email = accountEmail ?? askedEmail;
    const action = details?.['action'];
    return {
      ...row,
      template: typeof action === 'string' ? action : null,
      email,
      failedAt: failedAt ?? new Date(0),
      reason: reason ?? '',
      rejectedSince: email === null ? null : (rejected.get(email) ?? null),
      canBeSentAgain: isRequest(payload),
    };
  });
}

/** Returns permanently failed emails, newest first. `before` is the id of the last email on the previous page. */
export function listUndeliveredEmails(
  db: Database,
  { before, limit }: { before: number | null; limit: number },
): Promise<UndeliveredEmail[]> {
  return select(db, before === null ? undefined : and(lt(outbox.id, before)), limit);
}

/** Returns the newest email to an account that permanently failed, or null if there is none. */
export async function findNewestUndelivered(
  db: Database,
  accountId: number,
): Promise<UndeliveredEmail | null> {
  return (await select(db, and(eq(accountEvents.accountId, accountId)), 1))[0] ?? null;
}

/** Returns the email, or null if no permanently failed email has this id. */
export async function findUndeliveredEmail(db: Database, id: number): Promise<UndeliveredEmail | null> {
  return (await select(db, and(eq(outbox.id, id)), 1))[0] ?? null;
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
