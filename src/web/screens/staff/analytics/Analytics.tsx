/** Screen /adept/analytics. Shows the business metrics of a period to admins. The URL contains the period. */
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { useSearchParams } from 'react-router-dom';
import type {
  AnalyticsOfDay,
  PartnerAnalytics,
  StaffAnalytics,
} from '../../../../shared/contract/staffAnalytics';
import { CSV_TYPE } from '../../../../shared/csv';
import { moscowDay } from '../../../../shared/moscowDays';
import { useReadAnalyticsQuery } from '../../../api/endpoints/staffAnalytics';
import { serverNow } from '../../../api/serverTime';
import { DescriptionList } from '../../../components/display/DescriptionList';
import { CompactField } from '../../../components/staff/CompactField';
import { CompactSelect } from '../../../components/staff/CompactSelect';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { type Column, DataTable } from '../../../components/staff/DataTable';
import { HiddenUntilKnown } from '../../../components/staff/HiddenUntilKnown';
import { Panel } from '../../../components/staff/Panel';
import { StaffFrame } from '../../../components/staff/StaffFrame';
import { failureToShow, useStaffQueryFailure } from '../../../components/staff/useStaffFailure';
import { useMayRead } from '../../../components/staff/useStaffRights';
import { PATHS } from '../../../navigation/paths';
import { usePlatform } from '../../../platform/PlatformContext';
import { STAFF_ANALYTICS_TEXTS as TEXTS } from '../../../texts/staff/analytics';
import { toast } from '../../../toasts/toasts';
import { analyticsAsCsv } from './analyticsFile';
import { choicesOf, inSteps, labelOf, type Period, periodOf, type Step, stepOf } from './periods';
import { Plot } from './Plot';

const PLOTS = 10;

export default function Analytics() {
  const platform = usePlatform();
  const [query, setQuery] = useSearchParams();
  const { period, problems } = periodOf(query, moscowDay(serverNow(platform)));
  const isUnderstood = problems.from === null && problems.to === null;
  const { currentData, error, isFetching, refetch } = useReadAnalyticsQuery(period, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
    skip: !isUnderstood,
  });
  useStaffQueryFailure(error);
  const failure = failureToShow(error, currentData !== undefined);
  const mayRead = useMayRead('readAnalytics', error);
  const numbers = isUnderstood ? currentData : undefined;

  const save = () => {
    if (numbers === undefined) return;
    const file = new Blob([analyticsAsCsv(numbers.days)], { type: CSV_TYPE });
    platform.files.save(TEXTS.file(period.from, period.to), file);
    toast.success(TEXTS.exported(numbers.days.length));
  };

  return (
    <StaffFrame
      title={TEXTS.title}
      back={PATHS.staffHome}
      namesTimeZone={false}
      actions={
        mayRead === true && (
          <SmallButton disabled={numbers === undefined} onClick={save}>
            {TEXTS.export}
          </SmallButton>
        )
      }
    >
      <HiddenUntilKnown isKnown={mayRead !== null}>
        <p>{TEXTS.lead}</p>
        {mayRead !== false && (
          <Periods
            period={period}
            problems={problems}
            onPeriod={(next) => setQuery({ ...next }, { replace: true })}
          />
        )}
        {failure !== null && (
          <Failure>
            <p role="alert">
              {failure.status === 403 ? TEXTS.forbidden : (failure.reason ?? TEXTS.loadFailed)}
            </p>
            {failure.status !== 403 && (
              <SmallButton onClick={() => void refetch()}>{TEXTS.retry}</SmallButton>
            )}
          </Failure>
        )}
        {numbers !== undefined && failure === null && (
          <Shown numbers={numbers} step={stepOf(numbers.days.length)} />
        )}
        {isFetching && numbers === undefined && (
          <Cards aria-busy="true">
            {Array.from({ length: PLOTS }, (_, index) => (
              <Skeleton key={index} variant="rounded" height={206} />
            ))}
          </Cards>
        )}
      </HiddenUntilKnown>
    </StaffFrame>
  );
}

interface PeriodsProps {
  period: Period;
  problems: { from: string | null; to: string | null };
  onPeriod: (period: Period) => void;
}

function Periods({ period, problems, onPeriod }: PeriodsProps) {
  const choices = choicesOf(moscowDay(serverNow(usePlatform())));
  const chosen = choices.find(({ from, to }) => from === period.from && to === period.to);
  const own = { value: '', label: TEXTS.ownPeriod };
  const edge = (name: 'from' | 'to') => ({
    name,
    type: 'date' as const,
    label: TEXTS[name],
    defaultValue: period[name],
    error: problems[name],
    onLeave: (value: string) => {
      if (value !== period[name] && value !== '') onPeriod({ ...period, [name]: value });
    },
  });
  return (
    <PeriodRow role="search" aria-label={TEXTS.filters} key={`${period.from} ${period.to}`}>
      <CompactSelect
        label={TEXTS.period}
        name="period"
        choices={[
          ...choices.map(({ label }) => ({ value: label, label })),
          ...(chosen === undefined ? [own] : []),
        ]}
        value={chosen?.label ?? own.value}
        onChange={(label) => {
          const choice = choices.find((each) => each.label === label);
          if (choice !== undefined) onPeriod({ from: choice.from, to: choice.to });
        }}
      />
      <CompactField {...edge('from')} />
      <CompactField {...edge('to')} />
    </PeriodRow>
  );
}

function Shown({ numbers: { days, total, partners }, step }: { numbers: StaffAnalytics; step: Step }) {
  const steps = inSteps(days, step);
  const last = days.at(-1);
  if (last === undefined) return null;
  const of = (valueOf: (day: AnalyticsOfDay) => number) => ({
    steps: steps.map((each) => ({ label: labelOf(each.day, step), value: valueOf(each) })),
  });
  const counted = { format: TEXTS.count };
  const money = { format: TEXTS.amount };
  return (
    <>
      <Cards>
        <Plot
          title={TEXTS.monthly}
          value={TEXTS.amount(last.monthly)}
          note={TEXTS.monthlyNote}
          shape="line"
          {...of(({ monthly }) => monthly)}
          {...money}
        />
        <Plot
          title={TEXTS.paying}
          value={TEXTS.count(last.paying)}
          note={TEXTS.payingNote(total.joined, total.left)}
          shape="line"
          {...of(({ paying }) => paying)}
          {...counted}
        />
        <Plot
          title={TEXTS.active}
          value={TEXTS.count(last.active)}
          note={TEXTS.activeNote(last.cancelled, last.gifted)}
          shape="line"
          {...of(({ active }) => active)}
          {...counted}
        />
        <Plot
          title={TEXTS.paid}
          value={TEXTS.amount(total.paid)}
          note={TEXTS.paidNote(total.payments)}
          shape="bars"
          {...of(({ paid }) => paid)}
          {...money}
        />
        <Plot
          title={TEXTS.refunded}
          value={TEXTS.amount(total.refunded)}
          note={TEXTS.refundedNote(total.refunds, total.chargebacks, total.chargedBack)}
          shape="bars"
          tone="bad"
          {...of(({ refunded }) => refunded)}
          {...money}
        />
        <Plot
          title={TEXTS.trialsBegun}
          value={TEXTS.count(total.trialsBegun)}
          note={TEXTS.trialsBegunNote(total.trialsCharged, total.trialsBegun)}
          shape="bars"
          {...of(({ trialsBegun }) => trialsBegun)}
          {...counted}
        />
        <Plot
          title={TEXTS.trialsConverted}
          value={TEXTS.count(total.trialsConverted)}
          note={TEXTS.trialsConvertedNote}
          shape="bars"
          {...of(({ trialsConverted }) => trialsConverted)}
          {...counted}
        />
        <Plot
          title={TEXTS.churn}
          value={TEXTS.count(total.left)}
          note={TEXTS.churnNote(total.left, total.payingBefore)}
          shape="bars"
          tone="bad"
          {...of(({ left }) => left)}
          {...counted}
        />
        <Plot
          title={TEXTS.failed}
          value={TEXTS.count(total.failedCharges)}
          note={TEXTS.failedNote(total.failedFirstPayments)}
          shape="bars"
          tone="bad"
          {...of(({ failedCharges }) => failedCharges)}
          {...counted}
        />
        <Plot
          title={TEXTS.gifts}
          value={TEXTS.count(total.giftsUsed)}
          shape="bars"
          {...of(({ giftsUsed }) => giftsUsed)}
          {...counted}
        />
      </Cards>
      <Panel title={TEXTS.kinds}>
        {total.paidByKind.length === 0 ? (
          <p>{TEXTS.noPayments}</p>
        ) : (
          <DescriptionList
            details={[
              ...total.paidByKind.map(({ kind, payments, paid }) => ({
                name: TEXTS.kindOf(kind),
                value: TEXTS.kindValue(payments, paid),
              })),
              { name: TEXTS.net, value: TEXTS.amount(total.net) },
            ]}
          />
        )}
      </Panel>
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
      <Section>
        <h2>{TEXTS.table[step]}</h2>
        <DataTable
          label={TEXTS.table[step]}
          columns={columnsOf(step)}
          rows={[...steps].reverse()}
          rowKey={({ day }) => day}
          emptyText={TEXTS.empty}
        />
      </Section>
    </>
  );
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
  { id: 'paid', label: TEXTS.paid, align: 'right', render: ({ paid }) => TEXTS.amount(paid) },
  { id: 'returned', label: TEXTS.returned, align: 'right', render: ({ returned }) => TEXTS.amount(returned) },
];

function columnsOf(step: Step): readonly Column<AnalyticsOfDay>[] {
  const number = (
    id: string,
    label: string,
    valueOf: (day: AnalyticsOfDay) => number,
    format: (value: number) => string = TEXTS.count,
  ): Column<AnalyticsOfDay> => ({ id, label, align: 'right', render: (day) => format(valueOf(day)) });
  return [
    { id: 'day', label: TEXTS.when[step], render: ({ day }) => labelOf(day, step) },
    number('monthly', TEXTS.monthly, ({ monthly }) => monthly, TEXTS.amount),
    number('paying', TEXTS.paying, ({ paying }) => paying),
    number('active', TEXTS.active, ({ active }) => active),
    number('paid', TEXTS.paid, ({ paid }) => paid, TEXTS.amount),
    number('payments', TEXTS.payments, ({ payments }) => payments),
    number('refunded', TEXTS.refunded, ({ refunded }) => refunded, TEXTS.amount),
    number('trialsBegun', TEXTS.trialsBegun, ({ trialsBegun }) => trialsBegun),
    number('trialsConverted', TEXTS.trialsConverted, ({ trialsConverted }) => trialsConverted),
    number('left', TEXTS.churn, ({ left }) => left),
    number('failed', TEXTS.failed, ({ failedCharges }) => failedCharges),
    number('gifts', TEXTS.gifts, ({ giftsUsed }) => giftsUsed),
  ];
}

const Cards = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 250px), 1fr))',
  gap: 12,
});

const PeriodRow = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 150px), 170px))',
  alignItems: 'start',
  gap: '10px 8px',
});

const Section = styled('section')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 8,
  '& > h2': { margin: 0, fontSize: '0.9375rem', fontWeight: 650 },
});

const Failure = styled('div')(({ theme: { vars } }) => ({
  display: 'grid',
  justifyItems: 'start',
  gap: 10,
  '& > p': { margin: 0, color: vars.palette.tone.dangerText },
}));
