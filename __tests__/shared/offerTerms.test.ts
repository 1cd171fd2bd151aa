/** Tests rules for every price and period. The values of the prices and periods are only in `offerTerms.ts`. */
import { OFFER_TERMS } from '../../src/shared/offerTerms';

test.each([
  'monthlyPriceRub', // [number-1]
  'webTrialDays', // [number-2]
  'mobileTrialDays', // [number-3]
  'campaignPriceRub', // [number-4]
  'campaignTrialDays', // [number-4]
  'cardCheckRub',
  'maxDevices', // [number-5]
] as const)('%s is a whole number of at least 1', (name) => {
  expect(Number.isSafeInteger(OFFER_TERMS[name])).toBe(true);
  expect(OFFER_TERMS[name]).toBeGreaterThanOrEqual(1);
});

test('the trials cost less than a month', () => {
  expect(OFFER_TERMS.campaignPriceRub).toBeLessThan(OFFER_TERMS.monthlyPriceRub);
  expect(OFFER_TERMS.cardCheckRub).toBeLessThan(OFFER_TERMS.monthlyPriceRub);
});

test('the mobile shop promises no more than the customer gets', () => {
  expect(OFFER_TERMS.mobileTrialDays).toBeLessThanOrEqual(OFFER_TERMS.webTrialDays);
});
