/**
 * MUI's components in the product's look: the tables, dialogs and menus of the console, which alone loads
 * them. Its colours are the document's variables under the same names.
 */
import { CacheProvider } from '@emotion/react';
import GlobalStyles from '@mui/material/GlobalStyles';
import { createTheme, ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { BRAND_PANEL, type ColorScheme, DARK, FONT_FAMILY, LIGHT, MOTION, RADIUS } from '../../shared/look';
import { COLOR_SCHEME_ATTRIBUTE } from './colorScheme';
import { useStyleCache } from './StyleCacheContext';
import { theme } from './theme';

declare module '@mui/material/styles' {
  interface CssThemeVariables {
    enabled: true;
  }
}

/** Of the console's parts as MUI's components know them. */
function palette(scheme: ColorScheme) {
  return {
    background: { default: scheme.page, paper: scheme.surface },
    text: { primary: scheme.text, secondary: scheme.muted, disabled: scheme.muted },
    divider: scheme.line,
    primary: { main: scheme.accentFill, contrastText: scheme.onAccent },
    common: { black: BRAND_PANEL.from, white: '#fff' },
  };
}

// Who chooses the scheme is the product: MUI is not asked to keep one.
const { colorSchemes: _schemes, ...material } = createTheme({
  cssVariables: { colorSchemeSelector: COLOR_SCHEME_ATTRIBUTE, cssVarPrefix: 'mui' },
  colorSchemes: { light: { palette: palette(LIGHT) }, dark: { palette: palette(DARK) } },
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
  breakpoints: { values: { xs: 0, sm: 480, md: 741, lg: 1100, xl: 1500 } },
  typography: { ...theme.typography, fontFamily: FONT_FAMILY, htmlFontSize: 16, fontSize: 16 },
  components: { MuiButtonBase: { defaultProps: { disableRipple: true } } },
});

const VARIABLES = material.generateStyleSheets();

export function MaterialTheme({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={useStyleCache()}>
      <ThemeProvider theme={material}>
        <GlobalStyles styles={VARIABLES} />
        {children}
      </ThemeProvider>
    </CacheProvider>
  );
}
