/** Screen /adept/analytics. Shows the business metrics of a period to admins. The URL contains the period. */
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { useSearchParams } from 'react-router-dom';
import { moscowDay } from '../../../../shared/moscowDays';
import { useReadAnalyticsQuery } from '../../../api/endpoints/staffAnalytics';
import { serverNow } from '../../../api/serverTime';
import { CompactField } from '../../../components/staff/CompactField';
import { CompactSelect } from '../../../components/staff/CompactSelect';
import { SmallButton } from '../../../components/staff/ConsoleButton';
import { HiddenUntilKnown } from '../../../components/staff/HiddenUntilKnown';
import { StaffFrame } from '../../../components/staff/StaffFrame';
import { useStaffChange } from '../../../components/staff/useStaffChange';
import { failureToShow, useStaffQueryFailure } from '../../../components/staff/useStaffFailure';
import { useMayRead } from '../../../components/staff/useStaffRights';
import { type AnalyticsFileType, exportAnalytics } from '../../../flows/staff/exportAnalytics';
import { useAppDispatch } from '../../../hooks/storeHooks';
import { PATHS } from '../../../navigation/paths';
import { usePlatform } from '../../../platform/PlatformContext';
import { STAFF_ANALYTICS_TEXTS as TEXTS } from '../../../texts/staff/analytics';
import { toast } from '../../../toasts/toasts';
import { AnalyticsFigures } from './AnalyticsFigures';
import { Cards } from './Cards';
import { buildChoices, chooseStep, parsePeriod, type Period } from './periods';

const CARDS = 12;

export default function Analytics() {
  const platform = usePlatform();
  const dispatch = useAppDispatch();
  const [query, setQuery] = useSearchParams();
  const today = moscowDay(serverNow(platform));
  const { period, problems } = parsePeriod(query, today);
  const isUnderstood = problems.from === null && problems.to === null;
  const step = isUnderstood ? chooseStep(period) : 'day';
  const { currentData, error, isFetching, refetch } = useReadAnalyticsQuery(
    { ...period, step },
    { refetchOnMountOrArgChange: true, refetchOnFocus: true, skip: !isUnderstood },
  );
  useStaffQueryFailure(error);
  const failure = failureToShow(error, currentData !== undefined);
  const mayRead = useMayRead('readAnalytics', error);
  const numbers = isUnderstood ? currentData : undefined;
  const { send, isSending } = useStaffChange();

  const save = (type: AnalyticsFileType) =>
    send(
      () => dispatch(exportAnalytics(period, type)),
      (days) => toast.success(TEXTS.exported(days)),
      { onFailed: ({ reason }) => toast.error(reason ?? TEXTS.exportFailed) },
    );

  return (
    <StaffFrame
      title={TEXTS.title}
      back={PATHS.staffHome}
      namesTimeZone={false}
      actions={
        mayRead === true && (
          <Exports>
            <SmallButton disabled={!isUnderstood || isSending} onClick={() => void save('csv')}>
              {TEXTS.exportCsv}
            </SmallButton>
            <SmallButton disabled={!isUnderstood || isSending} onClick={() => void save('xlsx')}>
              {TEXTS.exportSheet}
            </SmallButton>
          </Exports>
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
          <AnalyticsFigures numbers={numbers} step={step} today={today} />
        )}
        {isFetching && numbers === undefined && (
          <Cards aria-busy="true">
            {Array.from({ length: CARDS }, (_, index) => (
              <Skeleton key={index} variant="rounded" height={360} />
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
  const choices = buildChoices(moscowDay(serverNow(usePlatform())));
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

const Exports = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });

const PeriodRow = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 150px), 170px))',
  alignItems: 'start',
  gap: '10px 8px',
});

const Failure = styled('div')(({ theme: { vars } }) => ({
  display: 'grid',
  justifyItems: 'start',
  gap: 10,
  '& > p': { margin: 0, color: vars.palette.tone.dangerText },
}));
