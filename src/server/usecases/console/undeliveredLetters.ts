/** Letters that reached nobody: what staff see of them, and having one leave once more. */
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { Refusal } from '../../domain/refusal';
import { tryAgain } from '../../outbox/outbox';
import {
  findUndeliveredLetter,
  listUndeliveredLetters,
  type UndeliveredLetter,
} from '../../outbox/undeliveredLetters';
import { auditReadAccess } from '../audit/readAccess';
import { changeAsStaff } from '../audit/staffChange';

const PAGE = 50;

export interface UndeliveredPage {
  content: UndeliveredLetter[];
  /** Where the next page begins; null: this is the last one. */
  next: number | null;
}

/** Newest first; audited, since it names customers. */
export async function readUndeliveredLetters(
  deps: Deps,
  staff: StaffOrigin,
  before: number | null,
): Promise<UndeliveredPage> {
  return deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    await auditReadAccess(tx, staff, { at, action: 'viewUndeliveredLetters', accountId: null });
    const rows = await listUndeliveredLetters(tx, { before, limit: PAGE + 1 });
    const content = rows.slice(0, PAGE);
    return { content, next: rows.length > PAGE ? (content.at(-1)?.id ?? null) : null };
  });
}

/**
 * Audited. The letter is written anew from what is true then, and none leaves that has become untrue. Throws NOT_FOUND
 * for what is no letter that was given up, CONFLICT for one whose secret is gone.
 */
export async function sendLetterAgain(deps: Deps, staff: StaffOrigin, id: number): Promise<void> {
  await changeAsStaff(deps, staff, async ({ tx, at, audit }) => {
    const letter = await findUndeliveredLetter(tx, id);
    if (letter === null) throw new Refusal('NOT_FOUND', 'Email not found. It may have been resent.');
    if (!letter.canBeSentAgain) {
      throw new Refusal('CONFLICT', 'Link expired. Send a new sign-in email.');
    }
    await tryAgain(tx, letter.dedupeKey, at);
    await audit({
      action: 'sendLetterAgain',
      accountId: letter.accountId,
      details: { letter: letter.letter ?? '' },
    });
  });
  deps.wakeOutbox();
}
