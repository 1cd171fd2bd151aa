import {
  abbreviateStatus,
  isSubscriptionStatus,
  SUBSCRIPTION_STATUSES,
} from '../../src/shared/subscriptionStatus';

it('abbreviates every status to three letters of its own [call-33]', () => {
  const abbreviations = SUBSCRIPTION_STATUSES.map(abbreviateStatus);
  expect(abbreviations.every((text) => /^[A-Z]{3}$/.test(text))).toBe(true);
  expect(new Set(abbreviations).size).toBe(SUBSCRIPTION_STATUSES.length);
});

it('does not know a status that another server may send', () => {
  expect(isSubscriptionStatus('PAUSED')).toBe(false);
  expect(isSubscriptionStatus('toString')).toBe(false);
  expect(abbreviateStatus('PAUSED')).toBe('UNK');
});
