/** Handlers of registration and logout. */
import type { Contract } from '../../../shared/contract/contract';
import { logOut } from '../../usecases/signIn/logOut';
import { registerByEmail, registerByGoogle } from '../../usecases/signIn/register';
import type { Handler } from './handler';
import { registrationAnswer } from './subscriptionAnswer';

const byGoogle: Handler<Contract['registerByGoogle']> = async ({ deps, caller }) => {
  const { subscription, accessToken, uid, browserMark } = await registerByGoogle(deps, caller.identity);
  return { ...registrationAnswer(subscription), accessToken, uid, browserMark };
};

const byEmail: Handler<Contract['registerByEmail']> = async ({ deps, caller }) => ({
  ...registrationAnswer(await registerByEmail(deps, caller.accountId)),
  uid: caller.uid,
});

const endSession: Handler<Contract['logOut']> = async ({ deps, caller }) => ({
  success: await logOut(deps, caller),
});

export const registrationHandlers = {
  registerByGoogle: byGoogle,
  registerByEmail: byEmail,
  logOut: endSession,
};
