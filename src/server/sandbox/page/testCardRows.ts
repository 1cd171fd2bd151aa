/** Table rows of the card provider's published test cards, for the sandbox page. */
import { CARD_BEHAVIOURS } from '../texts/cards';
import type { TestCardRow } from './sidePanels';

/**
 * Test card numbers by behaviour, as the card provider publishes them. The fake card provider implements the same
 * behaviours.
 */
const TEST_CARDS: readonly { numbers: readonly string[]; behaviour: keyof typeof CARD_BEHAVIOURS }[] = [
  { numbers: ['4242 4242 4242 4242', '5555 5555 5555 4444', '2200 0000 0000 0004'], behaviour: 'secure' },
  { numbers: ['4000 0000 0000 3055', '5205 0000 0000 3055', '2202 0000 0000 3055'], behaviour: 'plain' },
  { numbers: ['4111 1111 1111 1111', '5200 8282 8282 8210', '2200 0000 2222 2222'], behaviour: 'onlyFirst' },
  {
    numbers: ['4012 8888 8888 1881', '5105 1051 0510 5100', '2202 2022 0220 2200'],
    behaviour: 'secureDeclined',
  },
  {
    numbers: ['4000 0566 5566 5556', '5404 0000 0000 0043', '2203 0000 0000 0043'],
    behaviour: 'declined',
  },
];

export function testCardRows(): TestCardRow[] {
  return TEST_CARDS.map(({ numbers, behaviour }) => ({ numbers, behaviour: CARD_BEHAVIOURS[behaviour] }));
}
