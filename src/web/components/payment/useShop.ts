/** Fetches the offer that the shop makes to the customer. */
import type { SerializedError } from '@reduxjs/toolkit';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useMemo, useState } from 'react';
import type { ResponseOf } from '../../../shared/contract/call';
import type { Contract } from '../../../shared/contract/contract';
import type { Order, ShopVariant } from '../../../shared/contract/shop';
import { OFFER_TERMS } from '../../../shared/offerTerms';
import type { CallError } from '../../api/callError';
import { useGetShopQuery } from '../../api/endpoints/shop';
import { useAppSelector } from '../../hooks/storeHooks';
import { selectCaller, selectIsVerified } from '../../identity/selectors';
import { usePlatform } from '../../platform/PlatformContext';
import { type Charge, OWN_ORDER_TEXTS } from '../../texts/shop';
import { buildShopOrder } from './ownOrder';

interface ShopQuote {
  /** Monthly price in rubles. */
  monthly: number;
  /**
   * Kind of the offer. `resumes` means that the customer has paid before, so the full price is charged now, as with
   * `fullPrice`.
   */
  kind: 'trial' | 'fullPrice' | 'resumes';
  charge: Charge;
}

export interface ShopQuery {
  /**
   * Offer for this customer, or null until the first successful response. A visitor who is not signed in gets the
   * general offer.
   */
  quote: ShopQuote | null;
  /** Order for the card widget, or null if the visitor is not signed in or there is nothing to pay. */
  order: Order | null;
  /** Whether the customer's subscription is probably at another account, from which support can move it. */
  isElsewhere: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  error: CallError | SerializedError | undefined;
  retry: () => void;
}

type ShopResponse = ResponseOf<Contract['getShop']>;

/**
 * Fetches the offer every time the screen opens, because the terms of an order depend on the current time. If
 * `fullPrice` is true, the hook requests an offer without a trial.
 *
 * @example
 * const { quote, order } = useShop('web', false);
 */
export function useShop(variant: ShopVariant, fullPrice: boolean): ShopQuery {
  const caller = useAppSelector(selectCaller);
  const isVerified = useAppSelector(selectIsVerified);
  const platform = usePlatform();
  const [openedAt] = useState(() => platform.now());
  const { currentData, isFetching, error, isUninitialized, refetch } = useGetShopQuery(
    caller && isVerified
      ? {
          ...caller,
          // The shop variant is sent only if needed, because another server with the same API contract may reject
          // unknown fields.
          ...(variant === 'web' ? {} : { variant }),
          ...(fullPrice ? { fullPrice } : {}),
        }
      : skipToken,
    { refetchOnMountOrArgChange: true, refetchOnReconnect: true },
  );
  const response = isVerified ? (currentData ?? null) : GENERAL_OFFER;
  const { product } = platform.configuration.brand;
  const order = useMemo(
    () =>
      // The field `order` of the response is null if there is nothing to pay. The field is absent if the server
      // implements the API contract without orders.
      response === null || caller === null || response === GENERAL_OFFER
        ? null
        : response.order === undefined
          ? buildShopOrder(response, caller, openedAt, (kind) => OWN_ORDER_TEXTS[kind](product))
          : response.order,
    [response, caller, openedAt, product],
  );
  return {
    quote: response && buildQuote({ ...response, order }, openedAt),
    order,
    isElsewhere: response?.isElsewhere === true,
    isLoading: response === null && isFetching,
    hasFailed: response === null && error !== undefined,
    error,
    retry: () => {
      if (!isUninitialized) void refetch();
    },
  };
}

const GENERAL_OFFER: ShopResponse = { firstPaymentActivated: false };

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the offer. The amounts come from the order, from the response if there is no order, or else from the
 * constants of the public offer.
 */
function buildQuote(response: ShopResponse, openedAt: number): ShopQuote {
  const { order } = response;
  const isRenewal = order ? order.kind === 'renewal' : (response.firstPaymentActivated ?? false);
  const monthly = order?.recurringPayment.amount ?? response.monthlyPayment ?? OFFER_TERMS.monthlyPriceRub;
  return {
    monthly,
    kind: !isRenewal ? 'trial' : response.firstPaymentActivated ? 'resumes' : 'fullPrice',
    charge: {
      now: order?.amount ?? (isRenewal ? monthly : OFFER_TERMS.cardCheckRub),
      monthly,
      currency: order?.currency ?? 'RUB',
      startDate:
        order?.recurringPayment.startDate ??
        (isRenewal ? null : new Date(openedAt + OFFER_TERMS.webTrialDays * DAY_MS).toISOString()),
      dayOfMonth: order?.recurringPayment.dayOfMonth ?? null,
    },
  };
}
