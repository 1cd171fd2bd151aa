/**
 * What the shop sells and on which terms: the one place of these numbers. Orders, buttons, emails,
 * receipts and the public offer take them and their words (`offerWords.ts`) from here.
 */
export interface OfferTerms {
  /** Rubles a month. */
  monthlyPriceRub: number;
  /** Days of the free trial; the recurring payment starts after them. */
  webTrialDays: number;
  /** Days that the mobile shop promises; its recurring payment starts after the web's days as well. */
  mobileTrialDays: number;
  /** Rubles for the campaign's trial, which are kept. */
  campaignPriceRub: number;
  /** Days of the campaign's trial; the monthly price follows. */
  campaignTrialDays: number;
  /** Rubles that check the card of a free trial and are given back: no card provider charges 0. */
  cardCheckRub: number;
  /** Days within which they are back on the card. */
  cardCheckReturnDays: number;
  /** Devices that may be attached to one account. */
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
