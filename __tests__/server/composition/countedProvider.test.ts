/** Tests that each request to a card provider is counted once by its result, and that the card provider is unchanged. */
import { countedProvider } from '../../../src/server/composition/countedProvider';
import {
  ProviderNotReady,
  ProviderRejected,
  ProviderUnavailable,
} from '../../../src/server/ports/cardProvider';
import { otherProvider } from '../../support/otherProvider';

function counted(failure: Error | null = null) {
  const counts: string[] = [];
  const provider = otherProvider();
  if (failure !== null) provider.cancelRecurringPayment = () => Promise.reject(failure);
  const metrics = {
    providerRequested: (name: string, outcome: string) => void counts.push(`${name} ${outcome}`),
  };
  return { provider, counts, through: countedProvider(provider, metrics) };
}

it('counts an answered request, and returns its response', async () => {
  const { provider, counts, through } = counted();
  await through.cancelRecurringPayment('sc_1', 'request-1');
  expect(await through.refundPayment('7', 100, null, 'request-2')).toBe('back-7');
  expect(provider.asked).toEqual(['cancel sc_1', 'refund 7']);
  expect(counts).toEqual(['other answered', 'other answered']);
});

it.each([
  [new ProviderRejected('no such payment'), ['other rejected']],
  [new ProviderUnavailable('no answer'), ['other unavailable']],
  [new ProviderNotReady('not yet'), ['other answered']],
  [new RangeError('an error of this server'), []],
])('counts a request that failed with %s, and throws the same error', async (failure, expected) => {
  const { counts, through } = counted(failure);
  await expect(through.cancelRecurringPayment('sc_1', 'request-1')).rejects.toBe(failure);
  expect(counts).toEqual(expected);
});

it('calls a method with the card provider as its object, and keeps all other properties', async () => {
  const { provider, counts, through } = counted();
  expect(await through.findRecurringPayments('uid-1')).toEqual([]);
  expect(through.name).toBe('other');
  expect(through.capabilities).toBe(provider.capabilities);
  expect(through.notifications).toBe(provider.notifications);
  expect(counts).toEqual(['other answered']);
});
