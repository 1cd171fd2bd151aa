/** Provides the signed-in customer's account, fetched from the profile endpoint. */
import type { SerializedError } from '@reduxjs/toolkit';
import { skipToken } from '@reduxjs/toolkit/query/react';
import type { Device, UserInfo } from '../../../shared/contract/models';
import { OFFER_TERMS } from '../../../shared/offerTerms';
import type { CallError } from '../../api/callError';
import { ACCOUNT_IS_FRESH_S, useGetProfileQuery } from '../../api/endpoints/profile';
import { useAppSelector } from '../../hooks/storeHooks';
import type { IdentityState } from '../../identity/identityState';
import { selectCaller, selectKnownSubscription } from '../../identity/selectors';

export interface Account {
  devices: readonly Device[];
  /** Number of device slots in use: 3 minus the available slots. */
  usedDeviceCount: number;
  /** Number of free device slots. */
  availableDeviceCount: number;
  /** Masked number of the stored card, or null if no card is stored. */
  cardMask: string | null;
  /** Phone number for receipts in E.164, or null if there is none. */
  phone: string | null;
  /** Whether a card or another payment method, for example a wallet, is stored. */
  hasPaymentMethod: boolean;
  /** Whether a due charge has not succeeded yet. Access continues while the card provider retries the charge. */
  isChargeOverdue: boolean;
  /** Whether the stored card can no longer be charged, so that the customer must enter a card again. */
  needsCard: boolean;
  /**
   * Time from which the shop sells a renewal, in ISO 8601. The time is null if a renewal can be bought now. The time is
   * set only if access is already paid or granted for a long time ahead.
   */
  renewableFrom: string | null;
}

/** Subscription from the profile response, or the last known subscription from the store until the first response. */
export type Subscription = Pick<
  IdentityState,
  'amount' | 'currency' | 'expirationDate' | 'subscriptionIsActive' | 'subscriptionStatus'
>;

export interface AccountQuery {
  subscription: Subscription;
  /** Account data, or null until the first successful response. */
  account: Account | null;
  /** Whether the profile is being fetched for the first time. In this state, the profile screen shows a skeleton. */
  isChecking: boolean;
  /** Whether the last profile request failed or its response contained `success: false`. */
  hasFailed: boolean;
  /** Error of the failed profile request, or undefined if the server responded with `success: false`. */
  error: CallError | SerializedError | undefined;
  /** Server's message from a response with `success: false`, or null if the response contained no message. */
  reason: string | null;
  retry: () => void;
}

const NO_DEVICES: readonly Device[] = [];

/**
 * Fetches the account when the account screen opens, when the window regains focus and when the network connection is
 * restored. Fetches nothing while no customer is signed in.
 *
 * @example
 * const { account, isChecking, hasFailed, retry } = useAccount();
 */
export function useAccount(): AccountQuery {
  const caller = useAppSelector(selectCaller);
  const known = useAppSelector(selectKnownSubscription);
  const { currentData, error, isUninitialized, isFetching, refetch } = useGetProfileQuery(
    caller ?? skipToken,
    {
      refetchOnMountOrArgChange: ACCOUNT_IS_FRESH_S,
      refetchOnFocus: true,
      refetchOnReconnect: true,
    },
  );
  const response = currentData?.success ? currentData : null;
  return {
    subscription: response?.userInfo ? pickSubscription(response.userInfo) : known,
    account: response && {
      devices: response.devices ?? NO_DEVICES,
      usedDeviceCount: OFFER_TERMS.maxDevices - computeAvailable(response),
      availableDeviceCount: computeAvailable(response),
      cardMask: response.userInfo?.cardMask ?? null,
      phone: response.userInfo?.phone ?? null,
      // A server without this field stores nothing but cards.
      hasPaymentMethod: response.userInfo?.hasPaymentMethod ?? Boolean(response.userInfo?.cardMask),
      isChargeOverdue: response.userInfo?.chargeIsOverdue ?? false,
      needsCard: response.userInfo?.needsCard ?? false,
      renewableFrom: response.userInfo?.renewableFrom ?? null,
    },
    isChecking: response === null && isFetching,
    hasFailed: error !== undefined || currentData?.success === false,
    error,
    reason: currentData?.success === false ? (currentData.message ?? null) : null,
    retry: () => {
      if (!isUninitialized) void refetch();
    },
  };
}

function pickSubscription({
  amount = null,
  currency = null,
  expirationDate = null,
  subscriptionIsActive,
  subscriptionStatus,
}: UserInfo): Subscription {
  return { amount, currency, expirationDate, subscriptionIsActive, subscriptionStatus };
}

function computeAvailable(response: {
  devices: readonly Device[] | null;
  availableDevices?: number | null | undefined;
}): number {
  const available = response.availableDevices ?? OFFER_TERMS.maxDevices - (response.devices?.length ?? 0);
  return Math.min(OFFER_TERMS.maxDevices, Math.max(0, available));
}
