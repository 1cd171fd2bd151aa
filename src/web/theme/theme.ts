/**
 * The one theme: names of colours as CSS variables, and type. Every screen takes its look from here;
 * the values of both schemes stand in `baseStyles` and travel with the documents, not with the scripts.
 * An element with `data-color-scheme` (the document, or the brand panel, which is night in both) switches
 * everything inside it.
 */
import type { CSSObject } from '@emotion/serialize';
import { WIDE_LAYOUT_BREAKPOINT_PX } from '../../shared/constants';

/** Media query of the two-column layout (above 740 px). */
export const WIDE_LAYOUT = `@media (min-width: ${WIDE_LAYOUT_BREAKPOINT_PX + 1}px)`;

/** On what does nothing without a script. */
export const NEEDS_SCRIPT_ATTRIBUTE = 'data-needs-script';

/** Every colour of the product, by group. */
const COLOURS = {
  background: ['default'],
  text: ['primary', 'secondary'],
  accent: ['fill', 'fillEnd', 'on', 'text', 'shadow'],
  surface: ['main', 'raised', 'line', 'control'],
  link: ['main'],
  tone: [
    'successText',
    'successGround',
    'warningText',
    'warningGround',
    'dangerText',
    'dangerGround',
    'dangerLine',
  ],
  night: ['from', 'text', 'muted', 'line'],
} as const;

type Colours = typeof COLOURS;

/** A value for each colour. */
export type Palette = { [Group in keyof Colours]: Record<Colours[Group][number], string> };

/** The CSS variable of a colour. */
export function colourVariable(group: string, name: string): string {
  return `--p-palette-${group}-${name}`;
}

/** `value` of each colour, by group and name. */
export function paletteOf(value: (group: string, name: string) => string): Palette {
  const group = <Name extends string>(title: string, names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, value(title, name)])) as Record<Name, string>;
  return {
    background: group('background', COLOURS.background),
    text: group('text', COLOURS.text),
    accent: group('accent', COLOURS.accent),
    surface: group('surface', COLOURS.surface),
    link: group('link', COLOURS.link),
    tone: group('tone', COLOURS.tone),
    night: group('night', COLOURS.night),
  };
}

/** Widths at which the console folds, px. */
const WIDTHS = { sm: 480, md: WIDE_LAYOUT_BREAKPOINT_PX + 1, lg: 1100 } as const;

type Width = keyof typeof WIDTHS;

const breakpoints = {
  up: (width: Width) => `@media (min-width:${WIDTHS[width]}px)`,
  down: (width: Width) => `@media (max-width:${WIDTHS[width] - 0.05}px)`,
};

/** The family is the document's: `baseStyles` gives it to everything, controls included. */
const typography = {
  h1: {
    // The longest word of a title fits into the narrowest column.
    fontSize: 'clamp(1.7rem, 0.75rem + 5.1vw, 2.75rem)',
    fontWeight: 730,
    letterSpacing: '-0.028em',
    lineHeight: 1.06,
    [WIDE_LAYOUT]: { fontSize: 'clamp(1.75rem, 0.62rem + 2.65vw, 3.25rem)' },
  },
  h2: {
    fontSize: 'clamp(1.3rem, 1.2rem + 0.4vw, 1.5rem)',
    fontWeight: 700,
    letterSpacing: '-0.02em',
    lineHeight: 1.2,
  },
  h3: { fontSize: '1.0625rem', fontWeight: 650, letterSpacing: '-0.01em', lineHeight: 1.3 },
  body1: { fontSize: '1.0625rem', fontWeight: 400, letterSpacing: '-0.005em', lineHeight: 1.55 },
  body2: { fontSize: '0.9375rem', fontWeight: 400, letterSpacing: 0, lineHeight: 1.5 },
  caption: { fontSize: '0.875rem', fontWeight: 400, letterSpacing: 0, lineHeight: 1.5 },
  button: { fontSize: '1.0625rem', fontWeight: 620, letterSpacing: '-0.01em', lineHeight: 1.25 },
} satisfies Record<string, CSSObject>;

export const theme = {
  vars: { palette: paletteOf((group, name) => `var(${colourVariable(group, name)})`) },
  typography,
  breakpoints,
};

export type Theme = typeof theme;
