/** Error notice for an offer that could not be fetched, or that is not made because nothing can be paid at the moment. */
import type { SerializedError } from '@reduxjs/toolkit';
import type { ErrorCode } from '../../../shared/contract/errors';
import { type CallError, toCallError } from '../../api/callError';
import { SHOP_TEXTS } from '../../texts/shop';
import { CallFailure } from '../failures/CallFailure';
import { SupportLink } from '../frame/SupportLink';

interface OfferFailureProps {
  error: CallError | SerializedError | undefined;
  /** Title of the notice, and the sentence after the advice. */
  texts: { title: string; next: string };
  onRetry: () => void;
}

export function OfferFailure({ error, texts: { title, next }, onRetry }: OfferFailureProps) {
  const isPaused =
    error !== undefined && toCallError(error).code === ('PROVIDER_UNAVAILABLE' satisfies ErrorCode);
  return (
    <CallFailure
      title={isPaused ? SHOP_TEXTS.paymentsPaused.title : title}
      error={error}
      next={next}
      onRetry={onRetry}
      retryLabel={SHOP_TEXTS.retry}
    >
      <SupportLink>{SHOP_TEXTS.support}</SupportLink>
    </CallFailure>
  );
}
