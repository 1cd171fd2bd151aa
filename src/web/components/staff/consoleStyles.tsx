/**
 * Compact styles of the staff console, which make the theme's elements smaller. The styles are global while a console
 * screen is shown, because dialogs and menus are rendered at the end of the document.
 */
import GlobalStyles from '@mui/material/GlobalStyles';
import type { Theme } from '@mui/material/styles';

/** Border radius of console elements in px. */
export const CONSOLE_RADIUS = 8;

/** Height of the staff console's inputs, select boxes and buttons, in px. */
export const CONTROL_HEIGHT = 36;

/** Background of the sections of a console screen. */
export const panelStyle = ({ vars }: Theme) => ({
  padding: 16,
  borderRadius: CONSOLE_RADIUS + 2,
  backgroundColor: vars.palette.surface.main,
  boxShadow: `inset 0 0 0 1px ${vars.palette.surface.line}`,
});

/** Buttons in list rows are lower than other buttons. */
export const ROW_BUTTONS = {
  '& .MuiButton-root.MuiButtonBase-root.MuiButton-sizeSmall': {
    minHeight: 30,
    padding: '2px 11px',
    fontSize: '0.8125rem',
  },
} as const;

export function ConsoleDensity() {
  return <GlobalStyles styles={styles} />;
}

const styles = ({ vars }: Theme) => ({
  // A dialog removes the scrollbar of the document, so its backdrop covers the whole window. MUI replaces the scrollbar
  // by a padding of the same width. The reserved gutter of the other pages would stay visible beside the backdrop.
  'html:root': { scrollbarGutter: 'auto', overflowY: 'scroll' },
  body: {
    '--fine-print': '0.875rem',
    fontSize: '0.875rem',
    lineHeight: 1.45,
    '& .MuiTypography-body1.MuiTypography-root': { fontSize: '0.875rem', lineHeight: 1.5 },
    '& .MuiTypography-body2.MuiTypography-root': { fontSize: '0.8125rem' },
    '& .MuiTypography-h2.MuiTypography-root': { fontSize: '1rem', letterSpacing: '-0.01em' },
    '& .MuiTypography-h3.MuiTypography-root': { fontSize: '0.9375rem' },
    '& .MuiButton-root.MuiButtonBase-root': {
      minHeight: CONTROL_HEIGHT,
      padding: '5px 14px',
      fontSize: '0.875rem',
      borderRadius: CONSOLE_RADIUS,
    },
    '& .MuiButton-contained.MuiButtonBase-root': { boxShadow: 'none' },
    '& .MuiOutlinedInput-root.MuiInputBase-root': { minHeight: CONTROL_HEIGHT, borderRadius: CONSOLE_RADIUS },
    '& .MuiOutlinedInput-root input.MuiInputBase-input': {
      height: CONTROL_HEIGHT,
      minHeight: 0,
      boxSizing: 'border-box',
      padding: '0 12px',
      fontSize: '0.875rem',
    },
    // An iPhone enlarges the page if a field with a smaller font gets the focus.
    '@media (pointer: coarse)': {
      '& input, & select, & textarea, & .MuiOutlinedInput-root input.MuiInputBase-input': {
        fontSize: '1rem !important',
      },
    },
    // WebKit shows the current date in an empty date field.
    '& input[type="date"][data-empty]:not(:focus)::-webkit-datetime-edit': { opacity: 0 },
    '& .MuiDialog-paper.MuiPaper-root': { borderRadius: 12 },
    '& :focus-visible': { outlineWidth: 2, outlineOffset: 2, outlineColor: vars.palette.accent.text },
  },
});
