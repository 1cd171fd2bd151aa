/** The order of the campaign page (spec section 2, /pay). */
import type { Order } from '../../shared/contract/shop';
import { useGetCampaignOrderQuery } from '../api/endpoints/shop';

export interface CampaignQuery {
  /** What the page offers; null until the first good answer. */
  offer: Order | null;
  /** What the card widget pays; null while another order is on its way. */
  order: Order | null;
  isLoading: boolean;
  hasFailed: boolean;
  retry: () => void;
}

/** Fetches a fresh order whenever the screen opens. `partner` is the query of the page as it came. */
export function useCampaign(partner: string | null): CampaignQuery {
  const { currentData, isFetching, isError, refetch } = useGetCampaignOrderQuery(
    { partner },
    { refetchOnMountOrArgChange: true },
  );
  const offer = currentData?.order ?? null;
  const hasFailed = isError && !isFetching;
  return {
    offer,
    order: isFetching || hasFailed ? null : offer,
    isLoading: isFetching && offer === null,
    hasFailed,
    retry: () => void refetch(),
  };
}
