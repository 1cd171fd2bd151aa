/** Builds the customer record that staff see: account, subscription, devices and tags. */
import type { Deps } from '../../deps';
import type { AccountRow } from '../../store/accounts';
import { listTagsByAccount } from '../../store/customerTags';
import type { Database } from '../../store/database';
import { type DeviceRow, listDevicesAttachedTo } from '../../store/devices';
import { readSubscriptions, type SubscriptionView } from '../billing/subscriptions/readSubscription';
import { type DeviceDeliveryRecord, readDeliveries } from './deviceDelivery';

export interface CustomerRecord {
  account: AccountRow;
  subscription: SubscriptionView;
  /** Masked phone number for receipts; null if there is none. This field is omitted in lists of customers. */
  maskedPhone?: string | null;
  /** Attached devices of the customer, oldest first. */
  devices: DeviceRow[];
  /**
   * Time since which the customer's mailbox rejects emails from this product; null if no rejection is known. This field
   * is omitted in lists of customers.
   */
  mailboxRejectedAt?: Date | null;
  /**
   * Other accounts with the same visible address; null if there are none and the account's own address has no invisible
   * characters. This field is omitted in lists of customers.
   */
  lookalikes?: {
    visibleEmail: string;
    accounts: { account: AccountRow; subscription: SubscriptionView }[];
  } | null;
  /** Newest email that permanently failed; null if there is none. This field is omitted in lists of customers. */
  undeliveredEmail?: { at: Date; template: string | null; reason: string } | null;
  /** Last successful connection in the connection log of an attached device. This field is omitted in lists of customers. */
  lastConnectedAt?: Date | null;
  /** Time of the last complete reading of the VPN panel. This field is omitted in lists of customers. */
  vpnPanelReadAt?: Date | null;
  /**
   * Delivery state of the VPN credential by device row id. The map contains only devices that have a VPN credential.
   */
  deliveries: Map<number, DeviceDeliveryRecord>;
  tags: string[];
}

/** Returns the customer records of these accounts in the given order. */
export async function readCustomerRecords(
  db: Database,
  deps: Pick<Deps, 'clock' | 'vpnNetwork'>,
  accounts: readonly AccountRow[],
): Promise<CustomerRecord[]> {
  const ids = accounts.map((account) => account.id);
  const subscriptions = await readSubscriptions(db, ids, deps.clock.now());
  const devices = await listDevicesAttachedTo(db, ids);
  const deliveries = await readDeliveries(
    db,
    deps,
    devices.map(({ id }) => id),
  );
  const tags = await listTagsByAccount(db, ids);
  return accounts.flatMap((account) => {
    const subscription = subscriptions.get(account.id);
    if (subscription === undefined) return [];
    const own = devices.filter((device) => device.accountId === account.id);
    return [{ account, subscription, devices: own, deliveries, tags: tags.get(account.id) ?? [] }];
  });
}
