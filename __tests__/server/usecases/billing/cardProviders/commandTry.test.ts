/** Tests the idempotency keys of repeated attempts to execute a command to the card provider. */
import { keyOfRefund, keyOfTry } from '../../../../../src/server/usecases/billing/cardProviders/commandTry';

test('each attempt to cancel a recurring payment has its own key, and the first attempt has no number', () => {
  expect([1, 2, 3].map((tries) => keyOfTry('key', 'rec', tries))).toEqual([
    'key:rec',
    'key:rec:2',
    'key:rec:3',
  ]);
});

test('a repeated refund keeps its key, unless the card provider rejected the previous attempt', () => {
  expect(keyOfRefund({ key: 'key', tries: 2, wasRejected: false })).toBe('key');
  expect(keyOfRefund({ key: 'key', tries: 2, wasRejected: true })).toBe('key:2');
});
