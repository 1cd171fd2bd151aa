/**
 * Chart of one or several series over the steps of a period. The value of a step is shown on hover and for the arrow
 * keys. For assistive technology the chart is a read-only slider over the steps, whose value is the text of the step.
 * Steps that are not complete are hatched or dashed, and a thin line shows the period before.
 */
import { type CSSObject, styled } from '@mui/material/styles';
import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { BarStack, LinePath } from '@visx/shape';
import { type KeyboardEvent, type PointerEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { STAFF_ANALYTICS_TEXTS as TEXTS } from '../../../texts/staff/analytics';
import { seriesColors, type Tone } from './seriesColors';

export interface Series {
  name: string;
  tone: Tone;
}

export interface ChartPoint {
  /** Short label on the axis. */
  label: string;
  /** Dates of the step. */
  dates: string;
  /** Value of each series. */
  values: readonly number[];
  /** Dates and value of the same step in the period before, or null if that period has no such step. */
  previous: { dates: string; value: number } | null;
  /** Further text about the step. */
  detail?: string;
  /** Why the step is not complete, or null if the step is complete. */
  partial: string | null;
}

export interface ChartProps {
  /** Accessible name. */
  label: string;
  /** `bars` stacks the series of each step. `line` connects the values of the first series. */
  shape: 'bars' | 'line';
  series: readonly Series[];
  points: readonly ChartPoint[];
  format: (value: number) => string;
  formatAxis: (value: number) => string;
  /** Whether all values are whole numbers, so that the axis needs no fractions. */
  isWhole?: boolean;
}

const HEIGHT = 190;
const MARGIN = { top: 8, right: 18, bottom: 24, left: 54 };
/** Width of the chart until it is measured, and the width of one label of the horizontal axis, in px. */
const FIRST_WIDTH = 320;
const LABEL_WIDTH = 56;
const VALUE_TICKS = 4;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Returns the lowest and the highest value that the chart has to show. Both include 0. */
function computeExtent(points: readonly ChartPoint[]): [number, number] {
  const lows = points.flatMap(({ values, previous }) => [
    sum(values.filter((value) => value < 0)),
    previous?.value ?? 0,
  ]);
  const highs = points.flatMap(({ values, previous }) => [
    sum(values.filter((value) => value > 0)),
    previous?.value ?? 0,
  ]);
  const [low, high] = [Math.min(0, ...lows), Math.max(0, ...highs)];
  return low === high ? [0, 1] : [low, high];
}

function useWidth() {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(FIRST_WIDTH);
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const measure = () => setWidth(element.clientWidth || FIRST_WIDTH);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { frame, width };
}

export function Chart({ label, shape, series, points, format, formatAxis, isWhole = false }: ChartProps) {
  const { frame, width } = useWidth();
  const hatchId = useId();
  const [chosen, setChosen] = useState<number | null>(null);
  const names = points.map((_, index) => String(index));
  const xScale = scaleBand({
    domain: names,
    range: [MARGIN.left, Math.max(MARGIN.left + 1, width - MARGIN.right)],
    padding: 0.22,
  });
  const yScale = scaleLinear({
    domain: computeExtent(points),
    range: [HEIGHT - MARGIN.bottom, MARGIN.top],
    nice: VALUE_TICKS,
  });
  const ticks = yScale.ticks(VALUE_TICKS).filter((value) => !isWhole || Number.isInteger(value));
  const step = xScale.step();
  const computeMiddle = (index: number): number => (xScale(String(index)) ?? 0) + xScale.bandwidth() / 2;
  const every = Math.max(1, Math.ceil((points.length * LABEL_WIDTH) / (width - MARGIN.left)));
  const shown = chosen === null ? null : (points[chosen] ?? null);

  const onPointer = (event: PointerEvent<HTMLDivElement>) => {
    const at = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const index = Math.floor((at - MARGIN.left) / step);
    setChosen(index < 0 || index >= points.length ? null : index);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const last = points.length - 1;
    const next = chooseNext(event.key, chosen, last);
    if (next === undefined) return;
    // Escape leaves the screen if no value is shown.
    if (event.key === 'Escape' && chosen === null) return;
    event.preventDefault();
    setChosen(next);
  };

  return (
    <Frame
      ref={frame}
      role="slider"
      aria-readonly="true"
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={Math.max(1, points.length)}
      aria-valuenow={(chosen ?? points.length - 1) + 1}
      aria-valuetext={TEXTS.step(describe(points[chosen ?? points.length - 1], series, format))}
      tabIndex={0}
      onPointerMove={onPointer}
      onPointerDown={onPointer}
      onPointerLeave={() => setChosen(null)}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        if (event.currentTarget.matches(':focus-visible')) setChosen(points.length - 1);
      }}
      onBlur={() => setChosen(null)}
    >
      <svg width={width} height={HEIGHT} aria-hidden="true">
        <defs>
          {series.map(({ tone }) => (
            <pattern
              key={tone}
              id={`${hatchId}${tone}`}
              data-tone={tone}
              width={6}
              height={6}
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect width={6} height={6} data-ground="" />
              <rect width={2.5} height={6} />
            </pattern>
          ))}
        </defs>
        {chosen !== null && (
          <rect
            data-chosen=""
            x={computeMiddle(chosen) - step / 2}
            y={MARGIN.top}
            width={step}
            height={HEIGHT - MARGIN.top - MARGIN.bottom}
          />
        )}
        <AxisLeft
          scale={yScale}
          left={MARGIN.left}
          tickValues={ticks}
          hideAxisLine
          tickLength={0}
          tickFormat={(value) => formatAxis(Number(value))}
          tickLabelProps={{ ...TICK, textAnchor: 'end', dx: -6, dy: '0.32em' }}
          hideTicks
        />
        {ticks.map((value) => (
          <line
            key={value}
            data-grid={value === 0 ? 'zero' : ''}
            x1={MARGIN.left}
            x2={width - MARGIN.right}
            y1={yScale(value)}
            y2={yScale(value)}
          />
        ))}
        <AxisBottom
          scale={xScale}
          top={HEIGHT - MARGIN.bottom}
          hideAxisLine
          hideTicks
          tickLength={4}
          tickValues={names.filter((_, index) => (points.length - 1 - index) % every === 0)}
          tickFormat={(name) => points[Number(name)]?.label}
          tickLabelProps={{ ...TICK, textAnchor: 'middle', dy: '0.25em' }}
        />
        {shape === 'bars' ? (
          <BarStack
            data={[...points]}
            keys={series.map((_, index) => index)}
            x={(point) => String(points.indexOf(point))}
            value={(point, key) => point.values[key] ?? 0}
            xScale={xScale}
            yScale={yScale}
            color={() => 'none'}
            offset="diverging"
          >
            {(stacks) =>
              stacks.flatMap(({ key, bars }) =>
                bars.map(({ index, x, y, width: barWidth, height }) => {
                  const { tone } = series[key] ?? { tone: 'main' };
                  const isPartial = (points[index]?.partial ?? null) !== null;
                  return (
                    <rect
                      key={`${String(key)} ${String(index)}`}
                      data-tone={tone}
                      {...(isPartial ? { 'data-partial': '', fill: `url(#${hatchId}${tone})` } : {})}
                      x={x}
                      y={height < 0 ? y + height : y}
                      width={Math.max(1, barWidth)}
                      height={Math.abs(height)}
                    />
                  );
                }),
              )
            }
          </BarStack>
        ) : (
          <Line
            kind="main"
            points={points}
            readValue={({ values }) => values[0] ?? 0}
            x={computeMiddle}
            y={(value) => yScale(value)}
          />
        )}
        <Line
          kind="previous"
          points={points}
          readValue={({ previous }) => previous?.value ?? null}
          x={computeMiddle}
          y={(value) => yScale(value)}
        />
        {chosen !== null && shown !== null && shape === 'line' && (
          <circle data-tone="main" cx={computeMiddle(chosen)} cy={yScale(shown.values[0] ?? 0)} r={4} />
        )}
      </svg>
      {chosen !== null && shown !== null && (
        <Value
          data-side={computeMiddle(chosen) > width / 2 ? 'left' : 'right'}
          style={
            computeMiddle(chosen) > width / 2
              ? { right: width - computeMiddle(chosen) + step / 2 + 4 }
              : { left: computeMiddle(chosen) + step / 2 + 4 }
          }
        >
          {describe(shown, series, format).map((line, index) =>
            index === 0 ? <strong key={line}>{line}</strong> : <span key={line}>{line}</span>,
          )}
        </Value>
      )}
    </Frame>
  );
}

const TICK = { fontSize: 11, fontFamily: 'inherit', fill: 'currentColor', stroke: 'none' } as const;

/**
 * Returns the step that a key chooses: an index, or null if no step is chosen any more. Returns undefined if the key has
 * no meaning here.
 */
function chooseNext(key: string, chosen: number | null, last: number): number | null | undefined {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, (chosen ?? last + 1) - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, (chosen ?? last - 1) + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'Escape':
      return null;
    default:
      return undefined;
  }
}

/** Returns the lines that describe a step: its dates, the value of each series, and the value in the period before. */
function describe(
  point: ChartPoint | undefined,
  series: readonly Series[],
  format: (value: number) => string,
): string[] {
  if (point === undefined) return [];
  const { dates, partial, values, previous, detail } = point;
  const [only] = values;
  return [
    partial === null ? dates : TEXTS.partialStep(dates, partial),
    ...(series.length === 1
      ? [format(only ?? 0)]
      : values.map((value, index) => TEXTS.seriesValue(series[index]?.name ?? '', format(value)))),
    ...(detail === undefined ? [] : [detail]),
    ...(previous === null ? [] : [TEXTS.previousValue(previous.dates, format(previous.value))]),
  ];
}

interface LineProps {
  kind: 'main' | 'previous';
  points: readonly ChartPoint[];
  readValue: (point: ChartPoint) => number | null;
  x: (index: number) => number;
  y: (value: number) => number;
}

/** Line through the steps that have a value, with a dashed part to each step that is not complete. */
function Line({ kind, points, readValue, x, y }: LineProps) {
  const places = points.flatMap((point, index) => {
    const value = readValue(point);
    return value === null ? [] : [{ index, value, isPartial: point.partial !== null }];
  });
  const marks = kind === 'main' ? { 'data-tone': kind } : { 'data-previous': '' };
  const [first] = places;
  return (
    <>
      {places.slice(1).map((place, index) => (
        <LinePath
          key={place.index}
          {...marks}
          {...(place.isPartial ? { 'data-partial': '' } : {})}
          data={places.slice(index, index + 2)}
          x={(each) => x(each.index)}
          y={(each) => y(each.value)}
        />
      ))}
      {places.length === 1 && first !== undefined && (
        <circle {...marks} cx={x(first.index)} cy={y(first.value)} r={kind === 'main' ? 4 : 3} />
      )}
    </>
  );
}

const Frame = styled('div')(({ theme }) => {
  const { text, surface } = theme.vars.palette;
  return {
    position: 'relative',
    minHeight: HEIGHT,
    minWidth: 0,
    borderRadius: 6,
    touchAction: 'pan-y',
    color: text.secondary,
    '& svg': { display: 'block', width: '100%', height: HEIGHT, fontVariantNumeric: 'tabular-nums' },
    '& [data-grid]': { stroke: surface.line, strokeWidth: 1 },
    '& [data-grid="zero"]': { stroke: surface.control },
    '& [data-chosen]': { fill: text.secondary, opacity: 0.12 },
    '& pattern [data-ground]': { fill: surface.main },
    ...Object.fromEntries<CSSObject>(
      Object.entries(seriesColors(theme)).flatMap(([name, color]): [string, CSSObject][] => [
        [`& rect[data-tone="${name}"]:not([data-partial])`, { fill: color }],
        [`& rect[data-tone="${name}"][data-partial]`, { stroke: color, strokeWidth: 1 }],
        [`& pattern[data-tone="${name}"] rect:not([data-ground])`, { fill: color }],
        [`& circle[data-tone="${name}"]`, { fill: color }],
        [`& path[data-tone="${name}"]`, { stroke: color, strokeWidth: 2.25, strokeLinecap: 'round' }],
      ]),
    ),
    '& path[data-partial]': { strokeDasharray: '2 5' },
    '& path[data-previous]': { stroke: text.secondary, strokeWidth: 1.5, strokeLinecap: 'round' },
    '& circle[data-previous]': { fill: text.secondary },
  };
});

const Value = styled('div')(({ theme: { vars } }) => ({
  position: 'absolute',
  top: 4,
  zIndex: 1,
  display: 'grid',
  gap: 1,
  padding: '6px 10px',
  borderRadius: 6,
  fontSize: '0.8125rem',
  lineHeight: 1.4,
  whiteSpace: 'nowrap',
  pointerEvents: 'none',
  color: vars.palette.text.primary,
  backgroundColor: vars.palette.surface.raised,
  boxShadow: `inset 0 0 0 1px ${vars.palette.surface.control}`,
}));
