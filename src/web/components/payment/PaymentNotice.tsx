/** Explains why a payment failed and offers further actions. */
import type { PaymentOutcome } from '../../flows/payment/pay';
import type { Elements } from '../../platform/elements';
import { usePlatform } from '../../platform/PlatformContext';
import { describeDecline } from '../../texts/declines';
import { SHOP_TEXTS } from '../../texts/shop';
import { ErrorNotice } from '../controls/ErrorNotice';
import { SupportLink } from '../frame/SupportLink';

interface PaymentNoticeProps {
  /** Outcome of the last payment attempt, or null before the first payment attempt. */
  outcome: PaymentOutcome | null;
  /**
   * Callback that reopens the card dialog. The callback is omitted if the notice must not offer another payment
   * attempt.
   */
  onRetry?: (() => void) | undefined;
  /** Link to the full price, or null if the customer did not request the trial. */
  toFullPrice: Elements;
}

/** Renders the notice about a failed payment, or nothing if the outcome of the payment needs no explanation. */
export function PaymentNotice({ outcome, onRetry, toFullPrice }: PaymentNoticeProps) {
  const { document: page } = usePlatform();
  const support = <SupportLink>{SHOP_TEXTS.support}</SupportLink>;
  switch (outcome?.kind) {
    case 'declined':
      return (
        <ErrorNotice title={SHOP_TEXTS.declined} text={describeDecline(outcome.reason)}>
          {support}
        </ErrorNotice>
      );
    case 'paymentUnavailable':
    case 'paymentsPaused':
    case 'paymentsTooMany':
      return (
        <ErrorNotice
          {...(outcome.kind === 'paymentUnavailable'
            ? SHOP_TEXTS.widgetUnavailable
            : SHOP_TEXTS[outcome.kind])}
          {...(onRetry && { onRetry })}
          retryLabel={SHOP_TEXTS.retry}
        >
          {support}
        </ErrorNotice>
      );
    case 'termsChanged':
      return (
        <ErrorNotice
          title={SHOP_TEXTS.termsChanged.title}
          text={SHOP_TEXTS.termsChanged.text}
          onRetry={() => void page.reload()}
          retryLabel={SHOP_TEXTS.termsChanged.reload}
        >
          {support}
        </ErrorNotice>
      );
    case 'trialUsed':
    case 'trialLimit':
    case 'cardNeeded':
      return toFullPrice === null ? null : (
        <ErrorNotice {...SHOP_TEXTS[outcome.kind]}>
          {toFullPrice}
          {support}
        </ErrorNotice>
      );
    default:
      return null;
  }
}
