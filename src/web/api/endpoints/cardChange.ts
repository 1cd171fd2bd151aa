/** Endpoint of the change of card. */
import { cardChangeCalls } from '../../../shared/contract/cardChange';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';

export const cardChangeApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCardChange: build.query({
      ...buildEndpoint(cardChangeCalls.getCardChange),
      providesTags: ['CardChange'],
    }),
  }),
});

export const { useGetCardChangeQuery } = cardChangeApi;
