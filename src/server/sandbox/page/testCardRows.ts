/** Table rows of the card provider's published test cards, for the sandbox page. */
import { CARD_BEHAVIOURS } from '../texts/cards';
import { YOOKASSA } from '../texts/yooKassa';
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

/** Test card numbers that YooKassa publishes, by behaviour. */
const YOOKASSA_CARDS: readonly {
  numbers: readonly string[];
  behaviour: keyof typeof YOOKASSA.cardBehaviours;
}[] = [
  { numbers: ['5555 5555 5555 4477', '2200 0000 0000 0004'], behaviour: 'secure' },
  { numbers: ['5555 5555 5555 4444', '2202 4743 0132 2987', '4111 1111 1111 1111'], behaviour: 'plain' },
  { numbers: ['5555 5555 5555 4642'], behaviour: 'onlyFirst' },
  { numbers: ['5555 5555 5555 4600'], behaviour: 'noMoney' },
  { numbers: ['5555 5555 5555 4543'], behaviour: 'expired' },
  { numbers: ['5555 5555 5555 4576'], behaviour: 'limit' },
  { numbers: ['5555 5555 5555 4550'], behaviour: 'blocked' },
  { numbers: ['5555 5555 5555 4568', '5555 5555 5555 4634'], behaviour: 'fraud' },
  { numbers: ['5555 5555 5555 4501', '5555 5555 5555 4535'], behaviour: 'bank' },
  { numbers: ['5555 5555 5555 4592', '5555 5555 5555 4626'], behaviour: 'code' },
  { numbers: ['5555 5555 5555 4527', '5555 5555 5555 4584'], behaviour: 'other' },
];

export function yooKassaCardRows(): TestCardRow[] {
  return YOOKASSA_CARDS.map(({ numbers, behaviour }) => ({
    numbers,
    behaviour: YOOKASSA.cardBehaviours[behaviour],
  }));
}
