/** A signed-in customer and what the card provider says about him, over the faked provider. */
import type { ProviderPayment, ProviderRecurringPayment } from '../../src/server/ports/cardProvider';
import { emailIdentity, openAccount } from '../../src/server/usecases/accounts/accounts';
import { createCustomerSession } from '../../src/server/usecases/accounts/sessions';
import { readSubscription, type SubscriptionView } from '../../src/server/usecases/billing/readSubscription';
import { deliverDueOutbox } from '../../src/server/workers/delivery/deliverOutbox';
import type { Order } from '../../src/shared/contract/shop';
import { agreeTo } from './consent';
import { CHECK, PAY, RECURRENT } from './notificationExamples';
import { MONTH_IN_FORM, MONTH_KOPECKS } from './offer';
import type { TestServer } from './server';

type Fields = Record<string, string | number>;

/** `2026-11-21 09:00:30`, as the provider writes moments. */
export const stamp = (moment: Date | string): string =>
  new Date(moment).toISOString().slice(0, 19).replace('T', ' ');

export interface CardCustomer {
  id: number;
  uid: string;
  token: string;
  order: Order;
  /** Number of the provider's recurring payment. */
  recurringPaymentId: string;
  /** Sends a notification; resolves to the provider's code. */
  notify(kind: string, fields: Fields): Promise<number | undefined>;
  /** Fields of the first payment. */
  first(changes?: Fields): Fields;
  /** Fields of a charge of the recurring payment. */
  charge(at: Date | string, transactionId: number, changes?: Fields): Fields;
  /** Fields of the recurring payment's state. */
  recurrent(changes?: Fields): Fields;
  /** The recurring payment as the provider's REST API tells it before its first charge. */
  recurringPayment(): ProviderRecurringPayment;
  /** Check and Pay of the first payment, then the recurring payment's first word. */
  subscribe(): Promise<void>;
  /** The same charge as the provider's REST API tells it. */
  told(at: Date | string, transactionId: number, changes?: Partial<ProviderPayment>): ProviderPayment;
  subscription(): Promise<SubscriptionView>;
}

let lastTransaction = 500_000;

/** A new customer with an open order. */
export async function cardCustomer(server: TestServer, email: string): Promise<CardCustomer> {
  const { deps, fakeCardProvider } = server;
  const { id, uid } = await openAccount(deps.db, deps, emailIdentity(email));
  const token = await createCustomerSession(deps.db, deps, id);
  const { body } = await server.call('getShop', { token });
  if (!body.order) throw new Error('there is no order');
  const { order } = body;
  await agreeTo(deps.db, order.id);
  lastTransaction += 1;
  const transaction = lastTransaction;
  const recurringPaymentId = `sc_${transaction}`;
  const common: Fields = { InvoiceId: order.id, AccountId: order.accountId };
  const customer: CardCustomer = {
    id,
    uid,
    token,
    order,
    recurringPaymentId,
    async notify(kind, fields) {
      const response = await fakeCardProvider.notify(kind, fields);
      return ((await response.json()) as { code?: number }).code;
    },
    first: (changes = {}) => ({
      ...PAY,
      ...common,
      TransactionId: transaction,
      // A card has one trial.
      Token: `tk_${transaction}`,
      Amount: order.amount.toFixed(2),
      DateTime: stamp(server.clock.now()),
      ...changes,
    }),
    charge: (at, transactionId, changes = {}) => ({
      ...PAY,
      ...common,
      TransactionId: transactionId,
      Amount: MONTH_IN_FORM,
      DateTime: stamp(at),
      SubscriptionId: recurringPaymentId,
      ...changes,
    }),
    recurrent: (changes = {}) => ({
      ...RECURRENT,
      Id: recurringPaymentId,
      AccountId: order.accountId,
      StartDate: stamp(order.recurringPayment.startDate),
      NextTransactionDate: stamp(order.recurringPayment.startDate),
      ...changes,
    }),
    recurringPayment() {
      const startAt = new Date(order.recurringPayment.startDate);
      return {
        id: recurringPaymentId,
        accountId: order.accountId,
        state: 'active',
        amountKopecks: MONTH_KOPECKS,
        currency: 'RUB',
        nextChargeAt: startAt,
        startAt,
        successes: 0,
        failures: 0,
      };
    },
    async subscribe() {
      const { Status } = CHECK;
      if (fakeCardProvider.recurringPayments.every(({ id: known }) => known !== recurringPaymentId))
        fakeCardProvider.recurringPayments.push(customer.recurringPayment());
      await customer.notify('check', { ...customer.first(), Status });
      await customer.notify('pay', customer.first());
      await customer.notify('recurrent', customer.recurrent());
      await deliverDueOutbox(deps);
    },
    told: (at, transactionId, changes = {}) => ({
      transactionId: String(transactionId),
      orderId: order.id,
      accountId: order.accountId,
      email: null,
      state: 'completed',
      amountKopecks: MONTH_KOPECKS,
      currency: 'RUB',
      at: new Date(at),
      decline: null,
      recurringPaymentId,
      cardMask: '•••• 4242',
      isTest: true,
      ...changes,
    }),
    subscription: () => readSubscription(server.db, id, server.clock.now()),
  };
  return customer;
}
