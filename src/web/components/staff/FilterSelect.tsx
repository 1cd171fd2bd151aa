/** A choice among a few values that filters a table; the browser's own list opens. */
import { styled } from '@mui/material/styles';
import { CONSOLE_RADIUS } from './consoleStyles';

interface FilterSelectProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

export function FilterSelect({ label, value, options, onChange }: FilterSelectProps) {
  return (
    <Label>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Label>
  );
}

const Label = styled('label')(({ theme: { vars } }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  fontSize: '0.8125rem',
  '& > span': { fontWeight: 600 },
  '& select': {
    minHeight: 34,
    padding: '4px 8px',
    font: 'inherit',
    color: vars.palette.text.primary,
    backgroundColor: vars.palette.surface.main,
    border: `1px solid ${vars.palette.surface.control}`,
    borderRadius: CONSOLE_RADIUS,
  },
}));
