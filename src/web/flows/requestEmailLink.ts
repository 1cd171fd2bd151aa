/** Asking for a sign-in letter (spec section 4, email-link form). */
import { EMAIL_LINK_PLATFORM } from '../../shared/constants';
import { isGiftKey } from '../../shared/validation';
import { callErrorOf } from '../api/callError';
import { emailVerificationApi } from '../api/endpoints/emailVerification';
import { toast } from '../app/toasts';
import { emailTyped } from '../identity/identitySlice';
import { selectGiftKey } from '../identity/selectors';
import { FLOW_TEXTS } from '../texts/flows';
import type { Flow } from './flow';

export type RequestEmailLinkOutcome = { kind: 'emailLinkSent' } | { kind: 'emailLinkFailed' };

/**
 * Asks for a letter to `email`, which passed the email rule; in gift mode when a gift key is
 * stored. A failure has been shown and reported when this resolves.
 */
export function requestEmailLink(email: string): Flow<RequestEmailLinkOutcome> {
  return async (dispatch, getState, { errorReporter }) => {
    const giftKey = selectGiftKey(getState());
    dispatch(emailTyped(email));
    const { sendEmailLink, sendGiftEmailLink } = emailVerificationApi.endpoints;
    const body = { email, platform: EMAIL_LINK_PLATFORM, fcmToken: '', giftKey };
    const { data, error } = await dispatch(
      isGiftKey(giftKey)
        ? sendGiftEmailLink.initiate(body, { track: false })
        : sendEmailLink.initiate(body, { track: false }),
    );
    if (data?.success) return { kind: 'emailLinkSent' };
    toast.error(FLOW_TEXTS.emailLinkFailed);
    errorReporter.report('emailLinkRequestFailed', { status: error ? callErrorOf(error).status : null });
    return { kind: 'emailLinkFailed' };
  };
}
