/** The one API of the SPA. Endpoints are injected from `endpoints/`, a file per noun. */
import { createApi } from '@reduxjs/toolkit/query/react';
import { CALL_TIMES, createBaseQuery, schemaFailure } from './baseQuery';
import { TAG_TYPES } from './tags';

export const api = createApi({
  reducerPath: 'api',
  baseQuery: createBaseQuery(CALL_TIMES),
  tagTypes: TAG_TYPES,
  // A query that failed without a network is read again when it is back, on every screen.
  refetchOnReconnect: true,
  catchSchemaFailure: (error, { endpoint }) => schemaFailure(error.schemaName, endpoint),
  endpoints: () => ({}),
});
