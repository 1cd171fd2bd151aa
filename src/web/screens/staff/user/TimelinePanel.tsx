/**
 * Timeline of a customer, grouped by day, newest first, with a filter by kind. Each timeline entry shows its request
 * id.
 */
import { styled } from '@mui/material/styles';
import { Fragment, useState } from 'react';
import { TIMELINE_KINDS, type TimelineEntry, type TimelineKind } from '../../../../shared/contract/timeline';
import { serverNow } from '../../../api/serverTime';
import { SecondaryButton } from '../../../components/controls/SecondaryButton';
import { LoadFailure } from '../../../components/staff/LoadFailure';
import { LoadingRows } from '../../../components/staff/LoadingRows';
import { Panel } from '../../../components/staff/Panel';
import { RequestId } from '../../../components/staff/RequestId';
import { usePlatform } from '../../../platform/PlatformContext';
import { TIMELINE_TEXTS, wordsOfEntry } from '../../../texts/staff/timeline';
import { dayOfEntry, timeOfEntry } from '../../../texts/staff/timelineMoments';
import { useTimeline, useTimelineFilter } from './useTimeline';

export function TimelinePanel({ userId }: { userId: number }) {
  const [kinds, choose] = useTimelineFilter();
  const timeline = useTimeline(userId, kinds);
  if (timeline.isAbsent) return null;
  return (
    <Panel title={TIMELINE_TEXTS.title}>
      <Filters kinds={kinds} choose={choose} />
      <Entries timeline={timeline} />
    </Panel>
  );
}

interface FiltersProps {
  kinds: TimelineKind[] | null;
  choose: (kinds: readonly TimelineKind[]) => void;
}

function Filters({ kinds, choose }: FiltersProps) {
  const chosen = kinds ?? [];
  const toggle = (kind: TimelineKind) =>
    choose(chosen.includes(kind) ? chosen.filter((each) => each !== kind) : [...chosen, kind]);
  return (
    <Chips role="group" aria-label={TIMELINE_TEXTS.filters}>
      <Chip type="button" aria-pressed={kinds === null} onClick={() => choose([])}>
        {TIMELINE_TEXTS.all}
      </Chip>
      {TIMELINE_KINDS.map((kind) => (
        <Chip key={kind} type="button" aria-pressed={chosen.includes(kind)} onClick={() => toggle(kind)}>
          {TIMELINE_TEXTS.kinds[kind]}
        </Chip>
      ))}
    </Chips>
  );
}

/** Number of timeline entries that are shown at first, so that the sections below stay within reach. */
const SHOWN_AT_FIRST = 8;

function Entries({ timeline }: { timeline: ReturnType<typeof useTimeline> }) {
  const { entries: loaded, hasFailed, isFetching } = timeline;
  const [showsAll, setShowsAll] = useState(false);
  const entries = showsAll ? loaded : loaded?.slice(0, SHOWN_AT_FIRST);
  const hasHidden = !showsAll && loaded !== undefined && loaded.length > SHOWN_AT_FIRST;
  const now = new Date(serverNow(usePlatform()));
  if (entries === undefined && hasFailed) {
    return (
      <LoadFailure isRetrying={isFetching} onRetry={timeline.refetch}>
        {TIMELINE_TEXTS.failed}
      </LoadFailure>
    );
  }
  if (entries === undefined) {
    return <LoadingRows label={TIMELINE_TEXTS.loading} rows={6} height={44} />;
  }
  if (entries.length === 0) return <Note>{TIMELINE_TEXTS.empty}</Note>;
  return (
    <>
      <div aria-busy={isFetching}>
        {groupByDay(entries, now).map(({ day, entries: ofDay }) => (
          <Fragment key={day}>
            <Day>{day}</Day>
            <List>
              {ofDay.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </List>
          </Fragment>
        ))}
      </div>
      {hasHidden || timeline.hasEarlier ? (
        <SecondaryButton
          loading={timeline.isLoadingEarlier}
          loadingLabel={TIMELINE_TEXTS.loadingEarlier}
          onClick={hasHidden ? () => setShowsAll(true) : timeline.loadEarlier}
        >
          {TIMELINE_TEXTS.earlier}
        </SecondaryButton>
      ) : (
        <Note>{TIMELINE_TEXTS.end}</Note>
      )}
    </>
  );
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const { text, note, tone } = wordsOfEntry(entry);
  const { requestId } = entry;
  return (
    <Row data-tone={tone}>
      <time dateTime={entry.at}>{timeOfEntry(entry.at)}</time>
      <div>
        <p>{text}</p>
        {note !== null && <small>{note}</small>}
      </div>
      {requestId && <RequestId id={requestId} />}
    </Row>
  );
}

function groupByDay(
  entries: readonly TimelineEntry[],
  now: Date,
): { day: string; entries: TimelineEntry[] }[] {
  const days: { day: string; entries: TimelineEntry[] }[] = [];
  for (const entry of entries) {
    const day = dayOfEntry(entry.at, now);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}

const Chips = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 6 });

const Chip = styled('button')(({ theme: { vars } }) => ({
  minHeight: 28,
  padding: '3px 11px',
  border: `1px solid ${vars.palette.surface.line}`,
  borderRadius: 999,
  font: 'inherit',
  fontSize: '0.8125rem',
  fontWeight: 550,
  color: vars.palette.text.secondary,
  backgroundColor: 'transparent',
  cursor: 'pointer',
  '&:hover': { color: vars.palette.text.primary, backgroundColor: vars.palette.surface.raised },
  '&[aria-pressed="true"]': {
    color: vars.palette.accent.on,
    borderColor: 'transparent',
    backgroundColor: vars.palette.accent.fill,
  },
}));

const Day = styled('h3')(({ theme: { vars } }) => ({
  margin: '12px 0 4px',
  fontSize: '0.8125rem',
  fontWeight: 620,
  color: vars.palette.text.secondary,
  'div > &:first-of-type': { marginTop: 0 },
}));

const List = styled('ul')({ display: 'grid', margin: 0, padding: 0, listStyle: 'none' });

const Row = styled('li')(({ theme: { vars, breakpoints } }) => ({
  display: 'grid',
  gridTemplateColumns: '66px minmax(0, 1fr) auto',
  alignItems: 'baseline',
  gap: '0 12px',
  padding: '7px 0 7px 12px',
  borderLeft: `2px solid ${vars.palette.surface.line}`,
  '&[data-tone="good"]': { borderLeftColor: vars.palette.tone.successText },
  '&[data-tone="bad"]': { borderLeftColor: vars.palette.tone.dangerText },
  '& + &': { boxShadow: `inset 0 1px 0 ${vars.palette.surface.line}` },
  '& time': { fontSize: '0.8125rem', color: vars.palette.text.secondary },
  '& p': { margin: 0, overflowWrap: 'anywhere' },
  '& small': { fontSize: '0.8125rem', overflowWrap: 'anywhere', color: vars.palette.text.secondary },
  [breakpoints.down('sm')]: {
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    '& > div': { gridColumn: '1 / -1', gridRow: 2 },
  },
}));

const Note = styled('p')(({ theme: { vars } }) => ({ margin: 0, color: vars.palette.text.secondary }));
