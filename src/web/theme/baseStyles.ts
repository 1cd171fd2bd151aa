/**
 * What every page stands on, as CSS: the values of both schemes, the type faces and the baseline. The build
 * writes it into the documents, so that it is there before any script and no script carries it.
 */
import {
  BRAND_PANEL,
  type ColorScheme,
  DARK,
  FONT_ASCENT,
  FONT_DESCENT,
  FONT_FALLBACKS,
  FONT_FAMILY,
  FONT_FILES,
  FONT_NAME,
  FONT_STAND_INS,
  FONT_WEIGHTS,
  LIGHT,
  MOTION,
} from '../../shared/look';
import { COLOR_SCHEME_ATTRIBUTE } from './colorScheme';
import { colourVariable, type Palette, theme } from './theme';

/** On the root element once the letters may be fetched: `beforeApplication` says when. */
export const LETTERS_ATTRIBUTE = 'data-letters';

/** What has them fetched. */
export const LETTERS = `font-family:${FONT_FAMILY}`;

const dark = darkVariables();
const vars = theme.vars.palette;
const body = theme.typography.body1;

/** The declarations of the dark scheme, for browsers that run no script. */
export function darkVariables(): string {
  return declarations('dark', palette(DARK));
}

function palette(scheme: ColorScheme): Palette {
  return {
    background: { default: scheme.page },
    text: { primary: scheme.text, secondary: scheme.muted },
    accent: {
      fill: scheme.accentFill,
      fillEnd: scheme.accentFillEnd,
      on: scheme.onAccent,
      text: scheme.accentText,
      shadow: scheme.accentShadow,
    },
    surface: { main: scheme.surface, raised: scheme.raised, line: scheme.line, control: scheme.controlLine },
    link: { main: scheme.link },
    tone: {
      successText: scheme.successText,
      successGround: scheme.successGround,
      warningText: scheme.warningText,
      warningGround: scheme.warningGround,
      dangerText: scheme.dangerText,
      dangerGround: scheme.dangerGround,
      dangerLine: scheme.dangerLine,
    },
    night: { from: BRAND_PANEL.from, text: DARK.text, muted: DARK.muted, line: DARK.line },
  };
}

function declarations(name: 'light' | 'dark', values: Palette): string {
  const colours = Object.entries(values).flatMap(([group, each]) =>
    Object.entries(each).map(([colour, value]) => `${colourVariable(group, colour)}:${value}`),
  );
  return [`color-scheme:${name}`, ...colours].join(';');
}

/** Ink on white, whatever the screen's scheme is. */
const PRINTED = Object.entries({
  background: { default: '#fff' },
  surface: { main: '#fff', line: '#999' },
  text: { primary: '#000', secondary: '#333' },
  link: { main: '#000' },
  accent: { text: '#000' },
})
  .flatMap(([group, colours]) =>
    Object.entries(colours).map(([name, value]) => `${colourVariable(group, name)}:${value}`),
  )
  .join(';');

const FACES = [
  // Swapped in whenever it arrives: the stand-ins have its measures.
  ...FONT_FILES.map(
    ({ path, range }) =>
      `@font-face{font-family:'${FONT_NAME}';font-weight:${FONT_WEIGHTS};font-display:swap;src:url(${path}) format('woff2');unicode-range:${range}}`,
  ),
  ...FONT_FALLBACKS.map(
    ({ name, weight, local, sizeAdjust }) =>
      `@font-face{font-family:'${name}';font-weight:${weight};src:${local.map((face) => `local('${face}')`).join(',')};size-adjust:${percent(sizeAdjust)};ascent-override:${percent(FONT_ASCENT / sizeAdjust)};descent-override:${percent(FONT_DESCENT / sizeAdjust)};line-gap-override:0%}`,
  ),
];

function percent(part: number): string {
  return `${(part * 100).toFixed(2)}%`;
}

export const BASE_STYLES = [
  `:root,[${COLOR_SCHEME_ATTRIBUTE}=light]{${declarations('light', palette(LIGHT))}}`,
  `[${COLOR_SCHEME_ATTRIBUTE}=dark]{${dark}}`,
  ...FACES,
  'html{box-sizing:border-box;-webkit-text-size-adjust:100%;-webkit-font-smoothing:antialiased;-moz-osx-font-smoothing:grayscale;scrollbar-gutter:stable;--fine-print:.9375rem}',
  '*,::before,::after{box-sizing:inherit}',
  'b,strong{font-weight:700}',
  'button,input,select,textarea{font-family:inherit}',
  `body{margin:0;min-height:100dvh;overflow-wrap:break-word;color:${vars.text.primary};background-color:${vars.background.default};font:${body.fontWeight} ${body.fontSize}/${body.lineHeight} ${FONT_STAND_INS};letter-spacing:${body.letterSpacing}}`,
  `html[${LETTERS_ATTRIBUTE}] body{${LETTERS}}`,
  `:focus-visible{outline:3px solid ${vars.accent.text};outline-offset:3px}`,
  // The title takes the focus after a navigation, for screen readers; it is no control.
  'h1:focus-visible{outline:none}',
  `::selection{color:${vars.accent.on};background-color:${vars.accent.fill}}`,
  // One screen into the next (`withTransitions`).
  `::view-transition-old(root),::view-transition-new(root){animation-duration:${String(MOTION.quickMs)}ms}`,
  `@media print{@page{margin:18mm 16mm}:root,:root[${COLOR_SCHEME_ATTRIBUTE}]{${PRINTED}}body{background-color:#fff}}`,
  '@media (prefers-reduced-motion:reduce){*,::before,::after{animation-duration:.01ms!important;animation-iteration-count:1!important;transition-duration:.01ms!important;scroll-behavior:auto!important}}',
].join('');
