/** Emails that were given up, in SQL. */
import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import type { Database } from '../store/database';
import { accountEvents } from '../store/schema/accountEvents';
import { accounts } from '../store/schema/accounts';
import { rejectedAddresses } from '../store/schema/emailLinks';
import { outbox } from '../store/schema/outbox';
import type { OutboxLane } from './outbox';

const EMAIL_LANES: readonly OutboxLane[] = ['email', 'signIn'];

export interface UndeliveredEmail {
  id: number;
  dedupeKey: string;
  /** As the timeline has it. */
  template: string | null;
  accountId: number | null;
  /** Of the account, else as it was asked for. */
  email: string | null;
  failedAt: Date;
  attempts: number;
  reason: string;
  rejectedSince: Date | null;
  /** What is to be written is still known: a sign-in email's secret is not. */
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
    .where(and(inArray(outbox.lane, [...EMAIL_LANES]), eq(outbox.state, 'failed'), where))
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

/** Newest first; `before`: the id of the last one of the page before. */
export function listUndeliveredEmails(
  db: Database,
  { before, limit }: { before: number | null; limit: number },
): Promise<UndeliveredEmail[]> {
  return select(db, before === null ? undefined : and(lt(outbox.id, before)), limit);
}

/** Null: it is no email that was given up (any more). */
export async function findUndeliveredEmail(db: Database, id: number): Promise<UndeliveredEmail | null> {
  return (await select(db, and(eq(outbox.id, id)), 1))[0] ?? null;
}
