/**
 * Payment flow from the offer to the confirmation. The flow shows the price, the consent checkbox, the card dialog, the
 * wait for the server's confirmation, and every outcome of the payment.
 */
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Order, ShopVariant } from '../../../shared/contract/shop';
import { RADIUS } from '../../../shared/designTokens';
import type { PaymentOutcome } from '../../flows/payment/pay';
import type { TypedPhone } from '../../flows/payment/savePhone';
import { useAppSelector } from '../../hooks/storeHooks';
import { selectEmail, selectIsVerified } from '../../identity/selectors';
import { useFollow } from '../../navigation/useFollow';
import type { Elements } from '../../platform/elements';
import { usePlatform } from '../../platform/PlatformContext';
import { writeTabValue } from '../../tabStorage/tabStorage';
import { SHOP_TEXTS } from '../../texts/shop';
import { useAccount } from '../account/useAccount';
import { ErrorNotice } from '../controls/ErrorNotice';
import { SecondaryButton } from '../controls/SecondaryButton';
import { TextLink } from '../controls/TextLink';
import { PENDING } from '../display/pending';
import { SupportLink } from '../frame/SupportLink';
import { Stack } from '../layout/Stack';
import { OfferFailure } from './OfferFailure';
import { PaymentCheck } from './PaymentCheck';
import { PaymentNotice } from './PaymentNotice';
import { PriceCard } from './PriceCard';
import { ShopOffer } from './ShopOffer';
import { usePayment } from './usePayment';
import { useShop } from './useShop';

/** Query parameter that shows the full price instead of the trial, for a card that was already used for a trial. */
const PRICE_PARAMETER = 'price';
const FULL_PRICE = 'full';

interface CheckoutProps {
  variant: ShopVariant;
  /** Path to which a visitor returns after sign-in. */
  path: string;
  /** Content above the offer. While a payment is being confirmed, the payment check replaces this content. */
  heading: Elements;
  /** Whether to show the price and the benefits. False if the page already shows them. */
  showsPrice?: boolean;
  /**
   * Callback that receives true when a payment starts, and false when a payment attempt ends without a confirmed
   * payment. While the last value is true, the caller must keep the checkout mounted.
   */
  onBusy?: (isBusy: boolean) => void;
}

export function Checkout({ variant, path, heading, showsPrice = true, onBusy }: CheckoutProps) {
  const email = useAppSelector(selectEmail);
  const { outcome, pay, check } = usePayment('account', onBusy);
  return check ? (
    <PaymentCheck {...check} email={email} />
  ) : (
    <Offer
      variant={variant}
      path={path}
      heading={heading}
      showsPrice={showsPrice}
      outcome={outcome}
      onPay={(order, agreed) => pay({ payer: 'account', order, ...agreed })}
    />
  );
}

interface OfferProps extends Required<Omit<CheckoutProps, 'onBusy'>> {
  /** Outcome of the last payment attempt, or null before the first attempt. */
  outcome: PaymentOutcome | null;
  /** Starts a payment attempt. The returned promise resolves when the payment attempt has ended. */
  onPay: (order: Order, agreed: Agreed) => Promise<void>;
}

/** Text that the customer consented to, and the phone number for the receipt, if the page asks for it. */
interface Agreed {
  wording: string;
  phone: TypedPhone | undefined;
}

function Offer({ variant, path, heading, showsPrice, outcome, onPay }: OfferProps) {
  const { cardWidget, sessionStorage } = usePlatform();
  const follow = useFollow();
  const isVerified = useAppSelector(selectIsVerified);
  const [parameters, setParameters] = useSearchParams();
  const isFullPrice = parameters.get(PRICE_PARAMETER) === FULL_PRICE;
  const { quote, order, isElsewhere, isLoading, hasFailed, error, retry } = useShop(variant, isFullPrice);
  const [isPaying, setIsPaying] = useState(false);
  const [agreed, setAgreed] = useState<Agreed | null>(null);
  const canPay = order !== null;

  useEffect(() => {
    if (canPay) cardWidget.preload();
  }, [canPay, cardWidget]);

  const signIn = () => {
    writeTabValue(sessionStorage, 'wayBack', path);
    follow({ kind: 'signInNeeded' }, { replace: false });
  };

  const pay = async (agreedTo: Agreed) => {
    if (order === null) return;
    setAgreed(agreedTo);
    setIsPaying(true);
    await onPay(order, agreedTo);
    setIsPaying(false);
  };

  const showPrice = (price: string | null) =>
    setParameters((before) => {
      const after = new URLSearchParams(before);
      if (price === null) after.delete(PRICE_PARAMETER);
      else after.set(PRICE_PARAMETER, price);
      return after;
    });

  return (
    <Stack gap={24}>
      {heading}
      {hasFailed && <OfferFailure error={error} texts={SHOP_TEXTS.loadFailed} onRetry={retry} />}
      {isLoading && <LoadingOffer />}
      {isElsewhere && (
        <ErrorNotice title={SHOP_TEXTS.elsewhere.title} text={SHOP_TEXTS.elsewhere.text}>
          <SupportLink>{SHOP_TEXTS.support}</SupportLink>
        </ErrorNotice>
      )}
      {quote && (
        <>
          {showsPrice && <PriceCard monthly={quote.monthly} currency={quote.charge.currency} />}
          {isVerified && order === null ? (
            <NothingToPay />
          ) : (
            <ShopOffer
              charge={quote.charge}
              kind={quote.kind}
              variant={variant}
              isPaying={isPaying}
              needsSignIn={!isVerified}
              onSignIn={signIn}
              storedPhone={order?.receiptPhone}
              onPay={(wording, phone) => void pay({ wording, phone })}
            >
              <PaymentNotice
                outcome={outcome}
                onRetry={agreed === null ? undefined : () => void pay(agreed)}
                toFullPrice={
                  quote.kind === 'trial' ? (
                    <SecondaryButton size="medium" fullWidth={false} onClick={() => showPrice(FULL_PRICE)}>
                      {SHOP_TEXTS.showFullPrice(quote.monthly, quote.charge.currency)}
                    </SecondaryButton>
                  ) : null
                }
              />
            </ShopOffer>
          )}
          {quote.kind === 'fullPrice' && (
            <Back>
              <TextLink onClick={() => showPrice(null)}>{SHOP_TEXTS.backToTrial}</TextLink>
            </Back>
          )}
        </>
      )}
    </Stack>
  );
}

/**
 * Message for a customer to whom the server offers no order, because the subscription is already active. Once the
 * profile is fetched, the route guard of this screen redirects to the profile.
 */
function NothingToPay() {
  const { isChecking, retry } = useAccount();
  return isChecking ? (
    <LoadingOffer />
  ) : (
    <ErrorNotice
      title={SHOP_TEXTS.nothingToPay.title}
      text={SHOP_TEXTS.nothingToPay.text}
      onRetry={retry}
      retryLabel={SHOP_TEXTS.retry}
    >
      <SupportLink>{SHOP_TEXTS.support}</SupportLink>
    </ErrorNotice>
  );
}

function LoadingOffer() {
  return (
    <Loading role="status" {...{ [PENDING]: '' }}>
      <Card aria-hidden="true" />
      <span>{SHOP_TEXTS.loading}</span>
    </Loading>
  );
}

const Back = styled('div')({ '& > button': { padding: '9px 0' } });

const Card = styled(Skeleton)({ height: 250, borderRadius: RADIUS.card });

const Loading = styled('div')(({ theme: { vars, typography } }) => ({
  display: 'grid',
  '& > *': { gridArea: '1 / 1' },
  '& > span:last-of-type': {
    ...typography.body1,
    zIndex: 1,
    placeSelf: 'center',
    color: vars.palette.text.secondary,
  },
}));
