/** API calls of the shop. The field `order` and the API call `getOrder` are additions to the specified API. */
import * as v from 'valibot';
import { ORDER_KINDS } from '../orderKinds';
import { calls } from './call';
import { declineReason } from './declines';
import { filledIdentifier, instant, maybe, rubles, shortText } from './fields';
import { accountNamed } from './models';

/**
 * Terms of a receipt, if they are not the default terms; an addition to the specified API. The card widget
 * validates the names when it builds a receipt, so that the first view of a page does not load their lists.
 */
const termsOfReceipt = maybe(
  v.object({ vat: v.string(), taxSystem: v.nullable(v.string()), subject: v.string(), method: v.string() }),
);

/**
 * Order with the amounts that the card widget charges. The server determines the amounts. Amounts are in rubles, and
 * dates are ISO 8601 UTC.
 */
export const order = v.object({
  /** Order number. The card provider calls it `externalId` or `InvoiceId`. */
  id: v.string(),
  accountId: v.string(),
  kind: v.picklist(ORDER_KINDS),
  /** Amount of the first charge, in rubles. */
  amount: rubles,
  currency: v.string(),
  /** Text in the card dialog. On the campaign page, the text states the terms. */
  description: v.string(),
  /**
   * Name of the service on the receipt of the first charge. The receipt label is omitted if it equals `description`.
   * The field `receiptLabel` is an addition to the specified API.
   */
  receiptLabel: maybe(v.string()),
  receiptEmail: maybe(v.string()),
  /**
   * The customer's phone number for receipts in E.164, omitted if there is none. The field `receiptPhone` is an addition to
   * the specified API.
   */
  receiptPhone: maybe(v.string()),
  /** Terms of the receipt of the first charge. */
  receiptTerms: termsOfReceipt,
  recurringPayment: v.object({
    amount: rubles,
    interval: v.picklist(['Day', 'Week', 'Month']),
    period: v.number(),
    startDate: instant,
    /**
     * Day of the month of the charges, in Moscow time. In a month without this day, the charge is on the last day. The field
     * `dayOfMonth` is an addition to the specified API.
     */
    dayOfMonth: maybe(v.number()),
    /** Name of the service on the receipts of the recurring charges. */
    receiptLabel: maybe(v.string()),
    /** Terms of these receipts. */
    receiptTerms: termsOfReceipt,
  }),
});
export type Order = v.InferOutput<typeof order>;

/**
 * Reasons why this server declined a payment. `trialUsed` means that the card was already used for a trial. `trialLimit`
 * means that too many trials were started recently with cards that look like this card to the card provider. `cardNeeded`
 * means that the payment should have verified a card, but was made without one, for example from a wallet.
 */
export const ORDER_REJECTIONS = ['trialUsed', 'trialLimit', 'cardNeeded'] as const;
export type OrderRejection = (typeof ORDER_REJECTIONS)[number];

/** States of an order, derived only from verified notifications of the card provider. */
const ORDER_STATES = ['open', 'paid', 'declined'] as const;

/** Shop variants: the shop on the web, and the shop in the mobile app. */
const SHOP_VARIANTS = ['web', 'mobile'] as const;
export type ShopVariant = (typeof SHOP_VARIANTS)[number];

export const shopCalls = calls({
  getShop: {
    path: 'shop/getShop',
    audience: 'customer',
    kind: 'read',
    body: v.object({
      ...accountNamed,
      /**
       * Shop variant, which determines the length of the trial. Clients omit the shop variant for `web`, which is the
       * default. The field `variant` is an addition to the specified API.
       */
      variant: v.optional(v.picklist(SHOP_VARIANTS)),
      /**
       * Whether to order the full price without a trial, for a card that was already used for a trial. Clients omit
       * `fullPrice` for any other card. The field `fullPrice` is an addition to the specified API.
       */
      fullPrice: v.optional(v.boolean()),
    }),
    response: v.object({
      firstPayment: maybe(rubles),
      monthlyPayment: maybe(rubles),
      firstPaymentActivated: maybe(v.boolean()),
      subscriptionStatus: maybe(v.string()),
      order: maybe(order),
      /**
       * Time from which the shop sells again, if nothing is for sale now because enough access is already paid or
       * granted. The field `orderFrom` is an addition to the specified API.
       */
      orderFrom: maybe(instant),
      /**
       * True if the customer's subscription is probably at another account, whose address has invisible characters, so that
       * support should move it. Omitted otherwise. The field `isElsewhere` is an addition to the specified API.
       */
      isElsewhere: v.optional(v.boolean()),
    }),
    summary: "Get the customer's prices and the order that the card widget pays.",
  },

  getOrder: {
    path: 'shop/getOrder',
    audience: 'customer',
    kind: 'read',
    body: v.object({ orderId: filledIdentifier(64) }),
    response: v.object({
      success: v.boolean(),
      state: maybe(v.picklist(ORDER_STATES)),
      /** Reason of the last declined payment attempt. */
      declineReason: maybe(declineReason),
      rejection: maybe(v.picklist(ORDER_REJECTIONS)),
    }),
    summary: "Get the state of the customer's own order: open, paid or declined.",
  },

  getCampaignOrder: {
    path: 'shop/getCampaignOrder',
    audience: 'public',
    kind: 'read',
    body: v.object({
      /** Query parameter `i` of the page /pay, passed on unchanged. An invalid partner prefix is ignored. */
      partner: maybe(shortText(2048)),
    }),
    response: v.object({ order }),
    summary:
      'Create the order of the campaign page. Its payer is identified only by the email address of the verified payment.',
  },

  getCampaignOrderState: {
    path: 'shop/getCampaignOrderState',
    audience: 'public',
    kind: 'read',
    body: v.object({ orderId: filledIdentifier(64) }),
    response: v.object({
      success: v.boolean(),
      state: maybe(v.picklist(ORDER_STATES)),
      /** Reason of the last declined payment attempt. Null two hours after the attempt. */
      declineReason: maybe(declineReason),
      rejection: maybe(v.picklist(ORDER_REJECTIONS)),
    }),
    summary: 'Get the state of a campaign order without data of its payer, for any caller who knows its id.',
  },
});
