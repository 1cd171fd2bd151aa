/** Registers cards that are entered in the card widget, or later in the card provider's dashboard. */
import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../../store/database';
import { sandboxCards } from '../schema/cards';
import { deriveBrand, findTestCard } from './testCards';

/**
 * CVV that makes repeated entries of a test card count as the same card, which demonstrates the limit of one trial per
 * card. With any other CVV, each entry counts as the card of a different payer, because all users share the test cards.
 */
const SAME_CARD_CVV = '000';

function sameCardId(card: string): string {
  return `card_${createHash('sha256').update(card).digest('hex').slice(0, 32)}`;
}

/** Stores a card and returns its token. `expires` has the format MM/YY. */
export async function registerCard(
  db: Database,
  { digits, expires, cvv }: { digits: string; expires: string; cvv: string },
): Promise<string> {
  const token = `tk_${randomBytes(20).toString('hex')}`;
  await db.insert(sandboxCards).values({
    token,
    cardId:
      cvv === SAME_CARD_CVV ? sameCardId(`${digits} ${expires}`) : `card_${randomBytes(16).toString('hex')}`,
    firstSix: digits.slice(0, 6),
    lastFour: digits.slice(-4),
    expires,
    brand: deriveBrand(digits),
    ...findTestCard(digits),
  });
  return token;
}

/** Returns whether the digits have the length and the Luhn checksum of a card number. */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits)) return false;
  const sum = Array.from(digits, Number)
    .reverse()
    .reduce((total, digit, index) => {
      const value = digit * (index % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}
