/**
 * Panels beside the customer search on /adept: work that needs attention, the customers whom the staff member opened last,
 * and the figures of today. One request loads all panels. If it fails, the search still works.
 */
import { styled } from '@mui/material/styles';
import { Link } from 'react-router-dom';
import {
  type Attention,
  ATTENTION_KINDS,
  type AttentionKind,
  type CardProviderProblem,
  type DayFigures,
  type StaffHome,
} from '../../../../shared/contract/staffHome';
import { formatEnglishAmount, formatEnglishCount } from '../../../../shared/englishAmounts';
import { useReadStaffHomeQuery } from '../../../api/endpoints/staffHome';
import { TextLink } from '../../../components/controls/TextLink';
import { LoadFailure } from '../../../components/staff/LoadFailure';
import { LoadingRows } from '../../../components/staff/LoadingRows';
import { Panel } from '../../../components/staff/Panel';
import { StatusAbbreviation } from '../../../components/staff/StatusAbbreviation';
import { OPENED_FROM_LIST } from '../../../components/staff/useGoBack';
import { isAbsent, useStaffRights } from '../../../components/staff/useStaffRights';
import { ALWAYS_FRESH } from '../../../components/staff/useTableQuery';
import { useIsInBrowser } from '../../../hooks/useIsInBrowser';
import { PATHS, staffDevicePath, staffUserPath } from '../../../navigation/paths';
import { usePlatform } from '../../../platform/PlatformContext';
import { formatDateTime } from '../../../texts/dates';
import { cardProviderName } from '../../../texts/staff/cardProviderName';
import { ageText, changeText, providerProblemText, STAFF_HOME_TEXTS } from '../../../texts/staff/home';

export function HomePanels() {
  const { knowsAdditions, isSettled } = useStaffRights();
  const isInBrowser = useIsInBrowser();
  const query = useReadStaffHomeQuery({}, { ...ALWAYS_FRESH, skip: !knowsAdditions });
  const { currentData: home, error, isFetching, refetch } = query;
  if (!knowsAdditions || isAbsent(error)) return null;
  // The prerendered page reserves the column, but does not contain its skeleton. In a narrow window the panels are below
  // the gift form, which appears when the role is known.
  if (!isInBrowser || !isSettled) return <Column />;
  return (
    <Column>
      {home !== undefined ? (
        <>
          <AttentionPanel rows={home.attention} cardProviders={home.cardProviders ?? []} />
          <LastCustomersPanel customers={home.lastCustomers} />
          {home.figures && <FiguresPanel figures={home.figures} />}
        </>
      ) : error === undefined ? (
        <LoadingRows label={STAFF_HOME_TEXTS.loading} rows={3} height={120} />
      ) : (
        <LoadFailure isRetrying={isFetching} onRetry={() => void refetch()}>
          {STAFF_HOME_TEXTS.loadFailed}
        </LoadFailure>
      )}
    </Column>
  );
}

/** Pages that act on each kind of work. Kinds without a page link to the customers or devices themselves. */
const PAGES: Readonly<Partial<Record<AttentionKind, string>>> = {
  paymentIssues: PATHS.staffPaymentIssues,
  failedEmails: PATHS.staffEmails,
};

const findKind = ({ kind }: Attention): AttentionKind | undefined =>
  ATTENTION_KINDS.find((each) => each === kind);

interface AttentionPanelProps {
  rows: readonly Attention[];
  cardProviders: readonly CardProviderProblem[];
}

function AttentionPanel({ rows, cardProviders }: AttentionPanelProps) {
  const due = rows.filter(({ count }) => count > 0);
  return (
    <Panel title={STAFF_HOME_TEXTS.attention}>
      {due.length + cardProviders.length === 0 ? (
        <p>{STAFF_HOME_TEXTS.calm}</p>
      ) : (
        <List>
          {cardProviders.map((row) => (
            <ProviderRow key={row.provider} row={row} />
          ))}
          {due.map((row) => (
            <AttentionRow key={row.kind} row={row} />
          ))}
        </List>
      )}
    </Panel>
  );
}

function ProviderRow({ row }: { row: CardProviderProblem }) {
  const { now } = usePlatform();
  const text = providerProblemText(row);
  if (text === null) return null;
  return (
    <Line as="li">
      <span>
        <b>{cardProviderName(row.provider)}</b>
        <span>{` ${text}`}</span>
      </span>
      <Muted>{STAFF_HOME_TEXTS.ago(ageText(Math.max(0, now() - Date.parse(row.at))))}</Muted>
    </Line>
  );
}

function AttentionRow({ row }: { row: Attention }) {
  const { now } = usePlatform();
  const kind = findKind(row);
  if (kind === undefined) return null;
  const { count, oldestAt, oldest } = row;
  const name = (
    <>
      <b>{formatEnglishCount(count)}</b>
      <span>{` ${STAFF_HOME_TEXTS.kinds[kind](count)}`}</span>
    </>
  );
  const page = PAGES[kind];
  return (
    <li>
      <Line>
        {page === undefined ? <span>{name}</span> : <TextLink to={page}>{name}</TextLink>}
        {oldestAt && (
          <Muted>{STAFF_HOME_TEXTS.oldest(ageText(Math.max(0, now() - Date.parse(oldestAt))))}</Muted>
        )}
      </Line>
      {oldest.length > 0 && (
        <Links>
          {oldest.map(({ userId, deviceId }) => (
            <TextLink
              key={`${String(userId)} ${deviceId ?? ''}`}
              to={deviceId ? staffDevicePath(userId, deviceId) : staffUserPath(userId)}
              state={OPENED_FROM_LIST}
            >
              {STAFF_HOME_TEXTS.customer(userId)}
            </TextLink>
          ))}
        </Links>
      )}
    </li>
  );
}

function LastCustomersPanel({ customers }: { customers: StaffHome['lastCustomers'] }) {
  return (
    <Panel title={STAFF_HOME_TEXTS.lastCustomers}>
      {customers.length === 0 ? (
        <p>{STAFF_HOME_TEXTS.noCustomers}</p>
      ) : (
        <List data-tight="">
          {customers.map(({ id, email, status, openedAt }) => (
            <li key={id}>
              <Customer to={staffUserPath(id)} state={OPENED_FROM_LIST}>
                <span title={email ?? undefined}>{email ?? STAFF_HOME_TEXTS.customer(id)}</span>
                <StatusAbbreviation status={status ?? undefined} size="small" />
                <Muted>{formatDateTime(openedAt)}</Muted>
              </Customer>
            </li>
          ))}
        </List>
      )}
    </Panel>
  );
}

const FIGURES = ['revenue', 'trials', 'subscriptions', 'refunds'] as const;
type Figure = (typeof FIGURES)[number];

function shownFigure(figure: Figure, figures: DayFigures): string {
  if (figure === 'revenue') return formatEnglishAmount(figures.revenue);
  const count = formatEnglishCount(figures[figure]);
  return figure === 'refunds' && figures.refunds > 0
    ? `${count} · ${formatEnglishAmount(figures.refunded)}`
    : count;
}

function FiguresPanel({ figures }: { figures: NonNullable<StaffHome['figures']> }) {
  const { today, lastWeek, until } = figures;
  return (
    <Panel title={STAFF_HOME_TEXTS.figures}>
      <Figures aria-label={STAFF_HOME_TEXTS.figuresTable}>
        <thead>
          <tr>
            <td />
            <th scope="col">{STAFF_HOME_TEXTS.today(until)}</th>
            <th scope="col">{STAFF_HOME_TEXTS.lastWeek(until)}</th>
          </tr>
        </thead>
        <tbody>
          {FIGURES.map((figure) => (
            <tr key={figure}>
              <th scope="row">{STAFF_HOME_TEXTS[figure]}</th>
              <td>
                <b>{shownFigure(figure, today)}</b>{' '}
                <small>{changeText(today[figure], lastWeek[figure])}</small>
              </td>
              <td>{shownFigure(figure, lastWeek)}</td>
            </tr>
          ))}
        </tbody>
      </Figures>
      <Muted>{STAFF_HOME_TEXTS.figuresHint(until)}</Muted>
    </Panel>
  );
}

/** One column beside the search. Below the search, the panels are beside each other if there is enough space. */
const Column = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 300px), 1fr))',
  alignItems: 'start',
  gap: 16,
});

const List = styled('ul')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 10,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '&[data-tight]': { gap: 0, margin: '0 -8px' },
});

const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: '0 12px',
});

const Muted = styled('span')(({ theme: { vars } }) => ({
  fontSize: '0.8125rem',
  color: vars.palette.text.secondary,
}));

const Links = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: '2px 12px', fontSize: '0.8125rem' });

const Customer = styled(Link)(({ theme: { vars } }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  columnGap: 10,
  minHeight: 36,
  padding: '4px 8px',
  borderRadius: 6,
  color: 'inherit',
  textDecoration: 'none',
  '&:hover': { backgroundColor: vars.palette.surface.raised },
  '& > span:first-of-type': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
}));

const Figures = styled('table')(({ theme: { vars } }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: '0.875rem',
  '& th, & td': { padding: '5px 0 5px 12px', textAlign: 'right', fontWeight: 400 },
  '& tbody th': { paddingLeft: 0, textAlign: 'left' },
  '& thead td': { padding: 0 },
  '& thead th, & tbody th': { color: vars.palette.text.secondary },
  '& thead th': { fontSize: '0.8125rem', verticalAlign: 'bottom' },
  '& tbody tr': { borderTop: `1px solid ${vars.palette.surface.line}` },
  // Text at 200 % on the narrowest phone has no space for a whole word.
  '@media (max-width: 360px)': { '& th, & td': { overflowWrap: 'anywhere', whiteSpace: 'normal' } },
  '& small': { fontSize: '0.8125rem', color: vars.palette.text.secondary, whiteSpace: 'nowrap' },
}));
