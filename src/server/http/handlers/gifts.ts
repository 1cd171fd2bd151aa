/** Handlers of the API endpoints with which a recipient views and activates a gift. */
import type { giftsCalls } from '../../../shared/contract/gifts';
import {
  activateGift,
  checkGiftKey,
  countWrongGiftKey,
  isGiftJustActivatedBy,
  readGift,
} from '../../usecases/gifts/gifts';
import { signInByGoogle } from '../../usecases/signIn/register';
import type { HandlersOf } from './handler';
import { buildClient, unlessAddressChanged } from './signingInClient';
import { formatExpiration } from './subscriptionResponse';

export const giftsHandlers: HandlersOf<typeof giftsCalls> = {
  checkGift: async ({ deps, ip }, { body }) => {
    const gift = await checkGiftKey(deps, body.key, ip);
    return gift === null ? { success: false, months: null } : { success: true, months: gift.months };
  },

  activateGift: async (context, { body }) => {
    const { deps, caller } = context;
    if (caller.kind === 'customer') {
      const subscription = await activateGift(deps, { accountId: caller.accountId, key: body.key });
      if (subscription === null) return { success: false };
      return { success: true, subExpirationDateTime: formatExpiration(subscription), uid: caller.uid };
    }
    const isGood =
      (await readGift(deps.db, body.key)) !== null ||
      (await isGiftJustActivatedBy(deps, caller.identity.email, body.key));
    if (!isGood) {
      await countWrongGiftKey(deps, `google ${caller.identity.uid}`);
      return { success: false };
    }
    return unlessAddressChanged(deps, async () => {
      const client = buildClient(context, body);
      const { accountId, ...session } = await signInByGoogle(deps, caller.identity, client, true);
      const subscription = await activateGift(deps, { accountId, key: body.key });
      if (subscription === null) return { success: false };
      return { success: true, subExpirationDateTime: formatExpiration(subscription), ...session };
    });
  },
};
