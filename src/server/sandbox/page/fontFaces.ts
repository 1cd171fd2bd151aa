/** Font face of the product's web font for the sandbox pages. The product serves the font file. */
import { FONT_NAME, FONT_PATH, FONT_WEIGHTS } from '../../../shared/designTokens';

export const FONT_FACE: string =
  `@font-face{font-family:'${FONT_NAME}';font-weight:${FONT_WEIGHTS};font-display:swap;` +
  `src:url(${FONT_PATH}) format('woff2')}`;
