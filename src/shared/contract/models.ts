/** Schemas of the entities in API requests and responses. */
import * as v from 'valibot';
import { EMAIL_TYPED_MAX } from '../constants';
import { instant, maybe, optionalEmail, optionalUid, rubles, shortText } from './fields';

/** Device as shown to the customer who owns it. */
export const device = v.object({
  id: v.number(),
  deviceName: v.string(),
  deviceId: v.string(),
  isActive: v.boolean(),
});
export type Device = v.InferOutput<typeof device>;

/** Delivery state of a device's VPN credential. The delivery state is an addition to the specified API. */
const deviceDelivery = v.object({
  /** Expiry of the VPN credential on the VPN panel, or null if the credential was never created on the panel. */
  until: maybe(instant),
  /** Time when the VPN credential was created on the VPN panel. */
  openedAt: maybe(instant),
  lastSeenAt: maybe(instant),
  /**
   * Name of the VPN app that last fetched the device link. The name is null if no VPN app has fetched the device link,
   * or if the device runs the product's own app.
   */
  app: maybe(v.string()),
  /** Whether an operator blocked the VPN credential on the VPN panel. */
  isBlocked: v.boolean(),
  /** Pending update of the VPN credential, or null if the VPN panel has the latest version of the credential. */
  waiting: maybe(
    v.object({
      /** Error of the last attempt to update the VPN credential, or null if there was no attempt. */
      problem: maybe(v.string()),
      /** Time of the next attempt to update the VPN credential, or null if an attempt is due now. */
      nextTryAt: maybe(instant),
    }),
  ),
});
export type DeviceDelivery = v.InferOutput<typeof deviceDelivery>;

/** Device as shown to staff. */
const staffDevice = v.object({
  ...device.entries,
  /** Platform of the device: `android`, `ios`, `desktop` or `other`. */
  platform: v.string(),
  firstActivation: maybe(instant),
  firebaseToken: maybe(v.string()),
  /**
   * The delivery state is omitted if no VPN panel is configured or the device has no VPN credential. The field
   * `delivery` is an addition to the specified API.
   */
  delivery: maybe(deviceDelivery),
});
export type StaffDevice = v.InferOutput<typeof staffDevice>;

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
   * Masked card number, such as «•••• 4242». The card number is omitted if no card is stored. The field `cardMask` is
   * an addition to the specified API.
   */
  cardMask: maybe(v.string()),
  /**
   * Whether a due charge is missing. Access continues unpaid while the card provider retries the charge. The field
   * `chargeIsOverdue` is an addition to the specified API.
   */
  chargeIsOverdue: maybe(v.boolean()),
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
  uid: maybe(shortText(128)),
  email: maybe(shortText(EMAIL_TYPED_MAX)),
  photoURL: maybe(shortText(4096)),
  providerId: maybe(shortText(64)),
};

/**
 * Mark that an earlier sign-in in this browser returned. A sign-in without a valid mark is reported to the account by
 * email. The field `knownBrowser` is an addition to the specified API.
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

/** Customer as shown to staff. */
export const staffUser = v.object({
  id: v.number(),
  email: maybe(v.string()),
  uid: maybe(v.string()),
  firstPayment: maybe(rubles),
  firstPaymentIsActive: maybe(v.boolean()),
  currency: maybe(v.string()),
  subscription: maybe(
    v.object({
      status: v.string(),
      totalCost: maybe(rubles),
      endDate: maybe(instant),
    }),
  ),
  devices: v.optional(v.array(staffDevice), []),
  /**
   * Identity provider of the customer's first sign-in (email or a social provider), and the time of this sign-in. The
   * field `providerId` is an addition to the specified API.
   */
  providerId: maybe(v.string()),
  registeredAt: maybe(instant),
  /**
   * Time since which the customer's mailbox rejects emails. Null if no rejection is known. The field
   * `mailboxRejectedAt` is an addition to the specified API.
   */
  mailboxRejectedAt: maybe(instant),
  /**
   * Newest email to the customer that permanently failed. Null if no email failed. The field `undeliveredEmail` is an
   * addition to the specified API.
   */
  undeliveredEmail: maybe(
    v.object({
      at: instant,
      /** Template name of the email, or null if it is not known. */
      template: maybe(v.string()),
      reason: v.string(),
    }),
  ),
  /**
   * Time of the last successful connection in the connection log, of any attached device. Null if there is none. The
   * field `lastConnectedAt` is an addition to the specified API.
   */
  lastConnectedAt: maybe(instant),
  /**
   * Time of the last complete reading of the VPN panel, to which `lastSeenAt` of the devices refers. Null if no VPN
   * panel is configured or it has not been read yet. The field `vpnPanelReadAt` is an addition to the specified API.
   */
  vpnPanelReadAt: maybe(instant),
  /**
   * Time when the account was deleted. Null if it was not. The field `deletedAt` is an addition to the specified API.
   */
  deletedAt: maybe(instant),
  /** Tags that staff gave the customer. The field `tags` is an addition to the specified API. */
  tags: v.optional(v.array(v.string())),
});
export type StaffUser = v.InferOutput<typeof staffUser>;

/** Entry of the connection log as shown to staff. */
export const connectionLogEntry = v.object({
  id: v.number(),
  platform: maybe(v.string()),
  deviceName: maybe(v.string()),
  connectionDate: maybe(instant),
  success: v.boolean(),
});
export type ConnectionLogEntry = v.InferOutput<typeof connectionLogEntry>;

/** The export of everything that is stored about a customer, in two forms. Each is the content of one file. */
export const exportFiles = v.object({
  /** Readable page in Russian, without scripts and external resources. */
  html: v.string(),
  /** The same data in JSON. */
  json: v.string(),
});
export type ExportFiles = v.InferOutput<typeof exportFiles>;
