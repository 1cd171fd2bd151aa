/**
 * Prices, trial lengths and limits of the public offer. Prices and periods are defined only in this module. Orders,
 * buttons, emails, receipts and the public offer import the numbers from this module, and the Russian wording from
 * `offerWords.ts`.
 */
export interface OfferTerms {
  /** Price per month, in rubles. */
  monthlyPriceRub: number;
  /** Length of the free trial in days. The recurring payment starts after the trial. */
  webTrialDays: number;
  /**
   * Length of the free trial that the mobile app's shop promises, in days. The recurring payment of an order in the
   * mobile app's shop starts after `webTrialDays`, too.
   */
  mobileTrialDays: number;
  /** Price of the campaign trial in rubles, which is not refunded. */
  campaignPriceRub: number;
  /** Length of the campaign trial in days. After the campaign trial, the monthly price is charged. */
  campaignTrialDays: number;
  /**
   * Amount in rubles that verifies the card for a free trial and is then refunded, because no card provider accepts a
   * charge of 0 rubles.
   */
  cardCheckRub: number;
  /** Maximum number of days until the card verification amount is refunded to the card. */
  cardCheckReturnDays: number;
  /** Maximum number of devices attached to an account. */
  maxDevices: number;
}

export const OFFER_TERMS: OfferTerms = {
  monthlyPriceRub: 449,
  webTrialDays: 7,
  mobileTrialDays: 2,
  campaignPriceRub: 1,
  campaignTrialDays: 7,
  cardCheckRub: 1,
  cardCheckReturnDays: 3,
  maxDevices: 3,
};
