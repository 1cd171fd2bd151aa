/** RTK Query API of the web application. Each file in `endpoints/` injects the endpoints of one resource. */
import { createApi } from '@reduxjs/toolkit/query/react';
import { CALL_TIMES, createBaseQuery, schemaFailure } from './baseQuery';
import { TAG_TYPES } from './tags';

export const api = createApi({
  reducerPath: 'api',
  baseQuery: createBaseQuery(CALL_TIMES),
  tagTypes: TAG_TYPES,
  // Repeats a query that failed while the device was offline, as soon as the network connection is restored.
  refetchOnReconnect: true,
  catchSchemaFailure: (error, { endpoint }) => schemaFailure(error.schemaName, endpoint),
  endpoints: () => ({}),
});
