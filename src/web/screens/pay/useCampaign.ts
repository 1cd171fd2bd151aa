/** Provides the order of the campaign page. */
import type { SerializedError } from '@reduxjs/toolkit';
import { useMemo, useState } from 'react';
import type { Order } from '../../../shared/contract/shop';
import { type CallError, toCallError } from '../../api/callError';
import { useGetCampaignOrderQuery } from '../../api/endpoints/shop';
import { buildCampaignOrder, newAccountId } from '../../components/payment/ownOrder';
import { usePlatform } from '../../platform/PlatformContext';
import { OWN_ORDER_TEXTS } from '../../texts/shop';

export interface CampaignQuery {
  /** Order whose terms the page shows: the general offer until the first response, or null if the first request failed. */
  offer: Order | null;
  /** Whether the terms are those of an order that can be paid, so that the date of the first monthly charge is known. */
  isDayKnown: boolean;
  /** Order for the card widget, or null while another order is being fetched. */
  order: Order | null;
  hasFailed: boolean;
  error: CallError | SerializedError | undefined;
  retry: () => void;
}

/**
 * Fetches a new order every time the screen opens. Until the first response, the terms of the general offer are shown,
 * which are the same for every visitor. Creates the order in the browser if the server does not support
 * campaign orders (404). `partner` is the raw query of the page.
 *
 * @example
 * const { offer, order, retry } = useCampaign(searchParams.get('i'));
 */
export function useCampaign(partner: string | null): CampaignQuery {
  const platform = usePlatform();
  const [opened] = useState(() => ({ at: platform.now(), accountId: newAccountId() }));
  const { currentData, isFetching, error, refetch } = useGetCampaignOrderQuery(
    { partner },
    { refetchOnMountOrArgChange: true, refetchOnReconnect: true },
  );
  const { product } = platform.configuration.brand;
  const isForeign = error !== undefined && toCallError(error).status === 404;
  const own = useMemo(
    () => buildCampaignOrder(partner, opened.accountId, opened.at, (kind) => OWN_ORDER_TEXTS[kind](product)),
    [partner, opened, product],
  );
  const known = currentData?.order ?? (isForeign ? own : null);
  const hasFailed = error !== undefined && !isForeign && !isFetching;
  return {
    offer: known ?? (hasFailed ? null : own),
    isDayKnown: known !== null,
    order: isFetching || hasFailed ? null : known,
    hasFailed,
    error,
    retry: () => void refetch(),
  };
}
