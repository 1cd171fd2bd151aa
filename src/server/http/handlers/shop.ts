/** Handlers of the shop's API endpoints: prices, orders and payment results. */
import type { shopCalls } from '../../../shared/contract/shop';
import type { Order } from '../../../shared/contract/shop';
import { toRubles } from '../../../shared/money';
import { OFFER_TERMS } from '../../../shared/offerTerms';
import type { Settings } from '../../deps';
import { deriveChargeDay, findPrice } from '../../domain/billing/orders';
import { monthLabel, orderDescription, orderLabel } from '../../texts/payments';
import { openCampaignOrder } from '../../usecases/billing/campaigns/campaignOrders';
import { type OpenedShop, openOrder } from '../../usecases/billing/orders/openOrder';
import { readCampaignOrder, readOrder } from '../../usecases/billing/orders/readOrder';
import { chooseReceiptPhone } from '../../usecases/billing/receipts/saleReceipt';
import type { HandlersOf } from './handler';

/**
 * Returns an order as the card widget needs it. `payer.uid` is the payer id at the card provider, and `dayOfMonth` the day
 * of the recurring charges in Moscow time.
 */
export function orderResponse(
  order: NonNullable<OpenedShop['order']>,
  payer: { uid: string; email: string | null; phone: string | null },
  {
    settings: { brand, receiptPhone },
    dayOfMonth,
  }: { settings: Pick<Settings, 'brand' | 'receiptPhone'>; dayOfMonth: number | null },
): Order {
  const { product } = brand;
  const phone = chooseReceiptPhone({ receiptPhone }, payer.phone);
  return {
    id: order.id,
    accountId: payer.uid,
    kind: order.kind,
    amount: toRubles(order.amountKopecks),
    currency: order.currency,
    description: orderDescription(product, order),
    receiptLabel: orderLabel(product, order.kind),
    receiptEmail: payer.email,
    ...(phone === null ? {} : { receiptPhone: phone }),
    ...(order.receiptTerms === null ? {} : { receiptTerms: order.receiptTerms }),
    recurringPayment: {
      amount: toRubles(order.recurringPaymentAmountKopecks),
      interval: 'Month',
      period: 1,
      startDate: order.recurringPaymentStartAt.toISOString(),
      dayOfMonth,
      receiptLabel: monthLabel(product),
      ...(order.recurringReceiptTerms === null ? {} : { receiptTerms: order.recurringReceiptTerms }),
    },
  };
}

export const shopHandlers: HandlersOf<typeof shopCalls> = {
  getShop: async ({ deps, caller }, { body }) => {
    const { accountId } = caller;
    const { subscription, order, orderFrom, dayOfMonth, isElsewhere } = await openOrder(deps, {
      accountId,
      variant: body.variant ?? 'web',
      fullPrice: body.fullPrice ?? false,
    });
    const { firstPaymentActivated } = subscription;
    return {
      firstPayment: toRubles(order?.amountKopecks ?? findPrice(firstPaymentActivated ? 'renewal' : 'trial')),
      monthlyPayment: OFFER_TERMS.monthlyPriceRub,
      firstPaymentActivated,
      subscriptionStatus: subscription.status,
      order: order === null ? null : orderResponse(order, caller, { settings: deps.settings, dayOfMonth }),
      orderFrom: orderFrom?.toISOString() ?? null,
      ...(isElsewhere && order !== null ? { isElsewhere } : {}),
    };
  },

  getOrder: async ({ deps, caller, ip }, { body }) => {
    const progress = await readOrder(deps, { accountId: caller.accountId, orderId: body.orderId, ip });
    return progress === null ? { success: false } : { success: true, ...progress };
  },

  getCampaignOrder: async ({ deps, ip }, { body }) => {
    const order = await openCampaignOrder(deps, { partner: body.partner ?? null, ip });
    // The email is empty in this response, because the payment dialog asks the payer for the email. The verified
    // payment notification contains the payer's email.
    const payer = { uid: order.payerId, email: null, phone: null };
    const dayOfMonth = deriveChargeDay(order, null);
    return { order: orderResponse(order, payer, { settings: deps.settings, dayOfMonth }) };
  },

  getCampaignOrderState: async ({ deps, ip }, { body }) => {
    const progress = await readCampaignOrder(deps, { orderId: body.orderId, ip });
    return progress === null ? { success: false } : { success: true, ...progress };
  },
};
