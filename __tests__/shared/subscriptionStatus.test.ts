import {
  abbreviateStatus,
  isSubscriptionStatus,
  SUBSCRIPTION_STATUSES,
} from '../../src/shared/subscriptionStatus';

it('abbreviates every status to three different letters [call-33]', () => {
  const abbreviations = SUBSCRIPTION_STATUSES.map(abbreviateStatus);
  expect(abbreviations.every((text) => /^[A-Z]{3}$/.test(text))).toBe(true);
  expect(new Set(abbreviations).size).toBe(SUBSCRIPTION_STATUSES.length);
});

it('handles an unknown status from another server', () => {
  expect(isSubscriptionStatus('PAUSED')).toBe(false);
  expect(isSubscriptionStatus('toString')).toBe(false);
  expect(abbreviateStatus('PAUSED')).toBe('UNK');
});
