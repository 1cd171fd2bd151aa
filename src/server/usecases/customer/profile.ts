/** Reads the customer's own profile: subscription and devices. */
import type { Deps } from '../../deps';
import { availableSlots } from '../../domain/deviceSlots';
import { type DeviceRow, listAttachedDevices } from '../../store/devices';
import { readSubscription, type SubscriptionView } from '../billing/subscriptions/readSubscription';

export interface ProfileView {
  subscription: SubscriptionView;
  /** Attached devices, oldest first. */
  devices: DeviceRow[];
  availableDevices: number;
}

export async function readProfile(deps: Deps, accountId: number): Promise<ProfileView> {
  const subscription = await readSubscription(deps.db, accountId, deps.clock.now());
  const devices = await listAttachedDevices(deps.db, accountId);
  return { subscription, devices, availableDevices: availableSlots(devices.length) };
}
