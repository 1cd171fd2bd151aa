/** Shows the next charge of the subscription or the end of access. */
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { formatAmount } from '../../../shared/russianFormats';
import type { Subscription } from '../../components/account/useAccount';
import { type Description, DescriptionList } from '../../components/display/DescriptionList';
import { formatMoneyTime } from '../../texts/dates';
import { PROFILE_TEXTS } from '../../texts/profile';

interface SubscriptionDetailsProps {
  subscription: Subscription;
  cardMask: string | null;
  /** Whether the stored card is still being loaded. In this state, a placeholder reserves the line of the card. */
  isChecking: boolean;
}

export function SubscriptionDetails({ subscription, cardMask, isChecking }: SubscriptionDetailsProps) {
  const { amount, currency, subscriptionIsActive: isActive, subscriptionStatus: status } = subscription;
  const date = formatMoneyTime(subscription.expirationDate);
  const details: Description[] = [];
  if (isChecking && status === null) {
    // Show placeholders for the lines of an active subscription, so that no layout shift occurs.
    for (const name of [PROFILE_TEXTS.nextCharge, PROFILE_TEXTS.chargeDate, PROFILE_TEXTS.card]) {
      details.push({ name, value: <Value variant="text" /> });
    }
  }
  if (status === 'ACTIVE') {
    if (amount !== null)
      details.push({ name: PROFILE_TEXTS.nextCharge, value: formatAmount(amount, currency) });
    if (date) details.push({ name: PROFILE_TEXTS.chargeDate, value: date });
    if (cardMask) details.push({ name: PROFILE_TEXTS.card, value: cardMask });
    else if (isChecking) details.push({ name: PROFILE_TEXTS.card, value: <Value variant="text" /> });
  } else if (status !== null && date) {
    details.push({ name: isActive ? PROFILE_TEXTS.accessUntil : PROFILE_TEXTS.accessEnded, value: date });
  }
  return <DescriptionList details={details} />;
}

const Value = styled(Skeleton)({ width: 62 });
