/**
 * Translucent colours. `color-mix` is missing in Chrome before 111, Safari before 16.2 and Firefox before 113. These browsers
 * use the first of two values.
 */

/**
 * Returns `color` with an opacity of `percent`, as the values of one CSS property. `fallback` is the color of older browsers.
 * @example backgroundColor: translucent('currentColor', 12, 'transparent')
 */
export function translucent(color: string, percent: number, fallback: string): string[] {
  return [fallback, `color-mix(in srgb, ${color} ${String(percent)}%, transparent)`];
}
