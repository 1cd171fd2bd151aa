/** Figures of a period on the analytics screen: a card with a chart for each figure, and the tables. */
import { styled } from '@mui/material/styles';
import type { AnalyticsStep } from '../../../../shared/analyticsSteps';
import type {
  AnalyticsOfStep,
  AnalyticsTotal,
  PartnerAnalytics,
  StaffAnalytics,
} from '../../../../shared/contract/staffAnalytics';
import { toKopecks, toRubles } from '../../../../shared/money';
import { isSaleKind } from '../../../../shared/paymentKinds';
import { DescriptionList } from '../../../components/display/DescriptionList';
import { type Column, DataTable } from '../../../components/staff/DataTable';
import { Panel } from '../../../components/staff/Panel';
import { providersIn } from '../../../flows/staff/analyticsTable';
import { STAFF_ANALYTICS_TEXTS as TEXTS } from '../../../texts/staff/analytics';
import { Cards } from './Cards';
import type { ChartPoint } from './Chart';
import { Disclosure } from './Disclosure';
import { MetricCard, type MetricCardProps } from './MetricCard';
import { explainPartial, formatDates, formatLabel, formatStepDates, hasRunningTrials } from './periods';
import type { Tone } from './seriesColors';

interface AnalyticsFiguresProps {
  numbers: StaffAnalytics;
  step: AnalyticsStep;
  /** Today in Moscow, as `yyyy-mm-dd`. Steps after today are not shown. */
  today: string;
}

export function AnalyticsFigures({ numbers, step, today }: AnalyticsFiguresProps) {
  const { total, previous, partners } = numbers;
  const steps = numbers.steps.filter(({ from }) => from <= today);
  const last = steps.at(-1);
  if (last === undefined) return <p>{TEXTS.empty}</p>;
  const kinds = total.paidByKind.filter(({ kind }) => isSaleKind(kind));
  const providers = providersIn(total);
  return (
    <>
      <Legend aria-label={TEXTS.legend.label}>
        <li>{TEXTS.legend.previous(formatDates(previous))}</li>
        <li>{TEXTS.legend.partial}</li>
        <li>{TEXTS.legend.keys}</li>
      </Legend>
      <Cards>
        {buildCards({ ...numbers, steps }, { step, today, last }).map((card) => (
          <MetricCard key={card.title} {...card} />
        ))}
      </Cards>
      <Pair>
        <Panel title={TEXTS.kinds}>
          {kinds.length === 0 ? (
            <p>{TEXTS.noPayments}</p>
          ) : (
            <DescriptionList
              details={[
                ...kinds.map(({ kind, payments, paid }) => ({
                  name: TEXTS.kindOf(kind),
                  value: TEXTS.kindValue(payments, paid),
                })),
                { name: TEXTS.refunds, value: TEXTS.kindValue(total.refunds, -total.refunded) },
                { name: TEXTS.disputes, value: TEXTS.kindValue(total.chargebacks, -total.chargedBack) },
                { name: TEXTS.net, value: TEXTS.amount(total.net) },
              ]}
            />
          )}
        </Panel>
        <Panel title={TEXTS.notSales}>
          <p>{TEXTS.notSalesMeaning}</p>
          <DescriptionList
            details={[
              {
                name: TEXTS.kindOf('check'),
                value: TEXTS.apartValue(total.checks, total.checked, total.checksReturned),
              },
              {
                name: TEXTS.kindOf('surplus'),
                value: TEXTS.apartValue(total.rejectedPayments, total.rejectedPaid, total.rejectedReturned),
              },
            ]}
          />
        </Panel>
        {providers.length > 0 && (
          <Panel title={TEXTS.providers}>
            <DescriptionList
              details={providers.map(({ provider, payments, paid, returned }) => ({
                name: TEXTS.provider(provider),
                value: TEXTS.apartValue(payments, paid, returned),
              }))}
            />
          </Panel>
        )}
      </Pair>
      <Section>
        <h2>{TEXTS.partners}</h2>
        <DataTable
          label={TEXTS.partners}
          columns={PARTNER_COLUMNS}
          rows={partners}
          rowKey={({ prefix }) => prefix}
          emptyText={TEXTS.noPartners}
        />
      </Section>
      <Disclosure summary={TEXTS.table[step]}>
        {() => (
          <DataTable
            label={TEXTS.table[step]}
            columns={buildColumns(step, today)}
            rows={[...steps].reverse()}
            rowKey={({ from }) => from}
            emptyText={TEXTS.empty}
          />
        )}
      </Disclosure>
    </>
  );
}

type Card = MetricCardProps;
type Valued = Pick<Card, 'format' | 'formatAxis' | 'isWhole'>;

const COUNTED: Valued = { format: TEXTS.count, formatAxis: TEXTS.short, isWhole: true };
const MONEY: Valued = { format: TEXTS.amount, formatAxis: TEXTS.shortAmount };
const SHARES: Valued = { format: TEXTS.percent, formatAxis: TEXTS.shortPercent };

/** Returns the refunds and chargebacks of sales, in rubles. */
const sumReturned = ({ refunded, chargedBack }: Pick<AnalyticsOfStep, 'refunded' | 'chargedBack'>): number =>
  toRubles(toKopecks(refunded) + toKopecks(chargedBack));

const sumStarted = ({ newPaying, returnedPaying }: AnalyticsTotal): number => newPaying + returnedPaying;
const sumStopped = ({ canceledPaying, lapsedPaying }: AnalyticsTotal): number =>
  canceledPaying + lapsedPaying;

function buildCards(
  { steps, total, previous, trialWeeks }: StaffAnalytics,
  { step, today, last }: { step: AnalyticsStep; today: string; last: AnalyticsOfStep },
): Card[] {
  const dates = formatDates(previous);
  const before = previous.steps.at(-1);

  /** Returns the change of a value, or null if there is nothing to compare. */
  const change = (now: number, then: number | undefined, isMoreGood = true): Card['change'] => {
    if (then === undefined || (then === 0 && now === 0)) return null;
    if (then <= 0) return now > 0 && then === 0 ? { text: TEXTS.noPrevious(dates), tone: 'same' } : null;
    const share = (now - then) / then;
    if (share === 0) return { text: TEXTS.change(TEXTS.sameAs, dates), tone: 'same' };
    return {
      text: TEXTS.change(TEXTS.signed(share, TEXTS.percent), dates),
      tone: share > 0 === isMoreGood ? 'better' : 'worse',
    };
  };

  const buildPoints = (
    readValues: (each: AnalyticsOfStep) => readonly number[],
    readPrevious: ((each: AnalyticsOfStep) => number) | null,
  ): ChartPoint[] =>
    steps.map((each, index) => {
      const then = previous.steps[index];
      return {
        label: formatLabel(each, step),
        dates: formatStepDates(each, step),
        values: readValues(each),
        previous:
          readPrevious === null || then === undefined
            ? null
            : { dates: formatStepDates(then, step), value: readPrevious(then) },
        partial: explainPartial(each, step, today),
      };
    });

  const single = (
    title: string,
    readValue: (each: AnalyticsOfStep) => number,
    { tone = 'main', shape = 'bars' }: { tone?: Tone; shape?: Card['shape'] } = {},
  ) => ({
    title,
    stepName: TEXTS.when[step],
    shape,
    series: [{ name: title, tone }],
    points: buildPoints((each) => [readValue(each)], readValue),
  });

  const weeks = trialWeeks.filter(({ week }) => week <= today);
  const complete = weeks.filter(({ week }) => !hasRunningTrials(week, today));
  const begun = complete.reduce((sum, each) => sum + each.begun, 0);
  const charged = complete.reduce((sum, each) => sum + each.charged, 0);

  return [
    {
      ...single(TEXTS.net, ({ net }) => net),
      ...MONEY,
      value: TEXTS.amount(total.net),
      change: change(total.net, previous.total.net),
      meaning: TEXTS.netMeaning,
    },
    {
      ...single(TEXTS.paid, ({ paid }) => paid),
      ...MONEY,
      value: TEXTS.amount(total.paid),
      change: change(total.paid, previous.total.paid),
      note: TEXTS.paidNote(total.payments),
      meaning: TEXTS.paidMeaning,
    },
    {
      ...single(TEXTS.returned, sumReturned, { tone: 'bad' }),
      ...MONEY,
      value: TEXTS.amount(sumReturned(total)),
      change: change(sumReturned(total), sumReturned(previous.total), false),
      note: TEXTS.returnedNote(total.refunds, total.chargebacks),
      meaning: TEXTS.returnedMeaning,
    },
    {
      ...single(TEXTS.monthly, ({ monthly }) => monthly, { shape: 'line' }),
      ...MONEY,
      value: TEXTS.amount(last.monthly),
      change: change(last.monthly, before?.monthly),
      note: TEXTS.monthlyNote,
      meaning: TEXTS.monthlyMeaning,
    },
    {
      title: TEXTS.movements,
      stepName: TEXTS.when[step],
      shape: 'bars',
      series: [
        { name: TEXTS.movement.new, tone: 'gained' },
        { name: TEXTS.movement.returned, tone: 'regained' },
        { name: TEXTS.movement.canceled, tone: 'lost' },
        { name: TEXTS.movement.lapsed, tone: 'lapsed' },
        { name: TEXTS.movement.repriced, tone: 'other' },
      ],
      points: buildPoints(
        (each) => [
          each.newMonthly,
          each.returnedMonthly,
          -each.canceledMonthly,
          -each.lapsedMonthly,
          each.repricedMonthly,
        ],
        null,
      ),
      ...MONEY,
      value: TEXTS.signed(toRubles(toKopecks(last.monthly) - toKopecks(total.monthlyBefore)), TEXTS.amount),
      change: null,
      note: TEXTS.movementsNote(TEXTS.amount(total.monthlyBefore), TEXTS.amount(last.monthly)),
      meaning: TEXTS.movementsMeaning,
    },
    {
      ...single(TEXTS.paying, ({ paying }) => paying, { shape: 'line' }),
      ...COUNTED,
      value: TEXTS.count(last.paying),
      change: change(last.paying, before?.paying),
      note: TEXTS.payingNote(sumStarted(total), sumStopped(total)),
      meaning: TEXTS.payingMeaning,
    },
    {
      title: TEXTS.churn,
      stepName: TEXTS.when[step],
      shape: 'bars',
      series: [
        { name: TEXTS.movement.canceled, tone: 'lost' },
        { name: TEXTS.movement.lapsed, tone: 'lapsed' },
      ],
      points: buildPoints(
        ({ canceledPaying, lapsedPaying }) => [canceledPaying, lapsedPaying],
        ({ canceledPaying, lapsedPaying }) => canceledPaying + lapsedPaying,
      ),
      ...COUNTED,
      value: TEXTS.percent(total.monthlyChurn),
      change: change(total.monthlyChurn ?? 0, previous.total.monthlyChurn ?? undefined, false),
      note: TEXTS.churnNote(total.canceledPaying, total.lapsedPaying),
      meaning: TEXTS.churnMeaning,
    },
    {
      title: TEXTS.conversion,
      stepName: TEXTS.when.week,
      shape: 'bars',
      series: [{ name: TEXTS.conversionColumns.share, tone: 'main' }],
      points: weeks.map((each) => ({
        label: formatLabel({ from: each.week, to: each.week }, 'week'),
        dates: TEXTS.weekFrom(formatDates({ from: each.week, to: each.week })),
        values: [each.begun === 0 ? 0 : each.charged / each.begun],
        detail: TEXTS.formatConversion(each.charged, each.begun),
        previous: null,
        partial: hasRunningTrials(each.week, today) ? TEXTS.trialsRunning : null,
      })),
      ...SHARES,
      value: TEXTS.percent(begun === 0 ? null : charged / begun),
      change: null,
      note: TEXTS.conversionNote(charged, begun),
      meaning: TEXTS.conversionMeaning,
    },
    {
      ...single(TEXTS.trialsBegun, ({ trialsBegun }) => trialsBegun),
      ...COUNTED,
      value: TEXTS.count(total.trialsBegun),
      change: change(total.trialsBegun, previous.total.trialsBegun),
      note: TEXTS.trialsBegunNote(total.trialsConverted),
      meaning: TEXTS.trialsBegunMeaning,
    },
    {
      ...single(TEXTS.active, ({ active }) => active, { shape: 'line' }),
      ...COUNTED,
      value: TEXTS.count(last.active),
      change: change(last.active, before?.active),
      note: TEXTS.activeNote(last.cancelled, last.gifted),
      meaning: TEXTS.activeMeaning,
    },
    {
      ...single(TEXTS.failed, ({ failedCharges }) => failedCharges, { tone: 'bad' }),
      ...COUNTED,
      value: TEXTS.count(total.failedCharges),
      change: change(total.failedCharges, previous.total.failedCharges, false),
      note: TEXTS.failedNote(total.failedFirstPayments),
      meaning: TEXTS.failedMeaning,
    },
    {
      ...single(TEXTS.gifts, ({ giftsUsed }) => giftsUsed),
      ...COUNTED,
      value: TEXTS.count(total.giftsUsed),
      change: change(total.giftsUsed, previous.total.giftsUsed),
      meaning: TEXTS.giftsMeaning,
    },
  ];
}

const PARTNER_COLUMNS: readonly Column<PartnerAnalytics>[] = [
  { id: 'prefix', label: TEXTS.prefix, render: ({ prefix }) => prefix },
  {
    id: 'begun',
    label: TEXTS.trialsBegun,
    align: 'right',
    render: ({ trialsBegun }) => TEXTS.count(trialsBegun),
  },
  {
    id: 'converted',
    label: TEXTS.trialsConverted,
    align: 'right',
    render: ({ trialsConverted }) => TEXTS.count(trialsConverted),
  },
  { id: 'paid', label: TEXTS.partnerPaid, align: 'right', render: ({ paid }) => TEXTS.amount(paid) },
  { id: 'returned', label: TEXTS.refunded, align: 'right', render: ({ returned }) => TEXTS.amount(returned) },
];

function buildColumns(step: AnalyticsStep, today: string): readonly Column<AnalyticsOfStep>[] {
  const number = (
    id: keyof typeof TEXTS.columns,
    readValue: (each: AnalyticsOfStep) => number,
    format: (value: number) => string = TEXTS.count,
  ): Column<AnalyticsOfStep> => ({
    id,
    label: TEXTS.columns[id],
    align: 'right',
    render: (each) => <Whole>{format(readValue(each))}</Whole>,
  });
  return [
    {
      id: 'step',
      label: TEXTS.when[step],
      render: (each) => {
        const reason = explainPartial(each, step, today);
        const dates = formatStepDates(each, step);
        return <Whole>{reason === null ? dates : TEXTS.partialStep(dates, reason)}</Whole>;
      },
    },
    number('net', ({ net }) => net, TEXTS.amount),
    number('paid', ({ paid }) => paid, TEXTS.amount),
    number('payments', ({ payments }) => payments),
    number('refunded', ({ refunded }) => refunded, TEXTS.amount),
    number('chargedBack', ({ chargedBack }) => chargedBack, TEXTS.amount),
    number('monthly', ({ monthly }) => monthly, TEXTS.amount),
    number('paying', ({ paying }) => paying),
    number('newPaying', ({ newPaying }) => newPaying),
    number('returnedPaying', ({ returnedPaying }) => returnedPaying),
    number('canceledPaying', ({ canceledPaying }) => canceledPaying),
    number('lapsedPaying', ({ lapsedPaying }) => lapsedPaying),
    number('active', ({ active }) => active),
    number('trialsBegun', ({ trialsBegun }) => trialsBegun),
    number('trialsConverted', ({ trialsConverted }) => trialsConverted),
    number('failedCharges', ({ failedCharges }) => failedCharges),
    number('giftsUsed', ({ giftsUsed }) => giftsUsed),
  ];
}

/** Content of a cell of a wide table that scrolls, and so never breaks a number. */
const Whole = styled('span')({ whiteSpace: 'nowrap' });

const Pair = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 420px), 1fr))',
  alignItems: 'start',
  gap: 12,
});

const Legend = styled('ul')(({ theme: { vars } }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2px 20px',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontSize: '0.8125rem',
  color: vars.palette.text.secondary,
}));

const Section = styled('section')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 8,
  '& > h2': { margin: 0, fontSize: '0.9375rem', fontWeight: 650 },
});
