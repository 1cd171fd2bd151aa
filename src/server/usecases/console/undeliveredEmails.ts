/** Lists emails that could not be delivered, and resends such an email at the request of staff. */
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { Rejection } from '../../domain/rejection';
import { tryAgain } from '../../outbox/outbox';
import {
  findUndeliveredEmail,
  listUndeliveredEmails,
  type UndeliveredEmail,
} from '../../outbox/undeliveredEmails';
import { auditReadAccess } from '../audit/readAccess';
import { changeAsStaff } from '../audit/staffChange';

const PAGE = 50;

export interface UndeliveredPage {
  content: UndeliveredEmail[];
  /** Cursor of the next page of emails; null on the last page. */
  next: number | null;
}

/**
 * Returns one page of undelivered emails, newest first. Writes an audit entry, because the list contains customers'
 * email addresses.
 */
export async function readUndeliveredEmails(
  deps: Deps,
  staff: StaffOrigin,
  before: number | null,
): Promise<UndeliveredPage> {
  return deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    await auditReadAccess(tx, staff, { at, action: 'viewUndeliveredEmails', accountId: null });
    const rows = await listUndeliveredEmails(tx, { before, limit: PAGE + 1 });
    const content = rows.slice(0, PAGE);
    return { content, next: rows.length > PAGE ? (content.at(-1)?.id ?? null) : null };
  });
}

/**
 * Resends an undelivered email and writes an audit entry. The email is rendered again from current data, and an email
 * that no longer applies is not sent. Throws NOT_FOUND if no permanently failed email has this id, and CONFLICT if the
 * email's link has expired.
 */
export async function sendEmailAgain(deps: Deps, staff: StaffOrigin, id: number): Promise<void> {
  await changeAsStaff(deps, staff, async ({ tx, at, audit }) => {
    const emailMessage = await findUndeliveredEmail(tx, id);
    if (emailMessage === null) throw new Rejection('NOT_FOUND', 'Email not found. It may have been resent.');
    if (!emailMessage.canBeSentAgain) {
      throw new Rejection('CONFLICT', 'Link expired. Send a new sign-in email.');
    }
    await tryAgain(tx, emailMessage.dedupeKey, at);
    await audit({
      action: 'sendEmailAgain',
      accountId: emailMessage.accountId,
      details: { template: emailMessage.template ?? '' },
    });
  });
  deps.wakeOutbox();
}
