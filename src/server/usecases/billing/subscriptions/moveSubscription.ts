/**
 * Moves a subscription to another email, on behalf of staff. The two accounts exchange their email addresses. The
 * ledger, recurring payment, orders, gifts, devices and VPN credentials stay with the account, so later notifications
 * of the card provider still match the account.
 */
import { normalizeEmail } from '../../../../shared/validation';
import type { Deps } from '../../../deps';
import { AddressReserved } from '../../../domain/addressReserved';
import type { AddressCommand } from '../../../domain/billing/commands';
import { commandKey } from '../../../domain/billing/ledgerEvents';
import { ORDER_LIFETIME_MS } from '../../../domain/billing/orders';
import type { StaffOrigin } from '../../../domain/caller';
import { accountDeleted, ADDRESS_UNSUPPORTED, noSuchUser, Rejection } from '../../../domain/rejection';
import { enqueue, type MoveEmailRequest } from '../../../outbox/outbox';
import { cannotReach } from '../../../ports/mailer';
import { adoptAccountEvents, insertAccountEvent } from '../../../store/accountEvents';
import {
  type AccountRow,
  exchangeMailboxes,
  findAccountById,
  findOrInsertAccount,
  lockAccountsWhole,
} from '../../../store/accounts';
import { hasConsent } from '../../../store/consents';
import type { Database } from '../../../store/database';
import { countAttachedDevices } from '../../../store/devices';
import { findOpenChange } from '../../../store/emailChanges';
import { listKeyEndings } from '../../../store/gifts';
import { listOrders, type OrderRow } from '../../../store/orders';
import { revokeBrowserSessions } from '../../../store/sessions';
import { createUid, EMAIL_PROVIDER } from '../../accounts/accounts';
import { changeAsStaff, type StaffChange } from '../../audit/staffChange';
import { type Known, readState } from '../ledger/change';

export interface Move {
  accountId: number;
  /**
   * Current email address of the account and the new one, both in normal form. They are equal if the stored address of an
   * old account has invisible characters, and the subscription moves to the address that they hide.
   */
  from: string;
  to: string;
  /** Proof of ownership: a detail of the subscription that only its owner knows, without spaces. */
  proof: string;
  comment: string;
}

/** Returns whether `proof` is the id of a payment or order, the last digits of a card, or the ending of a gift key. */
function isProof(proof: string, { payments }: Known['state'], keyEndings: readonly string[]): boolean {
  return (
    payments.some(
      ({ transactionId, orderId, cardMask }) =>
        proof === transactionId || proof === orderId || (cardMask !== null && proof === cardMask.slice(-4)),
    ) || keyEndings.some((ending) => ending.toLowerCase() === proof.toLowerCase())
  );
}

/** Returns whether a payment that was started in the card widget may still complete for this order. */
async function mayBePaid(tx: Database, order: OrderRow, now: Date): Promise<boolean> {
  return (
    order.paidTransactionId === null &&
    now.getTime() <= order.offeredAt.getTime() + ORDER_LIFETIME_MS &&
    (order.attemptTransactionId !== null || (await hasConsent(tx, order.id)))
  );
}

/** Returns why the other account cannot give up its email address, or null if it can give up the address. */
async function ownBusiness(tx: Database, { id, email }: AccountRow, now: Date): Promise<string | null> {
  if ((await readState(tx, id)).history.length > 0)
    return `${email} already has a subscription or payments. Two histories can’t be merged.`;
  if ((await countAttachedDevices(tx, id)) > 0)
    return `${email} has attached devices. Detach them first. They will need to sign in again.`;
  for (const order of await listOrders(tx, id))
    if (await mayBePaid(tx, order, now))
      return `${email} may have a payment in progress. Try again once it’s paid, or in a day.`;
  return null;
}

/** Enqueues emails about the move to both addresses. Each of these emails is rendered when it is sent. */
async function notifyBoth(
  { tx, at }: StaffChange,
  { account, other }: { account: AccountRow; other: AccountRow },
): Promise<void> {
  const emails: MoveEmailRequest[] = [
    { template: 'subscriptionMovedHere', accountId: account.id, to: other.email },
    { template: 'subscriptionMovedAway', accountId: other.id, to: account.email },
  ];
  for (const payload of emails) {
    const { template: action, accountId } = payload;
    const outboxKey = `${action}:${accountId}:${at.toISOString()}`;
    await enqueue(tx, { kind: 'email', dedupeKey: outboxKey, payload });
    await insertAccountEvent(tx, { accountId }, { at, kind: 'email', details: { action }, outboxKey });
  }
}

/** Requests that the receipts of future charges are sent to the account's new address. */
export async function addressReceipts(
  { tx, at }: Pick<StaffChange, 'tx' | 'at'>,
  accountId: number,
  { agreement }: Known['state'],
): Promise<void> {
  if (agreement === null || agreement.ended !== null) return;
  const { provider, orderId } = agreement;
  const command: AddressCommand = { kind: 'addressReceipts', provider, orderId, since: at.toISOString() };
  await enqueue(tx, {
    kind: 'provider',
    dedupeKey: commandKey(command),
    payload: { accountId, ...command },
  });
}

/** Rejects a move while the customer can still take back a change of one of the addresses. */
const changedRecently = (email: string): Rejection =>
  new Rejection('CONFLICT', `${email} was changed by its customer. Try again in seven days.`);

async function findOrOpen(tx: Database, email: string, now: Date): Promise<AccountRow> {
  const account = await findOrInsertAccount(tx, {
    uid: createUid(),
    email,
    photoUrl: null,
    providerId: EMAIL_PROVIDER,
    createdAt: now,
  }).catch((error: unknown) => {
    throw error instanceof AddressReserved ? changedRecently(email) : error;
  });
  await adoptAccountEvents(tx, email, account.id);
  return account;
}

/**
 * Moves the subscription to another email. Writes an audit entry for both accounts, also for a rejected attempt.
 * Notifies both email addresses, and revokes the browser sessions of both accounts. This function does nothing if the
 * account already has the new email address. Throws NOT_FOUND for an unknown account, INVALID_REQUEST if `from` or
 * `proof` is wrong or if the mail server cannot send to `to`, and CONFLICT if there is no subscription to move or the other account cannot give up its address.
 */
export async function moveSubscription(deps: Deps, staff: StaffOrigin, move: Move): Promise<void> {
  const { accountId, from, to, proof, comment } = move;
  const found = await findAccountById(deps.db, accountId);
  if (found === null) throw noSuchUser();
  if (found.erasedAt !== null) throw accountDeleted();
  if (found.email === to && from !== to) return;
  await changeAsStaff(
    deps,
    staff,
    async (staffChange) => {
      const { tx, at, audit } = staffChange;
      if (found.email === to) throw new Rejection('INVALID_REQUEST', 'Already the current email.', ['to']);
      if (cannotReach(deps.mailer, to)) throw new Rejection('INVALID_REQUEST', ADDRESS_UNSUPPORTED, ['to']);
      const target = await findOrOpen(tx, to, at);
      const locked = await lockAccountsWhole(tx, [accountId, target.id]);
      const account = locked.find(({ id }) => id === accountId);
      const other = locked.find(({ id }) => id === target.id);
      if (account === undefined || normalizeEmail(account.email) !== from)
        throw new Rejection('INVALID_REQUEST', 'Email doesn’t match.', ['from']);
      if (other?.email !== to) throw new Rejection('CONFLICT', 'That email was just taken.');
      for (const { id, email } of [account, other])
        if ((await findOpenChange(tx, id, at)) !== null) throw changedRecently(email);
      const { history, state } = await readState(tx, accountId);
      if (history.length === 0) throw new Rejection('CONFLICT', 'No subscription to move.');
      if (!isProof(proof, state, await listKeyEndings(tx, accountId)))
        throw new Rejection('INVALID_REQUEST', 'Proof not accepted: no matching payment, card or gift.', [
          'proof',
        ]);
      const business = await ownBusiness(tx, other, at);
      if (business !== null) throw new Rejection('CONFLICT', business, ['to']);
      await exchangeMailboxes(tx, account, other);
      await revokeBrowserSessions(tx, [account.id, other.id], at);
      await audit({
        action: 'moveSubscription',
        accountId,
        details: { from, to, otherId: other.id, comment },
      });
      await audit({
        action: 'giveUpEmail',
        accountId: other.id,
        details: { from: to, to: from, otherId: accountId, comment },
      });
      await notifyBoth(staffChange, { account, other });
      await addressReceipts(staffChange, accountId, state);
    },
    (because) => ({ action: 'moveSubscriptionRejected', accountId, details: { to, comment, because } }),
  );
  deps.wakeOutbox();
}
