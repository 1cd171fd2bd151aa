/** Exports a customer's own data, after a code from the mailbox. */
import type { Deps } from '../../deps';
import { noSuchUser } from '../../domain/rejection';
import { findAccountById } from '../../store/accounts';
import {
  type Confirmation,
  hasLiveCode,
  redeemConfirmationCode,
  sendConfirmationCode,
} from '../accounts/confirmationCodes';
import { type CustomerExport, exportAccount } from '../accounts/customerExport';
import { takeExportSlot } from '../accounts/exportSlots';

/** Emails the code. Returns the token that the export needs. Throws TOO_MANY_REQUESTS beyond the limits of codes per day. */
export async function sendExportCode(deps: Deps, accountId: number): Promise<string> {
  const account = await findAccountById(deps.db, accountId);
  if (account === null) throw noSuchUser();
  return sendConfirmationCode(deps, { accountId, email: account.email, purpose: 'exportData' });
}

/** Outcome of an export. The caller must call `release` once the files are sent, or are not needed. */
export type ExportOutcome =
  | { kind: 'exported'; files: CustomerExport; release: () => Promise<void> }
  | Exclude<Confirmation, { kind: 'confirmed' }>;

/**
 * Exports the data of the account if the code is right. Every export needs a new code. Throws TOO_MANY_REQUESTS like
 * `takeExportSlot`, and then does not use up the code.
 */
export async function exportData(
  deps: Deps,
  input: { accountId: number; requestToken: string; code: string },
): Promise<ExportOutcome> {
  // Requests without a code must not take the slots of other customers.
  if (!(await hasLiveCode(deps, { ...input, purpose: 'exportData' }))) return { kind: 'invalid' };
  const release = await takeExportSlot(deps, input.accountId);
  try {
    const outcome = await confirmedExport(deps, input);
    if (outcome.kind !== 'exported') await release();
    return outcome.kind === 'exported' ? { ...outcome, release } : outcome;
  } catch (error) {
    await release();
    throw error;
  }
}

async function confirmedExport(
  deps: Deps,
  input: { accountId: number; requestToken: string; code: string },
): Promise<{ kind: 'exported'; files: CustomerExport } | Exclude<Confirmation, { kind: 'confirmed' }>> {
  const confirmation = await redeemConfirmationCode(deps, { ...input, purpose: 'exportData' });
  if (confirmation.kind !== 'confirmed') return confirmation;
  // A code of another account confirms nothing here.
  if (confirmation.accountId !== input.accountId) return { kind: 'invalid' };
  const { db, clock, settings } = deps;
  const account = await findAccountById(db, input.accountId);
  if (account === null) throw noSuchUser();
  // A code that was sent to another address than the present one confirms nothing any more.
  if (confirmation.email !== account.email) return { kind: 'invalid' };
  return { kind: 'exported', files: await exportAccount(db, account, { settings, now: clock.now() }) };
}
