/** Handler of the consent that comes before a payment. */
import type { Contract } from '../../../shared/contract/contract';
import { recordConsent } from '../../usecases/billing/consents';
import type { Handler } from './handler';

const giveConsent: Handler<Contract['giveConsent']> = async ({ deps, caller, ip, userAgent }, { body }) => ({
  success: await recordConsent(deps, { accountId: caller.accountId, ...body, ip, userAgent }),
});

export const consentHandlers = { giveConsent };
