/** Screens /shop and /mobileShop, which show the price, the payment and its confirmation. */
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
  // The shop links to the payment history, because the profile page, which also links to the history, redirects to the
  // shop when access has ended.
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
  // Makes the touch target of the link as high as a button.
  '& > a': { display: 'inline-block', padding: '11px 0' },
});

/** Screen /mobileShop, the offer of the mobile app. */
export function MobileShop() {
  return <Shop variant="mobile" />;
}
