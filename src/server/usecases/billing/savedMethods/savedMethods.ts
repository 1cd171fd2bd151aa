/** Stores the tokens of saved payment methods in encrypted form, and reads them for a charge. */
import type { Deps } from '../../../deps';
import type { UnscheduledCardProvider } from '../../../ports/cardProvider';
import { decryptSecret, encryptSecret } from '../../../secondFactor/encryptedSecret';
import type { Database } from '../../../store/database';
import { findOrder } from '../../../store/orders';
import { findMethodToken, saveMethod } from '../../../store/requestedPayments';

const buildOwner = (orderId: string): string => `saved method:${orderId}`;

/** Stores the token of the payment method that the payment of an order saved. */
export async function storeMethod(
  tx: Database,
  deps: Deps,
  method: { orderId: string; accountId: number; token: string },
): Promise<void> {
  const { orderId, accountId, token } = method;
  await saveMethod(tx, {
    orderId,
    accountId,
    provider: deps.cardProvider.name,
    encryptedToken: encryptSecret(deps.settings.sessionSecret, buildOwner(orderId), Buffer.from(token)),
    savedAt: deps.clock.now(),
  });
}

/**
 * Returns the token of an order's saved payment method, or null if the method was deleted. If the session secret has
 * changed since, the token is read from the card provider again. Throws the errors of the card provider.
 */
export async function readSavedToken(
  deps: Deps,
  provider: UnscheduledCardProvider,
  orderId: string,
): Promise<string | null> {
  const encrypted = await findMethodToken(deps.db, orderId);
  if (encrypted === null) return null;
  const token = decryptSecret(deps.settings.sessionSecret, buildOwner(orderId), encrypted);
  if (token !== null) return token.toString();
  const order = await findOrder(deps.db, orderId);
  const transactionId = order?.paidTransactionId ?? null;
  if (transactionId === null) return null;
  return (await provider.readPayment(transactionId))?.card?.token ?? null;
}
