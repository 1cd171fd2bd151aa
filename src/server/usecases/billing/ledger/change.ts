/**
 * This module is the only place where an account's subscription changes. `change` reads and extends the ledger while
 * the account's row is locked, and writes all consequences in the same transaction: the subscription row, the timeline,
 * emails, commands to the card provider, and updates of VPN credentials.
 */
import { later } from '../../../domain/billing/billingCalendar';
import type { WantedCommand } from '../../../domain/billing/commands';
import { emailsFor, nextEmailAt, type WantedEmail } from '../../../domain/billing/emails';
import { isDecision, isOnOurClock, keysWithinSkew, knowingCharges } from '../../../domain/billing/eventOrder';
import { computeDifference, deriveStanding, happenedIn, movedBetween } from '../../../domain/billing/figures';
import { foldSubscription } from '../../../domain/billing/fold';
import {
  anchorKey,
  commandKey,
  emailMessageKey,
  type LedgerEvent,
  type LedgerEventData,
} from '../../../domain/billing/ledgerEvents';
import { pollChargeAt } from '../../../domain/billing/overdueCharges';
import { buildOverduePostponement, findOwnCharge } from '../../../domain/billing/ownCharges';
import { statusAt, summarize } from '../../../domain/billing/status';
import { isCountedFromClampedDay, type SubscriptionState } from '../../../domain/billing/subscriptionState';
import { enqueueAll, type NewOutboxMessage } from '../../../outbox/outbox';
import { followAccess } from '../../../outbox/vpnKeys';
import { type AccountEvent, insertAccountEvents } from '../../../store/accountEvents';
import { lockAccount } from '../../../store/accounts';
import { findConsentTime } from '../../../store/consents';
import { addDailyFigures } from '../../../store/dailyFigures';
import type { Database } from '../../../store/database';
import { mayEarlierVersionsRun } from '../../../store/earlierVersions';
import { appendLedgerEvent, listLedgerEvents } from '../../../store/ledger';
import { settleRefund } from '../../../store/refunds';
import { hasOpenCharge } from '../../../store/requestedPayments';
import { findStoredStatus, saveSubscription } from '../../../store/subscriptions';
import { entryOfEvent, entryOfStatus, orderBehind } from './timelineEntries';

/**
 * Delay of an email about a payment, in ms, so that the email can link to the fiscal receipt. The delay is short
 * because later emails to the account wait for this email, and each email must be sent within five seconds of its
 * cause. A receipt that arrives after the email is linked on the page /subscription. The delay also applies to a card
 * provider that sends its receipts itself and reports none, because a ledger change depends on no card provider.
 */
const RECEIPT_PATIENCE_MS = 2_000;

/** Interval in ms after which the announcement of a charge whose outcome was unknown is considered again. */
const ANNOUNCE_LATER_MS = 30 * 60_000;

/** Ledger of an account, and the subscription state computed from its ledger events. */
export interface Known {
  history: readonly LedgerEvent[];
  state: SubscriptionState;
}

/**
 * Ledger event to record, deduplicated by its key. The time `at` must be omitted for an event that is decided now, or
 * found now by a poll. An event without `at` always follows all known events, even if the card provider's clock is
 * ahead, because the event stores the keys of the known events.
 */
export type NewLedgerEvent = Omit<LedgerEvent, 'at'> & { at?: Date };

/**
 * Function that returns the new ledger events, or null to change and write nothing. `change` calls this function while
 * the account's row is locked.
 */
export type Decide = (
  known: Known,
) => Promise<readonly NewLedgerEvent[] | null> | readonly NewLedgerEvent[] | null;

/** Reads the ledger and the subscription state of an account without a lock, for read-only callers. */
export async function readState(db: Database, accountId: number): Promise<Known> {
  const history = await listLedgerEvents(db, accountId);
  return { history, state: foldSubscription(history) };
}

/**
 * Locks the account and returns its subscription state, for callers whose decision depends on this state. The
 * subscription state cannot change until the transaction ends.
 */
export async function lockState(tx: Database, accountId: number): Promise<SubscriptionState> {
  await lockAccount(tx, accountId);
  return (await readState(tx, accountId)).state;
}

/**
 * Adds the keys of recent ledger events to a new event, so that the new event is ordered after these events even if
 * their times are close together. `isOurs` is set if the time of the new event comes from this server's clock.
 */
function knowing(
  data: LedgerEventData,
  history: readonly LedgerEvent[],
  { at, isOurs }: { at: Date; isOurs: boolean },
): LedgerEventData {
  if (!isOurs) return knowingCharges(data, history, at);
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
    // With several instances, no decision may be dated before an event that was already known.
    const own = data.at ?? known.filter(isOnOurClock).reduce((latest, { at }) => later(latest, at), now);
    const event = {
      ...data,
      at: own,
      data: knowing(data.data, known, { at: own, isOurs: data.at === undefined }),
    };
    if (await appendLedgerEvent(tx, accountId, event, now)) added.push(event);
  }
  return added;
}

/**
 * Returns the event by which the months of the subscription are no longer counted from a clamped date, or nothing. Earlier
 * versions do not know the event, so it is not recorded while they run.
 */
async function findCorrections(
  tx: Database,
  { agreement }: SubscriptionState,
  now: Date,
): Promise<NewLedgerEvent[]> {
  if (agreement === null || !isCountedFromClampedDay(agreement)) return [];
  if (await mayEarlierVersionsRun(tx)) return [];
  const { orderId } = agreement;
  return [{ key: anchorKey(orderId, now), data: { kind: 'monthsAnchored', orderId } }];
}

/**
 * Returns the outbox message of an email, which is rendered when it is sent. An instance whose clock is behind must not
 * claim the message before `now`, because it would drop an announcement that is not due by its clock.
 */
function buildEmailMessage(accountId: number, { name, key }: WantedEmail, now: Date): NewOutboxMessage {
  const isAboutPayment = name === 'paymentReceived' || name === 'moneyReturned';
  return {
    kind: 'email',
    dedupeKey: emailMessageKey(accountId, key),
    payload: { template: name, accountId, key },
    notBefore: isAboutPayment ? new Date(now.getTime() + RECEIPT_PATIENCE_MS) : now,
  };
}

/**
 * Enqueues the wanted commands and emails. Returns the timeline entries of the emails that were not enqueued before. One
 * statement enqueues all, because a fold wants every command of the account's history again.
 */
async function enqueueWanted(
  tx: Database,
  accountId: number,
  { commands, emails }: { commands: readonly WantedCommand[]; emails: readonly WantedEmail[] },
  now: Date,
): Promise<AccountEvent[]> {
  const isNew = await enqueueAll(tx, [
    ...commands.map((command) => ({
      kind: 'provider' as const,
      dedupeKey: commandKey(command),
      payload: { accountId, ...command },
      ...('notBefore' in command ? { notBefore: new Date(command.notBefore) } : {}),
    })),
    ...emails.map((emailMessage) => buildEmailMessage(accountId, emailMessage, now)),
  ]);
  return emails.flatMap(({ name, key }) => {
    const outboxKey = emailMessageKey(accountId, key);
    const entry = { at: now, kind: 'email' as const, details: { action: name }, outboxKey };
    return isNew.has(outboxKey) ? [entry] : [];
  });
}

/** Marks refunds that staff decided as `returned` once the card provider has reported the refund in any way. */
async function settleReturnedRefunds(tx: Database, state: SubscriptionState, at: Date): Promise<void> {
  for (const { provider, transactionId, refundTargetKopecks, returnedKopecks } of state.payments) {
    if (refundTargetKopecks === null || refundTargetKopecks === 0) continue;
    if (returnedKopecks < refundTargetKopecks) continue;
    await settleRefund(tx, { provider, transactionId }, { state: 'returned', rejection: null, at });
  }
}

/**
 * Locks the account, appends the ledger events that `decide` returns, corrects the day of the month from which months are
 * counted, and updates everything that is computed from the ledger. If `decide` returns an empty list, only the changes
 * caused by the passage of time are written. Each email about a change is sent once, and is rendered when it is sent
 * (`accountEmails.ts`). The caller must call `wakeOutbox` after the commit.
 * @example
 * const decide: Decide = ({ state }) => (state.agreement === null ? null : [{ key, data }]);
 * await deps.db.transaction((tx) => change(tx, accountId, decide, now));
 * deps.wakeOutbox();
 */
export async function change(
  tx: Database,
  accountId: number,
  ledgerEvents: readonly NewLedgerEvent[] | Decide,
  now: Date,
): Promise<{ before: SubscriptionState; after: SubscriptionState }> {
  const isLive = await lockAccount(tx, accountId);
  const { history, state: before } = await readState(tx, accountId);
  const decided =
    typeof ledgerEvents === 'function' ? await ledgerEvents({ history, state: before }) : ledgerEvents;
  if (decided === null) return { before, after: before };
  // After an outage, a decision may precede the job that postpones overdue charges. It must not find an ended subscription.
  const postponement = decided.some(({ at }) => at === undefined)
    ? buildOverduePostponement(before, now)
    : null;
  const additions = postponement === null ? decided : [postponement, ...decided];
  const changed = await append(tx, accountId, { history, ledgerEvents: additions }, now);
  const uncorrected = changed.length === 0 ? before : foldSubscription([...history, ...changed]);
  const corrections = await append(
    tx,
    accountId,
    { history: [...history, ...changed], ledgerEvents: await findCorrections(tx, uncorrected, now) },
    now,
  );
  const added = [...changed, ...corrections];
  const after = corrections.length === 0 ? uncorrected : foldSubscription([...history, ...added]);

  const summary = summarize(after);
  const status = statusAt(summary, now);
  const from = await findStoredStatus(tx, accountId);
  // A deleted account has no email address.
  const wanted = isLive ? emailsFor(before, after, now) : [];
  const isAnnouncing = wanted.some(({ name }) => name === 'chargeUpcoming');
  // A charge that is already out is not announced again.
  const isOut = isAnnouncing && (await hasOpenCharge(tx, accountId));
  const announceAt = isOut ? new Date(now.getTime() + ANNOUNCE_LATER_MS) : nextEmailAt(after, now);
  const due = {
    reconcileAt: pollChargeAt(after, now),
    emailDueAt: isLive ? announceAt : null,
    ownChargeDueAt: findOwnCharge(after)?.dueAt ?? null,
  };
  await saveSubscription(tx, accountId, summary, status, due, now);
  await followAccess(tx, accountId, status.isActive ? status.changesAt : null, now);
  await settleReturnedRefunds(tx, after, now);
  await addDailyFigures(tx, [
    ...(added.length === 0
      ? []
      : computeDifference(happenedIn(history, before), happenedIn([...history, ...added], after))),
    ...movedBetween(deriveStanding(before, from), deriveStanding(after, status.status), now),
  ]);
  const entries: AccountEvent[] = [];
  for (const event of added) {
    const orderId = orderBehind(event, after);
    const agreedAt = orderId === null ? null : await findConsentTime(tx, orderId);
    const entry = entryOfEvent(event, after, { now, agreedAt });
    if (entry !== null) entries.push(entry);
  }
  if (from !== status.status) {
    const transition = { from, to: status.status, until: status.expirationDate };
    entries.push(entryOfStatus(transition, changed.at(-1), now));
  }
  const emails = isOut ? wanted.filter(({ name }) => name !== 'chargeUpcoming') : wanted;
  const ofEmails = await enqueueWanted(tx, accountId, { commands: after.commands, emails }, now);
  await insertAccountEvents(tx, { accountId }, [...entries, ...ofEmails]);
  return { before, after };
}
