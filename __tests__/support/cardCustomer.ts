/**
 * A signed-in customer with an order, and the notifications that the fake card provider sends about the customer's
 * payments.
 */
import type { ProviderPayment, ProviderRecurringPayment } from '../../src/server/ports/cardProvider';
import { emailIdentity, openAccount } from '../../src/server/usecases/accounts/accounts';
import { createCustomerSession } from '../../src/server/usecases/accounts/sessions';
import {
  readSubscription,
  type SubscriptionView,
} from '../../src/server/usecases/billing/subscriptions/readSubscription';
import { deliverDueOutbox } from '../../src/server/workers/delivery/deliverOutbox';
import type { Order } from '../../src/shared/contract/shop';
import { agreeTo } from './consent';
import { CHECK, PAY, RECURRENT } from './notificationExamples';
import { MONTH_IN_FORM, MONTH_KOPECKS } from './offer';
import type { TestServer } from './server';

type Fields = Record<string, string | number>;

/** Formats a moment as the card provider does, for example `2026-11-21 09:00:30`. */
export const stamp = (moment: Date | string): string =>
  new Date(moment).toISOString().slice(0, 19).replace('T', ' ');

export interface CardCustomer {
  id: number;
  uid: string;
  token: string;
  order: Order;
  /** Id of the recurring payment at the card provider. */
  recurringPaymentId: string;
  /** Sends a notification of the card provider. Resolves to the `code` of the server's response. */
  notify(kind: string, fields: Fields): Promise<number | undefined>;
  /** Returns the fields of the first payment's notification. */
  first(changes?: Fields): Fields;
  /** Returns the fields of the notification about a charge of the recurring payment. */
  charge(at: Date | string, transactionId: number, changes?: Fields): Fields;
  /** Returns the fields of the notification about the state of the recurring payment. */
  recurrent(changes?: Fields): Fields;
  /** Returns the recurring payment as the provider's REST API describes it before its first charge. */
  recurringPayment(): ProviderRecurringPayment;
  /**
   * Sends the notifications Check and Pay of the first payment, then the first notification about the recurring payment.
   */
  subscribe(): Promise<void>;
  /** Returns a charge as the provider's REST API describes it. */
  told(at: Date | string, transactionId: number, changes?: Partial<ProviderPayment>): ProviderPayment;
  subscription(): Promise<SubscriptionView>;
}

let lastTransaction = 500_000;

/** Creates a new customer with an open order. */
export async function cardCustomer(server: TestServer, email: string): Promise<CardCustomer> {
  const { deps, fakeCardProvider } = server;
  const { id, uid } = await openAccount(deps.db, deps, emailIdentity(email));
  const token = await createCustomerSession(deps.db, deps, id);
  const { body } = await server.call('getShop', { token });
  if (!body.order) throw new Error('the shop response contains no order');
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
      // Each customer has a card of their own, because a card can have only one trial.
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
