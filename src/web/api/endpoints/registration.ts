/** Endpoints that register a customer after sign-in and end a customer's session. */
import { registrationCalls } from '../../../shared/contract/registration';
import { api } from '../api';
import { endpointOf } from '../endpointOf';
import { whenChanged } from '../tags';

export const registrationApi = api.injectEndpoints({
  endpoints: (build) => ({
    registerByGoogle: build.mutation({
      ...endpointOf(registrationCalls.registerByGoogle, { ownBearer: true }),
      invalidatesTags: whenChanged('Profile', 'Shop'),
    }),
    registerByEmail: build.mutation({
      ...endpointOf(registrationCalls.registerByEmail),
      invalidatesTags: whenChanged('Profile', 'Shop'),
    }),
    // The caller passes the token, because the identity is cleared before the request is made.
    logOut: build.mutation({
      ...endpointOf(registrationCalls.logOut, { ownBearer: true }),
      invalidatesTags: whenChanged('Profile', 'Shop', 'Order'),
    }),
  }),
});
