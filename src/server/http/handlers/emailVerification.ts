/**
 * Handlers of the API endpoints for sign-in emails. An action that is not possible returns `success: false`, because
 * existing clients expect this response.
 */
import type { emailVerificationCalls } from '../../../shared/contract/emailVerification';
import {
  previewEmailSignIn,
  redeemEmailCode,
  redeemEmailLink,
  type Redemption,
  restoreEmailSignIn,
} from '../../usecases/signIn/redeemSignInEmail';
import { sendEmailLink, type SentEmailLink } from '../../usecases/signIn/sendSignInEmail';
import type { HandlersOf } from './handler';
import { buildClient, unlessAddressChanged } from './signingInClient';

function redemptionResponse(redemption: Redemption) {
  switch (redemption.kind) {
    case 'redeemed':
      return { success: true, token: redemption.token, gift: redemption.gift };
    case 'emailNeeded':
      return { success: false, reason: 'emailNeeded' };
    case 'invalid':
      return { success: false, reason: 'invalid' };
    case 'tooManyTries':
      return { success: false, reason: 'tooManyTries', triesLeft: 0 };
  }
}

function sentResponse(sent: SentEmailLink) {
  switch (sent.kind) {
    case 'sent':
      return { success: true, mailToken: sent.mailToken };
    case 'lastSent':
      return { success: true, reason: 'lastOfDay' };
    case 'addressUnsupported':
      return { success: false, reason: 'addressUnsupported' };
    case 'rejected':
      return sent.lastIsInMailbox ? { success: false, reason: 'lastOfDay' } : { success: false };
  }
}

export const emailVerificationHandlers: HandlersOf<typeof emailVerificationCalls> = {
  sendEmailLink: async ({ deps, ip }, { body }) => {
    const { email, browserMark = null } = body;
    return sentResponse(await sendEmailLink(deps, { email, giftKey: null, browserMark, ip }));
  },

  sendGiftEmailLink: async ({ deps, ip }, { body }) => {
    const { email, giftKey, browserMark = null } = body;
    return sentResponse(await sendEmailLink(deps, { email, giftKey: giftKey ?? '', browserMark, ip }));
  },

  restoreEmailLink: (context, { body }) =>
    unlessAddressChanged(context.deps, async () => {
      const restored = await restoreEmailSignIn(context.deps, body.token, buildClient(context, body));
      return restored === null ? { success: false } : { success: true, ...restored };
    }),

  previewEmailLink: async ({ deps }, { body }) => {
    const email = await previewEmailSignIn(deps, body.token);
    return email === null ? { success: false } : { success: true, email };
  },

  redeemEmailLink: async ({ deps }, { body }) =>
    redemptionResponse(
      await redeemEmailLink(deps, {
        linkToken: body.linkToken,
        mailToken: body.mailToken ?? null,
        email: body.email ?? null,
      }),
    ),

  redeemEmailCode: async ({ deps, ip }, { body }) => {
    const { mailToken, code, browserMark = null } = body;
    const redemption = await redeemEmailCode(deps, { mailToken, code, browserMark, ip });
    const response = redemptionResponse(redemption);
    return redemption.kind === 'invalid' ? { ...response, triesLeft: redemption.triesLeft ?? 0 } : response;
  },
};
