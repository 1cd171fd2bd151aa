/** Recording the customer's consent to an order's charges, before the card dialog opens. */
import { CONSENT_WORDING_MAX } from '../../../shared/contract/consent';
import { OFFER_EDITION } from '../../../shared/offerEdition';
import { callErrorOf } from '../../api/callError';
import { consentApi } from '../../api/endpoints/consent';
import type { Flow } from '../flow';

export type ConsentOutcome =
  | 'recorded'
  /** Another server of the same contract, which knows no consents. */
  | 'unneeded'
  /** The order or the offer on this page is not in force any more. */
  | 'outdated'
  | 'sessionLost'
  | 'failed';

/** `wording` is what stood on the screen; the server takes the amounts from its order. */
export function giveConsent(orderId: string, wording: string): Flow<ConsentOutcome> {
  return async (dispatch) => {
    const { data, error } = await dispatch(
      consentApi.endpoints.giveConsent.initiate(
        { orderId, offerEdition: OFFER_EDITION.version, wording: wording.slice(0, CONSENT_WORDING_MAX) },
        { track: false },
      ),
    );
    if (!error) return data.success ? 'recorded' : 'outdated';
    const { status } = callErrorOf(error);
    if (status === 404) return 'unneeded';
    return status === 401 ? 'sessionLost' : 'failed';
  };
}
