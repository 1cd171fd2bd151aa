/**
 * Mail server of the sandbox. The fake mail server stores emails in a database table, which the sandbox page and
 * scripts read.
 */
import { and, desc, eq, lt } from 'drizzle-orm';
import { toMailbox } from '../../../shared/validation';
import type { Clock } from '../../ports/clock';
import type { Email, Mailer } from '../../ports/mailer';
import type { Database } from '../../store/database';
import { sandboxMail } from '../schema/outside';
import { findLinks } from './emailLinks';

export interface MailboxEmail {
  id: number;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** All URLs in the email, starting with sign-in links. */
  links: string[];
  /** Time when the email was sent, in ISO 8601 and UTC. */
  at: string;
}

export interface Mailbox extends Mailer {
  /**
   * Returns emails, newest first. The filter `to` is case-insensitive. The filter `beforeId` selects only emails that
   * are older than the email with this id.
   */
  list(filter: {
    to?: string | undefined;
    beforeId?: number | undefined;
    limit: number;
  }): Promise<MailboxEmail[]>;
  find(id: number): Promise<MailboxEmail | null>;
}

type Row = typeof sandboxMail.$inferSelect;

const toEmail = (row: Row): MailboxEmail => ({
  id: row.id,
  to: row.recipient,
  subject: row.subject,
  text: row.text,
  html: row.html,
  links: row.links,
  at: row.at.toISOString(),
});

export function createMailbox(db: Database, clock: Clock): Mailbox {
  return {
    async send(emailMessage: Email, idempotencyKey: string) {
      await db
        .insert(sandboxMail)
        .values({
          recipient: emailMessage.to,
          recipientKey: toMailbox(emailMessage.to),
          subject: emailMessage.subject,
          text: emailMessage.text,
          html: emailMessage.html,
          links: findLinks(emailMessage),
          messageKey: idempotencyKey,
          at: clock.now(),
        })
        .onConflictDoNothing({ target: sandboxMail.messageKey });
    },

    async list({ to, beforeId, limit }) {
      const rows = await db
        .select()
        .from(sandboxMail)
        .where(
          and(
            to === undefined ? undefined : eq(sandboxMail.recipientKey, toMailbox(to)),
            beforeId === undefined ? undefined : lt(sandboxMail.id, beforeId),
          ),
        )
        .orderBy(desc(sandboxMail.id))
        .limit(limit);
      return rows.map(toEmail);
    },

    async find(id) {
      const [row] = await db.select().from(sandboxMail).where(eq(sandboxMail.id, id));
      return row ? toEmail(row) : null;
    },
  };
}
