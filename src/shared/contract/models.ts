/** Entities as they cross the wire. */
import * as v from 'valibot';
import { EMAIL_TYPED_MAX } from '../constants';
import { instant, maybe, optionalEmail, optionalUid, rubles, shortText } from './fields';

/** A device as its owner sees it. */
export const device = v.object({
  id: v.number(),
  deviceName: v.string(),
  deviceId: v.string(),
  isActive: v.boolean(),
});
export type Device = v.InferOutput<typeof device>;

/** What is known of a device's key in the VPN network. Ours. */
const deviceDelivery = v.object({
  /** Until when the key works there; null: it was never made. */
  until: maybe(instant),
  /** Since when the network has it. */
  openedAt: maybe(instant),
  lastSeenAt: maybe(instant),
  /** The application that fetched the device's link last; null: none has, or it is one of ours. */
  app: maybe(v.string()),
  /** Somebody blocked it in the network itself. */
  isBlocked: v.boolean(),
  /** The network has not been told the newest yet; null: it has. */
  waiting: maybe(
    v.object({
      /** Why the last try failed; null: there was none. */
      problem: maybe(v.string()),
      /** Null: at any moment. */
      nextTryAt: maybe(instant),
    }),
  ),
});
export type DeviceDelivery = v.InferOutput<typeof deviceDelivery>;

/** What staff see of a device beyond its owner's view. */
const staffDevice = v.object({
  ...device.entries,
  /** android, ios, desktop or other. */
  platform: v.string(),
  firstActivation: maybe(instant),
  firebaseToken: maybe(v.string()),
  /** Ours; absent while nothing is delivered, or while the device has no key. */
  delivery: maybe(deviceDelivery),
});
export type StaffDevice = v.InferOutput<typeof staffDevice>;

/** `userInfo` of the profile response. Amounts are rubles; the date is the next charge or the end of access. */
export const userInfo = v.object({
  amount: maybe(rubles),
  currency: maybe(v.string()),
  expirationDate: maybe(instant),
  subscriptionIsActive: v.boolean(),
  subscriptionStatus: v.string(),
  email: maybe(v.string()),
  /** Ours: masked card («•••• 4242»), absent when none is stored. */
  cardMask: maybe(v.string()),
  /** Ours: the charge that was due has not come, and access goes on unpaid while the provider tries again. */
  chargeIsOverdue: maybe(v.boolean()),
  /** Ours: so much is paid or given already that the shop sells again from then on only; absent: at once. */
  renewableFrom: maybe(instant),
});
export type UserInfo = v.InferOutput<typeof userInfo>;

/** Whose account a customer's own call is about; it must match the token, and is not trusted otherwise. */
export const accountNamed = { uid: optionalUid, email: optionalEmail };

/** `userInfo` of the changes after which a customer may have lost the access. */
export const accessLeft = v.object({ subscriptionIsActive: v.boolean() });

/** Who signs in: the body of register, v2/register and (with a key) activateGift. */
export const identityBody = {
  uid: maybe(shortText(128)),
  email: maybe(shortText(EMAIL_TYPED_MAX)),
  photoURL: maybe(shortText(4096)),
  providerId: maybe(shortText(64)),
};

/** A session that this server adds to its sign-in answers; a server without tokens leaves it out. */
export const issuedSession = {
  accessToken: maybe(v.string()),
  uid: maybe(v.string()),
  /** Ours. Sent with later requests for sign-in emails: a browser that has signed in before has some of its own. */
  browserMark: maybe(v.string()),
};

/** The record of the staff user view. */
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
  /** Ours: how the customer signed in first, email or the social provider, and when. */
  providerId: maybe(v.string()),
  registeredAt: maybe(instant),
  /** Ours: since when the mailbox rejects our emails; null: it does not, as far as is known. */
  mailboxRejectedAt: maybe(instant),
  /** Ours: by which staff sort customers. */
  tags: v.optional(v.array(v.string())),
});
export type StaffUser = v.InferOutput<typeof staffUser>;

/** An entry of the staff connection log. */
export const connectionLogEntry = v.object({
  id: v.number(),
  platform: maybe(v.string()),
  deviceName: maybe(v.string()),
  connectionDate: maybe(instant),
  success: v.boolean(),
});
export type ConnectionLogEntry = v.InferOutput<typeof connectionLogEntry>;
