/** Confirmation codes in SQL. Whatever uses a code up is one UPDATE with its conditions. */
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { ConfirmationPurpose } from '../../shared/confirmationPurposes';
import type { Database } from './database';
import { confirmationCodes } from './schema/confirmationCodes';

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

/** Inserts a code, voids the older codes of the account with the same purpose, and returns its id. */
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

/**
 * Compares a code, takes one try off, and uses the code up if it is right. One statement, so that concurrent guesses are
 * counted one by one. Returns null if no such code is live.
 */
export async function tryConfirmationCode(
  db: Database,
  tried: { requestTokenHash: string; purpose: ConfirmationPurpose; codeHash: string },
  now: Date,
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
        gt(confirmationCodes.triesLeft, 0),
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
  const { usedAt, ...rest } = row;
  return { ...rest, isRight: usedAt !== null };
}
