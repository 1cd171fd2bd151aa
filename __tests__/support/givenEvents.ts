/**
 * Writes tests of the fold as given, when, then: a history of ledger events, further events, and what follows from all
 * of them.
 */
import type { WantedCommand } from '../../src/server/domain/billing/commands';
import { deriveEmails, type WantedEmail } from '../../src/server/domain/billing/emails';
import { foldSubscription } from '../../src/server/domain/billing/fold';
import type { LedgerEvent } from '../../src/server/domain/billing/ledgerEvents';
import type { Segment } from '../../src/server/domain/billing/segments';
import { statusAt, type StatusNow, summarize } from '../../src/server/domain/billing/status';
import type { SubscriptionState } from '../../src/server/domain/billing/subscriptionState';
import { PROVIDER } from './paymentEvents';
import { at } from './subscriptionHistory';

/** Part of a value, as `toMatchObject` expects it. */
type Part<T> = T extends Date | string | number | boolean | null
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Part<Item>[]
    : { [Key in keyof T]?: Part<T[Key]> };

type CommandPart = Part<WantedCommand> & Pick<WantedCommand, 'kind'>;

/** History of an account, to which events are added and whose result is asserted. */
export interface History {
  /** Adds events. */
  when(...events: LedgerEvent[]): History;
  /** Asserts a part of the subscription state. The events must give the same state in the reverse order of arrival. */
  thenState(part: Part<SubscriptionState>): History;
  /** Asserts a part of the status at a time. */
  thenStatus(now: string | Date, part: Part<StatusNow>): History;
  /** Asserts the access periods, such as `charge:2026-03-08 2026-03-08..2026-04-08`, from and until a day. */
  thenPeriods(periods: readonly string[]): History;
  /** Asserts that the state requires a command with these properties. */
  thenCommand(part: CommandPart): History;
  /** Asserts that the state requires no command with these properties. */
  thenNoCommand(part: CommandPart): History;
  /** Asserts the kinds of all commands that the state requires. */
  thenCommandKinds(kinds: readonly WantedCommand['kind'][]): History;
  /** Asserts that an email with these properties applies at a time. */
  thenEmail(now: string, part: Part<WantedEmail> & Pick<WantedEmail, 'name'>): History;
  /** Asserts the keys of the emails of a name that apply at a time. */
  thenEmailKeys(now: string, name: WantedEmail['name'], keys: readonly string[]): History;
}

const describePeriod = ({ key, from, until }: Segment): string =>
  `${key.replace(`${PROVIDER}:`, '')} ${from.toISOString().slice(0, 10)}..${until.toISOString().slice(0, 10)}`;

/**
 * Starts a test with the ledger events that have happened.
 * @example given(trial('2026-01-01')).when(cancelled('2026-01-02')).thenStatus('2026-01-03', { status: 'CANCELED' })
 */
export function given(...events: LedgerEvent[]): History {
  const state = () => foldSubscription(events);
  const emailsAt = (now: string) => deriveEmails(state(), at(now));
  const history: History = {
    when: (...further) => given(...events, ...further),
    thenState(part) {
      expect(state()).toMatchObject(part);
      expect(foldSubscription(events.toReversed())).toEqual(state());
      return history;
    },
    thenStatus(now, part) {
      expect(statusAt(summarize(state()), typeof now === 'string' ? at(now) : now)).toMatchObject(part);
      return history;
    },
    thenPeriods(periods) {
      expect(state().segments.map(describePeriod)).toEqual(periods);
      return history;
    },
    thenCommand(part) {
      expect(state().commands).toContainEqual(expect.objectContaining(part));
      return history;
    },
    thenNoCommand(part) {
      expect(state().commands).not.toContainEqual(expect.objectContaining(part));
      return history;
    },
    thenCommandKinds(kinds) {
      expect(state().commands.map(({ kind }) => kind)).toEqual(kinds);
      return history;
    },
    thenEmail(now, part) {
      expect(emailsAt(now)).toContainEqual(expect.objectContaining(part));
      return history;
    },
    thenEmailKeys(now, name, keys) {
      expect(emailsAt(now).flatMap((email) => (email.name === name ? [email.key] : []))).toEqual(keys);
      return history;
    },
  };
  return history;
}
