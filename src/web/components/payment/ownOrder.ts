/**
 * Orders for a server of the same contract that knows none: what the card dialog charges there,
 * with the prices of that server's answer. Such a server learns of the
 * payment from the card provider alone, by the account id.
 */
import type { ResponseOf } from '../../../shared/contract/call';
import type { Contract } from '../../../shared/contract/contract';
import type { Order } from '../../../shared/contract/shop';
import { addMonths } from '../../../shared/moscowDays';
import { OFFER_TERMS } from '../../../shared/offerTerms';
import { partnerPrefix } from '../../../shared/validation';

/** What `describe` gives for the card dialog and the receipt. */
export type Describe = (kind: Order['kind']) => string;

const DAY_MS = 24 * 60 * 60 * 1000;

/** An account id for a payer who has none yet: 16 random bytes in hexadecimal. */
export function newAccountId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** `receiptLabel`: what the receipt of each of its months names. */
function monthly(amount: number, startDate: Date, receiptLabel: string): Order['recurringPayment'] {
  return { amount, interval: 'Month', period: 1, startDate: startDate.toISOString(), receiptLabel };
}

/** `now` is ms; the order's number follows from it and from the payer. */
export function shopOrderOf(
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
    // A card provider cannot charge 0: a free week verifies the card.
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

/** `partner` is the query of the page as it came; `accountId` a generated one. */
export function campaignOrderOf(
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
