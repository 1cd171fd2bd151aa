/**
 * Table of all rate limits. Each limit has a name, and attempts are counted separately for each key, such as an IP
 * network, a mailbox or an account.
 *
 * Limits per IP network are generous, because many customers share one IP address behind a mobile carrier or a VPN exit
 * of this product. The limits of a customer must not be exhaustible by other people.
 */
import type { ThrottleLimit } from './throttle';
import type { TurnRate } from './turnQueue';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const BROWSER_CALLS_PER_MINUTE = 300;

/**
 * Rate at which one process makes the calls of `browserCalls`: less than ten requests in any second. It exceeds
 * `browserCalls`, so that visitors who come at the same moment wait less.
 */
export const BROWSER_CALL_RATE: TurnRate = { perMinute: 480, burst: 1 };

/**
 * Numbers of requests of one API call that a process handles at the same time, for one network and for one IPv6 /48 or IPv4
 * /24 network. Further requests wait (`callSlots.ts`).
 */
export const CALL_SLOTS = { network: 10, broadNetwork: 20 } as const;

/** Rate limits by name. `tries` is the number of attempts allowed per key within `windowMs`. */
export const LIMITS = {
  /**
   * Limit on sign-in emails requested from one network. Further requests for sign-in emails are rejected with
   * TOO_MANY_REQUESTS.
   */
  emailsFromNetwork: { tries: 300, windowMs: 10 * MINUTE },
  /**
   * Limit on sign-in emails requested from one IPv6 /48 or IPv4 /24 network, which equals the limits of 10 of its IP
   * networks. There is no limit for all networks together: if many emails wait, their requesters take turns.
   */
  emailsFromBroadNetwork: { tries: 3_000, windowMs: 10 * MINUTE },
  /**
   * Limit on sign-in emails to one mailbox requested from one network. Requests from other IP networks do not count
   * towards this limit.
   */
  emailsToMailboxFromNetwork: { tries: 10, windowMs: 10 * MINUTE },
  /**
   * Limit on sign-in emails per day to one mailbox that any network may request. A mailbox gets at most 30 sign-in
   * emails a day: these 19, 10 for broad networks that have requested none that day, and a last email whose link is valid
   * for 24 hours (`usecases/signIn/emailAllowance.ts`).
   */
  emailsToMailbox: { tries: 19, windowMs: DAY },
  /**
   * Limit on additional sign-in emails per day to one mailbox, for broad networks (IPv6 /48, IPv4 /24) that have not
   * requested an email to this mailbox that day.
   */
  emailsToMailboxOfNewNetworks: { tries: 10, windowMs: DAY },
  /**
   * A broad network counts as new for its first request for a mailbox each day, and only that request may use the limit
   * `emailsToMailboxOfNewNetworks`.
   */
  emailsToMailboxFirstOfNetwork: { tries: 1, windowMs: DAY },
  /** Limit on additional sign-in emails requested from one browser in which the account has signed in before. */
  emailsToKnownBrowser: { tries: 3, windowMs: DAY },
  /** Limit on sign-in emails that staff send to one mailbox, in addition to the emails that customers request. */
  emailsByStaff: { tries: 3, windowMs: DAY },
  /**
   * Limit on confirmation codes of one account, counted separately for each of the five purposes, so an account gets at
   * most 20 codes. The window exceeds a day by the validity of a code, so that no 24 hours contain attempts at more codes.
   */
  confirmationCodesOfAccount: { tries: 4, windowMs: DAY + 10 * MINUTE, isRolling: true },
  /**
   * Limit on codes per day to one mailbox that is to become the address of an account, counted over all accounts. Codes
   * for the account's own mailbox do not count, so that other accounts cannot use up the codes of a mailbox's owner.
   */
  codesToNewMailbox: { tries: 10, windowMs: DAY },
  /** Limit on additional codes per day to such a mailbox, for accounts that have requested none to it that day. */
  codesToNewMailboxOfOtherAccounts: { tries: 5, windowMs: DAY },
  /** Only the first code of a day that an account requests to a mailbox may use `codesToNewMailboxOfOtherAccounts`. */
  codesToNewMailboxFirstOfAccount: { tries: 1, windowMs: DAY },
  /**
   * Limit on codes to new mailboxes that one network requests with accounts that never had access. Such accounts cost
   * nothing, so a limit per account alone would not bound the guesses at mailboxes that have no account.
   */
  codesToNewMailboxesFromNetwork: { tries: 10, windowMs: DAY },
  /** Limit on timeline entries about rejected sign-in email requests for one mailbox, counted per cause. */
  signInRejectionEntries: { tries: 1, windowMs: DAY },
  /**
   * Limit on wrong sign-in codes from one network, for mailboxes with which the browser has no history. A 24-hour period
   * can overlap two windows of the limit, so an IP network has at most 100 guesses. With 100 guesses, the probability of
   * a correct guess is 1e-6 for one IP network and 1e-3 for a thousand IP networks. The link in the sign-in email keeps
   * working even if this limit is exceeded.
   */
  wrongCodesFromNetwork: { tries: 50, windowMs: DAY },
  /**
   * Limit on wrong sign-in codes from one IPv6 /48 network, which equals the limits of 10 of its 65,536 /64 networks.
   */
  wrongCodesFromWideNetwork: { tries: 500, windowMs: DAY },
  /**
   * Limit on wrong sign-in codes in one browser in which the owner of the mailbox has signed in before. Beyond it, the
   * browser counts as unknown.
   */
  wrongCodesOfKnownBrowser: { tries: 10, windowMs: DAY },
  /** Limit on wrong sign-in codes for one mailbox in all browsers in which its owner has signed in before. */
  wrongCodesOfKnownBrowsers: { tries: 15, windowMs: DAY },
  /**
   * Number of wrong codes for one mailbox, in browsers without a history with it, after which each further code allows
   * one attempt. No code is rejected, so strangers cannot switch the codes of a mailbox off.
   */
  freeWrongCodesForMailbox: { tries: 20, windowMs: DAY },
  /**
   * Limit on wrong codes for one mailbox in browsers without a history with it. The emails of one day cannot exceed it:
   * 20 wrong codes use up four of the 29 sign-in emails with a code and 15 codes for a new address, and the other 40
   * allow one attempt each. Two windows of this limit and of `wrongCodesOfKnownBrowsers` are 150 guesses, so the
   * probability is 1.5e-6 per mailbox.
   */
  wrongCodesForMailbox: { tries: 60, windowMs: DAY },
  /**
   * Limit on wrong sign-in codes from all IP networks: 1000 × the limit of one IP network. Exceeding this limit rejects
   * no code, but raises an alert (`codeBudgets.ts`).
   */
  wrongCodes: { tries: 50_000, windowMs: DAY },
  /**
   * Limit on sign-ins per day with one Google identity. An identity token is valid for an hour and can be used again, and
   * each sign-in adds an entry to the timeline.
   */
  googleSignIns: { tries: 100, windowMs: DAY },
  /** Limit on email addresses tried with one sign-in link. */
  emailsOfLink: { tries: 10, windowMs: 10 * MINUTE },
  /** Limit on gift keys checked from one network that activate no gift. The keys of gifts do not count. */
  giftChecks: { tries: 120, windowMs: 10 * MINUTE },
  /** Limit on gift keys that one account tries to activate and that activate no gift. */
  giftActivationsOfAccount: { tries: 30, windowMs: 10 * MINUTE },
  /**
   * Limit on configuration requests with one device link. VPN apps request their configuration every few hours; more
   * frequent requests indicate a defect.
   */
  linkFetches: { tries: 60, windowMs: 10 * MINUTE },
  /**
   * Limit on requests of this product's own app on one device. The app polls once an hour and reports connections in
   * bursts.
   */
  appCalls: { tries: 120, windowMs: 10 * MINUTE },
  /** Limit on exports of one account that run at the same time. The attempt is taken back when the export ends. */
  exportsOfAccount: { tries: 1, windowMs: 10 * MINUTE },
  /**
   * Limit on devices that one account attaches. Each attachment creates a VPN panel user. Normal use stays far below
   * this limit.
   */
  attachments: { tries: 30, windowMs: DAY },
  /** Limit on requests for the state of one device link. A page polls every 5 s, and several pages may be open. */
  linkStateReads: { tries: 600, windowMs: 10 * MINUTE },
  /**
   * Limit on reads of the offered VPN apps from one network, which many customers may share. The apps are in memory
   * (`vpnAppList.ts`), so a read costs no query besides this count.
   */
  vpnAppReads: { tries: 3_000, windowMs: 10 * MINUTE },
  /** Limit on runs of one admin that request all store links. */
  linkChecks: { tries: 10, windowMs: 10 * MINUTE },
  /** Limit on such runs of all admins at the same time. The attempt is taken back when the run ends. */
  linkChecksAtOnce: { tries: 1, windowMs: 2 * MINUTE },
  /** Limit on requests with unknown device links from one network. */
  unknownLinks: { tries: 30, windowMs: 10 * MINUTE },
  /** Limit on log entries about rejected configuration requests of one device link, which VPN apps repeat indefinitely. */
  linkRejectionEntries: { tries: 1, windowMs: 30 * MINUTE },
  /**
   * Limit on error reports from one network. This limit prevents a page that fails repeatedly from flooding the log.
   */
  reports: { tries: 60, windowMs: 10 * MINUTE },
  /** Limit on error reports from one /48 or /24 network: ten times the limit of one network. */
  reportsFromBroadNetwork: { tries: 600, windowMs: 10 * MINUTE },
  /** Limit on recorded failed requests from one network. This limit prevents a network from filling the table. */
  failedRequests: { tries: 30, windowMs: 10 * MINUTE },
  /** Limit on recorded failed requests per day from all networks. The log contains all failed requests. */
  failedRequestsInADay: { tries: 10_000, windowMs: DAY },
  /** Limit on campaign orders created from one network, which many viewers of one video may share. */
  campaignOrders: { tries: 300, windowMs: 10 * MINUTE },
  /** Limit on campaign orders created from one /48 or /24 network: ten times the limit of one network. */
  campaignOrdersFromBroadNetwork: { tries: 3000, windowMs: 10 * MINUTE },
  /** Limit on requests of one network to open payments of campaign orders, and to store the phone numbers of their payers. */
  campaignPayments: { tries: 300, windowMs: 10 * MINUTE },
  /** Limit on such requests of one /48 or /24 network: ten times the limit of one network. */
  campaignPaymentsFromBroadNetwork: { tries: 3000, windowMs: 10 * MINUTE },
  /** Limit on requests of one network to open payments of accounts. */
  accountPayments: { tries: 300, windowMs: 10 * MINUTE },
  /** Limit on such requests of one /48 or /24 network: ten times the limit of one network. */
  accountPaymentsFromBroadNetwork: { tries: 3000, windowMs: 10 * MINUTE },
  /** Limit on consents of one account per day. Each consent is stored permanently, with its order. */
  consentsOfAccount: { tries: 100, windowMs: DAY },
  /** Limit on changes of an account's phone number. Each change may send a command to the card provider. */
  phoneChangesOfAccount: { tries: 20, windowMs: DAY },
  /** Limit on requests of one account to open a payment. `accountPayments` limits the requests of one network. */
  paymentOpeningsOfAccount: { tries: 60, windowMs: 10 * MINUTE },
  /**
   * Limit on calls to each card provider that requests of browsers cause. Charges, refunds and polls do not count. It is
   * half of the 600 requests a minute that this server may send to a card provider.
   */
  browserCalls: { tries: BROWSER_CALLS_PER_MINUTE, windowMs: MINUTE },
  /** Limit on such calls that one account, one order or one network causes: a twentieth of `browserCalls`. */
  browserCallsOfOne: { tries: BROWSER_CALLS_PER_MINUTE / 20, windowMs: MINUTE },
  /** Limit on such calls of visitors who are not signed in: half of `browserCalls`. */
  anonymousBrowserCalls: { tries: BROWSER_CALLS_PER_MINUTE / 2, windowMs: MINUTE },
  /**
   * Limit on reads of the payment of one order at the card provider while the payer waits for its result. After that, the
   * payment is read as scheduled. `campaignOrders` limits the orders of one network.
   */
  paymentReadsOfOrder: { tries: 5, windowMs: 10 * MINUTE },
  /**
   * Limit on unsigned notifications of one network about objects that this server does not know. The card provider
   * repeats notifications that exceed the limit for 24 hours.
   */
  unknownObjectsFromNetwork: { tries: 120, windowMs: 10 * MINUTE },
  /** Limit on unsigned notifications per day that are believed to belong to one order or payment. */
  changedObjectsOfOwner: { tries: 20, windowMs: DAY },
  /**
   * Limit on reads of objects that this server does not know, from each card provider. The limit is one tenth of the 600
   * requests a minute that this server may send to a card provider.
   */
  unknownObjectReads: { tries: 60, windowMs: MINUTE },
  /** Limit on broadcast pushes per day of all staff members together. */
  bulkPushes: { tries: 10, windowMs: DAY },
  /**
   * Limit on wrong passwords of a signed-in staff member. This limit prevents password guessing in a browser that was
   * left open.
   */
  ownStaffPassword: { tries: 10, windowMs: 15 * MINUTE },
  /**
   * Limit on wrong second-factor codes of one staff member on devices on which the staff member has not signed in before,
   * from all networks. At any time, 3 of 1,000,000 possible codes are valid.
   */
  staffCodes: { tries: 10, windowMs: 15 * MINUTE },
  /** Limit on wrong second-factor codes of one staff member per day on such devices. */
  staffCodesInADay: { tries: 40, windowMs: DAY },
  /** Limit on wrong second-factor codes of one staff member on one known device or in one session. */
  staffCodesOfDevice: { tries: 10, windowMs: 15 * MINUTE },
  /** Limit on wrong second-factor codes of one staff member per day on one known device or in one session. */
  staffCodesOfDeviceInADay: { tries: 40, windowMs: DAY },
  /** Limit on failed staff sign-ins with one username from one network. */
  staffSignIn: { tries: 10, windowMs: 15 * MINUTE },
  /** Limit on failed staff sign-ins on one device on which a staff member has signed in before. */
  staffSignInOfDevice: { tries: 10, windowMs: 15 * MINUTE },
  /** Limit on failed staff sign-ins with any username from one network. */
  staffSignInFromNetwork: { tries: 50, windowMs: 15 * MINUTE },
  /** Limit on failed staff sign-ins with one username from all networks. */
  staffSignInOfUser: { tries: 100, windowMs: 15 * MINUTE },
} as const satisfies Record<string, ThrottleLimit>;

export type LimitName = keyof typeof LIMITS;

/**
 * Factors by which the sandbox raises limits, because test scripts sign in many customers, and the same customer often,
 * from one machine.
 */
const SANDBOX_FACTORS: Partial<Record<LimitName, number>> = {
  confirmationCodesOfAccount: 100,
  codesToNewMailbox: 100,
  codesToNewMailboxesFromNetwork: 100,
  emailsFromNetwork: 2000,
  emailsFromBroadNetwork: 2000,
  emailsToMailboxFromNetwork: 10,
  emailsToMailbox: 100,
  wrongCodesFromNetwork: 100,
  wrongCodesFromWideNetwork: 100,
  wrongCodesOfKnownBrowser: 100,
  wrongCodesOfKnownBrowsers: 100,
  freeWrongCodesForMailbox: 100,
  wrongCodesForMailbox: 100,
  giftChecks: 1000,
  giftActivationsOfAccount: 100,
  campaignOrders: 1667,
  campaignOrdersFromBroadNetwork: 1667,
  campaignPayments: 1667,
  campaignPaymentsFromBroadNetwork: 1667,
  accountPayments: 1667,
  accountPaymentsFromBroadNetwork: 1667,
  browserCalls: 100,
  browserCallsOfOne: 100,
  anonymousBrowserCalls: 100,
  googleSignIns: 100,
  consentsOfAccount: 100,
};

/** Returns a rate limit for the server mode. The limits of sandbox mode are higher. */
export function limitIn(mode: 'sandbox' | 'production', name: LimitName): ThrottleLimit {
  const limit: ThrottleLimit = LIMITS[name];
  return mode === 'sandbox' ? { ...limit, tries: limit.tries * (SANDBOX_FACTORS[name] ?? 1) } : limit;
}
