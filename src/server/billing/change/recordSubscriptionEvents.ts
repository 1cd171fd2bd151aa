/**
 * Appends events to an account's history and brings everything that follows from it up to date in
 * the same transaction: the row that readers see, and the outbox with what the state demands of
 * the card provider and with the letters that it calls for.
 */
import { later } from '../rules/billingCalendar';
import { askAboutChargeAt } from '../rules/overdueCharges';
import { nextLetterAt } from '../rules/letters';
import {
  foldSubscription,
  statusAt,
  summarize,
  type Duty,
  type SubscriptionEvent,
  type SubscriptionFact,
  type SubscriptionState,
} from '../rules/subscription';
import { insertAccountEvent } from '../../store/accountEvents';
import { lockAccount } from '../../store/accounts';
import type { Database } from '../../store/database';
import { appendSubscriptionEvent, listSubscriptionEvents } from '../../store/ledger';
import { enqueue, type NewOutboxMessage } from '../../outbox/outbox';
import { findStoredStatus, saveSubscription } from '../../store/subscriptions';
import { requestLetters } from './requestLetters';
import { refundKeyOf, settleReturnedRefunds, voidKeyOf } from './refundRecords';
import { entryOfFact, entryOfStatus } from './timelineEntries';

function messageOf(accountId: number, duty: Duty): NewOutboxMessage {
  switch (duty.kind) {
    case 'void':
      return {
        kind: 'provider',
        dedupeKey: voidKeyOf(duty.transactionId),
        payload: { action: 'void', accountId, transactionId: duty.transactionId },
      };
    case 'refund':
      return {
        kind: 'provider',
        dedupeKey: refundKeyOf(duty.transactionId),
        payload: {
          action: 'refund',
          accountId,
          transactionId: duty.transactionId,
          amountKopecks: duty.amountKopecks,
        },
      };
    case 'cancelRecurrence':
      return {
        kind: 'provider',
        // Said again once its number is known: before, the provider may have had nothing to cancel.
        dedupeKey: [
          'cancel-recurrence',
          duty.orderId,
          ...(duty.recurrenceId === null ? [] : [duty.recurrenceId]),
        ].join(':'),
        payload: { action: 'cancelRecurrence', accountId, orderId: duty.orderId },
      };
    case 'moveRecurrence': {
      const nextChargeAt = duty.nextChargeAt.toISOString();
      return {
        kind: 'provider',
        dedupeKey: `move-recurrence:${duty.orderId}:${nextChargeAt}`,
        payload: { action: 'moveRecurrence', accountId, orderId: duty.orderId, nextChargeAt },
      };
    }
  }
}

/** Folds the account's history. The caller holds the account's row (`lockAccount`). */
export async function foldAccount(tx: Database, accountId: number): Promise<SubscriptionState> {
  return foldSubscription(await listSubscriptionEvents(tx, accountId));
}

/**
 * Writes the row and the outbox anew from the history, and into the timeline what is new: `news`,
 * and the change of status that it or time has made. The caller holds the account's row.
 */
export async function refreshSubscription(
  tx: Database,
  accountId: number,
  now: Date,
  news: readonly SubscriptionEvent[] = [],
): Promise<SubscriptionState> {
  const history = await listSubscriptionEvents(tx, accountId);
  const state = foldSubscription(history);
  const summary = summarize(state);
  const status = statusAt(summary, now);
  const from = await findStoredStatus(tx, accountId);
  const due = { reconcileAt: askAboutChargeAt(state, now), letterDueAt: nextLetterAt(state, now) };
  await saveSubscription(tx, accountId, summary, status, due, now);
  await settleReturnedRefunds(tx, state, now);
  for (const event of news) {
    const entry = entryOfFact(event, state, now);
    if (entry !== null) await insertAccountEvent(tx, { accountId }, entry);
  }
  if (from !== status.status) {
    const change = { from, to: status.status, until: status.expirationDate };
    await insertAccountEvent(tx, { accountId }, entryOfStatus(change, news.at(-1), now));
  }
  for (const duty of state.duties) await enqueue(tx, messageOf(accountId, duty));
  const before = foldSubscription(history.filter(({ key }) => news.every((event) => event.key !== key)));
  await requestLetters(tx, accountId, { before, after: state }, now);
  return state;
}

/** Locks the account, appends, refreshes. Events that are known already change nothing. */
export async function recordSubscriptionEvents(
  tx: Database,
  accountId: number,
  events: readonly SubscriptionEvent[],
  now: Date,
): Promise<SubscriptionState> {
  await lockAccount(tx, accountId);
  const news: SubscriptionEvent[] = [];
  for (const event of events) {
    if (await appendSubscriptionEvent(tx, accountId, event, now)) news.push(event);
  }
  return refreshSubscription(tx, accountId, now, news);
}

/**
 * Records what we decide, or learn by asking, as following everything known of the account: the
 * provider's clock may be ahead of ours, and a cancel must never stand before the payment that it
 * ends. The same key counts once.
 */
export async function recordDecision(
  tx: Database,
  accountId: number,
  decision: { key: string; fact: SubscriptionFact },
  now: Date,
): Promise<SubscriptionState> {
  await lockAccount(tx, accountId);
  const known = await listSubscriptionEvents(tx, accountId);
  const at = known.reduce((latest, event) => later(latest, event.at), now);
  return recordSubscriptionEvents(tx, accountId, [{ ...decision, at }], now);
}
