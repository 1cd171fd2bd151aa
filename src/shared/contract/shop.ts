/** The shop; the order in the answer and getOrder are ours. */
import * as v from 'valibot';
import { ORDER_KINDS } from '../orderKinds';
import { calls } from './call';
import { declineReason } from './declines';
import { filledText, instant, maybe, rubles, shortText } from './fields';
import { accountNamed } from './models';

/** What the card widget charges, decided by the server. Amounts in rubles, dates ISO 8601 UTC. */
const order = v.object({
  /** Our order number; the card provider calls it externalId or InvoiceId. */
  id: v.string(),
  accountId: v.string(),
  kind: v.picklist(ORDER_KINDS),
  /** Charged now. */
  amount: rubles,
  currency: v.string(),
  /** What the card dialog shows; on the campaign page it states the terms. */
  description: v.string(),
  /** Ours: the service as the receipt names it; the description when absent. */
  receiptLabel: maybe(v.string()),
  receiptEmail: maybe(v.string()),
  recurringPayment: v.object({
    amount: rubles,
    interval: v.picklist(['Day', 'Week', 'Month']),
    period: v.number(),
    startDate: instant,
    /** As the receipt of each of its charges names the service. */
    receiptLabel: maybe(v.string()),
  }),
});
export type Order = v.InferOutput<typeof order>;

/** Why the server itself declined an attempt: the card has had its trial. */
const ORDER_REJECTIONS = ['trialUsed'] as const;

/** How far a payment has come, by verified provider events only. */
const ORDER_STATES = ['open', 'paid', 'declined'] as const;

/** What a shop on the web or inside the mobile app asks for. */
const SHOP_VARIANTS = ['web', 'mobile'] as const;
export type ShopVariant = (typeof SHOP_VARIANTS)[number];

export const shopCalls = calls({
  getShop: {
    path: 'shop/getShop',
    audience: 'customer',
    kind: 'read',
    body: v.object({
      ...accountNamed,
      /** Ours: decides the length of the trial; `web` when absent, and left out then. */
      variant: v.optional(v.picklist(SHOP_VARIANTS)),
      /** Ours: the full price at once, for a card that has had its trial; left out unless asked for. */
      fullPrice: v.optional(v.boolean()),
    }),
    response: v.object({
      firstPayment: maybe(rubles),
      monthlyPayment: maybe(rubles),
      firstPaymentActivated: maybe(v.boolean()),
      subscriptionStatus: maybe(v.string()),
      order: maybe(order),
      /** Ours: when nothing is sold because so much is paid or given already: from when on. */
      orderFrom: maybe(instant),
    }),
    summary: 'Prices for this customer and the order that the card widget pays.',
  },

  getOrder: {
    path: 'shop/getOrder',
    audience: 'customer',
    kind: 'read',
    body: v.object({ orderId: filledText(64) }),
    response: v.object({
      success: v.boolean(),
      state: maybe(v.picklist(ORDER_STATES)),
      /** Of the last declined attempt. */
      declineReason: maybe(declineReason),
      rejection: maybe(v.picklist(ORDER_REJECTIONS)),
    }),
    summary: "State of one's own order: open, paid or declined.",
  },

  getCampaignOrder: {
    path: 'shop/getCampaignOrder',
    audience: 'public',
    kind: 'read',
    body: v.object({
      /** The query `i` of /pay as it came; what is no partner prefix is ignored. */
      partner: maybe(shortText(2048)),
    }),
    response: v.object({ order }),
    summary: 'The order of the campaign page: its payer is known by the email of the verified payment only.',
  },

  getCampaignOrderState: {
    path: 'shop/getCampaignOrderState',
    audience: 'public',
    kind: 'read',
    body: v.object({ orderId: filledText(64) }),
    response: v.object({
      success: v.boolean(),
      state: maybe(v.picklist(ORDER_STATES)),
      rejection: maybe(v.picklist(ORDER_REJECTIONS)),
    }),
    summary: 'State of a campaign order for whoever knows its number, and nothing else of it.',
  },
});
