/** Colours of the series of a chart, for the chart and for its legend. */
import type { Theme } from '@mui/material/styles';

export type Tone = 'main' | 'bad' | 'gained' | 'regained' | 'lost' | 'lapsed' | 'other';

/** Returns the CSS values of each colour. Of two values, browsers without `color-mix` use the first. */
export function seriesColors({ vars }: Theme): Record<Tone, string | string[]> {
  const { accent, tone, text, surface } = vars.palette;
  const pale = (color: string): string[] => [color, `color-mix(in srgb, ${color} 50%, ${surface.main})`];
  return {
    main: accent.text,
    bad: tone.dangerLine,
    gained: tone.successText,
    regained: pale(tone.successText),
    lost: tone.dangerLine,
    lapsed: pale(tone.dangerLine),
    other: text.secondary,
  };
}
