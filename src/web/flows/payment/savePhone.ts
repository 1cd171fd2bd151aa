/** Stores the phone number for receipts before a payment. Only pages that ask for the number load this module. */
import type { Order } from '../../../shared/contract/shop';
import { toCallError } from '../../api/callError';
import { payerPhoneApi } from '../../api/endpoints/payerPhone';
import type { Flow } from '../flow';
import type { Payer } from '../paymentSlice';

/** Outcome of a payment that cannot continue. */
interface Hindrance {
  kind: 'signInNeeded' | 'paymentsTooMany' | 'paymentUnavailable';
}

/** Phone number that the payer typed. */
export interface TypedPhone {
  /** The number in E.164. */
  number: string;
  /**
   * Stores the number unless the order has it. Returns null if the payment can continue, or the outcome of the payment if it
   * cannot. The payment continues if the server does not want the number (400 and 404), because the page may be older than the
   * server's settings.
   */
  save: (payer: Payer, order: Order) => Flow<Hindrance | null>;
}

export const typedPhone = (number: string): TypedPhone => ({
  number,
  save: (payer, order) => async (dispatch) => {
    if (number === order.receiptPhone) return null;
    const { setPhone, setCampaignPhone } = payerPhoneApi.endpoints;
    const { error } = await dispatch(
      payer === 'campaign'
        ? setCampaignPhone.initiate({ orderId: order.id, phone: number }, { track: false })
        : setPhone.initiate({ phone: number }, { track: false }),
    );
    if (error === undefined) return null;
    switch (toCallError(error).status) {
      case 400:
      case 404:
        return null;
      case 401:
        return { kind: 'signInNeeded' };
      case 429:
        return { kind: 'paymentsTooMany' };
      default:
        return { kind: 'paymentUnavailable' };
    }
  },
});
