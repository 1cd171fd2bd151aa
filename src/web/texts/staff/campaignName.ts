/** What staff call the campaign's trial. English, as the spec's console is. */
import { OFFER_TERMS, type OfferTerms } from '../../../shared/offerTerms';

export const campaignName = ({ campaignTrialDays }: OfferTerms = OFFER_TERMS): string =>
  campaignTrialDays === 7 ? 'campaign week' : 'campaign trial';
