/** /shop, and /mobileShop as its variant: the price, the payment and its confirmation. */
import { styled } from '@mui/material/styles';
import type { ShopVariant } from '../../../shared/contract/shop';
import { TextLink } from '../../components/controls/TextLink';
import { CenteredLine } from '../../components/display/CenteredLine';
import { ScreenTitle } from '../../components/display/Heading';
import { Frame } from '../../components/frame/Frame';
import { Checkout } from '../../components/payment/Checkout';
import { useAppSelector } from '../../hooks/storeHooks';
import { selectFirstPaymentActivated, selectIsVerified } from '../../identity/selectors';
import { PATHS } from '../../navigation/paths';
import { SHOP_TEXTS } from '../../texts/shop';

export default function Shop({ variant = 'web' }: { variant?: ShopVariant }) {
  // The profile, which leads to the history, leads here once access is over.
  const isSignedIn = useAppSelector(selectIsVerified);
  const hasPaid = useAppSelector(selectFirstPaymentActivated) === true && isSignedIn;
  return (
    <Frame title={SHOP_TEXTS.title}>
      <Checkout
        variant={variant}
        path={variant === 'mobile' ? PATHS.mobileShop : PATHS.shop}
        heading={<ScreenTitle>{SHOP_TEXTS.title}</ScreenTitle>}
      />
      {hasPaid && (
        <History>
          <TextLink to={PATHS.subscription}>{SHOP_TEXTS.history}</TextLink>
        </History>
      )}
    </Frame>
  );
}

const History = styled(CenteredLine)({
  marginTop: 28,
  // As high to a finger as a button.
  '& > a': { display: 'inline-block', padding: '11px 0' },
});

/** /mobileShop: the mobile app's offer. */
export function MobileShop() {
  return <Shop variant="mobile" />;
}
