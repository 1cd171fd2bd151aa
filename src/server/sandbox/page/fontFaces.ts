/** Font faces of the product's web font for the sandbox pages. The product serves the font files. */
import { FONT_FILES, FONT_NAME, FONT_WEIGHTS } from '../../../shared/designTokens';

export const FONT_FACES: string = FONT_FILES.map(
  ({ path, range }) =>
    `@font-face{font-family:'${FONT_NAME}';font-weight:${FONT_WEIGHTS};font-display:swap;` +
    `src:url(${path}) format('woff2');unicode-range:${range}}`,
).join('\n');
