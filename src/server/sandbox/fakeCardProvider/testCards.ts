/** Test cards that the card provider publishes. Any future expiry date and any CVV are accepted. */

export interface TestCard {
  threeDs: boolean;
  /** Reason code of the first payment with the card; 0 means success. */
  firstOutcome: number;
  /** Reason code of later charges with the card's token; 0 means success. */
  laterOutcome: number;
}

const SUCCESS = 0;
const NO_SUCH_CARD = 5014;
const INSUFFICIENT_FUNDS = 5051;

const secure: TestCard = { threeDs: true, firstOutcome: SUCCESS, laterOutcome: SUCCESS };
const secureDeclined: TestCard = {
  threeDs: true,
  firstOutcome: INSUFFICIENT_FUNDS,
  laterOutcome: INSUFFICIENT_FUNDS,
};
const plain: TestCard = { threeDs: false, firstOutcome: SUCCESS, laterOutcome: SUCCESS };
const onlyFirst: TestCard = { threeDs: false, firstOutcome: SUCCESS, laterOutcome: INSUFFICIENT_FUNDS };
const declined: TestCard = {
  threeDs: false,
  firstOutcome: INSUFFICIENT_FUNDS,
  laterOutcome: INSUFFICIENT_FUNDS,
};

const TEST_CARDS: Readonly<Record<string, TestCard>> = {
  '4242424242424242': secure,
  '5555555555554444': secure,
  '2200000000000004': secure,
  '4012888888881881': secureDeclined,
  '5105105105105100': secureDeclined,
  '2202202202202200': secureDeclined,
  '4000000000003055': plain,
  '5205000000003055': plain,
  '2202000000003055': plain,
  '4111111111111111': onlyFirst,
  '5200828282828210': onlyFirst,
  '2200000022222222': onlyFirst,
  '4000056655665556': declined,
  '5404000000000043': declined,
  '2203000000000043': declined,
};

/**
 * Returns how payments with a card behave. A payment with an unpublished card number is declined as a nonexistent card.
 */
export function findTestCard(digits: string): TestCard {
  return TEST_CARDS[digits] ?? { threeDs: false, firstOutcome: NO_SUCH_CARD, laterOutcome: NO_SUCH_CARD };
}

export function deriveBrand(digits: string): string {
  if (digits.startsWith('4')) return 'Visa';
  return digits.startsWith('2') ? 'Mir' : 'MasterCard';
}
