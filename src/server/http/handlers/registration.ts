/** Handlers of the API endpoints for registration and sign-out. */
import type { registrationCalls } from '../../../shared/contract/registration';
import { logOut } from '../../usecases/signIn/logOut';
import { registerByEmail, registerByGoogle } from '../../usecases/signIn/register';
import type { HandlersOf } from './handler';
import { buildClient, unlessAddressChanged } from './signingInClient';
import { registrationResponse } from './subscriptionResponse';

export const registrationHandlers: HandlersOf<typeof registrationCalls> = {
  registerByGoogle: (context, { body }) =>
    unlessAddressChanged(context.deps, async () => {
      const { deps, caller } = context;
      const { subscription, accessToken, uid, browserMark } = await registerByGoogle(
        deps,
        caller.identity,
        buildClient(context, body),
      );
      return { ...registrationResponse(subscription), accessToken, uid, browserMark };
    }),

  registerByEmail: async ({ deps, caller }) => ({
    ...registrationResponse(await registerByEmail(deps, caller.accountId)),
    uid: caller.uid,
  }),

  logOut: async ({ deps, caller }) => ({
    success: await logOut(deps, caller),
  }),
};
