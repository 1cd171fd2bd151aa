/** Converts customer records to the response format for staff. Amounts are in rubles, and times are ISO 8601 in UTC. */
import { toRubles } from '../../../shared/money';
import { findPrice } from '../../domain/billing/orders';
import type { CustomerRecord } from '../../usecases/console/customerRecords';
import type { DeviceDeliveryRecord } from '../../usecases/console/deviceDelivery';
import { deviceResponse } from './deviceResponse';
import { formatExpiration } from './subscriptionResponse';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

function deliveryResponse({ until, openedAt, lastSeenAt, app, isBlocked, waiting }: DeviceDeliveryRecord) {
  return {
    until: iso(until),
    openedAt: iso(openedAt),
    lastSeenAt: iso(lastSeenAt),
    app,
    isBlocked,
    waiting: waiting && {
      problem: waiting.problem,
      ...(waiting.rejectedAt === null ? {} : { rejectedAt: iso(waiting.rejectedAt) }),
      nextTryAt: iso(waiting.nextTryAt),
    },
  };
}

function staffDeviceResponse(
  device: CustomerRecord['devices'][number],
  delivery: DeviceDeliveryRecord | undefined,
) {
  return {
    ...deviceResponse(device),
    platform: device.platform,
    firstActivation: device.firstActivation.toISOString(),
    firebaseToken: device.firebaseToken,
    ...(delivery === undefined ? {} : { delivery: deliveryResponse(delivery) }),
  };
}

export function staffUserResponse({
  account,
  subscription,
  devices,
  deliveries,
  maskedPhone = null,
  lookalikes = null,
  mailboxRejectedAt = null,
  undeliveredEmail = null,
  vpnPanelReadAt = null,
  lastConnectedAt = null,
  tags,
}: CustomerRecord) {
  return {
    id: account.id,
    // A deleted account has a placeholder instead of an email address. The uid of a deleted account is a hash, by which
    // staff can still refund its payments.
    email: account.erasedAt === null ? account.email : null,
    uid: account.uid,
    /** Amount of the customer's first charge in the shop. */
    firstPayment: toRubles(findPrice(subscription.firstPaymentActivated ? 'renewal' : 'trial')),
    firstPaymentIsActive: subscription.firstPaymentActivated,
    currency: subscription.currency,
    subscription: {
      status: subscription.status,
      totalCost: toRubles(subscription.totalPaidKopecks),
      endDate: formatExpiration(subscription),
    },
    devices: devices.map((device) => staffDeviceResponse(device, deliveries.get(device.id))),
    providerId: account.providerId,
    ...(maskedPhone === null ? {} : { phone: maskedPhone }),
    registeredAt: account.createdAt.toISOString(),
    deletedAt: iso(account.erasedAt),
    ...(lookalikes === null
      ? {}
      : {
          lookalikes: {
            visibleEmail: lookalikes.visibleEmail,
            accounts: lookalikes.accounts.map(({ account: { id, email }, subscription: { status } }) => ({
              ...{ id, email, status },
            })),
          },
        }),
    mailboxRejectedAt: iso(mailboxRejectedAt),
    undeliveredEmail: undeliveredEmail && { ...undeliveredEmail, at: undeliveredEmail.at.toISOString() },
    vpnPanelReadAt: iso(vpnPanelReadAt),
    lastConnectedAt: iso(lastConnectedAt),
    tags,
  };
}
