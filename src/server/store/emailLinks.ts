/** Sign-in emails and one-time tokens in SQL: whatever uses a secret up is one UPDATE with its conditions. */
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

/** Lets emails to one mailbox (normal form) queue until the transaction ends. */
export async function lockMailbox(tx: Database, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`);
}

/** Returns whether a live email from this requester to the mailbox exists. */
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
 * Inserts an email, voids the older ones to the same mailbox from the same requester, and returns its id. Strangers
 * void nobody else's email. Emails to one mailbox queue here until the transaction ends.
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
  if (row === undefined) throw new Error('the email was not written down');
  return row.id;
}

export async function isEmailLinkLive(db: Database, linkTokenHash: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: emailLinks.id })
    .from(emailLinks)
    .where(and(eq(emailLinks.linkTokenHash, linkTokenHash), live(now)));
  return rows.length > 0;
}

export interface UsedEmailLink {
  id: number;
  email: string;
  gift: boolean;
}

/** What the redeemer knows besides the link's secret: the token of the requesting browser, hashed, or the address in normal form. */
export type LinkProof = { mailTokenHash: string } | { email: string };

/** Takes one use off a live email if the proof belongs to it. Returns null, and changes nothing, otherwise. */
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

/** Returns the tries left for the code of a live email, or null if the email is unknown, used, voided or expired. */
export async function findCodeTries(db: Database, mailTokenHash: string, now: Date): Promise<number | null> {
  const [row] = await db
    .select({ triesLeft: emailLinks.codeTriesLeft })
    .from(emailLinks)
    .where(and(eq(emailLinks.mailTokenHash, mailTokenHash), live(now)));
  return row?.triesLeft ?? null;
}

/**
 * Compares a code with that of a live email that has more than `triesReserved` tries left, takes one try off, and uses the
 * email up if the code is right. Wrong codes never void the email: its link keeps working. One statement, so that
 * concurrent guesses are counted one by one. Returns null if no such email exists.
 */
export async function tryEmailCode(
  db: Database,
  mailTokenHash: string,
  codeHash: string,
  now: Date,
  triesReserved = 0,
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
}

/** The address of a one-time token that is good; nothing is consumed. */
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

/** Consumes a one-time token. Exactly one of concurrent callers gets its email, the others null. */
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
    .select({ email: emailLinks.email, gift: emailLinks.gift, usedBy: emailLinks.usedBy })
    .from(emailLinks)
    .where(eq(emailLinks.id, used.emailLinkId));
  return link === undefined ? null : { ...link, usedBy: link.usedBy ?? 'link' };
}
