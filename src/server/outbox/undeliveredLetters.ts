/** Letters that were given up, in SQL. */
import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import type { Database } from '../store/database';
import { accountEvents } from '../store/schema/accountEvents';
import { accounts } from '../store/schema/accounts';
import { refusedAddresses } from '../store/schema/emailLinks';
import { outbox } from '../store/schema/outbox';
import type { OutboxLane } from './outbox';

const LETTER_LANES: readonly OutboxLane[] = ['letter', 'signIn'];

export interface UndeliveredLetter {
  id: number;
  dedupeKey: string;
  /** As the timeline has it. */
  letter: string | null;
  accountId: number | null;
  /** Of the account, else as it was asked for. */
  email: string | null;
  failedAt: Date;
  attempts: number;
  reason: string;
  refusedSince: Date | null;
  /** What is to be written is still known: a sign-in letter's secret is not. */
  canBeSentAgain: boolean;
}

function isRequest(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && 'letter' in payload;
}

async function select(
  db: Database,
  where: ReturnType<typeof and>,
  limit: number,
): Promise<UndeliveredLetter[]> {
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
    .where(and(inArray(outbox.lane, [...LETTER_LANES]), eq(outbox.state, 'failed'), where))
    .orderBy(desc(outbox.id))
    .limit(limit);
  const emails = rows.flatMap(({ accountEmail, askedEmail }) => accountEmail ?? askedEmail ?? []);
  const refused = new Map(
    emails.length === 0
      ? []
      : (
          await db
            .select({ email: refusedAddresses.email, refusedAt: refusedAddresses.refusedAt })
            .from(refusedAddresses)
            .where(inArray(refusedAddresses.email, emails))
        ).map(({ email, refusedAt }) => [email, refusedAt]),
  );
  return rows.map(({ payload, details, accountEmail, askedEmail, failedAt, reason, ...row }) => {
    const email = accountEmail ?? askedEmail;
    const action = details?.['action'];
    return {
      ...row,
      letter: typeof action === 'string' ? action : null,
      email,
      failedAt: failedAt ?? new Date(0),
      reason: reason ?? '',
      refusedSince: email === null ? null : (refused.get(email) ?? null),
      canBeSentAgain: isRequest(payload),
    };
  });
}

/** Newest first; `before`: the id of the last one of the page before. */
export function listUndeliveredLetters(
  db: Database,
  { before, limit }: { before: number | null; limit: number },
): Promise<UndeliveredLetter[]> {
  return select(db, before === null ? undefined : and(lt(outbox.id, before)), limit);
}

/** Null: it is no letter that was given up (any more). */
export async function findUndeliveredLetter(db: Database, id: number): Promise<UndeliveredLetter | null> {
  return (await select(db, and(eq(outbox.id, id)), 1))[0] ?? null;
}
