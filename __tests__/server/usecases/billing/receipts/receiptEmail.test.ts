/** Tests which email address receives the receipt of a refund. */
import type { ProviderPayment } from '../../../../../src/server/ports/cardProvider';
import { ProviderRejected } from '../../../../../src/server/ports/cardProvider';
import { type AccountRow, findAccountById } from '../../../../../src/server/store/accounts';
import { findReceiptEmail } from '../../../../../src/server/usecases/billing/receipts/receiptEmail';
import { type CardCustomer, cardCustomer } from '../../../../support/cardCustomer';
import { otherProvider } from '../../../../support/otherProvider';
import { instanceWith, startTestServer, type TestServer } from '../../../../support/server';

const PAYMENT = 700_001;

let server: TestServer;
let customer: CardCustomer;
let account: AccountRow;

beforeEach(async () => {
  server = await startTestServer();
  customer = await cardCustomer(server, 'account@example.org');
  const found = await findAccountById(server.db, customer.id);
  if (found === null) throw new Error('the customer has no account');
  account = found;
});

const deleted = (): AccountRow => ({ ...account, erasedAt: server.clock.now() });

const paidBy = (email: string | null, transactionId = PAYMENT): ProviderPayment =>
  customer.told(server.clock.now(), transactionId, { email });

interface Listed {
  ofOrder?: ProviderPayment[];
  ofDay?: ProviderPayment[];
}

/** Returns the address for the receipt of a payment, if the card provider lists these payments. */
function emailFor(
  ofAccount: AccountRow,
  { ofOrder = [], ofDay = [] }: Listed,
  { typed, orderId = customer.order.id }: { typed?: string; orderId?: string | null } = {},
): Promise<string> {
  const provider = otherProvider();
  provider.findPaymentsOfOrder = (id) =>
    id === customer.order.id ? Promise.resolve(ofOrder) : Promise.reject(new Error('no such order'));
  provider.listPaymentsOfDay = () => Promise.resolve(ofDay);
  const payment = { transactionId: String(PAYMENT), orderId, at: server.clock.now() };
  return findReceiptEmail(instanceWith(server.deps, { cardProvider: provider }), ofAccount, payment, typed);
}

test('the receipt is sent to the address of the account', async () => {
  const listed = { ofOrder: [paidBy('payer@example.org')] };
  expect(await emailFor(account, listed, { typed: 'typed@example.org' })).toBe('account@example.org');
});

describe('if the account is deleted, the receipt is sent', () => {
  it('to the address that staff typed', async () => {
    const listed = { ofOrder: [paidBy('payer@example.org')] };
    expect(await emailFor(deleted(), listed, { typed: 'typed@example.org' })).toBe('typed@example.org');
  });

  it('otherwise to the payer in the list of payments of the order', async () => {
    const listed = { ofOrder: [paidBy('other@example.org', 1), paidBy(' Payer@Example.org')] };
    expect(await emailFor(deleted(), listed)).toBe('payer@example.org');
  });

  it.each([
    ['the order has only other payments', () => customer.order.id],
    ['the order is unknown', () => null],
  ])('to the payer in the list of payments of the day if %s', async (_why, chooseOrderId) => {
    const listed = {
      ofOrder: [paidBy('other@example.org', 1)],
      ofDay: [paidBy('another@example.org', 2), paidBy('payer@example.org')],
    };
    expect(await emailFor(deleted(), listed, { orderId: chooseOrderId() })).toBe('payer@example.org');
  });

  it.each([
    ['the card provider does not list the payment', () => ({})],
    ['the payment has no address', () => ({ ofOrder: [paidBy(null)] })],
    ['the address of the payment is invalid', () => ({ ofOrder: [paidBy('payer@')] })],
  ])('to nobody, and staff must type an address, if %s', async (_why, listed) => {
    await expect(emailFor(deleted(), listed())).rejects.toThrow(ProviderRejected);
  });
});
