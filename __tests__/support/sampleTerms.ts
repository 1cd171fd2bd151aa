/** Sample offer terms for tests of texts. The sample terms do not depend on the prices that the product charges. */
import type { OfferTerms } from '../../src/shared/offerTerms';

export const SAMPLE_TERMS: OfferTerms = {
  monthlyPriceRub: 449,
  webTrialDays: 7,
  mobileTrialDays: 2,
  campaignPriceRub: 1,
  campaignTrialDays: 7,
  cardCheckRub: 1,
  cardCheckReturnDays: 3,
  maxDevices: 3,
};
