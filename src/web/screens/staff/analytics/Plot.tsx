/**
 * Card with one metric over time. The card shows the total as text, and a plot that shows the value of each step on
 * hover.
 */
import { styled } from '@mui/material/styles';
import { useId } from 'react';
import { panelStyle } from '../../../components/staff/consoleStyles';
import { STAFF_ANALYTICS_TEXTS } from '../../../texts/staff/analytics';

interface PlotProps {
  title: string;
  /** Total or current value of the metric, formatted. */
  value: string;
  note?: string;
  /**
   * Shape of the plot. `bars` shows the number of events per step, and `line` shows the value at the end of each step.
   */
  shape: 'bars' | 'line';
  tone?: 'good' | 'bad';
  steps: readonly { label: string; value: number }[];
  format: (value: number) => string;
}

/** Size of the plot in SVG units. The plot is stretched to the width of its card. */
const WIDTH = 100;
const HEIGHT = 40;
/** Width of a bar as a fraction of the step width. */
const BAR = 0.8;

export function Plot({ title, value, note, shape, tone = 'good', steps, format }: PlotProps) {
  const titleId = useId();
  const values = steps.map((each) => each.value);
  const most = Math.max(0, ...values);
  const least = Math.min(...values, most);
  const top = most === 0 ? 1 : most;
  const width = WIDTH / Math.max(1, steps.length);
  const yOf = (each: number): number => HEIGHT - (Math.max(0, each) / top) * HEIGHT;
  const corners = steps.map((each, index) => `${String((index + 0.5) * width)},${String(yOf(each.value))}`);
  return (
    <Card aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <strong>{value}</strong>
      <p>{note ?? '\u00a0'}</p>
      <Drawing data-tone={tone}>
        <Scale aria-hidden="true">{format(most)}</Scale>
        <svg
          role="img"
          aria-label={STAFF_ANALYTICS_TEXTS.plot(title, format(least), format(most))}
          viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`}
          preserveAspectRatio="none"
        >
          {shape === 'line' && (
            <>
              <polygon
                points={`${String(width / 2)},${String(HEIGHT)} ${corners.join(' ')} ${String(WIDTH - width / 2)},${String(HEIGHT)}`}
              />
              <polyline points={corners.join(' ')} />
            </>
          )}
          {steps.map((each, index) => (
            <rect
              key={each.label}
              data-shape={shape}
              x={(index + (shape === 'bars' ? (1 - BAR) / 2 : 0)) * width}
              width={width * (shape === 'bars' ? BAR : 1)}
              y={shape === 'bars' ? yOf(each.value) : 0}
              height={shape === 'bars' ? HEIGHT - yOf(each.value) : HEIGHT}
            >
              <title>{STAFF_ANALYTICS_TEXTS.step(each.label, format(each.value))}</title>
            </rect>
          ))}
        </svg>
      </Drawing>
      <Ends aria-hidden="true">
        <span>{steps[0]?.label}</span>
        <span>{steps.length > 1 ? steps.at(-1)?.label : null}</span>
      </Ends>
    </Card>
  );
}

const Card = styled('section')(({ theme }) => ({
  ...panelStyle(theme),
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  '& > h2': { margin: 0, fontSize: '0.875rem', fontWeight: 600, color: theme.vars.palette.text.secondary },
  '& > strong': { fontSize: '1.5rem', fontWeight: 680, letterSpacing: '-0.02em', lineHeight: 1.25 },
  '& > p': { margin: '0 0 6px', fontSize: '0.8125rem', color: theme.vars.palette.text.secondary },
}));

const Drawing = styled('div')(({ theme: { vars } }) => ({
  borderBottom: `1px solid ${vars.palette.surface.control}`,
  '& svg': {
    display: 'block',
    width: '100%',
    height: 84,
    borderTop: `1px dashed ${vars.palette.surface.control}`,
  },
  '& rect[data-shape="bars"]': { fill: vars.palette.accent.fill },
  '&[data-tone="bad"] rect[data-shape="bars"]': { fill: vars.palette.tone.dangerLine },
  '& rect[data-shape="line"]': { fill: 'transparent' },
  '& rect:hover': { opacity: 0.75 },
  '& rect[data-shape="line"]:hover': { fill: vars.palette.accent.fill, opacity: 0.3 },
  '& polyline': {
    fill: 'none',
    stroke: vars.palette.accent.text,
    strokeWidth: 2,
    vectorEffect: 'non-scaling-stroke',
  },
  '& polygon': { fill: vars.palette.accent.fill, opacity: 0.16 },
}));

/** Label with the maximum value, which the dashed line at the top marks. */
const Scale = styled('span')(({ theme: { vars } }) => ({
  fontSize: '0.75rem',
  color: vars.palette.text.secondary,
}));

const Ends = styled('div')(({ theme: { vars } }) => ({
  display: 'flex',
  justifyContent: 'space-between',
  marginTop: 4,
  fontSize: '0.75rem',
  color: vars.palette.text.secondary,
}));
