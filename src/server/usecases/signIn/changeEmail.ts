/**
 * Changes the email address of an account on behalf of its customer, and takes the change back. A change needs a code sent to
 * the present address and one sent to the new address. For seven days the former address is reserved: no account can be opened
 * with it, and a code sent to it takes the change back.
 */
import { EMAIL_RESERVED_DAYS } from '../../../shared/constants';
import type { Deps } from '../../deps';
import { addDays } from '../../domain/billing/billingCalendar';
import type { CustomerCaller } from '../../domain/caller';
import {
  emailChangedAwayEmail,
  emailChangedHereEmail,
  emailRestoredEmail,
} from '../../emails/emailChangeEmails';
import type { RenderedEmail } from '../../emails/emailLayout';
import { enqueue } from '../../outbox/outbox';
import { cannotReach } from '../../ports/mailer';
import { adoptAccountEvents, insertAccountEvent } from '../../store/accountEvents';
import { type AccountRow, findAccountByEmail, lockAccountsWhole, replaceMailbox } from '../../store/accounts';
import type { Database } from '../../store/database';
import { findOpenChange, findReservation, insertEmailChange, markRestored } from '../../store/emailChanges';
import { revokeBrowserSessions } from '../../store/sessions';
import { isUniqueViolation } from '../../store/uniqueViolation';
import { EMAIL_PROVIDER } from '../accounts/accounts';
import {
  type Confirmation,
  findConfirmation,
  redeemConfirmationCode,
  sendConfirmationCode,
} from '../accounts/confirmationCodes';
import { buildRestoreUrl, findChangeOfToken } from '../accounts/restoreToken';
import { readState } from '../billing/ledger/change';
import { addressReceipts } from '../billing/subscriptions/moveSubscription';
import { createBrowserMark } from './browserMark';

/** Error that rolls back a change to an address that an account has or another change reserves. */
class AddressTaken extends Error {
  override readonly name = 'AddressTaken';
}

type WrongCode = Exclude<Confirmation, { kind: 'confirmed' }>;

export type SentCode =
  | { kind: 'sent'; requestToken: string }
  /** The last change can still be taken back. Until then the account keeps its address. */
  | { kind: 'changedRecently'; until: Date };

/** Emails a code to the present address. Throws TOO_MANY_REQUESTS beyond the limits of codes. */
export async function sendCodeToPresent(deps: Deps, caller: CustomerCaller): Promise<SentCode> {
  const { accountId, email } = caller;
  const open = await findOpenChange(deps.db, accountId, deps.clock.now());
  if (open !== null) return { kind: 'changedRecently', until: open.reservedUntil };
  return {
    kind: 'sent',
    requestToken: await sendConfirmationCode(deps, { accountId, email, purpose: 'changeEmail' }),
  };
}

/** Verifies the code that was sent to the present address. */
export async function confirmPresent(
  deps: Deps,
  caller: CustomerCaller,
  typed: { requestToken: string; code: string },
): Promise<WrongCode | { kind: 'confirmed' }> {
  const confirmation = await redeemConfirmationCode(deps, { ...typed, purpose: 'changeEmail' });
  if (confirmation.kind !== 'confirmed') return confirmation;
  return { kind: confirmation.accountId === caller.accountId ? 'confirmed' : 'invalid' };
}

/** Returns whether this browser has recently confirmed the account's address `email`. */
async function hasConfirmed(
  deps: Deps,
  db: Database,
  requestToken: string,
  { id, email }: { id: number; email: string },
): Promise<boolean> {
  const confirmed = await findConfirmation(deps, db, { requestToken, purpose: 'changeEmail' });
  return confirmed?.accountId === id && confirmed.email === email;
}

/**
 * Emails a code to the new address, also if it has an account. The customer learns that only after the code was typed, which
 * requires access to the mailbox. Throws TOO_MANY_REQUESTS beyond the limits of codes.
 */
export async function sendCodeToNew(
  deps: Deps,
  caller: CustomerCaller,
  { requestToken, newEmail, ip }: { requestToken: string; newEmail: string; ip: string },
): Promise<
  { kind: 'sent'; requestToken: string } | { kind: 'sameEmail' | 'expired' | 'addressUnsupported' }
> {
  const { accountId, email } = caller;
  if (!(await hasConfirmed(deps, deps.db, requestToken, { id: accountId, email })))
    return { kind: 'expired' };
  if (newEmail === email) return { kind: 'sameEmail' };
  if (cannotReach(deps.mailer, newEmail)) return { kind: 'addressUnsupported' };
  return {
    kind: 'sent',
    requestToken: await sendConfirmationCode(deps, { accountId, email: newEmail, purpose: 'newEmail', ip }),
  };
}

export type ChangeOutcome =
  | WrongCode
  | { kind: 'changed'; email: string; browserMark: string; until: Date }
  /** The new address has an account or is reserved. */
  | { kind: 'taken' }
  /** The present address was confirmed too long ago, or the account has another address now. */
  | { kind: 'expired' }
  | { kind: 'changedRecently'; until: Date };

/**
 * Changes the address if both codes were right. Sessions and devices stay. Concurrent changes, sign-ins and moves by staff are
 * serialized by the lock of the account and the unique index of addresses.
 */
export async function changeEmail(
  deps: Deps,
  caller: CustomerCaller,
  typed: { requestToken: string; newRequestToken: string; code: string },
): Promise<ChangeOutcome> {
  const { code } = typed;
  const confirmation = await redeemConfirmationCode(deps, {
    ...{ requestToken: typed.newRequestToken, purpose: 'newEmail', code },
  });
  if (confirmation.kind !== 'confirmed') return confirmation;
  if (confirmation.accountId !== caller.accountId) return { kind: 'invalid' };
  const { email } = confirmation;
  const at = deps.clock.now();
  try {
    const outcome = await deps.db.transaction(async (tx): Promise<ChangeOutcome> => {
      const [account] = await lockAccountsWhole(tx, [caller.accountId]);
      if (account === undefined || account.erasedAt !== null) return { kind: 'expired' };
      if (!(await hasConfirmed(deps, tx, typed.requestToken, account))) return { kind: 'expired' };
      const open = await findOpenChange(tx, account.id, at);
      if (open !== null) return { kind: 'changedRecently', until: open.reservedUntil };
      if ((await findAccountByEmail(tx, email)) !== null) throw new AddressTaken();
      const change = await insertEmailChange(tx, {
        accountId: account.id,
        oldEmail: account.email,
        changedAt: at,
        reservedUntil: addDays(at, EMAIL_RESERVED_DAYS),
      });
      await giveAddress(tx, account, email, at);
      // Another change may have reserved the address. The update has waited for its end, so this is read afterwards.
      if ((await findReservation(tx, email, at)) !== null) throw new AddressTaken();
      await insertAccountEvent(
        tx,
        { accountId: account.id },
        { at, kind: 'signIn', details: { action: 'emailChanged' } },
      );
      const { brand, publicUrl } = deps.settings;
      const url = buildRestoreUrl(deps, change);
      await mail(tx, `emailChanged:${change.id}:old`, account.email, {
        ...emailChangedAwayEmail({ url, until: change.reservedUntil }, brand),
      });
      await mail(tx, `emailChanged:${change.id}:new`, email, emailChangedHereEmail({ publicUrl }, brand));
      const browserMark = createBrowserMark(deps, { email, uid: account.uid });
      return { kind: 'changed', email, browserMark, until: change.reservedUntil };
    });
    deps.wakeOutbox();
    return outcome;
  } catch (error) {
    if (error instanceof AddressTaken || isUniqueViolation(error)) return { kind: 'taken' };
    throw error;
  }
}

/** Moves the account to the address, with its timeline and the receipts of further charges. */
async function giveAddress(tx: Database, account: AccountRow, email: string, at: Date): Promise<void> {
  await replaceMailbox(tx, account, { email, provider: EMAIL_PROVIDER, at });
  await adoptAccountEvents(tx, email, account.id);
  const { state } = await readState(tx, account.id);
  await addressReceipts({ tx, at }, account.id, state);
}

async function mail(tx: Database, dedupeKey: string, to: string, rendered: RenderedEmail): Promise<void> {
  await enqueue(tx, { kind: 'email', dedupeKey, payload: { to, ...rendered } });
}

/** Emails a code to the former address. Returns null if the change cannot be taken back any more. Throws TOO_MANY_REQUESTS. */
export async function sendCodeToFormer(
  deps: Deps,
  restoreToken: string,
): Promise<{ requestToken: string; until: Date } | null> {
  const change = await findChangeOfToken(deps, deps.db, restoreToken);
  if (change === null) return null;
  const { accountId, oldEmail: email, reservedUntil: until } = change;
  return {
    requestToken: await sendConfirmationCode(deps, { accountId, email, purpose: 'restoreEmail' }),
    until,
  };
}

/**
 * Gives the account its former address back, which withdraws a requested deletion. Sessions of browsers end, because a stranger may have changed the address.
 * Applications stay signed in until their device is detached.
 */
export async function restoreEmail(
  deps: Deps,
  typed: { restoreToken: string; requestToken: string; code: string },
): Promise<WrongCode | { kind: 'restored'; email: string } | { kind: 'expired' }> {
  const { restoreToken, ...code } = typed;
  const confirmation = await redeemConfirmationCode(deps, { ...code, purpose: 'restoreEmail' });
  if (confirmation.kind !== 'confirmed') return confirmation;
  const at = deps.clock.now();
  const outcome = await deps.db.transaction(async (tx) => {
    const [account] = await lockAccountsWhole(tx, [confirmation.accountId]);
    const change = await findChangeOfToken(deps, tx, restoreToken);
    if (account === undefined || change?.accountId !== account.id || change.oldEmail !== confirmation.email)
      return { kind: 'expired' } as const;
    await markRestored(tx, change.id, at);
    await giveAddress(tx, account, change.oldEmail, at);
    await revokeBrowserSessions(tx, [account.id], at);
    await insertAccountEvent(
      tx,
      { accountId: account.id },
      { at, kind: 'signIn', details: { action: 'emailRestored' } },
    );
    const { brand } = deps.settings;
    const restored = (isHere: boolean) =>
      emailRestoredEmail({ isHere, cancelsDeletion: change.deletionRequestedAt !== null }, brand);
    await mail(tx, `emailRestored:${change.id}:old`, change.oldEmail, restored(true));
    await mail(tx, `emailRestored:${change.id}:new`, account.email, restored(false));
    return { kind: 'restored', email: change.oldEmail } as const;
  });
  deps.wakeOutbox();
  return outcome;
}
