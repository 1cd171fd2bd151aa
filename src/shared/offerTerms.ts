/**
 * Prices, trial lengths and limits of the public offer. Numbers are defined only here. Orders, buttons, emails,
 * receipts and the public offer take them from here, and their Russian wording from `offerWords.ts`.
 */
export interface OfferTerms {
  /** Price per month, in rubles. */
  monthlyPriceRub: number;
  /** Length of the free trial in days. The recurring payment starts after the trial. */
  webTrialDays: number;
  /**
   * Length of the free trial that the mobile app's shop promises, in days. Its recurring payment starts after
   * `webTrialDays` as well.
   */
  mobileTrialDays: number;
  /** Price of the campaign trial in rubles, which is not refunded. */
  campaignPriceRub: number;
  /** Length of the campaign trial in days. The monthly price is charged afterwards. */
  campaignTrialDays: number;
  /**
   * Amount in rubles that verifies the card for a free trial and is then refunded, because no card provider accepts a
   * charge of 0 rubles.
   */
  cardCheckRub: number;
  /** Maximum number of days until the card check amount is refunded to the card. */
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
