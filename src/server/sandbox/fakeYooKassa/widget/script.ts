/** Builds the script of the fake payment widget from the parts of the other card provider's dialog. */
import { WIDGET_PARTS } from '../../fakeCardProvider/widget/parts';
import { buildScript, widgetStyles } from '../../fakeCardProvider/widget/script';
import { CARD_DIALOG } from '../../texts/cardDialog';
import { CHECKOUT_REASONS } from '../../texts/checkout';
import { openCheckout } from './checkout';
import { installCheckoutWidget } from './install';

export function checkoutScript(): string {
  const settings = { texts: CARD_DIALOG, styles: widgetStyles(), reasons: CHECKOUT_REASONS };
  return buildScript(installCheckoutWidget, settings, { ...WIDGET_PARTS, openCheckout });
}
