/**
 * Queries of confirmation codes. Each confirmation code is consumed by a single UPDATE statement that also checks its
 * conditions.
 */
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { ConfirmationPurpose } from '../../shared/confirmationPurposes';
import type { Database } from './database';
import { confirmationCodes } from './schema/confirmationCodes';

/** Beginning of the outbox keys of emails with a confirmation code. The id of the code follows. */
export const CONFIRMATION_EMAIL = 'confirmationCode:';

export type NewConfirmationCode = Pick<
  typeof confirmationCodes.$inferInsert,
  | 'accountId'
  | 'purpose'
  | 'email'
  | 'requestTokenHash'
  | 'codeHash'
  | 'triesLeft'
  | 'createdAt'
  | 'expiresAt'
>;

const live = (now: Date) =>
  and(
    isNull(confirmationCodes.usedAt),
    isNull(confirmationCodes.voidedAt),
    gt(confirmationCodes.expiresAt, now),
  );

/**
 * Inserts a confirmation code and returns its id. Voids the account's older confirmation codes with the same purpose.
 */
export async function insertConfirmationCode(tx: Database, code: NewConfirmationCode): Promise<number> {
  await tx
    .update(confirmationCodes)
    .set({ voidedAt: code.createdAt })
    .where(
      and(
        eq(confirmationCodes.accountId, code.accountId),
        eq(confirmationCodes.purpose, code.purpose),
        live(code.createdAt),
      ),
    );
  const [row] = await tx.insert(confirmationCodes).values(code).returning({ id: confirmationCodes.id });
  if (row === undefined) throw new Error('The confirmation code was not inserted.');
  return row.id;
}

export interface TriedCode {
  accountId: number;
  email: string;
  isRight: boolean;
  triesLeft: number;
}

/** Returns the address to which a usable confirmation code was sent, or null if there is none. */
export async function findCodeRecipient(
  db: Database,
  { requestTokenHash, purpose }: { requestTokenHash: string; purpose: ConfirmationPurpose },
  now: Date,
): Promise<string | null> {
  const [row] = await db
    .select({ email: confirmationCodes.email })
    .from(confirmationCodes)
    .where(
      and(
        eq(confirmationCodes.requestTokenHash, requestTokenHash),
        eq(confirmationCodes.purpose, purpose),
        gt(confirmationCodes.triesLeft, 0),
        live(now),
      ),
    );
  return row?.email ?? null;
}

/**
 * Compares an entered code with a confirmation code and consumes one attempt. A correct code consumes the confirmation
 * code. One UPDATE statement ensures that concurrent guesses are all counted. Returns null unless there is a usable
 * confirmation code with more than `triesReserved` attempts left.
 */
export async function tryConfirmationCode(
  db: Database,
  tried: { requestTokenHash: string; purpose: ConfirmationPurpose; codeHash: string },
  now: Date,
  triesReserved = 0,
): Promise<TriedCode | null> {
  const isRight = sql`${confirmationCodes.codeHash} = ${tried.codeHash}`;
  const [row] = await db
    .update(confirmationCodes)
    .set({
      triesLeft: sql`${confirmationCodes.triesLeft} - 1`,
      usedAt: sql`case when ${isRight} then ${now.toISOString()}::timestamptz end`,
    })
    .where(
      and(
        eq(confirmationCodes.requestTokenHash, tried.requestTokenHash),
        eq(confirmationCodes.purpose, tried.purpose),
        gt(confirmationCodes.triesLeft, triesReserved),
        live(now),
      ),
    )
    .returning({
      accountId: confirmationCodes.accountId,
      email: confirmationCodes.email,
      usedAt: confirmationCodes.usedAt,
      triesLeft: confirmationCodes.triesLeft,
    });
  if (row === undefined) return null;
  const { usedAt, triesLeft, ...rest } = row;
  return { ...rest, isRight: usedAt !== null, triesLeft: Math.max(0, triesLeft - triesReserved) };
}

/** Returns the account and address of a code that was typed correctly after `since`, or null. */
export async function findUsedCode(
  db: Database,
  { requestTokenHash, purpose }: { requestTokenHash: string; purpose: ConfirmationPurpose },
  since: Date,
): Promise<{ accountId: number; email: string } | null> {
  const [row] = await db
    .select({ accountId: confirmationCodes.accountId, email: confirmationCodes.email })
    .from(confirmationCodes)
    .where(
      and(
        eq(confirmationCodes.requestTokenHash, requestTokenHash),
        eq(confirmationCodes.purpose, purpose),
        gt(confirmationCodes.usedAt, since),
      ),
    );
  return row ?? null;
}
