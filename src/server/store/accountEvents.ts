/** The record of what happened to an account, in SQL: rows are only ever added. */
import { and, eq, isNull } from 'drizzle-orm';
import type { TimelineKind } from '../../shared/contract/timeline';
import type { KnownEntry } from '../../shared/contract/timelineEntries';
import { currentRequestId } from '../logging/requestId';
import { findAccountByEmail } from './accounts';
import type { Database } from './database';
import { accountEvents } from './schema/accountEvents';

/** Kinds by which staff filter a timeline. Connections and staff actions have tables of their own. */
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

/** An entry of the timeline as it is stored: the action stands among the details. */
type Stored<Entry extends KnownEntry> = Entry extends KnownEntry
  ? { kind: Entry['kind']; details: { action: Entry['action'] } & Entry['details'] }
  : never;

export type AccountEntry = Stored<Extract<KnownEntry, { kind: AccountEventKind }>>;

export type AccountEvent = AccountEntry & {
  at: Date;
  /** Dedupe key of the outbox message that carries it out. */
  outboxKey?: string;
};

/** Write it in the transaction of what it tells; the request's id is added. */
export async function insertAccountEvent(
  tx: Database,
  subject: { accountId: number } | { email: string },
  event: AccountEvent,
): Promise<void> {
  await tx.insert(accountEvents).values({
    accountId: 'accountId' in subject ? subject.accountId : null,
    email: 'email' in subject ? subject.email : null,
    at: event.at,
    kind: event.kind,
    details: event.details,
    outboxKey: event.outboxKey ?? null,
    requestId: currentRequestId(),
  });
}

/** The same for an address (normal form), whether it has an account yet or not. */
export async function insertEventOfAddress(tx: Database, email: string, event: AccountEvent): Promise<void> {
  const account = await findAccountByEmail(tx, email);
  await insertAccountEvent(tx, account === null ? { email } : { accountId: account.id }, event);
}

/** Gives what happened to an address before it had an account to its account. */
export async function adoptAccountEvents(tx: Database, email: string, accountId: number): Promise<void> {
  await tx
    .update(accountEvents)
    .set({ accountId, email: null })
    .where(and(isNull(accountEvents.accountId), eq(accountEvents.email, email)));
}
