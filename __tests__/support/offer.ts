/** The offer terms of the product in the formats that tests compare. */
import { toKopecks } from '../../src/shared/money';
import { OFFER_TERMS } from '../../src/shared/offerTerms';
import { capitalized, trialWords, tryFreeText } from '../../src/shared/offerWords';
import type { OrderKind } from '../../src/shared/orderKinds';
import { dayOfMonth, monthsOn } from './lifecycleModel';
import { TEST_START } from './settableClock';

export const MONTH_RUB = OFFER_TERMS.monthlyPriceRub;
export const MONTH_KOPECKS = toKopecks(MONTH_RUB);
/** Monthly price as the card provider formats it, for example «449.00». */
export const MONTH_IN_FORM = MONTH_RUB.toFixed(2);

/** Text of the free trial button in the web shop and in the mobile shop. */
export const TRY_FREE = tryFreeText(OFFER_TERMS.webTrialDays);
export const TRY_FREE_ON_MOBILE = tryFreeText(OFFER_TERMS.mobileTrialDays);

type Moment = Date | string;

const DAY_MS = 86_400_000;

export const addSeconds = (at: Moment, seconds: number): Date =>
  new Date(new Date(at).getTime() + seconds * 1000);
export const addDays = (at: Moment, days: number): Date => addSeconds(at, (days * DAY_MS) / 1000);
/** Returns the same day of the month in a later month, or the last day of the later month if that month is shorter. */
export const addMonths = (at: Moment, months: number): Date => {
  const from = new Date(at).getTime();
  return new Date(monthsOn(from, months, dayOfMonth(from)));
};

export const TRIAL_DAYS = OFFER_TERMS.webTrialDays;
export const CAMPAIGN_TRIAL_DAYS = OFFER_TERMS.campaignTrialDays;
/** Returns the trial length of an order in days, 0 for the card verification of a card change, or null for a month. */
export const trialLengthOf = (kind: OrderKind): number | null =>
  ({ trial: TRIAL_DAYS, campaign: CAMPAIGN_TRIAL_DAYS, renewal: null, cardChange: 0, cardChangeMonth: null })[
    kind
  ];
/** End of a trial that starts at `TEST_START`, which is also the moment of the first monthly charge. */
export const TRIAL_END = addDays(TEST_START, TRIAL_DAYS);
export const CAMPAIGN_TRIAL_END = addDays(TEST_START, CAMPAIGN_TRIAL_DAYS);
/** Returns the trial length plus `andDays` as a duration for the sandbox's clock, for example «P8D». */
export const throughTrial = (andDays = 0, trialDays = TRIAL_DAYS): string =>
  `P${String(trialDays + andDays)}D`;

const trial = trialWords(OFFER_TERMS.webTrialDays);
/** Heading and subject of the email that is sent when a free trial starts. */
export const TRIAL_HEADING = `${capitalized(trial.name)} ${trial.began}`;
export const TRIAL_SUBJECT = `${capitalized(trial.name)} «Просвет» ${trial.began}`;
