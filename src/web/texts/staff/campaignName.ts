/** What staff call the campaign's trial. English, as the spec's console is. */
import type { OfferTerms } from '../../../shared/offerTerms';

export const campaignNameOf = ({ campaignTrialDays }: OfferTerms): string =>
  campaignTrialDays === 7 ? 'campaign week' : 'campaign trial';
