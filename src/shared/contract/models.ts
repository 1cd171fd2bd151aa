/** Schemas of the entities in API requests and responses. */
import * as v from 'valibot';
import { instant, maybe, optionalEmail, optionalUid, rubles, shortText } from './fields';

/** Device as shown to the customer who owns it. */
export const device = v.object({
  id: v.number(),
  deviceName: v.string(),
  deviceId: v.string(),
  isActive: v.boolean(),
});
export type Device = v.InferOutput<typeof device>;

/**
 * Subscription state in the profile response. Amounts are in rubles. `expirationDate` is the date of the next charge,
 * or the end of access if no charge is due.
 */
export const userInfo = v.object({
  amount: maybe(rubles),
  currency: maybe(v.string()),
  expirationDate: maybe(instant),
  subscriptionIsActive: v.boolean(),
  subscriptionStatus: v.string(),
  email: maybe(v.string()),
  /**
   * The customer's phone number for receipts in E.164, omitted if there is none. The field `phone` is an addition to the
   * specified API.
   */
  phone: maybe(v.string()),
  /**
   * Masked card number, such as «•••• 4242». The card number is omitted if no card is stored. The field `cardMask` is
   * an addition to the specified API.
   */
  cardMask: maybe(v.string()),
  /**
   * Whether a card or another payment method is stored or will be charged, so that the customer can remove it. Unlike a
   * card, a wallet has no `cardMask`. The field `hasPaymentMethod` is an addition to the specified API.
   */
  hasPaymentMethod: maybe(v.boolean()),
  /**
   * Whether a due charge is missing. Access continues unpaid while the card provider retries the charge. The field
   * `chargeIsOverdue` is an addition to the specified API.
   */
  chargeIsOverdue: maybe(v.boolean()),
  /**
   * Whether the stored card can no longer be charged, because its card provider is gone. The customer must enter a card
   * again. The field `needsCard` is an addition to the specified API.
   */
  needsCard: maybe(v.boolean()),
  /**
   * Time from which the shop sells again, because enough access is already paid or granted. The time is omitted if the
   * shop sells now. The field `renewableFrom` is an addition to the specified API.
   */
  renewableFrom: maybe(instant),
});
export type UserInfo = v.InferOutput<typeof userInfo>;

/**
 * Account that a customer's request contains. The server rejects the request if the account does not match the token.
 */
export const accountNamed = { uid: optionalUid, email: optionalEmail };

/** Whether the customer still has access after a change that may have ended the access. */
export const accessLeft = v.object({ subscriptionIsActive: v.boolean() });

/**
 * Identity of the user who signs in. The identity is the request body of `register` and `v2/register`, and with a gift
 * key of `activateGift`.
 */
export const identityBody = {
  uid: optionalUid,
  email: optionalEmail,
  photoURL: maybe(shortText(4096)),
  providerId: maybe(shortText(64)),
};

/**
 * Mark that an earlier sign-in in this browser returned. A sign-in without a valid mark is reported to the account by
 * email, and its wrong codes count for the network. The field `knownBrowser` is an addition to the specified API.
 */
export const knownBrowser = { browserMark: maybe(shortText(200)) };

/**
 * Why a sign-in is not possible. `addressChanged`: the account has another address now, and the change can still be taken back
 * with `restoreToken`. Additions to the specified API.
 */
export const rejectedSignIn = { reason: maybe(v.string()), restoreToken: maybe(v.string()) };

/** Identity of a sign-in by Google, together with the mark of the browser. */
export const signInBody = { ...identityBody, ...knownBrowser };

/**
 * Session that this server adds to the responses of a sign-in. A server that does not issue tokens omits the session.
 */
export const issuedSession = {
  accessToken: maybe(v.string()),
  uid: maybe(v.string()),
  /**
   * Mark of a browser in which the account has signed in. Requests for sign-in emails from a browser with a mark have a
   * separate limit. The field `browserMark` is an addition to the specified API.
   */
  browserMark: maybe(v.string()),
};

/** The export of everything that is stored about a customer, in two forms. Each is the content of one file. */
export const exportFiles = v.object({
  /** Readable page in Russian, without scripts and external resources. */
  html: v.string(),
  /** The same data in JSON. */
  json: v.string(),
});
export type ExportFiles = v.InferOutput<typeof exportFiles>;
