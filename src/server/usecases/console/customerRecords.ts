/** The record of a customer as staff see it: account, subscription, devices. */
import type { Deps } from '../../deps';
import type { AccountRow } from '../../store/accounts';
import { tagsOf } from '../../store/customerTags';
import type { Database } from '../../store/database';
import { type DeviceRow, listAttachedDevicesOf } from '../../store/devices';
import { readSubscriptions, type SubscriptionView } from '../billing/readSubscription';
import { type DeviceDeliveryRecord, readDeliveries } from './deviceDelivery';

export interface CustomerRecord {
  account: AccountRow;
  subscription: SubscriptionView;
  /** Attached, oldest first. */
  devices: DeviceRow[];
  /** Since when the mailbox rejects our emails; null: it does not, as far as is known; left out of lists. */
  mailboxRejectedAt?: Date | null;
  /** Of those devices that have a key in the VPN network, by their rows. */
  deliveries: Map<number, DeviceDeliveryRecord>;
  tags: string[];
}

/** In the order of `accounts`. */
export async function readCustomerRecords(
  db: Database,
  deps: Pick<Deps, 'clock' | 'vpnNetwork'>,
  accounts: readonly AccountRow[],
): Promise<CustomerRecord[]> {
  const ids = accounts.map((account) => account.id);
  const subscriptions = await readSubscriptions(db, ids, deps.clock.now());
  const devices = await listAttachedDevicesOf(db, ids);
  const deliveries = await readDeliveries(
    db,
    deps,
    devices.map(({ id }) => id),
  );
  const tags = await tagsOf(db, ids);
  return accounts.flatMap((account) => {
    const subscription = subscriptions.get(account.id);
    if (subscription === undefined) return [];
    const own = devices.filter((device) => device.accountId === account.id);
    return [{ account, subscription, devices: own, deliveries, tags: tags.get(account.id) ?? [] }];
  });
}
