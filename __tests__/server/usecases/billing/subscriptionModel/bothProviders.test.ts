/** Compares subscriptions at both card providers with a model that is written from the documentation alone. */
import { proveSubscriptions } from '../../../../support/subscriptionProof';

test('subscriptions at both card providers match the model', async () => {
  await proveSubscriptions('both card providers', ['cloudPayments', 'yooKassa']);
}, 7_200_000);
