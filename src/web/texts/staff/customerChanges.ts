/** Describes what changed about a customer since a dialog was opened. */
import type { StaffDevice, StaffUser } from '../../../shared/contract/staffModels';
import type { StaffPayment } from '../../../shared/contract/staffPayments';
import { formatEnglishAmount } from '../../../shared/englishAmounts';
import { isSubscriptionStatus } from '../../../shared/subscriptionStatus';
import { formatDateTime } from '../dates';
import type { CustomerPayments } from './customerHeadline';
import { staffDeviceName } from './device';
import { STAFF_PAYMENT_TEXTS } from './payments';
import { STATUS_NAMES } from './tags';

/** State of a customer that decides about money and access. Data that was not loaded is undefined. */
export interface CustomerState {
  user: StaffUser | undefined;
  payments: CustomerPayments | undefined;
}

/** Returns the changes of money and access between two states, such as «Status: Active → Canceled». */
export function changesBetween(before: CustomerState, after: CustomerState): string[] {
  return [...userChanges(before.user, after.user), ...paymentChanges(before.payments, after.payments)];
}

function changed(name: string, before: string | null, after: string | null): string[] {
  return before === after ? [] : [`${name}: ${before ?? 'none'} → ${after ?? 'none'}`];
}

const statusName = ({ subscription }: StaffUser): string => {
  const status = subscription?.status ?? '';
  return isSubscriptionStatus(status) ? STATUS_NAMES[status] : status;
};

const formatName = ({ deviceName }: StaffDevice): string => `“${staffDeviceName(deviceName)}”`;

function userChanges(before: StaffUser | undefined, after: StaffUser | undefined): string[] {
  if (before === undefined || after === undefined) return [];
  const missing = (from: StaffUser, to: StaffUser) =>
    from.devices.filter(({ deviceId }) => to.devices.every((other) => other.deviceId !== deviceId));
  return [
    ...(after.deletedAt && !before.deletedAt ? ['Account deleted'] : []),
    ...(after.deletedAt ? [] : changed('Email', before.email ?? null, after.email ?? null)),
    ...changed('Status', statusName(before), statusName(after)),
    ...changed(
      'Access or next charge',
      formatDateTime(before.subscription?.endDate),
      formatDateTime(after.subscription?.endDate),
    ),
    ...missing(before, after).map((device) => `Device ${formatName(device)} detached`),
    ...missing(after, before).map((device) => `Device ${formatName(device)} attached`),
  ];
}

const formatState = ({ state, returnedAmount, currency }: StaffPayment): string =>
  STAFF_PAYMENT_TEXTS.state(state, formatEnglishAmount(returnedAmount ?? 0, currency ?? undefined));

const buildKey = ({ transactionId, provider }: StaffPayment): string => `${provider ?? ''} ${transactionId}`;

function paymentChanges(before: CustomerPayments | undefined, after: CustomerPayments | undefined): string[] {
  if (before === undefined || after === undefined) return [];
  return after.payments.flatMap((payment) => {
    const number = STAFF_PAYMENT_TEXTS.number(payment.transactionId);
    const known = before.payments.find((each) => buildKey(each) === buildKey(payment));
    const named = (what: string) => (number === null ? what : `${what} ${number}`);
    if (known !== undefined) return changed(named('Payment'), formatState(known), formatState(payment));
    const amount = formatEnglishAmount(payment.amount, payment.currency ?? undefined);
    return [`${named('New payment')}: ${amount}, ${formatState(payment).toLowerCase()}`];
  });
}
