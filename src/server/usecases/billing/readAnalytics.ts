/** Computes the metrics of a period from the daily rollups. */
import { ANALYTICS_MAX_DAYS } from '../../../shared/contract/staffAnalytics';
import { addToDay, daysBetween } from '../../../shared/moscowDays';
import type { Deps } from '../../deps';
import type { DailyFigure, Figure } from '../../domain/billing/figures';
import { Rejection } from '../../domain/rejection';
import { readDailyFigures, readStandingBefore } from '../../store/dailyFigures';

interface Sum {
  count: number;
  kopecks: number;
}

/** Counts and sums of the events of a day or a period. Amounts are in kopecks. */
export interface Happened {
  paid: Sum;
  refunded: Sum;
  chargedBack: Sum;
  failedCharges: number;
  failedFirstPayments: number;
  trialsBegun: number;
  trialsConverted: number;
  trialsCharged: number;
  joined: number;
  left: number;
  giftsUsed: number;
}

/** Number of customers by status and payment at the end of a day. */
export interface Standings {
  active: number;
  cancelled: number;
  gifted: number;
  paying: number;
  monthlyKopecks: number;
}

export interface Analytics {
  days: ({ day: string } & Happened & Standings)[];
  total: Happened & { netKopecks: number; payingBefore: number };
  /** Number and sum of the payments of each `PaymentKind`. */
  paidByKind: ({ kind: string } & Sum)[];
  partners: {
    prefix: string;
    trialsBegun: number;
    trialsConverted: number;
    paidKopecks: number;
    returnedKopecks: number;
  }[];
}

type Addend = Omit<DailyFigure, 'day'>;

function sumOf(
  addends: readonly Addend[],
  figure: Figure,
  isMeant: (label: string) => boolean = () => true,
): Sum {
  return addends
    .filter((addend) => addend.figure === figure && isMeant(addend.label))
    .reduce((sum, { count, kopecks }) => ({ count: sum.count + count, kopecks: sum.kopecks + kopecks }), {
      count: 0,
      kopecks: 0,
    });
}

function happenedOf(addends: readonly Addend[]): Happened {
  const countOf = (figure: Figure, label?: string): number =>
    sumOf(addends, figure, (each) => label === undefined || each === label).count;
  return {
    paid: sumOf(addends, 'paid'),
    refunded: sumOf(addends, 'returned', (by) => by !== 'bank'),
    chargedBack: sumOf(addends, 'returned', (by) => by === 'bank'),
    failedCharges: countOf('failed', 'recurrent'),
    failedFirstPayments: countOf('failed', 'first'),
    trialsBegun: countOf('trialBegun'),
    trialsConverted: countOf('trialConverted'),
    trialsCharged: countOf('trialCharged'),
    joined: countOf('joined'),
    left: countOf('left'),
    giftsUsed: countOf('giftUsed'),
  };
}

function standingsOf(addends: readonly Addend[]): Standings {
  const ofStatus = (status: string): number => sumOf(addends, 'status', (label) => label === status).count;
  const paying = sumOf(addends, 'paying');
  return {
    active: ofStatus('ACTIVE'),
    cancelled: ofStatus('CANCELED'),
    gifted: ofStatus('GIFTED'),
    paying: paying.count,
    monthlyKopecks: paying.kopecks,
  };
}

function grouped<Key, Item>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** Sums all rows with the same metric and label into one row. */
function addedUp(addends: readonly Addend[]): Addend[] {
  return [...grouped(addends, ({ figure, label }) => `${figure} ${label}`).values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [{ ...first, ...sumOf(same, first.figure) }];
  });
}

function partnersOf(addends: readonly Addend[]): Analytics['partners'] {
  const own = addends.filter(({ figure }) => figure.startsWith('partner'));
  return [...grouped(own, ({ label }) => label)]
    .map(([prefix, figures]) => ({
      prefix,
      trialsBegun: sumOf(figures, 'partnerBegun').count,
      trialsConverted: sumOf(figures, 'partnerConverted').count,
      paidKopecks: sumOf(figures, 'partnerPaid').kopecks,
      returnedKopecks: sumOf(figures, 'partnerReturned').kopecks,
    }))
    .sort((a, b) => b.paidKopecks - a.paidKopecks || (a.prefix < b.prefix ? -1 : 1));
}

/**
 * Returns the metrics of a period. `from` and `to` are inclusive days in Moscow time. Throws INVALID_REQUEST if the
 * period is empty or longer than `ANALYTICS_MAX_DAYS`.
 */
export async function readAnalytics(
  { db }: Pick<Deps, 'db'>,
  period: { from: string; to: string },
): Promise<Analytics> {
  const { from, to } = period;
  const length = daysBetween(from, to);
  if (length < 1) throw new Rejection('INVALID_REQUEST', 'End date can’t be before start date.', ['to']);
  if (length > ANALYTICS_MAX_DAYS)
    throw new Rejection('INVALID_REQUEST', `Choose at most ${ANALYTICS_MAX_DAYS} days.`, ['to']);
  // Both queries read one database snapshot. Otherwise a row written between the two queries would be in only one of
  // the results.
  const [before, figures] = await db.transaction(
    async (tx) => [await readStandingBefore(tx, from), await readDailyFigures(tx, period)] as const,
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  const byDay = grouped(figures, ({ day }) => day);
  let standing: readonly Addend[] = before;
  const days = Array.from({ length }, (_, index) => {
    const day = addToDay(from, index);
    const own = byDay.get(day) ?? [];
    standing = addedUp([
      ...standing,
      ...own.filter(({ figure }) => figure === 'status' || figure === 'paying'),
    ]);
    return { day, ...happenedOf(own), ...standingsOf(standing) };
  });
  const total = happenedOf(figures);
  return {
    days,
    total: {
      ...total,
      netKopecks: total.paid.kopecks - total.refunded.kopecks - total.chargedBack.kopecks,
      payingBefore: standingsOf(before).paying,
    },
    paidByKind: [
      ...grouped(
        figures.filter(({ figure }) => figure === 'paid'),
        ({ label }) => label,
      ),
    ]
      .map(([kind, own]) => ({ kind, ...sumOf(own, 'paid') }))
      .sort((a, b) => b.kopecks - a.kopecks),
    partners: partnersOf(figures),
  };
}
