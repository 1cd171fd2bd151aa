/**
 * The MUI theme, the only source of colours, typography, border radii, shadows and animation timing. Colours are CSS
 * variables of two schemes. The attribute `data-color-scheme` on an element, such as the document or the always dark
 * brand panel, sets the scheme of its content.
 */
import { createTheme, shouldSkipGeneratingVar, type Theme } from '@mui/material/styles';
import { WIDE_LAYOUT_BREAKPOINT_PX } from '../../shared/constants';
import {
  BEAM,
  BRAND_PANEL,
  type ColorScheme,
  DARK,
  FONT_FAMILY,
  LIGHT,
  MOTION,
  RADIUS,
  TOUCH_HEIGHT_PX,
} from '../../shared/designTokens';
import { COLOR_SCHEME_ATTRIBUTE } from './colorScheme';
import { translucent } from './translucent';

interface ProsvetPalette {
  accent: { fill: string; fillEnd: string; on: string; text: string; shadow: string };
  surface: { main: string; raised: string; line: string; control: string };
  link: { main: string };
  tone: {
    successText: string;
    successGround: string;
    warningText: string;
    warningGround: string;
    dangerText: string;
    dangerGround: string;
    dangerLine: string;
  };
  night: {
    from: string;
    middle: string;
    to: string;
    text: string;
    muted: string;
    link: string;
    line: string;
  };
  beam: { core: string; warm: string; gold: string; ember: string };
}

declare module '@mui/material/styles' {
  interface Palette extends ProsvetPalette {
    readonly prosvet?: never;
  }
  interface PaletteOptions extends ProsvetPalette {
    readonly prosvet?: never;
  }
  interface CssThemeVariables {
    enabled: true;
  }
}

/** Media query of the two-column layout (above 740 px). */
export const WIDE_LAYOUT = `@media (min-width: ${WIDE_LAYOUT_BREAKPOINT_PX + 1}px)`;

/**
 * MUI components that the product does not use. The colour variables of these components would be a third of the CSS
 * rules of each document.
 */
const ABSENT_COMPONENTS = new Set([
  'Alert',
  'AppBar',
  'Avatar',
  'Chip',
  'FilledInput',
  'LinearProgress',
  'Slider',
  'SnackbarContent',
  'SpeedDialAction',
  'StepConnector',
  'StepContent',
  'Switch',
  'Tooltip',
]);

/** Shadow levels of buttons, menus and dialogs. All other levels are unused. */
const SHADOWS = new Set(['0', '2', '4', '8', '24']);

function isOfNothingHere([group = '', name = '']: string[]): boolean {
  switch (group) {
    case 'palette':
      return name === 'grey' || ABSENT_COMPONENTS.has(name);
    case 'shadows':
      return !SHADOWS.has(name);
    default:
      return group === 'overlays' || group === 'font';
  }
}

export const theme: Theme = createTheme({
  cssVariables: {
    colorSchemeSelector: COLOR_SCHEME_ATTRIBUTE,
    cssVarPrefix: 'p',
    shouldSkipGeneratingVar: (path) => shouldSkipGeneratingVar(path) || isOfNothingHere(path),
  },
  colorSchemes: { light: { palette: palette(LIGHT) }, dark: { palette: palette(DARK) } },
  motion: { reducedMotion: 'system' },
  shape: { borderRadius: RADIUS.control },
  transitions: {
    duration: {
      shortest: MOTION.quickMs,
      shorter: MOTION.quickMs,
      short: MOTION.calmMs,
      standard: MOTION.calmMs,
    },
    easing: { easeInOut: MOTION.easing, easeOut: MOTION.easing },
  },
  breakpoints: {
    values: { xs: 0, sm: 480, md: WIDE_LAYOUT_BREAKPOINT_PX + 1, lg: 1100, xl: 1500 },
  },
  typography: {
    fontFamily: FONT_FAMILY,
    htmlFontSize: 16,
    fontSize: 16,
    fontWeightRegular: 400,
    fontWeightMedium: 550,
    fontWeightBold: 700,
    h1: {
      // The font size is small enough that the longest word of a title fits into the narrowest column.
      fontSize: 'clamp(1.7rem, 0.75rem + 5.1vw, 2.75rem)',
      [WIDE_LAYOUT]: { fontSize: 'clamp(1.75rem, 0.62rem + 2.65vw, 3.25rem)' },
      fontWeight: 730,
      letterSpacing: '-0.028em',
      lineHeight: 1.06,
    },
    h2: {
      fontSize: 'clamp(1.3rem, 1.2rem + 0.4vw, 1.5rem)',
      fontWeight: 700,
      letterSpacing: '-0.02em',
      lineHeight: 1.2,
    },
    h3: { fontSize: '1.0625rem', fontWeight: 650, letterSpacing: '-0.01em', lineHeight: 1.3 },
    body1: { fontSize: '1.0625rem', lineHeight: 1.55, letterSpacing: '-0.005em' },
    body2: { fontSize: '0.9375rem', lineHeight: 1.5, letterSpacing: 0 },
    caption: { fontSize: '0.875rem', lineHeight: 1.5, letterSpacing: 0 },
    button: {
      fontSize: '1.0625rem',
      fontWeight: 620,
      letterSpacing: '-0.01em',
      lineHeight: 1.25,
      textTransform: 'none',
    },
  },
  components: {
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: {
        // MUI's `outline: 0` on the same element has a higher specificity than the page's `:focus-visible`. The rule
        // also matches `:focus-visible`, because a prerendered page does not contain the focus class of MUI yet.
        root: ({ theme: { vars } }) => ({
          '&:focus-visible, &.Mui-focusVisible': focusOutline(vars.palette.accent.text),
        }),
      },
    },
    MuiButton: {
      defaultProps: { disableElevation: true, size: 'large' },
      styleOverrides: {
        root: {
          minWidth: 0,
          borderRadius: RADIUS.control,
          textAlign: 'center',
          textWrap: 'balance',
          '&.Mui-disabled': { opacity: 0.62 },
        },
        sizeLarge: { minHeight: TOUCH_HEIGHT_PX, padding: '12px 22px', fontSize: '1.0625rem' },
        sizeMedium: { minHeight: 48, padding: '8px 18px', fontSize: '1rem' },
        sizeSmall: { minHeight: 36, padding: '4px 12px', fontSize: '0.9375rem' },
        contained: ({ theme: { vars } }) => ({
          color: vars.palette.accent.on,
          backgroundImage: `linear-gradient(180deg, ${vars.palette.accent.fillEnd}, ${vars.palette.accent.fill})`,
          boxShadow: `0 10px 28px -6px ${vars.palette.accent.shadow}, inset 0 1px 0 rgba(255, 255, 255, 0.45)`,
          '&:hover': { filter: 'brightness(1.04) saturate(1.04)' },
          '&:active': { filter: 'brightness(0.97)', transform: 'translateY(1px)' },
          '&.Mui-disabled': { color: vars.palette.accent.on },
        }),
        outlined: ({ theme: { vars } }) => ({
          color: vars.palette.text.primary,
          backgroundColor: vars.palette.surface.main,
          borderColor: vars.palette.surface.line,
          '&:hover': {
            backgroundColor: vars.palette.surface.raised,
            borderColor: vars.palette.surface.control,
          },
          '&.Mui-disabled': { color: vars.palette.text.primary, borderColor: vars.palette.surface.line },
          '&[data-tone="danger"]': {
            color: vars.palette.tone.dangerText,
            backgroundColor: vars.palette.tone.dangerGround,
            borderColor: 'transparent',
            '&:hover': { borderColor: vars.palette.tone.dangerText },
          },
        }),
        text: ({ theme: { vars } }) => ({ color: vars.palette.link.main }),
      },
    },
    MuiOutlinedInput: {
      styleOverrides: {
        root: ({ theme: { vars } }) => ({
          minHeight: TOUCH_HEIGHT_PX,
          borderRadius: RADIUS.control,
          backgroundColor: vars.palette.surface.main,
          transition: `background-color ${MOTION.quickMs}ms ${MOTION.easing}`,
          '& .MuiOutlinedInput-notchedOutline': {
            borderColor: vars.palette.surface.control,
            transition: `border-color ${MOTION.quickMs}ms ${MOTION.easing}`,
          },
          '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: vars.palette.text.secondary },
          '&.Mui-focused .MuiOutlinedInput-notchedOutline': {
            borderColor: vars.palette.accent.text,
            borderWidth: 2,
          },
          '&.Mui-error .MuiOutlinedInput-notchedOutline, &.Mui-error:hover .MuiOutlinedInput-notchedOutline':
            {
              borderColor: vars.palette.tone.dangerLine,
              borderWidth: 2,
            },
          '&.Mui-disabled': { opacity: 0.7 },
          '&.Mui-disabled .MuiOutlinedInput-notchedOutline': { borderColor: vars.palette.surface.line },
        }),
        input: ({ theme: { vars } }) => ({
          height: 'auto',
          padding: '15px 18px',
          fontSize: '1.0625rem',
          '&::placeholder': { color: vars.palette.text.secondary, opacity: 1 },
          '&:-webkit-autofill': {
            WebkitBoxShadow: `0 0 0 100px ${vars.palette.surface.raised} inset`,
            WebkitTextFillColor: vars.palette.text.primary,
            caretColor: vars.palette.text.primary,
            borderRadius: 'inherit',
          },
        }),
      },
    },
    MuiSkeleton: {
      defaultProps: { animation: 'wave', variant: 'rounded' },
      styleOverrides: {
        root: ({ theme: { vars } }) => ({
          backgroundColor: translucent(vars.palette.surface.line, 62, vars.palette.surface.line),
        }),
      },
    },
  },
});

/** Returns the outline of a control that has the keyboard focus. */
function focusOutline(color: string) {
  return { outline: `3px solid ${color}`, outlineOffset: 3 };
}

function palette(scheme: ColorScheme) {
  return {
    background: { default: scheme.page, paper: scheme.surface },
    text: { primary: scheme.text, secondary: scheme.muted, disabled: scheme.muted },
    divider: scheme.line,
    primary: {
      main: scheme.accentFill,
      light: scheme.accentFillEnd,
      dark: scheme.accentFill,
      contrastText: scheme.onAccent,
    },
    error: { main: scheme.dangerText },
    success: { main: scheme.successText },
    warning: { main: scheme.warningText },
    info: { main: scheme.link },
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
    night: { ...BRAND_PANEL, text: DARK.text, muted: DARK.muted, link: DARK.link, line: DARK.line },
    beam: { ...BEAM },
  };
}

const PRINTED = {
  '--p-palette-background-default': '#fff',
  '--p-palette-surface-main': '#fff',
  '--p-palette-surface-line': '#999',
  '--p-palette-text-primary': '#000',
  '--p-palette-text-secondary': '#333',
  '--p-palette-link-main': '#000',
  '--p-palette-accent-text': '#000',
};

/** Returns the global styles of every page, in addition to the MUI baseline. */
export function pageStyles({ vars }: Theme) {
  return [
    {
      html: { scrollbarGutter: 'stable', '--fine-print': '0.9375rem' },
      body: { minHeight: '100dvh', overflowWrap: 'break-word' },
      ':focus-visible': focusOutline(vars.palette.accent.text),
      // The title is focused for screen readers after a navigation or a step. The title is not interactive, so it has no
      // outline.
      'h1:focus-visible': { outline: 'none' },
      // Duration of the view transition between two screens (`withTransitions`).
      '::view-transition-old(root), ::view-transition-new(root)': {
        animationDuration: `${String(MOTION.quickMs)}ms`,
      },
      // Pages are printed black on white in both colour schemes.
      '@media print': {
        '@page': { margin: '18mm 16mm' },
        [`:root, :root[${COLOR_SCHEME_ATTRIBUTE}]`]: PRINTED,
      },
      '::selection': { backgroundColor: vars.palette.accent.fill, color: vars.palette.accent.on },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          transitionDuration: '0.01ms !important',
          scrollBehavior: 'auto !important',
        },
      },
    },
  ];
}

/** Attribute on controls that do nothing without JavaScript. */
export const NEEDS_SCRIPT_ATTRIBUTE = 'data-needs-script';
