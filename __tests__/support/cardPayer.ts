/** Pays orders at the sandbox's card provider by the calls that its widget makes. */
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

/** The token of a card. */
export async function cardToken(server: Poster, number: string): Promise<string> {
  const { body } = await server.post(`${WIDGET}/token`, { number, expires: '12/60', cvv: '123' });
  return (body as { token: string }).token;
}

/** Agrees to an order and pays it, passing 3-D Secure unless told; `changes` tamper with what the widget sends. */
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
