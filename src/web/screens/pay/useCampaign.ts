/** The order of the campaign page. */
import type { SerializedError } from '@reduxjs/toolkit';
import { useMemo, useState } from 'react';
import type { Order } from '../../../shared/contract/shop';
import { type CallError, callErrorOf } from '../../api/callError';
import { useGetCampaignOrderQuery } from '../../api/endpoints/shop';
import { campaignOrderOf, newAccountId } from '../../components/payment/ownOrder';
import { usePlatform } from '../../platform/PlatformContext';
import { OWN_ORDER_TEXTS } from '../../texts/shop';

export interface CampaignQuery {
  /** What the page offers; null until the first good answer. */
  offer: Order | null;
  /** What the card widget pays; null while another order is on its way. */
  order: Order | null;
  isLoading: boolean;
  hasFailed: boolean;
  error: CallError | SerializedError | undefined;
  retry: () => void;
}

/**
 * Fetches a fresh order whenever the screen opens; a server that knows no such call gets one of the
 * page's own making. `partner` is the query of the page as it came.
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
