/**
 * Names the requesters of emails that a stranger can request. If many such emails wait in an outbox lane, the requesters
 * take turns, so that a flood of requests waits behind its own emails (`claimDue`). A requester's name is a hash, because
 * it is made of an email address or an IP network.
 */
import { createHash } from 'node:crypto';

/**
 * Ranks of requesters. The emails of all `first` requesters are sent before the emails of `other` requesters. The rank is
 * the first character of a requester's name.
 */
export const RANKS = { first: '0', other: '1' } as const;
export type Rank = keyof typeof RANKS;

/** The name consists of hexadecimal digits, which sort alike under each collation of a database. */
const named = (rank: Rank, ...parts: string[]): string =>
  `${RANKS[rank]}${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)}`;

/** Requester of a sign-in email from a browser in which the mailbox's account has signed in before. */
export const knownBrowserTurn = (email: string): string => named('first', 'knownBrowser', email);

/** Requester of emails that staff send to customers. */
export const STAFF_TURN = named('first', 'staff');

/**
 * Requester of a sign-in email from an unknown browser in a wide network (`toWideNetwork`). Emails to existing accounts
 * and to other mailboxes take turns too, so that made-up addresses do not delay a customer of the same network.
 */
export const networkTurn = (wideNetwork: string, hasAccount: boolean): string =>
  named('other', wideNetwork, hasAccount ? 'account' : 'mailbox');

/** Requester of a confirmation code: an account. */
export const accountTurn = (accountId: number): string => named('other', 'account', String(accountId));

/**
 * Name in place of a requester for updates of VPN credentials for which a customer waits, such as a new device. They take
 * turns with the other updates of VPN credentials, so that thousands of ended credentials do not delay a paying customer.
 */
export const WAITING_CUSTOMER_TURN = 'waitingCustomer';
