/** What staff call the campaign's trial. English, as the whole console. */
import type { OfferTerms } from '../../../shared/offerTerms';

export const campaignNameOf = ({ campaignTrialDays }: OfferTerms): string =>
  campaignTrialDays === 7 ? 'Campaign week' : 'Campaign trial';
