/** Pays orders at the sandbox's card provider with the same API calls as the provider's payment widget. */
import type { WidgetResponse } from '../../src/server/sandbox/fakeCardProvider/widget/api';
import type { Order } from '../../src/shared/contract/shop';
import { agreeTo } from './consent';
import type { SandboxServer } from './sandboxServer';

export const CARDS = {
  secure: '4242 4242 4242 4242',
  plain: '4000 0000 0000 3055',
  onlyFirst: '4111 1111 1111 1111',
  declined: '4000 0566 5566 5556',
  unknown: '4000 0000 0000 0002',
} as const;

type Poster = Pick<SandboxServer, 'post' | 'deps'>;

const WIDGET = '/sandbox/card/widget';

/** Returns the sandbox card provider's token of a card. */
export async function cardToken(server: Poster, number: string): Promise<string> {
  const { body } = await server.post(`${WIDGET}/token`, { number, expires: '12/60', cvv: '123' });
  return (body as { token: string }).token;
}

/**
 * Records the consent to an order and pays it. Passes 3-D Secure unless `passThreeDs` is false. `changes` override fields
 * that the payment widget sends, to simulate tampering.
 */
export async function payOrder(
  server: Poster,
  order: Order,
  card: string,
  options: { passThreeDs?: boolean; changes?: object } = {},
): Promise<WidgetResponse> {
  await agreeTo(server.deps.db, order.id);
  const { body } = await server.post(`${WIDGET}/pay`, {
    publicTerminalId: 'pk_sandbox',
    token: await cardToken(server, card),
    amount: order.amount,
    currency: order.currency,
    description: order.description,
    externalId: order.id,
    accountId: order.accountId,
    email: order.receiptEmail,
    recurrent: order.recurringPayment,
    ...options.changes,
  });
  const response = body as WidgetResponse;
  if (response.status !== 'threeDs') return response;
  const { transactionId } = response;
  const second = await server.post(`${WIDGET}/3ds`, { transactionId, confirm: options.passThreeDs ?? true });
  return second.body as WidgetResponse;
}
