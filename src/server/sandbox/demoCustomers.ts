/** Defines the demo customers. The same number always produces the same customer. */
import { createHash } from 'node:crypto';

/**
 * History of a demo customer. `charges` is the number of monthly charges so far, which is 0 during the trial. Days are
 * counted relative to today.
 */
export type DemoStory =
  | { kind: 'newcomer' }
  | { kind: 'paying'; charges: number; nextChargeInDays: number; nextChargeFails: boolean }
  | { kind: 'cancelled'; charges: number; accessEndsInDays: number }
  | { kind: 'expired'; charges: number; accessEndedDaysAgo: number }
  | { kind: 'gifted'; months: number; grantedDaysAgo: number };

export interface DemoCustomer {
  number: number;
  uid: string;
  /** Email address under a domain that can never receive email. */
  email: string;
  story: DemoStory;
  devices: number;
  /**
   * Number of days between the registration and the first payment, or between the registration and today if the demo
   * customer has not paid.
   */
  registeredDaysAgo: number;
}

/** Histories of the first demo customers, which cover every account state that support agents work with. */
const FIRST: readonly { story: DemoStory; devices: number }[] = [
  { story: { kind: 'paying', charges: 0, nextChargeInDays: 4, nextChargeFails: false }, devices: 1 },
  { story: { kind: 'paying', charges: 5, nextChargeInDays: 12, nextChargeFails: false }, devices: 2 },
  { story: { kind: 'gifted', months: 6, grantedDaysAgo: 40 }, devices: 1 },
  { story: { kind: 'cancelled', charges: 3, accessEndsInDays: 9 }, devices: 2 },
  { story: { kind: 'expired', charges: 2, accessEndedDaysAgo: 61 }, devices: 0 },
  { story: { kind: 'newcomer' }, devices: 0 },
  { story: { kind: 'paying', charges: 14, nextChargeInDays: 20, nextChargeFails: false }, devices: 3 },
  { story: { kind: 'paying', charges: 1, nextChargeInDays: 2, nextChargeFails: true }, devices: 1 },
  { story: { kind: 'gifted', months: 1, grantedDaysAgo: 90 }, devices: 1 },
  { story: { kind: 'cancelled', charges: 0, accessEndsInDays: 3 }, devices: 1 },
  { story: { kind: 'newcomer' }, devices: 1 },
  { story: { kind: 'expired', charges: 8, accessEndedDaysAgo: 5 }, devices: 2 },
];

/**
 * Returns the history of a demo customer who is not one of the `FIRST` customers. Nearly all of these customers have
 * registered but never paid, so moving the clock by a month causes dozens of charges instead of tens of thousands.
 */
function storyOfCrowd(number: number): DemoStory {
  const turn = number % 1000;
  const spread = Math.floor(number / 1000);
  if (turn === 0) {
    return {
      kind: 'paying',
      charges: 1 + (spread % 18),
      nextChargeInDays: 1 + (spread % 24),
      nextChargeFails: false,
    };
  }
  if (turn === 1) return { kind: 'gifted', months: 3 + (spread % 10), grantedDaysAgo: spread % 80 };
  if (turn === 2)
    return { kind: 'cancelled', charges: 1 + (spread % 6), accessEndsInDays: 1 + (spread % 20) };
  if (turn < 6) return { kind: 'expired', charges: number % 3, accessEndedDaysAgo: 4 + (number % 600) };
  return { kind: 'newcomer' };
}

const GIVEN_NAMES =
  'anna ivan maria dmitry elena sergey olga alexey natalia andrey tatiana mikhail irina pavel svetlana nikita daria roman ksenia timur vera gleb polina artem yulia egor alina maxim sofia kirill'.split(
    ' ',
  );
const FAMILY_NAMES =
  'smirnov ivanov kuznetsov popov sokolov lebedev kozlov novikov morozov petrov volkov soloviev vasiliev zaitsev pavlov semenov golubev vinogradov bogdanov vorobiev fedorov mikhailov belyaev tarasov belov komarov orlov kiselev makarov andreev kovalev ilin gusev titov kuzmin'.split(
    ' ',
  );
const DOMAINS = ['mail.example', 'pochta.example', 'inbox.example', 'rambler.example'];

const pick = <Item>(items: readonly [Item, ...Item[]] | readonly Item[], index: number): Item | undefined =>
  items[index % items.length];

/** Returns the demo customer with this number, counted from 0. */
export function demoCustomer(number: number): DemoCustomer {
  const first = FIRST[number];
  const given = pick(GIVEN_NAMES, number) ?? '';
  const family = pick(FAMILY_NAMES, number + Math.floor(number / GIVEN_NAMES.length)) ?? '';
  const domain = pick(DOMAINS, number) ?? '';
  return {
    number,
    uid: createHash('sha256').update(`demo customer ${number}`).digest('base64url').slice(0, 28),
    email: `${given}.${family}.${number + 1}@${domain}`,
    story: first?.story ?? storyOfCrowd(number),
    devices: first?.devices ?? (number % 4 === 0 ? 1 : 0),
    registeredDaysAgo: number % 400,
  };
}
