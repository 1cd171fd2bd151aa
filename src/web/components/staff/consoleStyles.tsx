/**
 * The console's density: everything of the product's theme, smaller. Global while a console screen
 * is shown, because dialogs and menus are drawn at the end of the document.
 */
import GlobalStyles from '@mui/material/GlobalStyles';
import { type Theme, theme } from '../../theme/theme';

/** px. */
export const CONSOLE_RADIUS = 8;

/** px: inputs, choices and buttons that stand in a row. */
export const CONTROL_HEIGHT = 36;

/** The ground that parts of a screen stand on. */
export const panelLook = ({ vars }: Theme) => ({
  padding: 16,
  borderRadius: CONSOLE_RADIUS + 2,
  backgroundColor: vars.palette.surface.main,
  boxShadow: `inset 0 0 0 1px ${vars.palette.surface.line}`,
});

/** Buttons in the rows of a list are lower than those of a screen. */
export const ROW_BUTTONS = {
  '& [data-button][data-size="small"]': {
    minHeight: 30,
    padding: '2px 11px',
    fontSize: '0.8125rem',
  },
} as const;

export function ConsoleDensity() {
  return <GlobalStyles styles={STYLES} />;
}

const STYLES = {
  body: {
    '--fine-print': '0.875rem',
    fontSize: '0.875rem',
    lineHeight: 1.45,
    '& [data-text="lead"]': { fontSize: '0.875rem', lineHeight: 1.5 },
    '& [data-text="note"]': { fontSize: '0.8125rem' },
    '& [data-text="section"]': { fontSize: '1rem', letterSpacing: '-0.01em' },
    '& [data-button][data-size]': {
      minHeight: CONTROL_HEIGHT,
      padding: '5px 14px',
      fontSize: '0.875rem',
      borderRadius: CONSOLE_RADIUS,
    },
    '& [data-button="primary"][data-size]': { boxShadow: 'none' },
    '& input[data-look][data-look]': {
      height: CONTROL_HEIGHT,
      minHeight: 0,
      padding: '0 12px',
      borderRadius: CONSOLE_RADIUS,
      fontSize: '0.875rem',
    },
    '& input[data-look="code"][data-look]': { fontSize: '1.125rem' },
    '& .MuiDialog-paper.MuiPaper-root': { borderRadius: 12 },
    '& :focus-visible': { outlineWidth: 2, outlineOffset: 2, outlineColor: theme.vars.palette.accent.text },
  },
};
