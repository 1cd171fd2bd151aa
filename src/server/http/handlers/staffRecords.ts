/** What staff see, as the wire spells it: rubles and ISO 8601 UTC. */
import { toRubles } from '../../../shared/money';
import { priceOf } from '../../billing/rules/orders';
import type { CustomerRecord } from '../../usecases/console/customerRecords';
import { deviceAnswer } from './deviceAnswer';
import { expirationOf } from './subscriptionAnswer';

function staffDeviceAnswer(device: CustomerRecord['devices'][number]) {
  return {
    ...deviceAnswer(device),
    platform: device.platform,
    firstActivation: device.firstActivation.toISOString(),
    firebaseToken: device.firebaseToken,
  };
}

export function staffUserAnswer({ account, subscription, devices, mailboxRefusedAt }: CustomerRecord) {
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
    devices: devices.map(staffDeviceAnswer),
    providerId: account.providerId,
    registeredAt: account.createdAt.toISOString(),
    mailboxRefusedAt: mailboxRefusedAt?.toISOString() ?? null,
  };
}
