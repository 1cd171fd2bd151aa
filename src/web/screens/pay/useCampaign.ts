/** Provides the order of the campaign page. */
import type { SerializedError } from '@reduxjs/toolkit';
import { useMemo, useState } from 'react';
import type { Order } from '../../../shared/contract/shop';
import { type CallError, callErrorOf } from '../../api/callError';
import { useGetCampaignOrderQuery } from '../../api/endpoints/shop';
import { campaignOrderOf, newAccountId } from '../../components/payment/ownOrder';
import { usePlatform } from '../../platform/PlatformContext';
import { OWN_ORDER_TEXTS } from '../../texts/shop';

export interface CampaignQuery {
  /** Order whose terms the page shows, or null until the first successful response. */
  offer: Order | null;
  /** Order for the card widget, or null while another order is being fetched. */
  order: Order | null;
  isLoading: boolean;
  hasFailed: boolean;
  error: CallError | SerializedError | undefined;
  retry: () => void;
}

/**
 * Fetches a new order every time the screen opens. Creates the order in the browser if the server does not support
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
  const isForeign = error !== undefined && callErrorOf(error).status === 404;
  const own = useMemo(
    () => campaignOrderOf(partner, opened.accountId, opened.at, (kind) => OWN_ORDER_TEXTS[kind](product)),
    [partner, opened, product],
  );
  const offer = currentData?.order ?? (isForeign ? own : null);
  const hasFailed = error !== undefined && !isForeign && !isFetching;
  return {
    offer,
    order: isFetching || hasFailed ? null : offer,
    isLoading: isFetching && offer === null,
    hasFailed,
    error,
    retry: () => void refetch(),
  };
}
