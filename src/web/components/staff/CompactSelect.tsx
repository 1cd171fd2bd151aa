/** A labelled choice of a few, as low as `CompactField`. */
import { styled } from '@mui/material/styles';
import { useId } from 'react';

interface CompactSelectProps {
  label: string;
  name: string;
  choices: readonly { value: string; label: string }[];
  value?: string;
  defaultValue?: string;
  onChange?: (value: string) => void;
}

export function CompactSelect({ label, name, choices, value, defaultValue, onChange }: CompactSelectProps) {
  const id = useId();
  return (
    <Group>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        {...(value === undefined ? {} : { value })}
        {...(defaultValue === undefined ? {} : { defaultValue })}
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
  '& > select': {
    minHeight: 38,
    padding: '8px 10px',
    border: `1px solid ${vars.palette.surface.control}`,
    borderRadius: 8,
    font: 'inherit',
    fontSize: '0.875rem',
    color: vars.palette.text.primary,
    backgroundColor: vars.palette.surface.main,
  },
}));
