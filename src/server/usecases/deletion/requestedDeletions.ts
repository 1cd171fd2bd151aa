/**
 * Deletions that customers request within the seven days in which a change of address can be taken back. A thief
 * who changed the address of a stolen account could otherwise delete it before the owner takes the address back. So the deletion waits
 * until the seven days are over, both mailboxes are notified at once, and taking the address back withdraws it.
 */
import type { Deps } from '../../deps';
import type { CustomerCaller } from '../../domain/caller';
import type { RenderedEmail } from '../../emails/emailLayout';
import {
  deletionRequestedAwayEmail,
  deletionRequestedHereEmail,
  deletionWithdrawnEmail,
} from '../../emails/requestedDeletionEmails';
import { enqueue } from '../../outbox/outbox';
import { insertAccountEvent } from '../../store/accountEvents';
import { findAccountById, lockAccountsWhole } from '../../store/accounts';
import type { Database } from '../../store/database';
import {
  type EmailChange,
  findDueDeletion,
  findOpenChange,
  listDueDeletions,
  requestDeletion,
  withdrawDeletion,
} from '../../store/emailChanges';
import { buildRestoreUrl } from '../accounts/restoreToken';
import { cancelRenewal } from '../billing/subscriptions/cancelSubscription';
import { completeDeletion, eraseAccount } from './deleteAccount';
import { previewDeletion } from './previewDeletion';

const BATCH = 100;

/** Enqueues an email about the request to the present and to the former mailbox. */
async function mailBoth(
  tx: Database,
  change: EmailChange,
  present: string,
  emails: { what: string; here: RenderedEmail; away: RenderedEmail; at: Date },
): Promise<void> {
  const key = `${emails.what}:${change.id}:${emails.at.getTime()}`;
  const mail = (mailbox: string, to: string, rendered: RenderedEmail) =>
    enqueue(tx, { kind: 'email', dedupeKey: `${key}:${mailbox}`, payload: { to, ...rendered } });
  await mail('new', present, emails.here);
  await mail('old', change.oldEmail, emails.away);
}

/**
 * Records a confirmed deletion in the caller's transaction if the change of address can still be taken back, ends the
 * renewal and notifies both mailboxes. A repeated request changes nothing. Returns the time at which the deletion is carried
 * out, or null if the account can be deleted now. The account must be locked by `lockAccountsWhole`. The caller must call
 * `wakeOutbox` after the commit.
 */
export async function postponeDeletion(
  tx: Database,
  deps: Deps,
  account: { id: number; email: string },
  request: { by: 'customer' | 'application'; waivesDays: boolean },
  at: Date,
): Promise<Date | null> {
  const change = await findOpenChange(tx, account.id, at);
  if (change === null) return null;
  const { reservedUntil: until } = change;
  if (change.deletionRequestedAt !== null) return until;
  await requestDeletion(tx, change.id, { ...request, at });
  await cancelRenewal(tx, { accountId: account.id }, at);
  await insertAccountEvent(
    tx,
    { accountId: account.id },
    { at, kind: 'signIn', details: { action: 'deletionRequested' } },
  );
  const { brand, publicUrl } = deps.settings;
  const url = buildRestoreUrl(deps, change);
  await mailBoth(tx, change, account.email, {
    what: 'deletionRequested',
    here: deletionRequestedHereEmail({ publicUrl, until }, brand),
    away: deletionRequestedAwayEmail({ url, until }, brand),
    at,
  });
  return until;
}

/** Withdraws the deletion that the customer requested, and notifies both mailboxes. Returns false if there is none. */
export async function withdrawRequestedDeletion(deps: Deps, { accountId }: CustomerCaller): Promise<boolean> {
  const at = deps.clock.now();
  const isWithdrawn = await deps.db.transaction(async (tx) => {
    const [account] = await lockAccountsWhole(tx, [accountId]);
    if (account === undefined || account.erasedAt !== null) return false;
    const change = await findOpenChange(tx, accountId, at);
    if (change === null || change.deletionRequestedAt === null) return false;
    await withdraw(tx, deps, change, account.email, at);
    return true;
  });
  deps.wakeOutbox();
  return isWithdrawn;
}

async function withdraw(
  tx: Database,
  { settings: { brand } }: Pick<Deps, 'settings'>,
  change: EmailChange,
  present: string,
  at: Date,
): Promise<void> {
  await withdrawDeletion(tx, change.id);
  await insertAccountEvent(
    tx,
    { accountId: change.accountId },
    { at, kind: 'signIn', details: { action: 'deletionWithdrawn' } },
  );
  const email = deletionWithdrawnEmail(brand);
  await mailBoth(tx, change, present, { what: 'deletionWithdrawn', here: email, away: email, at });
}

/**
 * Deletes the accounts whose requested deletion is due. If days of access were added that the customer did not waive, the
 * deletion is withdrawn instead. Several server instances may run this job concurrently.
 */
export async function carryOutDeletions(deps: Deps): Promise<void> {
  for (;;) {
    const due = await listDueDeletions(deps.db, deps.clock.now(), BATCH);
    for (const change of due) await carryOut(deps, change);
    if (due.length < BATCH) return;
  }
}

async function carryOut(deps: Deps, { id, accountId }: EmailChange): Promise<void> {
  const at = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    await lockAccountsWhole(tx, [accountId]);
    // Another instance may have carried the deletion out, or the customer may have withdrawn it.
    const change = await findDueDeletion(tx, id, at);
    const account = await findAccountById(tx, accountId);
    if (change === null || account === null) return;
    const { paidDays, giftDays } = await previewDeletion({ ...deps, db: tx }, accountId);
    const hasDays = paidDays + giftDays > 0;
    const waivedDays = hasDays && change.deletionWaivesDays === true;
    if (hasDays && !waivedDays) await withdraw(tx, deps, change, account.email, at);
    else {
      const requestedBy = change.deletionRequestedBy ?? 'customer';
      await eraseAccount(tx, deps, { accountId, requestedBy, staffId: null, waivedDays }, at);
    }
  });
  await completeDeletion(deps, accountId);
}
