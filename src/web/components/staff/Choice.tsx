/** Radio buttons and checkboxes of console forms, and their groups. */
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { CONSOLE_RADIUS } from './consoleStyles';

interface ChoiceProps {
  name: string;
  type?: 'radio' | 'checkbox';
  checked: boolean;
  onChange: () => void;
  children: ReactNode;
}

export function Choice({ children, type = 'radio', ...input }: ChoiceProps) {
  return (
    <ChoiceLabel data-chosen={input.checked || undefined}>
      <input type={type} {...input} />
      <span>{children}</span>
    </ChoiceLabel>
  );
}

export const ChoiceGroup = styled('fieldset')({
  display: 'grid',
  gap: 8,
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  '& legend': { padding: 0, marginBottom: 4, fontSize: '0.875rem', fontWeight: 600 },
});

export const ChoiceRow = styled('div')({
  display: 'grid',
  gap: 6,
  gridTemplateColumns: 'repeat(auto-fit, minmax(170px, 1fr))',
});

const ChoiceLabel = styled('label')(({ theme: { vars } }) => ({
  display: 'flex',
  alignItems: 'baseline',
  gap: 10,
  padding: '8px 12px',
  borderRadius: CONSOLE_RADIUS,
  cursor: 'pointer',
  fontSize: '0.875rem',
  fontVariantNumeric: 'tabular-nums',
  boxShadow: `inset 0 0 0 1px ${vars.palette.surface.line}`,
  '&[data-chosen]': { boxShadow: `inset 0 0 0 2px ${vars.palette.accent.text}` },
  '& input': { margin: 0, flex: 'none', accentColor: vars.palette.accent.text },
  '& small': { display: 'block', fontSize: '0.8125rem', color: vars.palette.text.secondary },
}));
