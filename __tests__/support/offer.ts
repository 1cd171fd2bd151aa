/** What the product offers, in the shapes in which tests meet it. */
import { toKopecks } from '../../src/shared/money';
import { OFFER_TERMS } from '../../src/shared/offerTerms';
import { capitalized, trialWords, tryFreeText } from '../../src/shared/offerWords';

export const MONTH_RUB = OFFER_TERMS.monthlyPriceRub;
export const MONTH_KOPECKS = toKopecks(MONTH_RUB);
/** As the card provider writes it: «449.00». */
export const MONTH_IN_FORM = MONTH_RUB.toFixed(2);

/** The button of the free trial, in the web's shop and in the mobile one. */
export const TRY_FREE = tryFreeText(OFFER_TERMS.webTrialDays);
export const TRY_FREE_ON_MOBILE = tryFreeText(OFFER_TERMS.mobileTrialDays);

const trial = trialWords(OFFER_TERMS.webTrialDays);
/** The letter that a free trial begins with. */
export const TRIAL_HEADING = `${capitalized(trial.name)} ${trial.began}`;
export const TRIAL_SUBJECT = `${capitalized(trial.name)} «Просвет» ${trial.began}`;
