/** /shop, and /mobileShop as its variant: the price, the payment and its confirmation (spec sections 2 and 4). */
import type { ShopVariant } from '../../shared/contract/shop';
import { Checkout } from '../components/Checkout';
import { Frame } from '../components/Frame';
import { ScreenTitle } from '../components/Heading';
import { PATHS } from '../routes/paths';
import { SHOP_TEXTS } from '../texts/shop';

export default function Shop({ variant = 'web' }: { variant?: ShopVariant }) {
  return (
    <Frame title={SHOP_TEXTS.title}>
      <Checkout
        variant={variant}
        path={variant === 'mobile' ? PATHS.mobileShop : PATHS.shop}
        heading={<ScreenTitle>{SHOP_TEXTS.title}</ScreenTitle>}
      />
    </Frame>
  );
}

/** /mobileShop: the mobile app's offer. */
export function MobileShop() {
  return <Shop variant="mobile" />;
}
