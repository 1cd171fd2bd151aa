/**
 * API calls that store the phone number for receipts, if the operator asks for it (`receiptPhone` in the configuration of the
 * web application). The calls are additions to the specified API.
 */
import * as v from 'valibot';
import { normalizePhone, PHONE_TYPED_MAX } from '../phone';
import { calls } from './call';
import { done, filledIdentifier, shortText } from './fields';

/** Phone number as typed. Parsing returns it in E.164. */
const typedPhone = v.pipe(
  shortText(PHONE_TYPED_MAX),
  v.transform((text) => normalizePhone(text) ?? ''),
  v.nonEmpty(),
);

export const payerPhoneCalls = calls({
  setPhone: {
    path: 'profile/phone',
    audience: 'customer',
    kind: 'change',
    body: v.object({
      /** Phone number, or null to remove the stored one. */
      phone: v.nullable(typedPhone),
    }),
    response: done,
    summary: "Store, change or remove the phone number for the customer's receipts.",
  },

  /** Returns `success: false` if there is no such order, or if it has an account. */
  setCampaignPhone: {
    path: 'shop/campaignPhone',
    audience: 'public',
    kind: 'change',
    body: v.object({ orderId: filledIdentifier(64), phone: typedPhone }),
    response: done,
    summary: 'Store the phone number for the receipts of a campaign order before its payment.',
  },
});
