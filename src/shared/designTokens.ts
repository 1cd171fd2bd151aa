/**
 * Design tokens: colors, fonts, sizes and motion. The MUI theme, the emails, the sandbox page and the sandbox card
 * dialog use the design tokens, so that their appearance is consistent. Each text color has a contrast of at least
 * 4.5:1 to its backgrounds, and each control outline at least 3:1 (WCAG 2.2 AA).
 */

export interface ColorScheme {
  page: string;
  surface: string;
  /** Background of raised elements, such as inputs and hovered rows. */
  raised: string;
  line: string;
  /** Outline color of input fields, with a contrast of 3:1 to the page. */
  controlLine: string;
  text: string;
  muted: string;
  accentFill: string;
  accentFillEnd: string;
  onAccent: string;
  accentText: string;
  /** Shadow color of a screen's primary button. */
  accentShadow: string;
  link: string;
  successText: string;
  successGround: string;
  warningText: string;
  warningGround: string;
  dangerText: string;
  dangerGround: string;
  /** Dark red outline color of an input with an invalid value. */
  dangerLine: string;
}

export const DARK: ColorScheme = {
  page: '#0A1022',
  surface: '#131C39',
  raised: '#1B2750',
  line: '#27335C',
  controlLine: '#65719E',
  text: '#EEF1FB',
  muted: '#A7B1CF',
  accentFill: '#FFC163',
  accentFillEnd: '#FFD594',
  onAccent: '#201403',
  accentText: '#FFC163',
  accentShadow: 'rgba(255, 177, 66, 0.28)',
  link: '#B9C6FF',
  successText: '#7FE0B0',
  successGround: '#123528',
  warningText: '#FFCB7D',
  warningGround: '#37280F',
  dangerText: '#FF9A8F',
  dangerGround: '#3A1720',
  dangerLine: '#D2453F',
};

export const LIGHT: ColorScheme = {
  page: '#F5F2EC',
  surface: '#FFFFFF',
  raised: '#FAF7F1',
  line: '#DFD8CA',
  controlLine: '#8B8674',
  text: '#151B30',
  muted: '#55607E',
  accentFill: '#FFB84D',
  accentFillEnd: '#FFC979',
  onAccent: '#201403',
  accentText: '#9A5608',
  accentShadow: 'rgba(214, 138, 30, 0.30)',
  link: '#2F45C5',
  successText: '#0C6B43',
  successGround: '#DFF3E8',
  warningText: '#7F4705',
  warningGround: '#FBECD2',
  dangerText: '#A3211B',
  dangerGround: '#FBE5E1',
  dangerLine: '#8B0000',
};

/** Gradient colors of the brand panel. The gradient colors are the same in the light and the dark color scheme. */
export const BRAND_PANEL = { from: '#070C1C', middle: '#101B3E', to: '#1A2857' } as const;

/** Colors of the light beam in the brand illustration, in the order from the light source outwards. */
export const BEAM = { core: '#FFF6E0', warm: '#FFD38A', gold: '#FFB648', ember: '#C98A4B' } as const;

/**
 * Path of the web font Onest, one file with all characters of the product's texts. Its name contains a content hash (see
 * `.ci/webFont.mjs`).
 */
export const FONT_PATH = '/fonts/onest-ba303f4b.woff2';

export const FONT_NAME = 'Onest Variable';
export const FONT_WEIGHTS = '400 750';

/**
 * System fonts that replace the web font Onest until it is loaded. `sizeAdjust` scales each font to the width of Onest,
 * measured on Russian text, so that loading the web font causes no layout shift.
 */
export const FONT_FALLBACKS = [
  { name: 'Onest Roboto', weight: '400 599', local: ['Roboto'], sizeAdjust: 1.028 },
  { name: 'Onest Roboto', weight: '600 900', local: ['Roboto Bold', 'Roboto'], sizeAdjust: 1.05 },
  { name: 'Onest Arial', weight: '400 599', local: ['Arial', 'Liberation Sans'], sizeAdjust: 1.042 },
  {
    name: 'Onest Arial',
    weight: '600 900',
    local: ['Arial Bold', 'Liberation Sans Bold'],
    sizeAdjust: 1.001,
  },
  { name: 'Onest DejaVu', weight: '400 599', local: ['DejaVu Sans'], sizeAdjust: 0.9 },
  { name: 'Onest DejaVu', weight: '600 900', local: ['DejaVu Sans Bold'], sizeAdjust: 0.851 },
] as const;

/** Ascent and descent of the font Onest, in em. */
export const FONT_ASCENT = 0.97;
export const FONT_DESCENT = 0.305;

export const FONT_FAMILY =
  "'Onest Variable', 'Onest Roboto', 'Onest Arial', 'Onest DejaVu', system-ui, -apple-system, 'Segoe UI', sans-serif";

/** Corner radius of controls and cards, in px. */
export const RADIUS = { control: 14, card: 18 } as const;

/** Height of a touch target button, in px. */
export const TOUCH_HEIGHT_PX = 58;

/** Durations of animations in ms, and easing of animations. With `prefers-reduced-motion`, the durations are 0 ms. */
export const MOTION = { quickMs: 140, calmMs: 260, easing: 'cubic-bezier(0.2, 0, 0, 1)' } as const;
