/** Endpoints that register a customer after sign-in and end a customer's session. */
import { registrationCalls } from '../../../shared/contract/registration';
import { api } from '../api';
import { buildEndpoint } from '../buildEndpoint';
import { whenChanged } from '../tags';

export const registrationApi = api.injectEndpoints({
  endpoints: (build) => ({
    registerByGoogle: build.mutation({
      ...buildEndpoint(registrationCalls.registerByGoogle, { ownBearer: true }),
      invalidatesTags: whenChanged('Profile', 'Shop'),
    }),
    registerByEmail: build.mutation({
      ...buildEndpoint(registrationCalls.registerByEmail),
      invalidatesTags: whenChanged('Profile', 'Shop'),
    }),
    // The caller passes the token, because the identity is cleared before the request is made.
    logOut: build.mutation({
      ...buildEndpoint(registrationCalls.logOut, { ownBearer: true }),
      invalidatesTags: whenChanged('Profile', 'Shop', 'Order'),
    }),
  }),
});
