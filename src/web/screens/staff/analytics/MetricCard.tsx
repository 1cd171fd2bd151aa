/** Card with one figure of a period: its value, the change against the period before, its chart, and both as a table. */
import { styled } from '@mui/material/styles';
import { useId } from 'react';
import { panelStyle } from '../../../components/staff/consoleStyles';
import { DataTable } from '../../../components/staff/DataTable';
import { STAFF_ANALYTICS_TEXTS as TEXTS } from '../../../texts/staff/analytics';
import { Chart, type ChartPoint, type ChartProps } from './Chart';
import { Disclosure } from './Disclosure';
import { seriesColors } from './seriesColors';

export interface MetricCardProps extends Omit<ChartProps, 'label'> {
  title: string;
  /** Word for a step in the accessible name of the chart and in the head of the table. */
  stepName: string;
  /** Value of the whole period, formatted. */
  value: string;
  /** Change against the period before. */
  change: { text: string; tone: 'better' | 'worse' | 'same' } | null;
  note?: string;
  /** Definition of the figure, in one sentence for each part. */
  meaning: string;
}

export function MetricCard({
  title,
  stepName,
  value,
  change,
  note,
  meaning,
  points,
  series,
  format,
  ...chart
}: MetricCardProps) {
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <strong>{value}</strong>
      <p data-change={change?.tone ?? 'same'}>{change?.text ?? '\u00a0'}</p>
      <p>{note ?? '\u00a0'}</p>
      <Chart
        {...chart}
        label={TEXTS.chart(title, stepName.toLowerCase())}
        points={points}
        series={series}
        format={format}
      />
      {series.length > 1 && (
        <Names>
          {series.map(({ name, tone }) => (
            <li key={name} data-tone={tone}>
              {name}
            </li>
          ))}
        </Names>
      )}
      <Disclosure summary={TEXTS.computed}>{() => <p>{meaning}</p>}</Disclosure>
      <Disclosure summary={TEXTS.asTable}>
        {() => (
          <Narrow>
            <DataTable
              label={TEXTS.chart(title, stepName.toLowerCase())}
              columns={[
                { id: 'step', label: stepName, render: stepCell },
                ...series.map(({ name }, index) => ({
                  id: name,
                  label: name,
                  align: 'right' as const,
                  render: ({ values }: ChartPoint) => format(values[index] ?? 0),
                })),
                ...(points.some(({ previous }) => previous !== null)
                  ? [
                      {
                        id: 'previous',
                        label: TEXTS.previousColumn,
                        align: 'right' as const,
                        render: ({ previous }: ChartPoint) =>
                          previous === null ? '' : format(previous.value),
                      },
                    ]
                  : []),
              ]}
              rows={points}
              rowKey={({ dates }) => dates}
              emptyText={TEXTS.empty}
            />
          </Narrow>
        )}
      </Disclosure>
    </Card>
  );
}

const stepCell = ({ dates, partial }: ChartPoint): string =>
  partial === null ? dates : TEXTS.partialStep(dates, partial);

const Card = styled('section')(({ theme }) => ({
  ...panelStyle(theme),
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  // A card is too narrow for a table of more than three columns, which would scroll horizontally.
  '&:has(th:nth-of-type(4))': { gridColumn: '1 / -1' },
  '& > h2': { margin: 0, fontSize: '0.875rem', fontWeight: 600, color: theme.vars.palette.text.secondary },
  '& > strong': { fontSize: '1.5rem', fontWeight: 680, letterSpacing: '-0.02em', lineHeight: 1.25 },
  '& > p': { margin: 0, fontSize: '0.8125rem', color: theme.vars.palette.text.secondary },
  '& > p + p': { marginBottom: 6 },
  '& > [data-change]': { fontWeight: 600 },
  '& > [data-change="better"]': { color: theme.vars.palette.tone.successText },
  '& > [data-change="worse"]': { color: theme.vars.palette.tone.dangerText },
}));

/** Frame of a table that is narrower than other tables of the console. */
const Narrow = styled('div')(({ theme }) => ({
  minWidth: 0,
  [theme.breakpoints.up('md')]: {
    '& .MuiTableCell-root': { padding: '5px 6px', fontSize: '0.8125rem' },
    '& .MuiTableCell-alignRight': { whiteSpace: 'nowrap' },
    '& thead .MuiTableCell-alignRight': { whiteSpace: 'normal' },
  },
}));

const Names = styled('ul')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2px 14px',
  margin: '0 0 4px',
  padding: 0,
  listStyle: 'none',
  fontSize: '0.8125rem',
  color: theme.vars.palette.text.secondary,
  '& > li::before': {
    content: '""',
    display: 'inline-block',
    width: 10,
    height: 10,
    marginRight: 6,
    borderRadius: 2,
  },
  ...Object.fromEntries(
    Object.entries(seriesColors(theme)).map(([tone, backgroundColor]) => [
      `& > [data-tone="${tone}"]::before`,
      { backgroundColor },
    ]),
  ),
}));
