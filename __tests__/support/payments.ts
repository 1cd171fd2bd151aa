/** Sends the notifications about an order that the card provider sends after a payment. */
import type { Order } from '../../src/shared/contract/shop';
import { toKopecks } from '../../src/shared/money';
import { agreeTo } from './consent';
import type { TestServer } from './server';

let lastTransaction = 900_000;

function stamp(server: TestServer): string {
  return server.clock.now().toISOString().slice(0, 19).replace('T', ' ');
}

function paymentFields(server: TestServer, order: Order, lastFour = '4242') {
  lastTransaction += 1;
  return {
    TransactionId: lastTransaction,
    Amount: order.amount.toFixed(2),
    Currency: order.currency,
    PaymentAmount: order.amount.toFixed(2),
    PaymentCurrency: order.currency,
    DateTime: stamp(server),
    CardFirstSix: '424242',
    CardLastFour: lastFour,
    CardType: 'Visa',
    CardExpDate: '12/30',
    TestMode: 1,
    OperationType: 'Payment',
    InvoiceId: order.id,
    AccountId: order.accountId,
    IpAddress: '203.0.113.1',
  };
}

/**
 * Pays an order: records the consent and sends the notifications Check and Pay. `lastFour` are the last digits of the
 * card. Resolves to the id of the transaction.
 */
export async function payOrder(server: TestServer, order: Order, lastFour?: string): Promise<string> {
  await agreeTo(server.db, order.id);
  const fields = { ...paymentFields(server, order, lastFour), Status: 'Completed' };
  await expectAccepted(await server.fakeCardProvider.notify('check', fields));
  const startAt = new Date(order.recurringPayment.startDate);
  server.fakeCardProvider.recurringPayments.push({
    id: `sc_${String(fields.TransactionId)}`,
    accountId: order.accountId,
    state: 'active',
    amountKopecks: toKopecks(order.recurringPayment.amount),
    currency: order.currency,
    nextChargeAt: startAt,
    startAt,
    successes: 0,
    failures: 0,
  });
  await expectAccepted(
    await server.fakeCardProvider.notify('pay', {
      ...fields,
      GatewayName: 'test',
      Token: `tk_${String(fields.TransactionId)}`,
    }),
  );
  return String(fields.TransactionId);
}

/** Sends the card provider's notification that the bank declined the charge. */
export async function declineOrder(server: TestServer, order: Order, reasonCode: number): Promise<void> {
  const fields = { ...paymentFields(server, order), Reason: 'rejected', ReasonCode: reasonCode };
  await expectAccepted(await server.fakeCardProvider.notify('fail', fields));
}

async function expectAccepted(response: Response): Promise<void> {
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ code: 0 });
}
