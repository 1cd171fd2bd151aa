/** Emails that reached nobody: what staff see of them, and having one leave once more. */
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
  /** Where the next page begins; null: this is the last one. */
  next: number | null;
}

/** Newest first; audited, since it names customers. */
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
 * Audited. The email is written anew from what is true then, and none leaves that has become untrue. Throws NOT_FOUND
 * for what is no email that was given up, CONFLICT for one whose secret is gone.
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
