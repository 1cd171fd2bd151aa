/** Requests a sign-in email. */
import { EMAIL_LINK_PLATFORM } from '../../../shared/constants';
import { isGiftKey } from '../../../shared/validation';
import { toCallError } from '../../api/callError';
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
  /**
   * The daily limit is reached, and the last email of the day was sent. The last email of the day contains a link that
   * is valid for one day, and no code.
   */
  | { kind: 'lastEmailInMailbox' }
  | { kind: 'emailLinkFailed' };

/**
 * Requests a sign-in email to `email`, which must be validated. If a gift key is stored, the flow requests the gift
 * email instead. A failure is shown and reported before the promise resolves.
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
    if (data?.reason === 'addressUnsupported') {
      toast.error(FLOW_TEXTS.addressUnsupported);
      return { kind: 'emailLinkFailed' };
    }
    // An invalid gift key may be the cause of the failure. `checkGift` removes an invalid gift key, so that the key
    // does not block the next attempt.
    if (data && isGiftKey(giftKey)) await dispatch(checkGift(giftKey));
    toast.error(FLOW_TEXTS.emailLinkFailed);
    const status = error ? toCallError(error).status : null;
    void dispatch(reportFailure('emailLinkRequestFailed', { status }));
    return { kind: 'emailLinkFailed' };
  };
}
