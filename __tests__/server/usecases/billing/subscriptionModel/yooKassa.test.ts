/** Compares subscriptions at YooKassa with a model that is written from the documentation alone. */
import { proveSubscriptions } from '../../../../support/subscriptionProof';

test('subscriptions at YooKassa match the model', async () => {
  await proveSubscriptions('YooKassa', ['yooKassa']);
}, 7_200_000);
