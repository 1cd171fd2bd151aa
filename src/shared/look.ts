/**
 * Design tokens. The MUI theme, the letters, the sandbox page and the sandbox card dialog all
 * take their colours and type from here, so that one hand shows everywhere.
 */

export interface ColorScheme {
  page: string;
  surface: string;
  /** A surface that stands out of another one (hover, inputs). */
  raised: string;
  line: string;
  text: string;
  muted: string;
  accentFill: string;
  accentFillEnd: string;
  onAccent: string;
  accentText: string;
  link: string;
  successText: string;
  successGround: string;
  dangerText: string;
  dangerGround: string;
}

export const DARK: ColorScheme = {
  page: '#0A1022',
  surface: '#141E3D',
  raised: '#1B2750',
  line: '#26325A',
  text: '#EEF1FB',
  muted: '#A7B1CF',
  accentFill: '#FFC163',
  accentFillEnd: '#FFD594',
  onAccent: '#201403',
  accentText: '#FFC163',
  link: '#B9C6FF',
  successText: '#7FE0B0',
  successGround: '#123528',
  dangerText: '#FF9A8F',
  dangerGround: '#3A1720',
};

export const LIGHT: ColorScheme = {
  page: '#F5F2EC',
  surface: '#FFFFFF',
  raised: '#FBF9F5',
  line: '#DDD5C6',
  text: '#151B30',
  muted: '#55607E',
  accentFill: '#FFB84D',
  accentFillEnd: '#FFC979',
  onAccent: '#201403',
  accentText: '#9A5608',
  link: '#2F45C5',
  successText: '#0C6B43',
  successGround: '#DFF3E8',
  dangerText: '#A3211B',
  dangerGround: '#FBE5E1',
};

/** The brand panel is the same night in both schemes. */
export const BRAND_PANEL = { from: '#070C1C', middle: '#101B3E', to: '#1A2857' } as const;

export const FONT_FAMILY =
  "'Onest Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/** px. */
export const RADIUS = { control: 14, card: 18 } as const;

/** ms and easing; `prefers-reduced-motion` sets all of them to nothing. */
export const MOTION = { quickMs: 140, calmMs: 260, easing: 'cubic-bezier(0.2, 0, 0, 1)' } as const;
