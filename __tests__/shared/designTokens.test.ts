/** Tests the color contrast of the design tokens (WCAG 2.2 AA), so that a new shade cannot make text unreadable. */
import { BRAND_PANEL, type ColorScheme, DARK, LIGHT } from '../../src/shared/designTokens';

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

type Token = keyof ColorScheme;

const GROUNDS: Token[] = ['page', 'surface', 'raised'];
const TEXTS: Token[] = ['text', 'muted', 'accentText', 'link', 'dangerText', 'successText', 'warningText'];
const PAIRS: [Token, Token][] = [
  ...TEXTS.flatMap((text) => GROUNDS.map((ground): [Token, Token] => [text, ground])),
  ['onAccent', 'accentFill'],
  ['onAccent', 'accentFillEnd'],
  ['successText', 'successGround'],
  ['warningText', 'warningGround'],
  ['dangerText', 'dangerGround'],
];

describe.each([
  ['dark', DARK],
  ['light', LIGHT],
])('the %s scheme', (_name, scheme) => {
  it.each(PAIRS)('%s has enough contrast on %s', (text, ground) => {
    expect(contrast(scheme[text], scheme[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it.each([
    ['controlLine', 'page'],
    ['controlLine', 'surface'],
    ['dangerLine', 'page'],
    ['dangerLine', 'surface'],
  ] as [Token, Token][])('%s is seen on %s', (line, ground) => {
    expect(contrast(scheme[line], scheme[ground])).toBeGreaterThanOrEqual(3);
  });
});

it.each(Object.entries(BRAND_PANEL))(
  'the footer text has enough contrast on the dark footer (%s)',
  (_name, ground) => {
    expect(contrast(DARK.muted, ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(DARK.link, ground)).toBeGreaterThanOrEqual(4.5);
  },
);
