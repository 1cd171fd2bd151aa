/** Refunds a payment in full as staff, without a change of the access or the renewal. */
import { deliverDueOutbox } from '../../src/server/workers/delivery/deliverOutbox';
import type { TestServer } from './server';
import { signInStaffAs } from './signIn';

/** Resolves when the card provider has received the refund. Each payment is refunded by a staff member of its own. */
export async function refundAll(
  server: TestServer,
  customer: { email: string; uid: string },
  transactionId: string,
): Promise<void> {
  const { accessToken: token } = await signInStaffAs(server, 'senior', `senior-${transactionId.slice(0, 8)}`);
  const kept = { access: 'keep' as const, stopRenewal: false };
  const body = { ...customer, transactionId, amount: 'all' as const, ...kept };
  expect(await server.call('refund', { token, body })).toMatchObject({ status: 200 });
  await deliverDueOutbox(server.deps);
}
