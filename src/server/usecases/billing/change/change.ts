/**
 * The one way in which an account's subscription changes: its history is read and extended under the
 * account's lock, and all that follows is written in the same transaction: the row that readers see,
 * the timeline, emails, commands to the card provider, and what the VPN network is told.
 */
import { later } from '../../../domain/billing/billingCalendar';
import { emailsFor, nextEmailAt, type WantedEmail } from '../../../domain/billing/emails';
import { isDecision, isOnOurClock, keysWithinSkew } from '../../../domain/billing/eventOrder';
import { differenceOf, happenedIn, movedBetween, standingOf } from '../../../domain/billing/figures';
import { foldSubscription, type SubscriptionState } from '../../../domain/billing/fold';
import {
  commandKey,
  emailMessageKey,
  type LedgerEvent,
  type LedgerEventData,
} from '../../../domain/billing/ledgerEvents';
import { pollChargeAt } from '../../../domain/billing/overdueCharges';
import { statusAt, summarize } from '../../../domain/billing/status';
import { enqueue } from '../../../outbox/outbox';
import { followAccess } from '../../../outbox/vpnKeys';
import { insertAccountEvent } from '../../../store/accountEvents';
import { lockAccount } from '../../../store/accounts';
import { findConsentTime } from '../../../store/consents';
import { addDailyFigures } from '../../../store/dailyFigures';
import type { Database } from '../../../store/database';
import { appendLedgerEvent, listLedgerEvents } from '../../../store/ledger';
import { settleRefund } from '../../../store/refunds';
import { findStoredStatus, saveSubscription } from '../../../store/subscriptions';
import { entryOfEvent, entryOfStatus, orderBehind } from './timelineEntries';

/**
 * Delay of an email about money, so that it can link to the fiscal receipt, ms. The later emails about the account wait for it, and
 * each must be sent within five seconds of its cause. A receipt that arrives later is linked on /subscription.
 */
const RECEIPT_PATIENCE_MS = 2_000;

/** What is known of an account's subscription, and what it amounts to. */
export interface Known {
  history: readonly LedgerEvent[];
  state: SubscriptionState;
}

/**
 * A fact to record, once by its key. Omit `at` for a fact that is decided, or learnt by a poll, now: it follows
 * everything known, although the provider's clock may be ahead of ours, because it lists what was known.
 */
export type NewLedgerEvent = Omit<LedgerEvent, 'at'> & { at?: Date };

/** Decides under the account's lock what is new; null: nothing changes, and nothing is written. */
export type Decide = (
  known: Known,
) => Promise<readonly NewLedgerEvent[] | null> | readonly NewLedgerEvent[] | null;

/** For those that only look. */
export async function readState(db: Database, accountId: number): Promise<Known> {
  const history = await listLedgerEvents(db, accountId);
  return { history, state: foldSubscription(history) };
}

/** For those that decide something else by it in this transaction: nothing changes until it ends. */
export async function lockState(tx: Database, accountId: number): Promise<SubscriptionState> {
  await lockAccount(tx, accountId);
  return (await readState(tx, accountId)).state;
}

/** The fact with the events that it follows although their times are close to its own. */
function knowing(data: LedgerEventData, history: readonly LedgerEvent[], at: Date): LedgerEventData {
  return isDecision(data) ? { ...data, known: keysWithinSkew(history, at) } : data;
}

async function append(
  tx: Database,
  accountId: number,
  { history, ledgerEvents }: { history: readonly LedgerEvent[]; ledgerEvents: readonly NewLedgerEvent[] },
  now: Date,
): Promise<LedgerEvent[]> {
  const added: LedgerEvent[] = [];
  for (const data of ledgerEvents) {
    const known = [...history, ...added];
    // Several instances: none of them dates a decision before one that it knows.
    const own = data.at ?? known.filter(isOnOurClock).reduce((latest, { at }) => later(latest, at), now);
    const event = {
      ...data,
      at: own,
      data: data.at === undefined ? knowing(data.data, known, own) : data.data,
    };
    if (await appendLedgerEvent(tx, accountId, event, now)) added.push(event);
  }
  return added;
}

async function requestEmail(
  tx: Database,
  accountId: number,
  emailMessage: WantedEmail,
  now: Date,
): Promise<void> {
  const outboxKey = emailMessageKey(accountId, emailMessage.key);
  const isNew = await enqueue(tx, {
    kind: 'email',
    dedupeKey: outboxKey,
    payload: { template: emailMessage.name, accountId, key: emailMessage.key },
    ...(emailMessage.name === 'paymentReceived' || emailMessage.name === 'moneyReturned'
      ? { notBefore: new Date(now.getTime() + RECEIPT_PATIENCE_MS) }
      : {}),
  });
  if (!isNew) return;
  const details = { action: emailMessage.name };
  await insertAccountEvent(tx, { accountId }, { at: now, kind: 'email', details, outboxKey });
}

/** Marks decided refunds whose money has gone back, whichever way that was heard. */
async function settleReturnedRefunds(tx: Database, state: SubscriptionState, at: Date): Promise<void> {
  for (const { provider, transactionId, refundTargetKopecks, returnedKopecks } of state.payments) {
    if (refundTargetKopecks === null || refundTargetKopecks === 0) continue;
    if (returnedKopecks < refundTargetKopecks) continue;
    await settleRefund(tx, { provider, transactionId }, { state: 'returned', rejection: null, at });
  }
}

/**
 * Locks the account, records what is new of `ledgerEvents` (none: time alone may have changed something),
 * and brings everything that follows up to date. Each email leaves once, and is written when it
 * leaves (`accountEmails.ts`). Call `wakeOutbox` after the commit.
 */
export async function change(
  tx: Database,
  accountId: number,
  ledgerEvents: readonly NewLedgerEvent[] | Decide,
  now: Date,
): Promise<{ before: SubscriptionState; after: SubscriptionState }> {
  await lockAccount(tx, accountId);
  const { history, state: before } = await readState(tx, accountId);
  const decided =
    typeof ledgerEvents === 'function' ? await ledgerEvents({ history, state: before }) : ledgerEvents;
  if (decided === null) return { before, after: before };
  const added = await append(tx, accountId, { history, ledgerEvents: decided }, now);
  const after = added.length === 0 ? before : foldSubscription([...history, ...added]);

  const summary = summarize(after);
  const status = statusAt(summary, now);
  const from = await findStoredStatus(tx, accountId);
  const due = { reconcileAt: pollChargeAt(after, now), emailDueAt: nextEmailAt(after, now) };
  await saveSubscription(tx, accountId, summary, status, due, now);
  await followAccess(tx, accountId, status.isActive ? status.changesAt : null, now);
  await settleReturnedRefunds(tx, after, now);
  await addDailyFigures(tx, [
    ...(added.length === 0
      ? []
      : differenceOf(happenedIn(history, before), happenedIn([...history, ...added], after))),
    ...movedBetween(standingOf(before, from), standingOf(after, status.status), now),
  ]);
  for (const event of added) {
    const orderId = orderBehind(event, after);
    const agreedAt = orderId === null ? null : await findConsentTime(tx, orderId);
    const entry = entryOfEvent(event, after, { now, agreedAt });
    if (entry !== null) await insertAccountEvent(tx, { accountId }, entry);
  }
  if (from !== status.status) {
    const transition = { from, to: status.status, until: status.expirationDate };
    await insertAccountEvent(tx, { accountId }, entryOfStatus(transition, added.at(-1), now));
  }
  for (const command of after.commands) {
    await enqueue(tx, {
      kind: 'provider',
      dedupeKey: commandKey(command),
      payload: { accountId, ...command },
      ...('notBefore' in command ? { notBefore: new Date(command.notBefore) } : {}),
    });
  }
  for (const emailMessage of emailsFor(before, after, now))
    await requestEmail(tx, accountId, emailMessage, now);
  return { before, after };
}
