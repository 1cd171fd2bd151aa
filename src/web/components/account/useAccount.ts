/** The signed-in customer's account as the profile call tells it. */
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
  /** Slots in use: 3 minus the available ones. */
  usedDeviceCount: number;
  /** Slots left. */
  availableDeviceCount: number;
  /** Masked number of the stored card, null when there is none. */
  cardMask: string | null;
  /** The charge that was due has not come: access goes on unpaid while the provider tries again. */
  isChargeOverdue: boolean;
  /** So much is paid or given already that the shop sells again from then on only. */
  renewableFrom: string | null;
}

/** The subscription as the profile tells it; until its first answer, as it was when it was heard of last. */
export type Subscription = Pick<
  IdentityState,
  'amount' | 'currency' | 'expirationDate' | 'subscriptionIsActive' | 'subscriptionStatus'
>;

export interface AccountQuery {
  subscription: Subscription;
  /** Null until the first good answer. */
  account: Account | null;
  /** Until the first answer or failure: the initial check of the profile screen. */
  isChecking: boolean;
  /** The last fetch failed, or said `success: false`. */
  hasFailed: boolean;
  /** How; undefined when the answer itself said so. */
  error: CallError | SerializedError | undefined;
  /** Why, in the words of such an answer; null when it gave none. */
  reason: string | null;
  retry: () => void;
}

const NO_DEVICES: readonly Device[] = [];

/**
 * Fetches the account when its screen opens and when the window comes back into focus. Nothing is
 * fetched while nobody is signed in.
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
    subscription: response?.userInfo ? subscriptionOf(response.userInfo) : known,
    account: response && {
      devices: response.devices ?? NO_DEVICES,
      usedDeviceCount: OFFER_TERMS.maxDevices - availableOf(response),
      availableDeviceCount: availableOf(response),
      cardMask: response.userInfo?.cardMask ?? null,
      isChargeOverdue: response.userInfo?.chargeIsOverdue ?? false,
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

function subscriptionOf({
  amount = null,
  currency = null,
  expirationDate = null,
  subscriptionIsActive,
  subscriptionStatus,
}: UserInfo): Subscription {
  return { amount, currency, expirationDate, subscriptionIsActive, subscriptionStatus };
}

function availableOf(response: {
  devices: readonly Device[] | null;
  availableDevices?: number | null | undefined;
}): number {
  const available = response.availableDevices ?? OFFER_TERMS.maxDevices - (response.devices?.length ?? 0);
  return Math.min(OFFER_TERMS.maxDevices, Math.max(0, available));
}
