/** Schemas of the entities in responses to staff. They are apart from the entities of customers, which every page loads. */
import * as v from 'valibot';
import { instant, maybe, rubles } from './fields';
import { device } from './models';

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
      /** Time since which the VPN panel has rejected the update. Omitted if it did not reject the update. */
      rejectedAt: maybe(instant),
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
  /**
   * Masked phone number for receipts, omitted if there is none, and in lists of customers. The field `phone` is an addition to the
   * specified API.
   */
  phone: maybe(v.string()),
  registeredAt: maybe(instant),
  /**
   * Time since which the customer's mailbox rejects emails. Null if no rejection is known. The field
   * `mailboxRejectedAt` is an addition to the specified API.
   */
  mailboxRejectedAt: maybe(instant),
  /**
   * Set if the stored address has invisible characters, or if the address of another account differs only by such characters.
   * Omitted otherwise, and in lists of customers. The field `lookalikes` is an addition to the specified API.
   */
  lookalikes: maybe(
    v.object({
      /** Address as the customer sees and types it. */
      visibleEmail: v.string(),
      /** Other accounts with the same visible address. */
      accounts: v.array(v.object({ id: v.number(), email: v.string(), status: v.string() })),
    }),
  ),
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
