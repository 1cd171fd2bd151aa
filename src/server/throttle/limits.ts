/**
 * Every limit on tries, in one table. A purpose names what is counted; the key beside it says of whom.
 * Many customers share one address, behind a carrier or our own exits: what is counted by network is generous,
 * and nothing that is counted of a person can be used up by others.
 */
import type { ThrottleLimit } from './throttle';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export const LIMITS = {
  /** Emails asked for from one network: TOO_MANY_REQUESTS beyond. */
  emailsFromNetwork: { tries: 300, windowMs: 10 * MINUTE },
  /** Emails to one mailbox asked for from one network: strangers elsewhere use up none of hers. */
  emailsToMailboxFromNetwork: { tries: 10, windowMs: 10 * MINUTE },
  /**
   * Emails to one mailbox in a day that any network may request. With those kept for new networks and the last one of
   * the day, which works for 24 hours, a mailbox gets 30 (`usecases/signIn/emailAllowance.ts`).
   */
  emailsToMailbox: { tries: 19, windowMs: DAY },
  /** Emails to one mailbox in a day, beyond those, for networks that have requested none for it that day. */
  emailsToMailboxOfNewNetworks: { tries: 10, windowMs: DAY },
  /** Requests of one network for one mailbox by which it counts as new. */
  emailsToMailboxFirstOfNetwork: { tries: 1, windowMs: DAY },
  /** Emails requested by one browser in which the account has signed in before, beside all of those. */
  emailsToKnownBrowser: { tries: 3, windowMs: DAY },
  /** Emails that staff send to one mailbox, beside all of those. */
  emailsByStaff: { tries: 3, windowMs: DAY },
  /** Timeline entries about rejected requests for emails to one mailbox, for each cause. */
  signInRejectionEntries: { tries: 1, windowMs: DAY },
  /**
   * Wrong codes of sign-in emails from one network. Any 24 hours may overlap two windows: 100 guesses in them are right
   * with 1e-6, of a thousand networks with 1e-3. The link of an email works all the same.
   */
  wrongCodesFromNetwork: { tries: 50, windowMs: DAY },
  /** The same from one IPv6 /48: ten of its 65 536 networks. */
  wrongCodesFromWideNetwork: { tries: 500, windowMs: DAY },
  /** Wrong codes from all networks, a thousand times the budget of one. Rejects nobody: see `usecases/signIn/codeBudgets.ts`. */
  wrongCodes: { tries: 50_000, windowMs: DAY },
  /** Addresses tried with one link. */
  emailsOfLink: { tries: 10, windowMs: 10 * MINUTE },
  /** Gift keys looked at from one network: a page of gifts opened by a whole office passes, a search of keys does not. */
  giftChecks: { tries: 120, windowMs: 10 * MINUTE },
  /** Fetches with one link of a device: applications ask every few hours, and one that asks more often is broken. */
  linkFetches: { tries: 60, windowMs: 10 * MINUTE },
  /** Calls of one device's own application, which asks once an hour and tells many tries to connect at once. */
  appCalls: { tries: 120, windowMs: 10 * MINUTE },
  /** Devices that one account attaches: each costs the VPN panel a user. A family changing phones comes nowhere near. */
  attachments: { tries: 30, windowMs: DAY },
  /** Looks at what became of one link: a page asks every five seconds, and some may be open at once. */
  linkStateReads: { tries: 600, windowMs: 10 * MINUTE },
  /** Links that nobody has, asked for from one network. */
  unknownLinks: { tries: 30, windowMs: 10 * MINUTE },
  /** A device that is rejected asks on and on; that it was rejected is written down so often. */
  linkRejectionEntries: { tries: 1, windowMs: 30 * MINUTE },
  /** Failures reported from one network: a page that fails over and over fills no log. */
  reports: { tries: 60, windowMs: 10 * MINUTE },
  /** Campaign orders opened from one network: many viewers of one video may share it. */
  campaignOrders: { tries: 300, windowMs: 10 * MINUTE },
  /** Messages to many devices in a day, whoever of the staff sends them. */
  bulkPushes: { tries: 10, windowMs: DAY },
  /** Wrong passwords of a signed-in member of staff: whoever finds an open browser may not guess. */
  ownStaffPassword: { tries: 10, windowMs: 15 * MINUTE },
  /** Wrong codes of one member of staff, from anywhere: three of a million are right at a time. */
  staffCodes: { tries: 10, windowMs: 15 * MINUTE },
  /** The same in a day. */
  staffCodesInADay: { tries: 40, windowMs: DAY },
  /** Failed staff sign-ins of one username from one network. */
  staffSignIn: { tries: 10, windowMs: 15 * MINUTE },
  /** Failed staff sign-ins on a device that has signed in before. */
  staffSignInOfDevice: { tries: 10, windowMs: 15 * MINUTE },
  /** Failed staff sign-ins of whatever usernames from one network. */
  staffSignInFromNetwork: { tries: 50, windowMs: 15 * MINUTE },
  /** Failed staff sign-ins of one username from anywhere. */
  staffSignInOfUser: { tries: 100, windowMs: 15 * MINUTE },
} as const satisfies Record<string, ThrottleLimit>;

export type LimitName = keyof typeof LIMITS;

/** In the sandbox scripts sign many customers in from one machine, and the same one often: so many times more. */
const SANDBOX_FACTORS: Partial<Record<LimitName, number>> = {
  emailsFromNetwork: 2000,
  emailsToMailboxFromNetwork: 10,
  emailsToMailbox: 100,
  wrongCodesFromNetwork: 100,
  wrongCodesFromWideNetwork: 100,
  giftChecks: 1000,
  campaignOrders: 1667,
};

/** A limit as it holds in this mode. */
export function limitIn(mode: 'sandbox' | 'production', name: LimitName): ThrottleLimit {
  const { tries, windowMs } = LIMITS[name];
  return { windowMs, tries: mode === 'sandbox' ? tries * (SANDBOX_FACTORS[name] ?? 1) : tries };
}
