/** Card providers at which the accounts of a simulation pay. */
import { yooKassaDecline } from '../../src/server/adapters/yooKassa/yooKassaDeclines';
import { cloudPaymentsDecline } from '../../src/shared/cloudPaymentsDeclines';
import type { Decline } from '../../src/shared/declines';
import type { SeededRandom } from './seededRandom';

/** Names of the card providers. CloudPayments schedules the charges, and for YooKassa the server schedules them. */
export type ProviderName = 'cloudPayments' | 'yooKassa';

/** Card providers of the new orders of an account. If an account has both, it moves between them by changes of card. */
export type Composition = readonly ProviderName[];

const BOTH: Composition = ['cloudPayments', 'yooKassa'];

/** All compositions by name, for `test.each`. */
export const COMPOSITIONS: readonly (readonly [string, Composition])[] = [
  ['CloudPayments alone', ['cloudPayments']],
  ['YooKassa alone', ['yooKassa']],
  ['both card providers', BOTH],
];

/** Returns the card provider of a new order. With one card provider, no random number is used. */
export function providerOfOrder(composition: Composition, random: SeededRandom): ProviderName {
  const [only = 'cloudPayments'] = composition;
  return composition.length === 1 ? only : (composition[random.between(0, composition.length - 1)] ?? only);
}

export const isOwnCharge = (provider: ProviderName): boolean => provider === 'yooKassa';

/** Returns a decline after which the customer's next attempt may succeed, or after which no attempt can succeed. */
export function buildDecline(provider: ProviderName, isFinal: boolean): Decline {
  if (provider === 'yooKassa') return yooKassaDecline(isFinal ? 'permission_revoked' : 'insufficient_funds');
  return cloudPaymentsDecline(isFinal ? 5034 : 5051);
}
