/**
 * Deletes an account: ends the renewal, detaches the devices, ends the sessions and erases the personal data, all in one
 * transaction. The outbox then ends the recurring payments at the card provider and closes the VPN credentials, and
 * `finishErasures` completes the deletion.
 */
import type { Deps } from '../../deps';
import { cardRemovalKey } from '../../domain/billing/ledgerEvents';
import { hasPaymentMethod, summarize } from '../../domain/billing/status';
import { accountDeletedEmail } from '../../emails/accountDeletedEmail';
import { enqueue } from '../../outbox/outbox';
import { requestKeys } from '../../outbox/vpnKeys';
import { type AccountRow, lockAccountsWhole } from '../../store/accounts';
import type { Database } from '../../store/database';
import { detachAttachedDevice, listAttachedDevices } from '../../store/devices';
import { eraseRows } from '../../store/erasure';
import { findErasure, insertErasure, markJournaled } from '../../store/erasures';
import { listKnownAddresses } from '../../store/knownAddresses';
import { change, type Decide } from '../billing/ledger/change';

const DAY = 24 * 3_600_000;

/**
 * Time in ms after which the last email to a deleted account is dropped if the mail server is unavailable. While this
 * email is pending, the outbox contains the email address.
 */
const LAST_EMAIL_MS = 3 * DAY;

/** Part of `Deps` that the deletion of an account needs. */
export type DeletionDeps = Pick<Deps, 'db' | 'clock' | 'erasureJournal' | 'wakeOutbox'> & {
  settings: Pick<Deps['settings'], 'brand'>;
};

export interface AccountDeletion {
  accountId: number;
  /**
   * Who requested the deletion. `journal` means that the deletion is repeated after a restore from an older backup; a
   * repeated deletion sends no email.
   */
  requestedBy: 'customer' | 'application' | 'staff' | 'journal';
  staffId: number | null;
  /** Whether paid or gifted days remained, which the customer waived. */
  waivedDays: boolean;
}

const LAST_EMAIL = 'accountDeleted:';

/** Outbox key of the last email of an account. */
const lastEmailKey = (accountId: number): string => `${LAST_EMAIL}${accountId}`;

/** Returns whether this is the outbox key of the last email of an account. */
export const isLastEmail = (outboxKey: string): boolean => outboxKey.startsWith(LAST_EMAIL);

async function endRenewal(tx: Database, accountId: number, at: Date): Promise<{ hadPayments: boolean }> {
  const decide: Decide = ({ state }) =>
    hasPaymentMethod(summarize(state))
      ? [{ key: cardRemovalKey(accountId, at), data: { kind: 'cardRemoved' } }]
      : null;
  const { after } = await change(tx, accountId, decide, at);
  return { hadPayments: after.payments.length > 0 };
}

async function detachAll(tx: Database, accountId: number, at: Date): Promise<void> {
  const attached = await listAttachedDevices(tx, accountId);
  for (const { deviceId } of attached) await detachAttachedDevice(tx, accountId, deviceId, at);
  await requestKeys(
    tx,
    attached.map(({ id }) => id),
  );
}

/**
 * Erases an account in the caller's transaction. Returns null, and changes nothing, if the account is unknown or
 * already deleted. If the account was erased, returns the account's state before the erasure. The caller must call
 * `completeDeletion` after the commit.
 */
export async function eraseAccount(
  tx: Database,
  deps: Pick<DeletionDeps, 'settings'>,
  { accountId, requestedBy, staffId, waivedDays }: AccountDeletion,
  at: Date,
): Promise<AccountRow | null> {
  const [account] = await lockAccountsWhole(tx, [accountId]);
  if (account === undefined || account.erasedAt !== null) return null;
  const { hadPayments } = await endRenewal(tx, accountId, at);
  await detachAll(tx, accountId, at);
  const emails = await listKnownAddresses(tx, accountId, at);
  await eraseRows(tx, { id: accountId, uid: account.uid, emails }, at);
  await insertErasure(tx, {
    accountId,
    requestedBy,
    staffId,
    waivedDays,
    payerId: account.uid,
    erasedAt: at,
    // The journal is the reason for this deletion, so the journal already contains the entry.
    journaledAt: requestedBy === 'journal' ? at : null,
  });
  if (requestedBy !== 'journal')
    await enqueue(tx, {
      kind: 'email',
      dedupeKey: lastEmailKey(accountId),
      payload: { to: account.email, ...accountDeletedEmail(hadPayments, deps.settings.brand) },
      dropAfter: new Date(at.getTime() + LAST_EMAIL_MS),
    });
  return account;
}

/**
 * Writes a deletion to the erasure journal, and delivers the outbox messages of the deletion. The call is idempotent.
 * If the journal cannot be written, throws `JournalUnusable`; the account is still deleted, and `finishErasures`
 * repeats the write.
 */
export async function completeDeletion(deps: DeletionDeps, accountId: number): Promise<void> {
  deps.wakeOutbox();
  if (deps.erasureJournal === null) return;
  const erasure = await findErasure(deps.db, accountId);
  if (erasure === null || erasure.journaledAt !== null) return;
  await deps.erasureJournal.append({ accountId, erasedAt: erasure.erasedAt });
  await markJournaled(deps.db, accountId, deps.clock.now());
}

/**
 * Deletes an account. Repeated calls are allowed, because an account is erased only once. Resolves once the deletion is
 * in the erasure journal. Throws `JournalUnusable` if the journal cannot be written.
 *
 * @example
 * await deleteAccount(deps, { accountId, requestedBy: 'customer', staffId: null, waivedDays: false });
 */
export async function deleteAccount(deps: DeletionDeps, deletion: AccountDeletion): Promise<void> {
  await deps.db.transaction((tx) => eraseAccount(tx, deps, deletion, deps.clock.now()));
  await completeDeletion(deps, deletion.accountId);
}
