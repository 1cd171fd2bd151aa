/** What staff see, as the wire spells it: rubles and ISO 8601 UTC. */
import { toRubles } from '../../../shared/money';
import { priceOf } from '../../domain/billing/orders';
import type { CustomerRecord } from '../../usecases/console/customerRecords';
import type { DeviceDeliveryRecord } from '../../usecases/console/deviceDelivery';
import { deviceAnswer } from './deviceAnswer';
import { expirationOf } from './subscriptionAnswer';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

function deliveryAnswer({ until, openedAt, lastSeenAt, app, isBlocked, waiting }: DeviceDeliveryRecord) {
  return {
    until: iso(until),
    openedAt: iso(openedAt),
    lastSeenAt: iso(lastSeenAt),
    app,
    isBlocked,
    waiting: waiting && { problem: waiting.problem, nextTryAt: iso(waiting.nextTryAt) },
  };
}

function staffDeviceAnswer(
  device: CustomerRecord['devices'][number],
  delivery: DeviceDeliveryRecord | undefined,
) {
  return {
    ...deviceAnswer(device),
    platform: device.platform,
    firstActivation: device.firstActivation.toISOString(),
    firebaseToken: device.firebaseToken,
    ...(delivery === undefined ? {} : { delivery: deliveryAnswer(delivery) }),
  };
}

export function staffUserAnswer({
  account,
  subscription,
  devices,
  deliveries,
  mailboxRefusedAt,
  tags,
}: CustomerRecord) {
  return {
    id: account.id,
    email: account.email,
    uid: account.uid,
    /** What the shop would charge this customer first. */
    firstPayment: toRubles(priceOf(subscription.firstPaymentActivated ? 'renewal' : 'trial')),
    firstPaymentIsActive: subscription.firstPaymentActivated,
    currency: subscription.currency,
    subscription: {
      status: subscription.status,
      totalCost: toRubles(subscription.totalPaidKopecks),
      endDate: expirationOf(subscription),
    },
    devices: devices.map((device) => staffDeviceAnswer(device, deliveries.get(device.id))),
    providerId: account.providerId,
    registeredAt: account.createdAt.toISOString(),
    mailboxRefusedAt: mailboxRefusedAt?.toISOString() ?? null,
    tags,
  };
}
