/**
 * Creates orders for an alternative API server that implements the same API contract but returns no orders. The prices
 * come from the response of the alternative server. Only the card provider notifies the alternative server of a
 * payment, with the account id.
 */
import type { ResponseOf } from '../../../shared/contract/call';
import type { Contract } from '../../../shared/contract/contract';
import type { Order } from '../../../shared/contract/shop';
import { addMonths } from '../../../shared/moscowDays';
import { OFFER_TERMS } from '../../../shared/offerTerms';
import { partnerPrefix } from '../../../shared/validation';

/** Function that returns the description of an order for the card dialog and the receipt. */
export type Describe = (kind: 'trial' | 'renewal' | 'campaign') => string;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns a new account id for a payer without an account: 16 random bytes in hexadecimal. */
export function newAccountId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns a monthly recurring payment. `receiptLabel` is the item name on each monthly receipt. */
function monthly(amount: number, startDate: Date, receiptLabel: string): Order['recurringPayment'] {
  return { amount, interval: 'Month', period: 1, startDate: startDate.toISOString(), receiptLabel };
}

/**
 * Creates the order of a shop payment. `now` is the current time in ms. The id of the order is derived from `now` and
 * the payer.
 */
export function buildShopOrder(
  response: ResponseOf<Contract['getShop']>,
  payer: { uid: string; email: string },
  now: number,
  describe: Describe,
): Order {
  const isRenewal = response.firstPaymentActivated ?? false;
  const price = response.monthlyPayment ?? OFFER_TERMS.monthlyPriceRub;
  const first = response.firstPayment ?? 0;
  const accountId = payer.uid === 'unknown' ? payer.email : payer.uid;
  const kind = isRenewal ? 'renewal' : 'trial';
  return {
    id: `${accountId}-${now.toString(36)}`,
    accountId,
    kind,
    // A card provider cannot charge 0 rubles, so a free trial charges a small amount to verify the card.
    amount: isRenewal ? price : first > 0 ? first : OFFER_TERMS.cardCheckRub,
    currency: 'RUB',
    description: describe(kind),
    receiptEmail: payer.email,
    recurringPayment: monthly(
      price,
      isRenewal ? addMonths(new Date(now), 1) : new Date(now + OFFER_TERMS.webTrialDays * DAY_MS),
      describe('renewal'),
    ),
  };
}

/**
 * Creates the order of a campaign payment. `partner` is the raw query of the page, and `accountId` is a generated id.
 */
export function buildCampaignOrder(
  partner: string | null,
  accountId: string,
  now: number,
  describe: Describe,
): Order {
  const payer = `${partnerPrefix(partner)}${accountId}`;
  return {
    id: `${payer}-${now.toString(36)}`,
    accountId: payer,
    kind: 'campaign',
    amount: OFFER_TERMS.campaignPriceRub,
    currency: 'RUB',
    description: describe('campaign'),
    recurringPayment: monthly(
      OFFER_TERMS.monthlyPriceRub,
      new Date(now + OFFER_TERMS.campaignTrialDays * DAY_MS),
      describe('renewal'),
    ),
  };
}
