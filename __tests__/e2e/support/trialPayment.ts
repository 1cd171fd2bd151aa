/** Pays for a trial without a browser, for tests and benchmarks that only need a paying customer. */
import { OFFER_EDITION } from '../../../src/shared/offerEdition';

interface Order {
  id: string;
  accountId: string;
  amount: number;
  currency: string;
  recurringPayment: object;
}

/** Sends an API request, and resolves to the body of the response. */
type Post = (path: string, body: object, token?: string) => Promise<unknown>;

/** Number of a test card whose payments need no confirmation by the bank. */
const PLAIN_CARD = '4000 0000 0000 3055';

/**
 * Pays the 1 ruble of the free trial with the API requests that the shop and its card dialog send. Resolves to the
 * response of the card dialog.
 */
export async function payForTrial(
  post: Post,
  customer: { email: string; accessToken: string },
  cardNumber = PLAIN_CARD,
): Promise<unknown> {
  const { email, accessToken } = customer;
  const { order } = (await post('/api/shop/getShop', {}, accessToken)) as { order: Order };
  const consent = { orderId: order.id, offerEdition: OFFER_EDITION.version, wording: 'test' };
  await post('/api/shop/consent', consent, accessToken);
  const card = { number: cardNumber, expires: '12/60', cvv: '123' };
  const { token } = (await post('/sandbox/card/widget/token', card)) as { token: string };
  const { id: externalId, accountId, amount, currency, recurringPayment: recurrent } = order;
  return post('/sandbox/card/widget/pay', {
    publicTerminalId: 'pk_sandbox',
    token,
    externalId,
    accountId,
    amount,
    currency,
    recurrent,
    email,
  });
}
