/** Handlers of the API endpoints for the phone number in receipts. */
import type { payerPhoneCalls } from '../../../shared/contract/payerPhone';
import { setCampaignPhone, setPhone } from '../../usecases/billing/subscriptions/payerPhone';
import type { HandlersOf } from './handler';

export const payerPhoneHandlers: HandlersOf<typeof payerPhoneCalls> = {
  setPhone: async ({ deps, caller }, { body }) => {
    await setPhone(deps, { accountId: caller.accountId, phone: body.phone });
    return { success: true };
  },

  setCampaignPhone: async ({ deps, ip }, { body }) => ({
    success: await setCampaignPhone(deps, { ...body, ip }),
  }),
};
