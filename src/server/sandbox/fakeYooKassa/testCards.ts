/** Test cards that YooKassa publishes. Any future expiry date, security code and 3-D Secure code are accepted. */
import type { YooKassaCard } from '../schema/yooKassa';

export interface TestCard {
  threeDs: boolean;
  /** Cancellation reason of payments in the widget; null if they succeed. */
  reason: string | null;
  /** Cancellation reason of later charges of the saved card; null if they succeed. */
  chargeReason: string | null;
  party: 'yoo_money' | 'payment_network';
}

const good: TestCard = { threeDs: false, reason: null, chargeReason: null, party: 'payment_network' };
/** A YooMoney wallet confirms without 3-D Secure, and YooKassa publishes no wallet that fails. */
export const WALLET_PAYS: TestCard = good;

const declinedFor = (reason: string, party: TestCard['party'] = 'payment_network'): TestCard => ({
  ...good,
  reason,
  chargeReason: reason,
  party,
});

const TEST_CARDS: Readonly<Record<string, TestCard>> = {
  '5555555555554477': { ...good, threeDs: true },
  '5555555555554444': good,
  '2200000000000004': { ...good, threeDs: true },
  '2202474301322987': good,
  '4111111111111111': good,
  '5555555555554592': declinedFor('3d_secure_failed'),
  '5555555555554535': declinedFor('call_issuer'),
  '5555555555554543': declinedFor('card_expired'),
  '5555555555554568': declinedFor('fraud_suspected'),
  '5555555555554527': declinedFor('general_decline'),
  '5555555555554600': declinedFor('insufficient_funds'),
  '5555555555554618': declinedFor('invalid_card_number'),
  '5555555555554626': declinedFor('invalid_csc'),
  '5555555555554501': declinedFor('issuer_unavailable'),
  '5555555555554576': declinedFor('payment_method_limit_exceeded'),
  '5555555555554550': declinedFor('payment_method_restricted'),
  '5555555555554584': declinedFor('country_forbidden', 'yoo_money'),
  '5555555555554634': declinedFor('fraud_suspected', 'yoo_money'),
  // The reason of the declined charge is an assumption, because only one author describes this card.
  '5555555555554642': { ...good, chargeReason: 'general_decline' },
};

/** Returns how payments with a card behave. An unpublished card number is declined as invalid. */
export const findTestCard = (digits: string): TestCard =>
  TEST_CARDS[digits] ?? declinedFor('invalid_card_number');

function deriveCardType(digits: string): string {
  if (digits.startsWith('4')) return 'Visa';
  return digits.startsWith('2') ? 'Mir' : 'MasterCard';
}

/** Expiry date of a card: month `MM` and year `YYYY`. */
export type CardExpiry = Pick<YooKassaCard, 'expiryMonth' | 'expiryYear'>;

/** Returns the part of a card that is stored. */
export const storedCard = (digits: string, expiry: CardExpiry): YooKassaCard => ({
  first6: digits.slice(0, 6),
  last4: digits.slice(-4),
  ...expiry,
  cardType: deriveCardType(digits),
});
