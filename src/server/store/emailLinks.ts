/**
 * Queries of sign-in emails and one-time tokens. Each secret is consumed by a single UPDATE statement that also checks
 * its conditions, so that concurrent requests cannot use a secret twice.
 */
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database } from './database';
import { emailLinks, restoreTokens } from './schema/emailLinks';

export type NewEmailLink = Pick<
  typeof emailLinks.$inferInsert,
  | 'email'
  | 'gift'
  | 'linkTokenHash'
  | 'mailTokenHash'
  | 'codeHash'
  | 'askedFrom'
  | 'codeTriesLeft'
  | 'usesLeft'
  | 'createdAt'
  | 'expiresAt'
>;

const timestamp = (at: Date) => sql`${at.toISOString()}::timestamptz`;

const live = (now: Date) =>
  and(isNull(emailLinks.usedAt), isNull(emailLinks.voidedAt), gt(emailLinks.expiresAt, now));

/**
 * Takes an advisory lock on a mailbox (email in normal form) until the transaction ends, so that emails to one mailbox
 * are created one after another.
 */
export async function lockMailbox(tx: Database, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`);
}

/** Returns whether this requester already has a sign-in email to the mailbox that can still be used. */
export async function hasLiveEmailLink(
  db: Database,
  { email, askedFrom }: { email: string; askedFrom: string },
  now: Date,
): Promise<boolean> {
  const rows = await db
    .select({ id: emailLinks.id })
    .from(emailLinks)
    .where(and(eq(emailLinks.email, email), eq(emailLinks.askedFrom, askedFrom), live(now)))
    .limit(1);
  return rows.length > 0;
}

/**
 * Inserts a sign-in email and returns its id. Earlier unused emails from the same requester to the same mailbox become
 * invalid. Emails that other requesters asked for stay valid. The mailbox lock is held until the transaction ends.
 */
export async function insertEmailLink(tx: Database, link: NewEmailLink): Promise<number> {
  await lockMailbox(tx, link.email);
  await tx
    .update(emailLinks)
    .set({ voidedAt: link.createdAt })
    .where(
      and(eq(emailLinks.email, link.email), eq(emailLinks.askedFrom, link.askedFrom), live(link.createdAt)),
    );
  const [row] = await tx.insert(emailLinks).values(link).returning({ id: emailLinks.id });
  if (row === undefined) throw new Error('inserting the email returned no row');
  return row.id;
}

/** Returns the recipient of the email with this link, or null if the link cannot be used. */
export async function findLinkRecipient(
  db: Database,
  linkTokenHash: string,
  now: Date,
): Promise<string | null> {
  const [row] = await db
    .select({ email: emailLinks.email })
    .from(emailLinks)
    .where(and(eq(emailLinks.linkTokenHash, linkTokenHash), live(now)));
  return row?.email ?? null;
}

export interface UsedEmailLink {
  id: number;
  email: string;
  gift: boolean;
}

/**
 * Proof that the redeemer of a link also requested it or owns the mailbox: the hashed token of the requesting browser,
 * or the email address to which the email was sent.
 */
export type LinkProof = { mailTokenHash: string } | { email: string };

/**
 * Consumes one use of a sign-in link if the proof belongs to the sign-in email. Returns null, and changes nothing, if
 * the proof does not match or the email is not usable.
 */
export async function consumeEmailLink(
  db: Database,
  linkTokenHash: string,
  proof: LinkProof,
  now: Date,
): Promise<UsedEmailLink | null> {
  const isProven =
    'email' in proof ? eq(emailLinks.email, proof.email) : eq(emailLinks.mailTokenHash, proof.mailTokenHash);
  const [row] = await db
    .update(emailLinks)
    .set({
      usesLeft: sql`${emailLinks.usesLeft} - 1`,
      usedAt: sql`case when ${emailLinks.usesLeft} <= 1 then ${timestamp(now)} end`,
      usedBy: 'link',
    })
    .where(and(eq(emailLinks.linkTokenHash, linkTokenHash), live(now), isProven))
    .returning({ id: emailLinks.id, email: emailLinks.email, gift: emailLinks.gift });
  return row ?? null;
}

/**
 * Returns the recipient of a sign-in email and the number of remaining attempts for its code. Returns null if the email
 * is unknown, used, voided or expired.
 */
export async function findEmailCode(
  db: Database,
  mailTokenHash: string,
  now: Date,
): Promise<{ email: string; triesLeft: number } | null> {
  const [row] = await db
    .select({ email: emailLinks.email, triesLeft: emailLinks.codeTriesLeft })
    .from(emailLinks)
    .where(and(eq(emailLinks.mailTokenHash, mailTokenHash), live(now)));
  return row ?? null;
}

/**
 * Compares an entered code with the code of a sign-in email and consumes one attempt. A correct code consumes the
 * sign-in email. Wrong codes never void the sign-in email, so its link keeps working. Returns null unless the sign-in
 * email is usable and has more than `triesReserved` attempts left. One UPDATE statement ensures that concurrent guesses
 * are all counted.
 */
export async function tryEmailCode(
  db: Database,
  mailTokenHash: string,
  codeHash: string,
  now: Date,
  triesReserved: number,
): Promise<(UsedEmailLink & { matched: boolean; triesLeft: number }) | null> {
  const at = timestamp(now);
  const matches = sql`${emailLinks.codeHash} = ${codeHash}`;
  const [row] = await db
    .update(emailLinks)
    .set({
      codeTriesLeft: sql`${emailLinks.codeTriesLeft} - 1`,
      usedAt: sql`case when ${matches} then ${at} end`,
      usedBy: sql`case when ${matches} then 'code' end`,
    })
    .where(
      and(
        eq(emailLinks.mailTokenHash, mailTokenHash),
        live(now),
        gt(emailLinks.codeTriesLeft, triesReserved),
      ),
    )
    .returning({
      id: emailLinks.id,
      email: emailLinks.email,
      gift: emailLinks.gift,
      usedAt: emailLinks.usedAt,
      triesLeft: emailLinks.codeTriesLeft,
    });
  if (row === undefined) return null;
  return {
    id: row.id,
    email: row.email,
    gift: row.gift,
    matched: row.usedAt !== null,
    triesLeft: Math.max(0, row.triesLeft - triesReserved),
  };
}

export async function insertRestoreToken(
  db: Database,
  token: { tokenHash: string; emailLinkId: number; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db.insert(restoreTokens).values(token);
}

export interface RestoredLink {
  email: string;
  gift: boolean;
  usedBy: 'link' | 'code';
  /** When the email was sent. */
  createdAt: Date;
}

/**
 * Returns the email address of a valid one-time token, or null if the token is not valid. The token is not consumed.
 */
export async function findRestoreTokenEmail(
  db: Database,
  tokenHash: string,
  now: Date,
): Promise<string | null> {
  const [row] = await db
    .select({ email: emailLinks.email })
    .from(restoreTokens)
    .innerJoin(emailLinks, eq(emailLinks.id, restoreTokens.emailLinkId))
    .where(
      and(
        eq(restoreTokens.tokenHash, tokenHash),
        isNull(restoreTokens.usedAt),
        gt(restoreTokens.expiresAt, now),
      ),
    );
  return row?.email ?? null;
}

/**
 * Consumes a one-time token and returns the sign-in email to which it belongs. Exactly one of several concurrent
 * callers gets the email; the other callers get null.
 */
export async function consumeRestoreToken(
  db: Database,
  tokenHash: string,
  now: Date,
): Promise<RestoredLink | null> {
  const [used] = await db
    .update(restoreTokens)
    .set({ usedAt: now })
    .where(
      and(
        eq(restoreTokens.tokenHash, tokenHash),
        isNull(restoreTokens.usedAt),
        gt(restoreTokens.expiresAt, now),
      ),
    )
    .returning({ emailLinkId: restoreTokens.emailLinkId });
  if (used === undefined) return null;
  const [link] = await db
    .select({
      email: emailLinks.email,
      gift: emailLinks.gift,
      usedBy: emailLinks.usedBy,
      createdAt: emailLinks.createdAt,
    })
    .from(emailLinks)
    .where(eq(emailLinks.id, used.emailLinkId));
  return link === undefined ? null : { ...link, usedBy: link.usedBy ?? 'link' };
}
