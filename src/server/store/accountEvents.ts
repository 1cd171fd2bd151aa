/**
 * Inserts and assigns account events, from which the account's timeline in the staff console is built. The row of an
 * account event is only updated to assign the event to a new account.
 */
import { and, eq, isNull } from 'drizzle-orm';
import type { TimelineKind } from '../../shared/contract/timeline';
import type { KnownEntry } from '../../shared/contract/timelineEntries';
import { currentRequestId } from '../logging/requestId';
import { findAccountByEmail } from './accounts';
import type { Database } from './database';
import { accountEvents } from './schema/accountEvents';

/**
 * Kinds of account events by which staff filter a timeline. Connections and staff actions are stored in other tables.
 */
export const ACCOUNT_EVENT_KINDS = [
  'signIn',
  'email',
  'payment',
  'status',
  'device',
  'push',
  'gift',
] as const satisfies readonly TimelineKind[];

export type AccountEventKind = (typeof ACCOUNT_EVENT_KINDS)[number];

/** Timeline entry as it is stored in the database. The action of a stored entry is a field of `details`. */
type Stored<Entry extends KnownEntry> = Entry extends KnownEntry
  ? { kind: Entry['kind']; details: { action: Entry['action'] } & Entry['details'] }
  : never;

export type AccountEntry = Stored<Extract<KnownEntry, { kind: AccountEventKind }>>;

export type AccountEvent = AccountEntry & {
  at: Date;
  /**
   * Deduplication key of the outbox message that carries out the event. The delivery state of this message is the
   * outcome of the event.
   */
  outboxKey?: string;
};

/**
 * Inserts an account event together with the id of the current request. The caller must call this function in the
 * transaction of the change that the event describes.
 * @example await insertAccountEvent(tx, { accountId: 7 }, { at: now, kind: 'device', details: { action: 'detached', deviceId, deviceName, platform, by, username } })
 */
export async function insertAccountEvent(
  tx: Database,
  subject: { accountId: number } | { email: string },
  event: AccountEvent,
): Promise<void> {
  await insertAccountEvents(tx, subject, [event]);
}

/** Inserts several events of one account or email address in this order, with one statement. */
export async function insertAccountEvents(
  tx: Database,
  subject: { accountId: number } | { email: string },
  events: readonly AccountEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await tx.insert(accountEvents).values(
    events.map((event) => ({
      accountId: 'accountId' in subject ? subject.accountId : null,
      email: 'email' in subject ? subject.email : null,
      at: event.at,
      kind: event.kind,
      details: event.details,
      outboxKey: event.outboxKey ?? null,
      requestId: currentRequestId(),
    })),
  );
}

/**
 * Inserts an event of an email address (in normal form). The event belongs to the account with this email address, or
 * to the email address itself if it has no account.
 */
export async function insertEventOfAddress(tx: Database, email: string, event: AccountEvent): Promise<void> {
  const account = await findAccountByEmail(tx, email);
  await insertAccountEvent(tx, account === null ? { email } : { accountId: account.id }, event);
}

/** Assigns the events of an email address to the account that was created for this address. */
export async function adoptAccountEvents(tx: Database, email: string, accountId: number): Promise<void> {
  await tx
    .update(accountEvents)
    .set({ accountId, email: null })
    .where(and(isNull(accountEvents.accountId), eq(accountEvents.email, email)));
}
