/** Name of the campaign trial in the staff console. */
import type { OfferTerms } from '../../../shared/offerTerms';

export const formatCampaignName = ({ campaignTrialDays }: OfferTerms): string =>
  campaignTrialDays === 7 ? 'Campaign week' : 'Campaign trial';
