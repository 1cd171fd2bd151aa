/** Records the customer's consent to the charges of an order before the card dialog opens. */
import { CONSENT_WORDING_MAX } from '../../../shared/contract/consent';
import { OFFER_EDITION } from '../../../shared/offerEdition';
import { toCallError } from '../../api/callError';
import { consentApi } from '../../api/endpoints/consent';
import type { Flow } from '../flow';

export type ConsentOutcome =
  | 'recorded'
  /** The server implements only the specification and has no consent endpoint. */
  | 'unneeded'
  /** The order, or the version of the public offer on this page, is no longer valid. */
  | 'outdated'
  | 'sessionLost'
  | 'failed';

/**
 * Records the customer's consent to the charges. `wording` is the text shown to the customer. The server takes the
 * amounts from the stored order.
 */
export function giveConsent(orderId: string, wording: string): Flow<ConsentOutcome> {
  return async (dispatch) => {
    const { data, error } = await dispatch(
      consentApi.endpoints.giveConsent.initiate(
        { orderId, offerEdition: OFFER_EDITION.version, wording: wording.slice(0, CONSENT_WORDING_MAX) },
        { track: false },
      ),
    );
    if (!error) return data.success ? 'recorded' : 'outdated';
    const { status } = toCallError(error);
    if (status === 404) return 'unneeded';
    return status === 401 ? 'sessionLost' : 'failed';
  };
}
