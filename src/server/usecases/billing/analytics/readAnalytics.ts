/** Computes the metrics of a period, and of the period before, from the daily rollups. */
import { type AnalyticsStep, endOfStep, toMonday } from '../../../../shared/analyticsSteps';
import { ANALYTICS_MAX_DAYS } from '../../../../shared/contract/staffAnalytics';
import { addToDay, daysBetween, moscowDay } from '../../../../shared/moscowDays';
import { isSaleKind, type PaymentKind } from '../../../../shared/paymentKinds';
import type { Deps } from '../../../deps';
import { type DayPeriod, previousPeriod, splitIntoSteps } from '../../../domain/billing/analyticsPeriods';
import type { Figure, JoinLabel, LeaveLabel } from '../../../domain/billing/figures';
import { Rejection } from '../../../domain/rejection';
import {
  type FigureSum,
  findFirstProvider,
  readFiguresBySteps,
  readPartnerFigures,
  readPayingDaysGained,
  readStandingBefore,
} from '../../../store/dailyFigures';
import type { Database } from '../../../store/database';

interface Sum {
  count: number;
  kopecks: number;
}

/** Payments of some kinds, and what was returned of such payments: refunds with voids, and chargebacks. */
export interface Flow {
  paid: Sum;
  refunded: Sum;
  chargedBack: Sum;
}

/** Sales of a card provider, and what was returned of them: refunds with voids and chargebacks. */
export interface ProviderSales {
  provider: string;
  paid: Sum;
  returned: Sum;
}

/**
 * Counts and sums of the events of a step or a period. Amounts are in kopecks.
 * `src/shared/contract/staffAnalytics.ts` defines each figure.
 */
export interface Happened {
  sales: Flow;
  checks: Flow;
  rejected: Flow;
  /** Sales minus their refunds and chargebacks. */
  netKopecks: number;
  /** Sales of each card provider, sorted by name. */
  byProvider: ProviderSales[];
  failedCharges: number;
  failedFirstPayments: number;
  trialsBegun: number;
  trialsConverted: number;
  trialsCharged: number;
  /** Number and monthly amount of the customers who started or stopped to pay monthly. */
  movements: Record<JoinLabel | LeaveLabel, Sum>;
  repricedKopecks: number;
  giftsUsed: number;
}

/** Number of customers by status and payment at the end of a step. */
export interface Standings {
  active: number;
  cancelled: number;
  gifted: number;
  paying: number;
  monthlyKopecks: number;
}

export interface AnalyticsOfPeriod extends DayPeriod {
  steps: (DayPeriod & Happened & Standings)[];
  total: Happened & {
    /** Standings at the start of the period. */
    before: Standings;
    /** Share of the paying customers who stop to pay in 30 days, or null if no customer paid. */
    monthlyChurn: number | null;
    paidByKind: ({ kind: string } & Flow)[];
  };
}

export interface Analytics extends AnalyticsOfPeriod {
  previous: AnalyticsOfPeriod;
  /** Trials that started in each week, and those of them that were charged until now. `week` is a Monday. */
  trialWeeks: { week: string; begun: number; charged: number }[];
  partners: {
    prefix: string;
    trialsBegun: number;
    trialsConverted: number;
    paidKopecks: number;
    returnedKopecks: number;
  }[];
}

const CHURN_DAYS = 30;
const CHECK: PaymentKind = 'check';
const REJECTED: PaymentKind = 'surplus';

function sumFigures(
  sums: readonly FigureSum[],
  figure: Figure,
  isMeant: (label: string) => boolean = () => true,
): Sum {
  const total = { count: 0, kopecks: 0 };
  for (const sum of sums) {
    if (sum.figure !== figure || !isMeant(sum.label)) continue;
    total.count += sum.count;
    total.kopecks += sum.kopecks;
  }
  return total;
}

function computeFlow(sums: readonly FigureSum[], isMeant: (kind: string) => boolean): Flow {
  const returned = (isCause: (by: string) => boolean): Sum =>
    sumFigures(sums, 'returned', (label) => {
      const [by = '', kind = ''] = label.split(':');
      return isCause(by) && isMeant(kind);
    });
  return {
    paid: sumFigures(sums, 'paid', isMeant),
    refunded: returned((by) => by !== 'bank'),
    chargedBack: returned((by) => by === 'bank'),
  };
}

/** Returns the sales of each card provider. The rest of the sales is of `firstProvider` (`findFirstProvider`). */
function computeSalesByProvider(
  sums: readonly FigureSum[],
  sales: Flow,
  firstProvider: string | null,
): ProviderSales[] {
  const figures: Figure[] = ['providerPaid', 'providerReturned'];
  const named = sums.flatMap(({ figure, label }) => (figures.includes(figure) ? [label] : []));
  const computeRest = (all: readonly Sum[], figure: Figure): Sum => {
    const known = sumFigures(sums, figure);
    return all.reduce<Sum>(
      (rest, { count, kopecks }) => ({ count: rest.count + count, kopecks: rest.kopecks + kopecks }),
      { count: -known.count, kopecks: -known.kopecks },
    );
  };
  const rest = {
    paid: computeRest([sales.paid], 'providerPaid'),
    returned: computeRest([sales.refunded, sales.chargedBack], 'providerReturned'),
  };
  return [...new Set([...named, ...(firstProvider === null ? [] : [firstProvider])])]
    .sort()
    .map((provider) => {
      const own = (figure: Figure, others: Sum): Sum => {
        const sum = sumFigures(sums, figure, (label) => label === provider);
        if (provider !== firstProvider) return sum;
        return { count: sum.count + others.count, kopecks: sum.kopecks + others.kopecks };
      };
      return {
        provider,
        paid: own('providerPaid', rest.paid),
        returned: own('providerReturned', rest.returned),
      };
    })
    .filter(({ paid, returned }) => paid.count !== 0 || returned.count !== 0);
}

function computeHappened(sums: readonly FigureSum[], firstProvider: string | null): Happened {
  const ofLabel = (figure: Figure, label: string): Sum => sumFigures(sums, figure, (each) => each === label);
  const countFigures = (figure: Figure): number => sumFigures(sums, figure).count;
  const sales = computeFlow(sums, isSaleKind);
  return {
    sales,
    checks: computeFlow(sums, (kind) => kind === CHECK),
    rejected: computeFlow(sums, (kind) => kind === REJECTED),
    netKopecks: sales.paid.kopecks - sales.refunded.kopecks - sales.chargedBack.kopecks,
    byProvider: computeSalesByProvider(sums, sales, firstProvider),
    failedCharges: ofLabel('failed', 'recurrent').count,
    failedFirstPayments: ofLabel('failed', 'first').count,
    trialsBegun: countFigures('trialBegun'),
    trialsConverted: countFigures('trialConverted'),
    trialsCharged: countFigures('trialCharged'),
    movements: {
      new: ofLabel('joined', 'new'),
      returned: ofLabel('joined', 'returned'),
      canceled: ofLabel('left', 'canceled'),
      lapsed: ofLabel('left', 'lapsed'),
    },
    repricedKopecks: sumFigures(sums, 'repriced').kopecks,
    giftsUsed: countFigures('giftUsed'),
  };
}

function computeStandings(sums: readonly FigureSum[]): Standings {
  const ofStatus = (status: string): number => sumFigures(sums, 'status', (label) => label === status).count;
  const paying = sumFigures(sums, 'paying');
  return {
    active: ofStatus('ACTIVE'),
    cancelled: ofStatus('CANCELED'),
    gifted: ofStatus('GIFTED'),
    paying: paying.count,
    monthlyKopecks: paying.kopecks,
  };
}

const added = (a: Standings, b: Standings): Standings => ({
  active: a.active + b.active,
  cancelled: a.cancelled + b.cancelled,
  gifted: a.gifted + b.gifted,
  paying: a.paying + b.paying,
  monthlyKopecks: a.monthlyKopecks + b.monthlyKopecks,
});

function grouped<Item>(items: readonly Item[], toKey: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(toKey(item));
    if (group === undefined) groups.set(toKey(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** Returns the metrics of a period from the sums of its steps. `before` are the standings at the start of the period. */
function buildAnalytics(
  period: DayPeriod,
  {
    steps,
    sums,
    before,
    firstProvider,
  }: {
    steps: readonly DayPeriod[];
    sums: readonly FigureSum[][];
    before: Standings;
    firstProvider: string | null;
  },
): Omit<AnalyticsOfPeriod, 'total'> & { total: Omit<AnalyticsOfPeriod['total'], 'monthlyChurn'> } {
  let standings = before;
  const all = sums.flat();
  const kinds = new Set(all.filter(({ figure }) => figure === 'paid').map(({ label }) => label));
  return {
    ...period,
    steps: steps.map((step, index) => {
      const own = sums[index] ?? [];
      standings = added(standings, computeStandings(own));
      return { ...step, ...computeHappened(own, firstProvider), ...standings };
    }),
    total: {
      ...computeHappened(all, firstProvider),
      before,
      paidByKind: [...kinds]
        .map((kind) => ({ kind, ...computeFlow(all, (each) => each === kind) }))
        .sort((a, b) => b.paid.kopecks - a.paid.kopecks || (a.kind < b.kind ? -1 : 1)),
    },
  };
}

/** Adds the monthly churn. `today` is the last day that counts. */
async function withChurn(
  tx: Database,
  analytics: ReturnType<typeof buildAnalytics>,
  today: string,
): Promise<AnalyticsOfPeriod> {
  const { from, to, total } = analytics;
  const elapsed = { from, to: to < today ? to : today };
  const days = Math.max(0, daysBetween(elapsed.from, elapsed.to));
  const payingDays = days * total.before.paying + (await readPayingDaysGained(tx, elapsed));
  const left = total.movements.canceled.count + total.movements.lapsed.count;
  return {
    ...analytics,
    total: { ...total, monthlyChurn: payingDays > 0 ? (left * CHURN_DAYS) / payingDays : null },
  };
}

/** Reads a period, and the period before, in one pass over the rollups of both. */
async function readPeriods(
  tx: Database,
  { period, step, today }: { period: DayPeriod; step: AnalyticsStep; today: string },
): Promise<{ current: AnalyticsOfPeriod; previous: AnalyticsOfPeriod }> {
  const earlier = previousPeriod(period, step);
  const steps = splitIntoSteps(period, step);
  const earlierSteps = splitIntoSteps(earlier, step);
  // The period before may end several days before the period starts.
  const between = addToDay(earlier.to, 1);
  const gap = between < period.from ? [between] : [];
  const starts = [...earlierSteps.map(({ from }) => from), ...gap, ...steps.map(({ from }) => from)];
  const before = computeStandings(await readStandingBefore(tx, earlier.from));
  const sums = await readFiguresBySteps(tx, { starts, to: period.to });
  const firstProvider = await findFirstProvider(tx);
  const currentSums = sums.slice(earlierSteps.length + gap.length);
  const previousSums = sums.slice(0, earlierSteps.length);
  const start = sums
    .slice(0, earlierSteps.length + gap.length)
    .reduce((standings, own) => added(standings, computeStandings(own)), before);
  const current = buildAnalytics(period, { steps, sums: currentSums, before: start, firstProvider });
  const previous = buildAnalytics(earlier, {
    steps: earlierSteps,
    sums: previousSums,
    before,
    firstProvider,
  });
  return {
    current: await withChurn(tx, current, today),
    previous: await withChurn(tx, previous, today),
  };
}

async function readTrialWeeks(tx: Database, { from, to }: DayPeriod): Promise<Analytics['trialWeeks']> {
  const weeks = { from: toMonday(from), to: endOfStep(to, 'week') };
  const starts = splitIntoSteps(weeks, 'week').map((each) => each.from);
  const figures: Figure[] = ['trialBegun', 'trialCharged'];
  const sums = await readFiguresBySteps(tx, { starts, to: weeks.to, figures });
  return starts.map((week, index) => ({
    week,
    begun: sumFigures(sums[index] ?? [], 'trialBegun').count,
    charged: sumFigures(sums[index] ?? [], 'trialCharged').count,
  }));
}

function buildPartners(sums: readonly FigureSum[]): Analytics['partners'] {
  return [...grouped(sums, ({ label }) => label)]
    .map(([prefix, figures]) => ({
      prefix,
      trialsBegun: sumFigures(figures, 'partnerBegun').count,
      trialsConverted: sumFigures(figures, 'partnerConverted').count,
      paidKopecks: sumFigures(figures, 'partnerPaid').kopecks,
      returnedKopecks: sumFigures(figures, 'partnerReturned').kopecks,
    }))
    .sort((a, b) => b.paidKopecks - a.paidKopecks || (a.prefix < b.prefix ? -1 : 1));
}

/**
 * Returns the metrics of a period by step, and of the period before. `from` and `to` are inclusive days in Moscow time.
 * Throws INVALID_REQUEST if the period is empty or longer than `ANALYTICS_MAX_DAYS`.
 */
export async function readAnalytics(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { step = 'day', ...period }: DayPeriod & { step?: AnalyticsStep | undefined },
): Promise<Analytics> {
  const length = daysBetween(period.from, period.to);
  if (length < 1) throw new Rejection('INVALID_REQUEST', 'End date can’t be before start date.', ['to']);
  if (length > ANALYTICS_MAX_DAYS)
    throw new Rejection('INVALID_REQUEST', `Choose at most ${ANALYTICS_MAX_DAYS} days.`, ['to']);
  const today = moscowDay(clock.now());
  // All queries read one database snapshot. Otherwise a row written between two queries would be in only one of the
  // results.
  return db.transaction(
    async (tx) => {
      const { current, previous } = await readPeriods(tx, { period, step, today });
      return {
        ...current,
        previous,
        trialWeeks: await readTrialWeeks(tx, period),
        partners: buildPartners(await readPartnerFigures(tx, period)),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
