/** Chip with a short status text and a coloured dot. The text of the chip must be clear without the colour. */
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

export type ChipSize = 'small' | 'medium';
export type Tone = 'success' | 'neutral' | 'warning' | 'danger';

interface StatusChipProps {
  tone: Tone;
  /** The size `small` omits the coloured dot and is meant for table cells. */
  size?: ChipSize;
  children: ReactNode;
}

export function StatusChip({ tone, size = 'medium', children }: StatusChipProps) {
  return (
    <Chip data-tone={tone} data-size={size}>
      {children}
    </Chip>
  );
}

const Chip = styled('span')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  fontSize: 'var(--fine-print)',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  padding: '3px 12px 3px 10px',
  borderRadius: 999,
  fontWeight: 550,
  color: vars.palette.text.secondary,
  backgroundColor: vars.palette.surface.raised,
  boxShadow: `inset 0 0 0 1px ${vars.palette.surface.line}`,
  '&[data-size="small"]': {
    justifyContent: 'center',
    minWidth: 42,
    padding: '1px 7px',
    borderRadius: 5,
    fontSize: '0.75rem',
    lineHeight: 1.45,
    fontWeight: 620,
  },
  '&:not([data-size="small"])::before': {
    content: '""',
    flex: 'none',
    width: 7,
    height: 7,
    borderRadius: '50%',
    backgroundColor: 'currentColor',
  },
  '&[data-tone="success"]': {
    color: vars.palette.tone.successText,
    backgroundColor: vars.palette.tone.successGround,
    boxShadow: 'none',
  },
  '&[data-tone="warning"]': {
    color: vars.palette.tone.warningText,
    backgroundColor: vars.palette.tone.warningGround,
    boxShadow: 'none',
  },
  '&[data-tone="danger"]': {
    color: vars.palette.tone.dangerText,
    backgroundColor: vars.palette.tone.dangerGround,
    boxShadow: 'none',
  },
}));
