/** Asking for a sign-in email. */
import { EMAIL_LINK_PLATFORM } from '../../../shared/constants';
import { isGiftKey } from '../../../shared/validation';
import { callErrorOf } from '../../api/callError';
import { emailVerificationApi } from '../../api/endpoints/emailVerification';
import { emailTyped } from '../../identity/identitySlice';
import { selectGiftKey } from '../../identity/selectors';
import { removeTabValue, writeTabValue } from '../../tabStorage/tabStorage';
import { FLOW_TEXTS } from '../../texts/flows';
import { toast } from '../../toasts/toasts';
import type { Flow } from '../flow';
import { reportFailure } from '../reportFailure';
import { checkGift } from './activateGift';
import { browserMarkIn } from './browserMark';

export type RequestEmailLinkOutcome =
  | { kind: 'emailLinkSent' }
  /** The last email of the day was sent, now or before: it has a link, which works for a day, and no code. */
  | { kind: 'lastEmailInMailbox' }
  | { kind: 'emailLinkFailed' };

/**
 * Asks for an email to `email`, which passed the email rule; in gift mode when a gift key is
 * stored. A failure has been shown and reported when this resolves.
 */
export function requestEmailLink(email: string): Flow<RequestEmailLinkOutcome> {
  return async (dispatch, getState, { now, sessionStorage, storage }) => {
    const giftKey = selectGiftKey(getState());
    dispatch(emailTyped(email));
    const { sendEmailLink, sendGiftEmailLink } = emailVerificationApi.endpoints;
    const body = {
      ...{ email, platform: EMAIL_LINK_PLATFORM, fcmToken: '', giftKey },
      ...browserMarkIn(storage),
    };
    const { data, error } = await dispatch(
      isGiftKey(giftKey)
        ? sendGiftEmailLink.initiate(body, { track: false })
        : sendEmailLink.initiate(body, { track: false }),
    );
    if (data?.reason === 'lastOfDay') {
      writeTabValue(sessionStorage, 'lastEmailOfDay', email);
      return { kind: 'lastEmailInMailbox' };
    }
    if (data?.success) {
      removeTabValue(sessionStorage, 'lastEmailOfDay');
      writeTabValue(sessionStorage, 'emailSentAt', now());
      return { kind: 'emailLinkSent' };
    }
    // Was it the key? One that activates nothing must not stand in the way of the next try.
    if (data && isGiftKey(giftKey)) await dispatch(checkGift(giftKey));
    toast.error(FLOW_TEXTS.emailLinkFailed);
    const status = error ? callErrorOf(error).status : null;
    void dispatch(reportFailure('emailLinkRequestFailed', { status }));
    return { kind: 'emailLinkFailed' };
  };
}
