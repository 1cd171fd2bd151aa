/** What to say when a payment came to nothing, and the ways on from there. */
import type { ReactNode } from 'react';
import type { PaymentOutcome } from '../../flows/payment/pay';
import { usePlatform } from '../../platform/PlatformContext';
import { describeDecline } from '../../texts/declines';
import { SHOP_TEXTS } from '../../texts/shop';
import { ErrorNotice } from '../controls/ErrorNotice';
import { SupportLink } from '../frame/SupportLink';

interface PaymentNoticeProps {
  /** How the last try ended; null before the first one. */
  outcome: PaymentOutcome | null;
  /** Opens the dialog again, where the notice itself is to offer it. */
  onRetry?: (() => void) | undefined;
  /** What leads to the full price; null: no trial was asked for. */
  toFullPrice: ReactNode;
}

/** Nothing, unless there is something to say. */
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
      return (
        <ErrorNotice
          {...SHOP_TEXTS.widgetUnavailable}
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
      return toFullPrice === null ? null : (
        <ErrorNotice title={SHOP_TEXTS.trialUsed.title} text={SHOP_TEXTS.trialUsed.text}>
          {toFullPrice}
          {support}
        </ErrorNotice>
      );
    default:
      return null;
  }
}
