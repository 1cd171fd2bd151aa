/** Endpoint of the change of card. */
import { cardChangeCalls } from '../../../shared/contract/cardChange';
import { api } from '../api';
import { endpointOf } from '../endpointOf';

export const cardChangeApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCardChange: build.query({
      ...endpointOf(cardChangeCalls.getCardChange),
      providesTags: ['CardChange'],
    }),
  }),
});

export const { useGetCardChangeQuery } = cardChangeApi;
