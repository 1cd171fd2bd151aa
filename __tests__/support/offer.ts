/** What the product offers, in the shapes in which tests meet it. */
import { toKopecks } from '../../src/shared/money';
import { OFFER_TERMS } from '../../src/shared/offerTerms';
import { capitalized, trialWords, tryFreeText } from '../../src/shared/offerWords';
import type { OrderKind } from '../../src/shared/orderKinds';
import { dayOfMonth, monthsOn } from './lifecycleModel';
import { TEST_START } from './settableClock';

export const MONTH_RUB = OFFER_TERMS.monthlyPriceRub;
export const MONTH_KOPECKS = toKopecks(MONTH_RUB);
/** As the card provider writes it: «449.00». */
export const MONTH_IN_FORM = MONTH_RUB.toFixed(2);

/** The button of the free trial, in the web's shop and in the mobile one. */
export const TRY_FREE = tryFreeText(OFFER_TERMS.webTrialDays);
export const TRY_FREE_ON_MOBILE = tryFreeText(OFFER_TERMS.mobileTrialDays);

type Moment = Date | string;

const DAY_MS = 86_400_000;

export const addSeconds = (at: Moment, seconds: number): Date =>
  new Date(new Date(at).getTime() + seconds * 1000);
export const addDays = (at: Moment, days: number): Date => addSeconds(at, (days * DAY_MS) / 1000);
/** The same day of a later month, or that month's last day. */
export const addMonths = (at: Moment, months: number): Date => {
  const from = new Date(at).getTime();
  return new Date(monthsOn(from, months, dayOfMonth(from)));
};

export const TRIAL_DAYS = OFFER_TERMS.webTrialDays;
export const CAMPAIGN_TRIAL_DAYS = OFFER_TERMS.campaignTrialDays;
/** How long an order's trial lasts; a renewal has none. */
export const trialLengthOf = (kind: OrderKind): number | null =>
  ({ trial: TRIAL_DAYS, campaign: CAMPAIGN_TRIAL_DAYS, renewal: null })[kind];
/** When a trial that begins with the test's server is over, and the first month is charged. */
export const TRIAL_END = addDays(TEST_START, TRIAL_DAYS);
export const CAMPAIGN_TRIAL_END = addDays(TEST_START, CAMPAIGN_TRIAL_DAYS);
/** «P8D», as the sandbox's clock takes it: the trial and that many days. */
export const throughTrial = (andDays = 0, trialDays = TRIAL_DAYS): string =>
  `P${String(trialDays + andDays)}D`;

const trial = trialWords(OFFER_TERMS.webTrialDays);
/** The email that a free trial begins with. */
export const TRIAL_HEADING = `${capitalized(trial.name)} ${trial.began}`;
export const TRIAL_SUBJECT = `${capitalized(trial.name)} «Просвет» ${trial.began}`;
