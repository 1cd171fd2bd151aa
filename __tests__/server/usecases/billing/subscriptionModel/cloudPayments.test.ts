/** Compares subscriptions at CloudPayments with a model that is written from the documentation alone. */
import { proveSubscriptions } from '../../../../support/subscriptionProof';

test('subscriptions at CloudPayments match the model', async () => {
  await proveSubscriptions('CloudPayments', ['cloudPayments']);
}, 7_200_000);
