/** Console name of the campaign's trial. */
import type { OfferTerms } from '../../../shared/offerTerms';

export const campaignNameOf = ({ campaignTrialDays }: OfferTerms): string =>
  campaignTrialDays === 7 ? 'Campaign week' : 'Campaign trial';
