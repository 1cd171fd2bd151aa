/** Labelled select box of the staff console, of the same height as `CompactField`. */
import { styled } from '@mui/material/styles';
import { useId } from 'react';
import { CONSOLE_RADIUS, CONTROL_HEIGHT } from './consoleStyles';

interface CompactSelectProps {
  label: string;
  name: string;
  choices: readonly { value: string; label: string }[];
  value?: string;
  defaultValue?: string;
  /** Whether the label is to the left of the select box instead of above it. */
  isInline?: boolean;
  onChange?: (value: string) => void;
}

export function CompactSelect({
  label,
  name,
  choices,
  value,
  defaultValue,
  isInline = false,
  onChange,
}: CompactSelectProps) {
  const id = useId();
  return (
    <Group data-inline={isInline || undefined}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        value={value}
        defaultValue={defaultValue}
        onChange={(event) => onChange?.(event.target.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </Group>
  );
}

const Group = styled('div')(({ theme: { vars, typography } }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  '& > label': { ...typography.caption, marginBottom: 4, fontWeight: 600 },
  '&[data-inline]': {
    gridTemplateColumns: 'auto auto',
    justifyContent: 'start',
    alignItems: 'center',
    gap: 8,
  },
  '&[data-inline] > label': { margin: 0 },
  '& > select': {
    height: CONTROL_HEIGHT,
    padding: '0 30px 0 10px',
    border: `1px solid ${vars.palette.surface.control}`,
    borderRadius: CONSOLE_RADIUS,
    font: 'inherit',
    fontSize: '0.875rem',
    color: vars.palette.text.primary,
    backgroundColor: vars.palette.surface.main,
    // Each browser renders its own arrow and, in WebKit, its own box.
    appearance: 'none',
    backgroundImage:
      'linear-gradient(45deg, transparent 50%, currentColor 50%), linear-gradient(135deg, currentColor 50%, transparent 50%)',
    backgroundPosition: 'right 15px center, right 10px center',
    backgroundSize: '5px 5px',
    backgroundRepeat: 'no-repeat',
  },
}));
