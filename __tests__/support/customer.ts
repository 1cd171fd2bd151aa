/** Sample data of a signed-in customer: the contents of the browser's storage and the server's responses. */
import type { Device } from '../../src/shared/contract/models';
import { MONTH_RUB } from './offer';

export const EMAIL = 'vasilisa.premudraya@yandex.ru';

/** Returns the browser storage of a customer with an active subscription. */
export function storedCustomer(changes: Record<string, string> = {}): Record<string, string> {
  return {
    uid: 'uid-1',
    email: EMAIL,
    providerId: 'email',
    accessToken: 'customer-token',
    subscriptionIsActive: 'true',
    ...changes,
  };
}

/** Returns the browser storage of the same customer before any payment. */
export function storedVisitor(changes: Record<string, string> = {}): Record<string, string> {
  return storedCustomer({ subscriptionIsActive: 'false', firstPaymentActivated: 'false', ...changes });
}

export const DEVICES: readonly Device[] = [
  { id: 1, deviceName: 'Samsung Galaxy S24 Ultra', deviceId: '3f9ac21b70d4e5', isActive: true },
  { id: 2, deviceName: 'Ноутбук', deviceId: 'b04e77d15cfa01', isActive: true },
  { id: 3, deviceName: '', deviceId: 'cc', isActive: false },
];

/** Returns a profile response with the first `count` devices. */
export function profileResponse(count: number, userInfo: object = {}): object {
  return {
    success: true,
    userInfo: {
      amount: MONTH_RUB,
      currency: 'RUB',
      expirationDate: '2026-11-28T12:05:00.000Z',
      subscriptionIsActive: true,
      subscriptionStatus: 'ACTIVE',
      email: EMAIL,
      ...userInfo,
    },
    devices: DEVICES.slice(0, count),
    availableDevices: DEVICES.length - count,
  };
}

/** Returns a shop response with an order of the given kind. */
export function shopResponse(kind: 'trial' | 'renewal', changes: object = {}): object {
  return {
    firstPayment: kind === 'trial' ? 1 : MONTH_RUB,
    monthlyPayment: MONTH_RUB,
    firstPaymentActivated: kind === 'renewal',
    subscriptionStatus: kind === 'trial' ? 'NOT_ACTIVE' : 'EXPIRED',
    order: {
      id: 'order-1',
      accountId: 'account-1',
      kind,
      amount: kind === 'trial' ? 1 : MONTH_RUB,
      currency: 'RUB',
      description: 'VPN',
      recurringPayment: {
        amount: MONTH_RUB,
        interval: 'Month',
        period: 1,
        startDate: kind === 'trial' ? '2026-11-28T12:05:00.000Z' : '2026-12-21T12:05:00.000Z',
      },
    },
    ...changes,
  };
}
